"""The server process itself: its socket, its pipe, its log, its end."""

from __future__ import annotations

import errno
import http.client
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from flows.settings import Settings
from ledger.refusals import Refusal
from mcp_bridge.engine_environment import prefect_home, server_environment

logger = logging.getLogger(__name__)

HOST = "127.0.0.1"
STOP_SECONDS = 4.0
HEALTH_TIMEOUT = 5.0


def bind(port: int) -> socket.socket:
    """A socket bound to the port (0: a free one), not listening yet.

    Raises:
        Refusal: ENGINE_UNAVAILABLE, naming the port, when it is taken.
    """
    bound = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        bound.bind((HOST, port))
    except OSError as error:
        bound.close()
        taken = error.errno == errno.EADDRINUSE
        raise Refusal(
            "ENGINE_UNAVAILABLE",
            f"Port {port} for Prefect's server is taken by another program."
            if taken
            else f"Port {port} for Prefect's server can't be used: {os.strerror(error.errno or 0)}.",
            "Set URATORI_PREFECT_PORT to a free port, or unset it to let one be chosen.",
            {"port": port},
        ) from error
    return bound


@dataclass
class PrefectChild:
    """A running server process of our own."""

    process: subprocess.Popen[bytes]
    port: int
    pid_file: Path

    @classmethod
    def start(cls, settings: Settings, port: int) -> PrefectChild:
        """Start the server on the port (0: a free one); it ends by itself when this process does."""
        home = prefect_home(settings)
        home.mkdir(parents=True, exist_ok=True, mode=0o700)
        logs = settings.home.resolve() / "logs"
        logs.mkdir(parents=True, exist_ok=True)
        with bind(port) as bound, (logs / "prefect.log").open("ab") as log:
            number = int(bound.getsockname()[1])
            command = [
                sys.executable,
                "-P",
                str(Path(__file__).with_name("prefect_server.py")),
                "--socket",
                str(bound.fileno()),
            ]
            process = subprocess.Popen(  # noqa: S603 - our own program with our own arguments
                command,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                pass_fds=(bound.fileno(),),
                start_new_session=True,
                cwd=home,
                env=server_environment(settings, number),
            )
        child = cls(process, number, home / "server.pid")
        child.write_pid_file()
        return child

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self.process.poll() is None

    def healthy(self) -> bool:
        """Whether the server answers. Blocks for at most `HEALTH_TIMEOUT` seconds."""
        return answers(HOST, self.port, "/api/health")

    def stop(self) -> None:
        """Ask the server to end, insist after a while. Blocks for at most twice `STOP_SECONDS`."""
        if self.alive:
            self._signal(signal.SIGTERM)
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                logger.warning("Prefect's server (pid %s) did not end in time", self.process.pid)
                self._signal(signal.SIGKILL)
                self.process.wait(STOP_SECONDS)
        if self.process.stdin:
            self.process.stdin.close()
        self.pid_file.unlink(missing_ok=True)

    def _signal(self, number: signal.Signals) -> None:
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:
            logger.debug("Prefect's server had ended already")

    def write_pid_file(self) -> None:
        """Say beside the database who serves it."""
        started = datetime.now(UTC).isoformat(timespec="seconds")
        content = {"pid": self.process.pid, "port": self.port, "started_at": started, "hub_pid": os.getpid()}
        temporary = self.pid_file.with_suffix(".tmp")
        temporary.write_text(json.dumps(content), encoding="utf-8")
        temporary.replace(self.pid_file)


def answers(host: str, port: int, path: str) -> bool:
    """Whether a plain GET there is answered with 200."""
    connection = http.client.HTTPConnection(host, port, timeout=HEALTH_TIMEOUT)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def prepare_database(settings: Settings, seconds: float = 180) -> float:
    """Start the server once and end it: its database is migrated then, and later starts are quick.

    Returns:
        the seconds it took.

    Raises:
        Refusal: ENGINE_UNAVAILABLE when the server ends or does not answer in time.
    """
    began = time.monotonic()
    child = PrefectChild.start(settings, 0)
    try:
        while not child.healthy():
            if not child.alive or time.monotonic() - began > seconds:
                raise unavailable("Prefect's server did not start")
            time.sleep(0.1)
    finally:
        child.stop()
    return time.monotonic() - began


def unavailable(what: str) -> Refusal:
    """The refusal for an engine that can't be used; details are in the log."""
    return Refusal(
        "ENGINE_UNAVAILABLE",
        f"{what}. The reason is in logs/prefect.log of the data directory.",
        "Run `uratori doctor`, then make the same call again. Ledger tools work meanwhile.",
    )
