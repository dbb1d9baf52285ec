"""What the commands of a person share: saying things, and reaching the hub or ending with a word and a code."""
# ruff: noqa: PLC0415 - a command must not pay for what the others import

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import typer
from rich.console import Console

from mcp_bridge.cli_words import for_a_person, noticing
from mcp_bridge.home import home_dir

console = Console(highlight=False, soft_wrap=True)


def say(text: str) -> None:
    """One line for a person, at once."""
    console.print(text, markup=False)


def fail(text: str, code: int = 1) -> typer.Exit:
    """Say what went wrong; raise the result."""
    Console(stderr=True, highlight=False, soft_wrap=True).print(f"uratori: {text}", markup=False)
    return typer.Exit(code)


def ask(what: str, **words: str) -> dict[str, Any]:
    """What the hub answers to a question of the command line."""
    from mcp_bridge.hub_door import HubDoor

    with hub():
        return HubDoor(home_dir()).ask(what, words)


@contextmanager
def hub(code: int = 1) -> Iterator[None]:
    """A hub that refuses or is not there ends the command with that code."""
    from mcp_bridge.hub_door import HubRefused, HubUnavailable

    try:
        with noticing():
            yield
    except HubRefused as refused:
        raise fail(for_a_person(refused.code, refused.reason), code) from None
    except HubUnavailable as error:
        raise fail(f"{error.reason} (log: {error.log})", code) from None


def call(tool: str, folder: Path, /, **arguments: Any) -> dict[str, Any]:
    """Call a tool as a client whose working directory is `folder`: a person may write where they like."""
    from mcp_bridge.hub_door import HubDoor
    from mcp_bridge.stdio_client import CallRefused, connect
    from mcp_bridge.stdio_client import call as called

    async def work() -> dict[str, Any]:
        async with connect(home_dir(), folder) as client:
            return await called(client, tool, **arguments)

    try:
        with hub():
            HubDoor(home_dir()).open().close()
            return asyncio.run(work())
    except CallRefused as refused:
        said = refused.structured
        raise fail(for_a_person(str(said.get("code", "")), str(said.get("message", refused)))) from None
