"""The hub's side of its bridges: greets them and serves MCP on the socket, one connection each."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, cast

import anyio
from mcp.server.runner import serve_dual_era_loop
from mcp.server.stdio import stdio_server
from mcp.types import JSONRPCNotification, jsonrpc_message_adapter
from pydantic import ValidationError

from ledger.refusals import Refusal
from mcp_bridge import malformed
from mcp_bridge.caller import Caller, caller
from mcp_bridge.home import newer
from mcp_bridge.hub_door import LINE_BYTES_MOST
from mcp_bridge.parts import Parts

GREETING_SECONDS: Final = 10
logger = logging.getLogger(__name__)


class _Incoming:
    """The lines of a connection, as the transport wants to read a pipe.

    The transport drops what is no message without a word, so such lines are answered here and go no further.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    def __aiter__(self) -> _Incoming:
        return self

    async def __anext__(self) -> str:
        while True:
            try:
                line = (await self._reader.readuntil(b"\n")).decode("utf-8", "replace")
                if _is_message(line):
                    return line
                if (answer := _answer_to(line)) is not None:
                    self._writer.write(answer)
                    await self._writer.drain()
            except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError):
                # A line that was cut off is not a message: the bridge sends it again on its next connection.
                raise StopAsyncIteration from None


def _is_message(line: str) -> bool:
    """Whether the transport takes the line for what it is: a request with an odd id would pass as a notification."""
    try:
        message = jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError:
        return False
    return not (isinstance(message, JSONRPCNotification) and '"id"' in line and malformed.refusal(line))


def _answer_to(line: str) -> bytes | None:
    reason = "it is no JSON-RPC message"
    try:
        jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        deep = "recursion limit" in first["msg"]
        reason = "it is nested too deeply" if deep else first["msg"] if first["type"] == "json_invalid" else reason
    answer = malformed.refusal(line, reason)
    if answer is None:
        logger.warning("a message that nobody waits for was dropped: %s", reason)
    return answer


class _Outgoing:
    """The other direction, as the transport wants to write a pipe."""

    def __init__(self, writer: asyncio.StreamWriter) -> None:
        self._writer = writer

    async def write(self, text: str) -> None:
        self._writer.write(text.encode("utf-8"))

    async def flush(self) -> None:
        await self._writer.drain()


class BridgeServer:
    """Serves every bridge that connects.

    Attributes:
        clients: how many are connected.
    """

    def __init__(
        self, parts: Parts, version: str, *, take_over: Callable[[], bool], answered: Callable[[], None]
    ) -> None:
        """`take_over` is called when a newer bridge asks for the hub's place; it says whether that is now.

        `answered` is called after each question of the command line: addresses may have changed.
        """
        self._parts = parts
        self._server = parts.server._lowlevel_server
        self._version = version
        self._take_over = take_over
        self._answered = answered
        self._options = self._server.create_initialization_options()
        self._writers: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._listening: asyncio.Server | None = None
        self._closing = ""

    @property
    def clients(self) -> int:
        """How many bridges are connected."""
        return len(self._writers)

    async def start(self, listener: socket.socket) -> None:
        """Accept bridges on a bound socket."""
        self._listening = await asyncio.start_unix_server(self._accept, sock=listener, limit=LINE_BYTES_MOST)

    async def close(self, why: str) -> None:
        """Say goodbye to every bridge, so that it does not start a new hub by itself, and let go."""
        self._closing = why
        if self._listening is not None:
            self._listening.close()
        for writer in list(self._writers):
            with contextlib.suppress(ConnectionError):
                writer.write(_control({"version": self._version, "closing": why}))
                async with asyncio.timeout(1):
                    await writer.drain()
        for task in list(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(list(self._tasks), timeout=2)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        if task is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        try:
            who = await self._greet(reader, writer)
            if who is not None:
                caller.set(who)
                self._writers.add(writer)
                await self._serve(reader, writer)
        except asyncio.CancelledError:
            if not self._closing:
                raise
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _greet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Caller | None:
        """Read who connects and answer; None when it is not to be served."""
        try:
            async with asyncio.timeout(GREETING_SECONDS):
                hello = json.loads(await reader.readuntil(b"\n"))["uratori"]
            version, cwd = str(hello.get("version", "")), hello.get("cwd")
        except (TimeoutError, ConnectionError, asyncio.IncompleteReadError, ValueError, KeyError, TypeError):
            return None
        answer: dict[str, Any] = {"version": self._version}
        if self._closing or (hello.get("takes_over") and newer(version, self._version) and self._take_over()):
            answer["closing"] = self._closing or "handover"
        elif "asks" in hello:
            answer["answer"] = await self._answer(hello)
            self._answered()
        writer.write(_control(answer))
        await writer.drain()
        if "closing" in answer or "asks" in hello:
            return None
        logger.info("bridge %s connected: version %s", hello.get("pid"), version)
        return Caller("stdio", Path(cwd) if isinstance(cwd, str) and cwd else None, version)

    async def _answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """What the command line asked; a refusal as its message and code: suggestions speak to agents."""
        known = self._parts.answers.get(str(question["asks"]))
        if known is None:
            return {"refused": f"This hub (version {self._version}) does not know {question['asks']!r}."}
        try:
            return await known(question)
        except Refusal as refusal:
            return {"refused": refusal.message, "code": refusal.code}
        except Exception:
            # Whoever asks waits for an answer; without one it would only see the connection end.
            logger.exception("the question %s could not be answered", question["asks"])
            return {"refused": "A fault of the program, not of the question; the log has the details."}

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        incoming = cast("anyio.AsyncFile[str]", _Incoming(reader, writer))
        outgoing = cast("anyio.AsyncFile[str]", _Outgoing(writer))
        try:
            async with stdio_server(incoming, outgoing) as (read, write):
                await serve_dual_era_loop(
                    self._server, read, write, lifespan_state=self._parts.app, init_options=self._options
                )
        except* (ConnectionError, anyio.BrokenResourceError, anyio.ClosedResourceError):
            logger.debug("a bridge went away in the middle of a message")


def _control(content: dict[str, Any]) -> bytes:
    return json.dumps({"uratori": content}, ensure_ascii=False).encode("utf-8") + b"\n"
