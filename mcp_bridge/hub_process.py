"""The hub as a process: its log, its start, and every way it can end."""

from __future__ import annotations

import asyncio
import logging
import logging.handlers
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn

from pydantic import ValidationError
from pydantic_settings import SettingsError

from flows.settings import Settings
from ledger.refusals import Refusal
from mcp_bridge import setting_faults
from mcp_bridge.home import hub_log
from mcp_bridge.hub import Hub, end
from mcp_bridge.hub_start import EXIT_FAILED, Report
from mcp_bridge.lock import HubLock
from mcp_bridge.parts import Assembly, OpenLedger, Parts
from mcp_bridge.server import TOOLSETS
from mcp_bridge.sockets import CannotStart, listen_http, url_of

LOG_BYTES: Final = 5_000_000
logger = logging.getLogger(__name__)


def start_logging(home: Path, level: str, *, foreground: bool) -> None:
    """Log to a file that is rotated, and to the terminal where there is one."""
    handlers: list[logging.Handler] = [
        logging.handlers.RotatingFileHandler(hub_log(home), maxBytes=LOG_BYTES, backupCount=3, encoding="utf-8")
    ]
    if foreground:
        handlers.append(logging.StreamHandler(sys.stderr))
    logging.basicConfig(
        level=level, handlers=handlers, format="%(asctime)s %(levelname)s %(process)d %(name)s: %(message)s", force=True
    )
    for noisy in ("httpx", "httpcore", "mcp", "uvicorn", "asyncio"):
        logging.getLogger(noisy).setLevel(logging.WARNING)


def serve(
    home: Path,
    lock: HubLock,
    report: Report,
    *,
    assembly: Assembly | None = None,
    foreground: bool = False,
    opened: Callable[[str], None] = lambda _url: None,
) -> NoReturn:
    """Run a hub under a lock that is held, to its end and that of the process.

    Args:
        home: the data directory.
        lock: its lock, held.
        report: told once whether the start succeeded.
        assembly: how its parts are made; the real ones by default.
        foreground: log to the terminal too.
        opened: told the address of the pages before anything is served.
    """
    try:
        settings = read_settings(home)
        start_logging(home, settings.log_level, foreground=foreground)
        chosen = assembly or _real_assembly()
        listener = listen_http(settings)
        ledger = chosen.open_ledger(home)
    except (Refusal, CannotStart) as error:
        _give_up(error, lock, report)
    except BaseException as error:
        # Whatever it is, whoever started us waits to be told.
        logger.exception("the hub can't start")
        report.say("failed", _in_words(error))
        raise
    make = chosen.make_parts
    try:
        opened(url_of(listener, settings.host))
        right = asyncio.run(_run(settings, lock, ledger, listener, lambda url: make(settings, ledger, url), report))
    except BaseException as error:
        # Whatever it is: the ledger is closed, whoever started us is told, and no thread keeps the process.
        ledger.close()
        if isinstance(error, CannotStart):
            _give_up(error, lock, report)
        logger.exception("the hub ended by a fault")
        report.say("failed", _in_words(error))
        end(EXIT_FAILED)
    lock.release()
    logger.info("stopped")
    end(0 if right else EXIT_FAILED)


async def _run(
    settings: Settings,
    lock: HubLock,
    ledger: OpenLedger,
    listener: socket.socket,
    make_parts: Callable[[str], Parts],
    report: Report,
) -> bool:
    return await Hub(settings, lock, ledger).run(listener, make_parts, report)


def _real_assembly() -> Assembly:
    from mcp_bridge.assembly import ASSEMBLY  # noqa: PLC0415 - heavy; tests bring their own

    return ASSEMBLY


def read_settings(home: Path) -> Settings:
    """The settings of this data directory.

    Raises:
        CannotStart: a setting is wrong; the message names it.
    """
    try:
        settings = Settings(home=home)
    except (ValidationError, SettingsError) as error:
        raise CannotStart(f"a setting is wrong: {setting_faults.told(error)}") from error
    if any(name.strip() not in TOOLSETS for name in settings.toolsets.split(",") if name.strip()):
        raise CannotStart(f"a setting is wrong: {setting_faults.fault('toolsets')}")
    return settings


def _in_words(error: BaseException) -> str:
    """A fault that nobody foresaw, for a person: the log has Python's words for it."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror}: {error.filename}" if error.filename else error.strerror
    return f"it ended by a fault of the program ({str(error)[:300].rstrip('.') or type(error).__name__})"


def _give_up(error: Refusal | CannotStart, lock: HubLock, report: Report) -> NoReturn:
    reason = f"{error.message} {error.suggestion}" if isinstance(error, Refusal) else str(error)
    logger.error("the hub can't start: %s", reason)
    lock.release()
    report.say("failed", reason)
    end(EXIT_FAILED)
