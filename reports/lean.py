"""Compact data for the viewer's script."""

from __future__ import annotations

from typing import Any


def lean(**values: Any) -> dict[str, Any]:
    """The values that say something: no None, False, empty text or empty list."""
    return {key: value for key, value in values.items() if not (value is None or value is False or value in ("", []))}
