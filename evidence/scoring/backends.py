"""The backends by name. Each is loaded when it is asked for: their word tables are not for a hub's start."""
# ruff: noqa: PLC0415 - see above

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from evidence.scoring.values import Backend

DEFAULT: Final = "rules"


class UnknownBackend(ValueError):
    """No backend has that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no backend {name!r}; there are {', '.join(_MADE)}.")


def backend(name: str = DEFAULT) -> Backend:
    """The backend of that name.

    Raises:
        UnknownBackend: there is none.
    """
    if name not in _MADE:
        raise UnknownBackend(name)
    return _MADE[name]()


def _rules() -> Backend:
    from evidence.scoring.rules import Rules

    return Rules()


def _baseline() -> Backend:
    from evidence.scoring.baseline.judge import Baseline

    return Baseline()


_MADE: Final[dict[str, Callable[[], Backend]]] = {"rules": _rules, "baseline": _baseline}
