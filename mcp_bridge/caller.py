"""Who calls a tool: set by the transports, read by the tools (`current_caller`)."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Literal


@dataclass(frozen=True)
class Caller:
    """One client. `cwd` is its working directory, known over stdio only; `version` that of its bridge."""

    transport: Literal["stdio", "http"]
    cwd: Path | None = None
    version: str | None = None


caller: ContextVar[Caller | None] = ContextVar("uratori_caller", default=None)


def current_caller() -> Caller:
    """The client of the running call; outside of a call one without a working directory."""
    return caller.get() or Caller("http")
