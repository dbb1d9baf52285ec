"""Schemas of tools, made once in a process: they take most of the time of making a server, and hang on code alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType
from typing import Any, Final

import pytest
from mcp.server.mcpserver.tools.base import Tool

_made: Final[dict[CodeType, tuple[Any, Tool]]] = {}
"""By the code of a tool's function: what else its description was made of, and the tool."""


@contextmanager
def tools_described_once() -> Iterator[None]:
    """Inside, a tool that was described before in the same way is a copy of that one, with the given function."""
    make = Tool.from_function

    def described(fn: Callable[..., Any], **told: Any) -> Tool:
        known = (fn.__annotations__, fn.__defaults__, fn.__kwdefaults__, told)
        before = _made.get(fn.__code__)
        if before is None or before[0] != known:
            before = _made[fn.__code__] = (known, make(fn, **told))
        tool = before[1]
        # The server replaces fields of both, and changes no value in place.
        return tool.model_copy(update={"fn": fn, "fn_metadata": tool.fn_metadata.model_copy()})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Tool, "from_function", described)
        yield
