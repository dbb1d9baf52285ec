"""Finding the hub of a data directory, or starting one. Standard library only.

Anyone may try to start a hub at any time: the lock lets one through, and the others wait for it.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import select
import socket
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mcp_bridge.home import hub_log, hub_output, newer, own_version, prepare_home
from mcp_bridge.lock import is_held, last_holder

if TYPE_CHECKING:
    import subprocess

LINE_BYTES_MOST: Final = 64 << 20
"""The longest message that passes in either direction."""
START_SECONDS: Final = 40.0
"""A hub that is not open after this long is given up (a busy machine needs ten)."""
STARTS_MOST: Final = 3
KNOCK_SECONDS: Final = 10.0
"""How long a hub that took the connection may be silent before it is tried anew."""
LOOK_SECONDS: Final = 0.1
ARENAS: Final = "2"
"""For glibc: an arena per thread keeps what each has freed, and the hub has many threads."""
HUB_COMMAND: Final = (sys.executable, "-P", "-m", "mcp_bridge.hub_start")


class HubUnavailable(Exception):
    """No hub could be reached or started; `reason` is for a person, `log` is where more is said."""

    def __init__(self, reason: str, log: Path) -> None:
        super().__init__(reason)
        self.reason = reason
        self.log = log


class HubRefused(HubUnavailable):
    """The hub answered that it will not; `code` is that of its refusal, empty where it has none."""

    def __init__(self, reason: str, log: Path, code: str) -> None:
        super().__init__(reason, log)
        self.code = code


class Link:
    """One open connection to the hub, after the greeting.

    Attributes:
        version: the hub's.
        dead: whether its end was seen.
        reset: the hub ended with bytes of ours unread (Linux tells): the last line was not carried out.
        last: the last line sent.
        since: when it was opened, on the monotonic clock.
    """

    def __init__(self, connection: socket.socket, reader: io.BufferedReader, version: str) -> None:
        self._connection = connection
        self._reader = reader
        self.version = version
        self.dead = False
        self.reset = False
        self.last = b""
        self.since = time.monotonic()

    def send(self, line: bytes) -> None:
        """Send one line, its newline included."""
        self.last = line
        self._connection.sendall(line)

    def read_line(self) -> bytes:
        """The next whole line, or nothing at the end of the connection."""
        try:
            line = self._reader.readline(LINE_BYTES_MOST + 1)
        except OSError as error:
            self.reset = isinstance(error, ConnectionResetError)
            return b""
        return line if line.endswith(b"\n") else b""

    def close(self) -> None:
        """Close the connection; a reader in another thread sees its end."""
        with contextlib.suppress(OSError):
            self._connection.shutdown(socket.SHUT_RDWR)
        self._connection.close()


class _Start:
    """A hub being started. It says on a pipe of its own how that went."""

    def __init__(self, child: subprocess.Popen[bytes], pipe: int, output: Path, offset: int) -> None:
        self._child = child
        self._pipe = pipe
        self._output = output
        self._offset = offset
        self._said = b""

    def wait(self, seconds: float) -> tuple[str, str] | None:
        """The state (`ready`, `lost`, `failed`) and the reason, as soon as they are known."""
        readable, _, _ = select.select([self._pipe], [], [], seconds)
        if not readable:
            return None
        piece = os.read(self._pipe, 65536)
        self._said += piece
        if piece and not self._said.endswith(b"\n"):
            return None
        self.close()
        try:
            said = json.loads(self._said)
            return str(said["state"]), str(said.get("reason", ""))
        except (ValueError, KeyError, TypeError):
            return "failed", self._last_words()

    def close(self) -> None:
        """Let go of the pipe and reap the launcher, which ends as soon as the hub stands on its own."""
        if self._pipe >= 0:
            os.close(self._pipe)
            self._pipe = -1
            self._child.wait()

    def _last_words(self) -> str:
        try:
            with self._output.open("rb") as output:
                output.seek(self._offset)
                words = output.read(65536).decode("utf-8", "replace").strip().splitlines()
        except OSError:
            words = []
        return "it ended while starting" + (f": {words[-1][:500]}" if words else " without a word")


class HubDoor:
    """The way to the hub of one data directory."""

    def __init__(
        self, home: Path, *, command: Sequence[str] | None = None, env: Mapping[str, str] = os.environ
    ) -> None:
        self._home = home
        # In UTF-8 mode paths and texts are UTF-8 whatever the locale: DuckDB takes no others.
        self._command = list(command or HUB_COMMAND)
        self._env = {"MALLOC_ARENA_MAX": ARENAS, **env, "URATORI_HOME": str(home), "PYTHONUTF8": "1"}
        self.version = own_version()
        self.log = hub_log(home)
        try:
            # Python's own spelling of bytes that its locale does not know would mean nothing to the hub.
            self._cwd = os.fsencode(os.getcwd()).decode("utf-8", "surrogateescape")  # noqa: PTH109 - cheaper
        except OSError:
            self._cwd = ""
        self.notice: Callable[[str], None] = lambda _text: None

    def open(self, *, seconds: float = START_SECONDS, waiting: Callable[[float], None] = lambda _s: None) -> Link:
        """Connect to the hub, starting one where none runs.

        Args:
            seconds: how long to try.
            waiting: called again and again meanwhile with the seconds since the beginning.

        Raises:
            HubUnavailable: with the reason.
        """
        began = time.monotonic()
        start: _Start | None = None
        starts = 0
        lost = False
        try:
            while (passed := time.monotonic() - began) < seconds:
                link = self._knock(lambda: waiting(time.monotonic() - began))
                if link is not None:
                    return link
                waiting(passed)
                if start is None and not (lost and is_held(self._home)):
                    if starts == STARTS_MOST:
                        raise self._unavailable("it ends as soon as it has started")
                    start, starts, lost = self._start(), starts + 1, False
                if start is None:
                    time.sleep(0.03)
                elif (said := start.wait(0.05)) is not None:
                    start = None
                    if said[0] == "failed":
                        raise self._unavailable(said[1])
                    lost = True
            raise self._unavailable(f"it did not open within {seconds:.0f} seconds")
        finally:
            if start is not None:
                start.close()

    def _unavailable(self, reason: str) -> HubUnavailable:
        return HubUnavailable(f"The uratori hub can't be started: {reason.rstrip('.')}", self.log)

    def ask(self, what: str, words: Mapping[str, str], *, seconds: float = 300) -> dict[str, Any]:
        """Have the hub answer a question of the command line, starting it where none runs.

        Raises:
            HubUnavailable: there is no hub.
            HubRefused: it refuses.
        """
        self.open().close()
        greeted = self._greet({"asks": what, **words}, seconds)
        if greeted is None:
            raise HubUnavailable("The uratori hub ended while it was asked", self.log)
        connection, _, said = greeted
        connection.close()
        found: dict[str, Any] = said.get("answer", {})
        if "refused" in found:
            raise HubRefused(str(found["refused"]), self.log, str(found.get("code", "")))
        return found

    def _knock(self, meanwhile: Callable[[], None]) -> Link | None:
        """Connect and greet; None where nobody (or nobody who stays) answers."""
        greeted = self._greet({}, KNOCK_SECONDS, meanwhile)
        if greeted is None:
            return None
        connection, reader, said = greeted
        if said.get("closing"):
            connection.close()
            return None
        version = str(said["version"])
        if version != self.version:
            when = "it hands over when its work is done" if newer(self.version, version) else "it is used as it is"
            self.notice(f"the hub that runs is version {version}, this is {self.version}: {when}")
        connection.settimeout(None)
        return Link(connection, reader, version)

    def _greet(
        self, more: dict[str, str], seconds: float, meanwhile: Callable[[], None] = lambda: None
    ) -> tuple[socket.socket, io.BufferedReader, Any] | None:
        holder = last_holder(self._home)
        if holder is None or not holder["socket"]:
            return None
        hello: dict[str, Any] = {"version": self.version, "cwd": self._cwd, "pid": os.getpid(), **more}
        if newer(self.version, holder["version"]):
            hello["takes_over"] = True
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            connection.settimeout(seconds)
            connection.connect(holder["socket"])
            connection.sendall(json.dumps({"uratori": hello}).encode("utf-8") + b"\n")
            # A hub that is stopped (SIGSTOP) or swapped out takes the connection and says nothing.
            until = time.monotonic() + seconds
            while not select.select([connection], [], [], LOOK_SECONDS)[0] and time.monotonic() < until:
                meanwhile()
            connection.settimeout(max(LOOK_SECONDS, until - time.monotonic()))
            reader = connection.makefile("rb")
            said = json.loads(reader.readline(LINE_BYTES_MOST))["uratori"]
            str(said["version"])
        except (OSError, ValueError, KeyError, TypeError):
            connection.close()
            return None
        return connection, reader, said

    def _start(self) -> _Start:
        import subprocess  # noqa: PLC0415 - not needed where a hub runs

        try:
            prepare_home(self._home)
            output = hub_output(self._home)
            log = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        except OSError as error:
            self.notice(f"{error.strerror}: {error.filename}")
            raise self._unavailable(f"its data directory can't be used ({error.strerror})") from error
        offset = os.fstat(log).st_size
        told, tell = os.pipe()
        try:
            child = subprocess.Popen(  # noqa: S603 - our own module
                [*self._command, "--report-fd", str(tell)],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._home,
                env=self._env,
                start_new_session=True,
                pass_fds=(tell,),
            )
        except OSError as error:
            os.close(told)
            raise self._unavailable(f"its program can't be run ({error.strerror})") from error
        finally:
            os.close(tell)
            os.close(log)
        return _Start(child, told, output, offset)
