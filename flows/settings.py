"""Every setting, read from ``URATORI_*`` environment variables."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, Literal

import platformdirs
from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

_HOST: Final = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*")


class Settings(BaseSettings):
    """The settings of one hub. Lists are given as JSON, or as text separated by commas for `toolsets`."""

    model_config = SettingsConfigDict(env_prefix="URATORI_", frozen=True, extra="ignore")

    home: Path = Field(
        default_factory=lambda: Path(platformdirs.user_data_dir("uratori", appauthor=False)),
        description="Where the ledger, the sessions and Prefect's state live.",
    )
    host: str = Field("127.0.0.1", description="The address the hub listens on; any but loopback needs a token.")
    port: int = Field(0, ge=0, le=65535, description="The hub's port; 0 takes a free one.")
    token: str | None = Field(None, description="Asked for as a bearer token by /mcp and the pages.")
    prefect_port: int = Field(
        0, ge=0, le=65535, description="The port of the Prefect server that the hub starts; 0 takes a free one."
    )
    prefect_api_url: str | None = Field(None, description="A Prefect server of your own instead of the hub's.")
    hub_idle_minutes: float = Field(
        30, gt=0, description="Minutes without a client or a job after which the hub stops."
    )
    engine_idle_minutes: float = Field(
        10, gt=0, description="Minutes without need after which Prefect's server and Chromium stop."
    )
    allow_private_addresses: bool = Field(
        False, description="Lets fetches reach loopback and private addresses. For tests and intranets."
    )
    fetch_ports: list[int] = Field(
        default_factory=list, description="Ports that public pages may be fetched at besides 80, 443, 8080 and 8443."
    )
    allowed_roots: list[Path] = Field(
        default_factory=list,
        description="Folders that may be read besides the client's own and `inbox` in the data directory.",
    )
    export_roots: list[Path] = Field(
        default_factory=list,
        description="Folders for exports besides the client's own and `exports` in the data directory.",
    )
    allow_hosts: list[str] = Field(
        default_factory=list,
        description="The only hosts that are fetched from, with their subdomains; any where the list is empty.",
    )
    policy_profile: Literal["record", "guarded", "strict"] = Field(
        "record",
        description="What becomes of sources that work against their reader: their signals are recorded; sources that "
        "are hostile are also refused (guarded); those of medium risk too (strict).",
    )
    evidence_backend: str = Field(
        "rules",
        pattern=r"^(rules(\+[a-z0-9_-]{1,40})?|baseline)$",
        description="What weighs claims: `rules`, `rules+embedding` with the extra `uratori[embedding]`, or "
        "`rules+NAME` with an assistant that another package brings.",
    )
    chromium: Path | None = Field(None, description="The Chromium to use; found by itself otherwise.")
    lang: Literal["en", "ja"] = Field("en", description="The language of the page that lists the sessions.")
    toolsets: str = Field("ledger,citations", description="Which tools are listed; names separated by commas.")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field("INFO", description="What the hub's log tells.")
    fetch_timeout: float = Field(30, gt=0, description="Seconds for one HTTP try, headers and body.")
    browser_timeout: float = Field(30, gt=0, description="Seconds for one browser try.")
    fetch_retries: int = Field(3, ge=0, le=10, description="Further HTTP tries after a passing fault.")
    retry_delay: float = Field(0.5, ge=0, description="Seconds before the first further try; doubles each time.")
    fetch_concurrency: int = Field(6, ge=1, le=50, description="Sources fetched at once in one call.")
    site_burst: int = Field(
        10, ge=1, le=1_000, description="Requests that a site gets at once before `URATORI_SITE_RATE` counts."
    )
    site_rate: float = Field(5, gt=0, le=1_000, description="Requests per second that a site gets after its burst.")
    site_concurrency: int = Field(6, ge=1, le=100, description="Requests that a site gets at the same time.")
    cite_minimum: int = Field(5, ge=1, le=100, description="Letters and digits that a text to cite needs.")
    cite_days: int = Field(
        30, ge=1, le=3650, description="After how many days `uratori gc` removes pages kept for links."
    )
    cite_minimum_cjk: int = Field(
        4, ge=1, le=100, description="The same for a text with Chinese, Japanese or Korean letters."
    )
    robots: Literal["record", "obey", "off"] = Field(
        "record",
        description="Whether robots.txt is read and what it says recorded, also obeyed, or not asked for.",
    )

    @field_validator("allow_hosts")
    @classmethod
    def _plain_hosts(cls, hosts: list[str]) -> list[str]:
        """Hosts as addresses have them: ``*.Example.org.`` is ``example.org``."""
        plain = [host.strip().lower().removeprefix("*.").strip(".") for host in hosts]
        for host in plain:
            if not _HOST.fullmatch(host):
                raise ValueError(f"{host!r} is no host: give names such as example.org, in ASCII, without a scheme")
        return plain
