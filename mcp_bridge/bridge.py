"""`uratori mcp`: a pump between an MCP client's pipes and the hub's socket. Standard library only.

Three threads: the main one reads the client, one sends to the hub (and starts it), one reads the hub. The client is
never kept waiting for our end: when it closes its pipe, the process is gone, and what it began goes on in the hub.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Iterator
from typing import Final, NoReturn

from mcp_bridge.calls import (
    SENDS_MOST,
    Calls,
    HandshakeCache,
    Pending,
    answer,
    call_lost,
    failure,
    hub_unavailable,
    is_replayed,
    result_of,
)
from mcp_bridge.home import handshake_path, home_dir
from mcp_bridge.hub_door import LINE_BYTES_MOST, HubDoor, HubUnavailable, Link
from mcp_bridge.malformed import refusal

CACHE_AFTER: Final = 3.5
"""Seconds after which a client is greeted from the cache (the first to give up does so after ten)."""
STEADY_SECONDS: Final = 5.0
"""A hub that ended sooner than this after its greeting is started again only when there is something to do."""
CONTROL: Final = b'{"uratori":'
DRAIN_SECONDS: Final = 0.3


class Bridge:
    """One client's connection."""

    def __init__(self, door: HubDoor, cache: HandshakeCache, *, stdin: int = 0, stdout: int = 1) -> None:
        self._door = door
        self._door.notice = say
        self._cache = cache
        self._stdin = stdin
        self._stdout = stdout
        self._calls = Calls()
        self._link: Link | None = None
        self._lines: queue.Queue[bytes | Link] = queue.Queue(maxsize=256)
        self._idle = threading.Event()
        self._state = threading.RLock()
        self._output = threading.Lock()

    def run(self) -> None:
        """Pump until the client closes its pipe."""
        threading.Thread(target=self._send_all, name="to-hub", daemon=True).start()
        for line in read_lines(self._stdin):
            self._idle.clear()
            if line:
                self._lines.put(line)
            else:
                self._write(failure(None, -32600, f"The message is longer than {LINE_BYTES_MOST} bytes.", {}))
        if self._link is not None and not self._lines.empty():
            self._idle.wait(DRAIN_SECONDS)

    def _send_all(self) -> None:
        while True:
            if self._lines.empty():
                self._idle.set()
            item = self._lines.get()
            if isinstance(item, Link):
                self._reopen(item)
            else:
                self._deliver(item)

    def _deliver(self, line: bytes) -> None:
        """Send one line of the client, through a new connection where the old one is gone."""
        with self._state:
            pending = self._calls.asked(line)
        for _ in range(SENDS_MOST):
            try:
                link = self._link or self._open()
            except HubUnavailable as error:
                self._give_up(error)
                if pending is None and (told := refusal(line.decode("utf-8", "replace"))) is not None:
                    self._write(told)
                return
            try:
                link.send(line)
            except OSError:
                self._gone(link)
                continue
            if pending is not None:
                self._mark_sent(pending, link)
            return
        self._give_up(HubUnavailable("The uratori hub ends at once when it is called", self._door.log))

    def _mark_sent(self, pending: Pending, link: Link) -> None:
        with self._state:
            pending.sent(link)
            dead = link.dead
            if dead and link.reset:
                self._calls.not_read(link)
        if dead:
            self._fail_lost(link)

    def _open(self) -> Link:
        """Connect, repeat the handshake, and send again what may be sent again."""
        link = self._door.open(waiting=self._greet_from_cache)
        try:
            self._replay(link)
            with self._state:
                again = [one for one in self._calls.pending.values() if one.on is not None and one.repeatable]
                for one in again:
                    link.send(one.line)
                    one.sent(link)
                self._link = link
        except OSError as error:
            link.close()
            raise HubUnavailable(f"The uratori hub ended while it was greeted: {error}", self._door.log) from error
        threading.Thread(target=self._receive_all, args=(link,), name="from-hub", daemon=True).start()
        return link

    def _replay(self, link: Link) -> None:
        with self._state:
            handshake = self._calls.replay()
        if handshake is None:
            return
        initialize, initialized = handshake
        link.send(initialize)
        while not is_replayed(line := link.read_line()):
            if not line:
                raise ConnectionResetError("no answer to the repeated handshake")
            self._write(line)
        if initialized:
            link.send(initialized)

    def _greet_from_cache(self, waited: float) -> None:
        if waited < CACHE_AFTER:
            return
        with self._state:
            known = [(one, self._cache.get(one.greeting)) for one in self._calls.greetings]
            ready = [(one, result) for one, result in known if result is not None and self._calls.greeted_by(one)]
        for one, result in ready:
            self._write(answer(one.id, result))

    def _receive_all(self, link: Link) -> None:
        closing = False
        while line := link.read_line():
            if line.startswith(CONTROL):
                closing = True
                continue
            with self._state:
                pending = self._calls.answered(line)
            self._write(line)
            if pending is not None and pending.greeting and link.version == self._door.version:
                result = result_of(line)
                if result is not None:
                    self._cache.put(pending.greeting, result)
        self._gone(link)
        # A hub that said goodbye was stopped by someone: the next call starts a new one, not we.
        steady = time.monotonic() - link.since > STEADY_SECONDS
        if self._calls.sent_on(link) or (steady and not closing):
            self._lines.put(link)

    def _gone(self, link: Link) -> None:
        with self._state:
            link.dead = True
            if link.reset:
                self._calls.not_read(link)
            if self._link is link:
                self._link = None
        link.close()
        self._fail_lost(link)

    def _fail_lost(self, link: Link) -> None:
        """Answer the calls that went down with a connection, each once."""
        with self._state:
            lost = [one for one in self._calls.sent_on(link) if not one.repeatable and self._calls.forget(one)]
        for one in lost:
            self._write(call_lost(one))

    def _reopen(self, lost: Link) -> None:
        """Start the hub again after it died under us: its open jobs go on."""
        if self._link is not None and self._link is not lost:
            return
        say("the hub ended; starting it again")
        try:
            self._open()
        except HubUnavailable as error:
            self._give_up(error)

    def _give_up(self, error: HubUnavailable) -> None:
        say(f"{error.reason.rstrip('.')}. Log: {error.log}")
        with self._state:
            waiting = [one for one in list(self._calls.pending.values()) if self._calls.forget(one)]
        for one in waiting:
            self._write(hub_unavailable(one, error.reason))

    def _write(self, line: bytes) -> None:
        """Write to the client; without one there is nothing left to do."""
        rest = memoryview(line)
        with self._output:
            try:
                while rest:
                    rest = rest[os.write(self._stdout, rest) :]
            except OSError:
                leave(0)


def read_lines(descriptor: int) -> Iterator[bytes]:
    """The lines of a pipe, newlines included, blank ones left out; an empty one stands for a line that was too long."""
    pieces: list[bytes] = []
    size = 0
    while chunk := os.read(descriptor, 1 << 16):
        *ended, rest = chunk.split(b"\n")
        for end in ended:
            size += len(end)
            line = b"".join([*pieces, end]) if size <= LINE_BYTES_MOST else b""
            if size > LINE_BYTES_MOST or line.strip():
                yield line + b"\n" if line else b""
            pieces.clear()
            size = 0
        size += len(rest)
        if size > LINE_BYTES_MOST:
            pieces.clear()
        elif rest:
            pieces.append(rest)


def say(text: str) -> None:
    """Tell the person who reads the client's log of us."""
    try:
        os.write(2, f"uratori: {text}\n".encode("utf-8", "replace"))
    except OSError:
        return


def leave(code: int) -> NoReturn:
    """End at once: no other thread is asked, since one may wait on a pipe for ever."""
    os._exit(code)


def main() -> None:
    """Run `uratori mcp`."""
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(name, lambda *_: leave(0))
    if sys.stdin.isatty():
        say("this is for MCP clients, which speak JSON-RPC on the pipes; see `uratori --help` for the rest")
    home = home_dir()
    door = HubDoor(home)
    Bridge(door, HandshakeCache(handshake_path(home), door.version)).run()
    leave(0)
