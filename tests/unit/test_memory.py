"""A quiet hub gives memory back."""

from __future__ import annotations

import gc
import weakref

from mcp_bridge.memory import give_back


class Ring:
    """Holds itself: only the collector finds that nobody else does."""

    def __init__(self) -> None:
        self.itself = self


def test_what_nobody_holds_any_more_goes() -> None:
    gc.disable()
    try:
        seen = weakref.ref(Ring())
        give_back()
        assert seen() is None
    finally:
        gc.enable()
