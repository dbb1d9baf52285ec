"""A bare client on the pipes of `uratori mcp` with the fake hub, to see every line and to kill things."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from mcp_bridge.lock import read_holder

FAKES = Path(__file__).with_name("fakes")
GREETING = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


class Client:
    """One bridge process."""

    def __init__(self, home: Path, cwd: Path, **env: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(FAKES / "fake_bridge.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=cwd,
            env={**os.environ, "URATORI_HOME": str(home), **env},
        )
        self.lines: queue.Queue[dict] = queue.Queue()
        self.complaints: list[str] = []
        self._next = 0
        self._readers = [threading.Thread(target=self._read), threading.Thread(target=self._complain)]
        for reader in self._readers:
            reader.start()

    def _read(self) -> None:
        for line in self.process.stdout:
            self.lines.put(json.loads(line))

    def _complain(self) -> None:
        self.complaints.extend(line.decode() for line in self.process.stderr)

    def send(self, message: dict) -> None:
        self.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def write(self, line: bytes) -> None:
        self.process.stdin.write(line)
        self.process.stdin.flush()

    def ask(self, method: str, **params: object) -> int:
        self._next += 1
        self.send({"id": self._next, "method": method, "params": params})
        return self._next

    def answer(self, number: int, seconds: float = 20) -> dict:
        deadline = time.monotonic() + seconds
        while True:
            line = self.lines.get(timeout=max(0.01, deadline - time.monotonic()))
            if line.get("id") == number:
                return line

    def greet(self) -> dict:
        answer = self.answer(self.ask("initialize", **GREETING))
        self.send({"method": "notifications/initialized"})
        return answer

    def call(self, tool: str, **arguments: object) -> dict:
        return self.answer(self.ask("tools/call", name=tool, arguments=arguments))

    def close(self) -> int:
        """The client goes away; the exit code of the bridge."""
        if not self.process.stdin.closed:
            self.process.stdin.close()
        code = self.process.wait(timeout=5)
        for reader in self._readers:
            reader.join(timeout=5)
        self.process.stdout.close()
        self.process.stderr.close()
        return code


def structured(answer: dict) -> dict:
    return answer["result"]["structuredContent"]


def hub_pid(home: Path) -> int:
    holder = read_holder(home)
    assert holder is not None, "no hub runs"
    return holder["pid"]


def until(what: object, seconds: float = 10) -> None:
    """Wait for a state of other processes, which give no event."""
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.02)


def end_hub(home: Path) -> None:
    """End the hub of a test, whatever state it is in."""
    holder = read_holder(home)
    if holder is None:
        return
    os.kill(holder["pid"], signal.SIGCONT)
    os.kill(holder["pid"], signal.SIGTERM)
    try:
        until(lambda: read_holder(home) is None)
    except AssertionError:
        os.kill(holder["pid"], signal.SIGKILL)
        raise
