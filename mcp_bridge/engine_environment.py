"""The environment in which Prefect runs: its own home and profiles under ours, whatever the user's shell says."""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from pathlib import Path

from flows.settings import Settings

QUIET = {
    "DO_NOT_TRACK": "1",
    "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
    "PREFECT_CLOUD_ENABLE_ORCHESTRATION_TELEMETRY": "false",
    "PREFECT_TELEMETRY_ENABLE_RESOURCE_METRICS": "false",
    "PREFECT_SERVER_UI_SHOW_PROMOTIONAL_CONTENT": "false",
}


def prefect_home(settings: Settings) -> Path:
    """Where Prefect keeps its database, profiles and results."""
    return settings.home.resolve() / "prefect"


def prefect_environment(settings: Settings) -> dict[str, str]:
    """What the hub's process must have in its environment before Prefect is imported."""
    home = prefect_home(settings)
    environment = QUIET | {
        "PREFECT_HOME": str(home),
        "PREFECT_PROFILES_PATH": str(home / "profiles.toml"),
        "PREFECT_PROFILE": "ephemeral",
        "PREFECT_SERVER_ALLOW_EPHEMERAL_MODE": "false",
        "PREFECT_LOCAL_STORAGE_PATH": str(home / "storage"),
        "PREFECT_LOGGING_SETTINGS_PATH": str(Path(__file__).with_name("prefect_logging.yml")),
        "PREFECT_LOGGING_LEVEL": "WARNING",
        "PREFECT_CLIENT_CSRF_SUPPORT_ENABLED": "true",
        "PREFECT_LOGGING_TO_API_WHEN_MISSING_FLOW": "ignore",
        "PREFECT_WORKER_QUERY_SECONDS": "5",
    }
    if settings.prefect_api_url:
        environment["PREFECT_API_URL"] = settings.prefect_api_url
    return environment


def server_environment(settings: Settings, port: int) -> dict[str, str]:
    """The environment of the server's process: ours without the user's Prefect settings."""
    home = prefect_home(settings)
    url = f"http://127.0.0.1:{port}"
    names = ",".join(f"http://{name}:{port}" for name in ("127.0.0.1", "localhost"))
    own = QUIET | {
        "PREFECT_HOME": str(home),
        "PREFECT_PROFILES_PATH": str(home / "profiles.toml"),
        "PREFECT_PROFILE": "ephemeral",
        "PREFECT_SERVER_ALLOW_EPHEMERAL_MODE": "false",
        "PREFECT_SERVER_API_HOST": "127.0.0.1",
        "PREFECT_SERVER_API_PORT": str(port),
        "PREFECT_UI_API_URL": f"{url}/api",
        "PREFECT_UI_URL": url,
        "PREFECT_SERVER_CORS_ALLOWED_ORIGINS": names,
        "PREFECT_SERVER_CSRF_PROTECTION_ENABLED": "true",
        "PREFECT_SERVER_LOGGING_LEVEL": "WARNING",
        "PREFECT_LOGGING_LEVEL": "WARNING",
        "PYTHONUNBUFFERED": "1",
    }
    return without_prefect(dict(os.environ)) | own


def without_prefect(environment: dict[str, str]) -> dict[str, str]:
    """The environment without any setting of Prefect."""
    return {name: value for name, value in environment.items() if not name.startswith("PREFECT_")}


def apply_environment(
    settings: Settings, api_url: str | None = None, target: MutableMapping[str, str] | None = None
) -> None:
    """Replace every Prefect setting of this process by ours; `api_url` once it is known."""
    target = os.environ if target is None else target
    ours = prefect_environment(settings)
    if api_url:
        ours["PREFECT_API_URL"] = api_url
        ours["PREFECT_UI_URL"] = api_url.removesuffix("/api")
    for name in [name for name in target if name.startswith("PREFECT_") and name not in ours]:
        del target[name]
    target.update(ours)
