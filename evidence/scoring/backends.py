"""The backends by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from evidence.scoring.baseline.judge import Baseline
from evidence.scoring.rules import Rules
from evidence.scoring.values import Backend

DEFAULT: Final = "rules"
_MADE: Final[dict[str, Callable[[], Backend]]] = {"rules": Rules, "baseline": Baseline}


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
