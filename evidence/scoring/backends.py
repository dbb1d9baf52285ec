"""The backends by name. Each is loaded when it is asked for: their word tables are not for a hub's start.

``rules`` and ``baseline`` come with the package; ``rules+NAME`` is ``rules`` with an assistant.
"""
# ruff: noqa: PLC0415 - see above

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from evidence.scoring.values import Backend

DEFAULT: Final = "rules"


class UnknownBackend(ValueError):
    """No backend has that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no backend {name!r}; there are {', '.join(_MADE)} and rules+NAME of an assistant.")


def backend(name: str = DEFAULT) -> Backend:
    """The backend of that name.

    Raises:
        UnknownBackend: there is none.
        MissingAssistant: there is none of the name after ``rules+``, or its package is not installed.
    """
    base, _, helper = name.partition("+")
    if base == DEFAULT and helper:
        from evidence.scoring.assistants import assistant
        from evidence.scoring.rules import Rules

        return Rules(assistant(helper))
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
