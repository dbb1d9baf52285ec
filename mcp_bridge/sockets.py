"""The hub's HTTP socket: where it listens, and who has its port."""

from __future__ import annotations

import contextlib
import ipaddress
import re
import socket
import subprocess
from pathlib import Path

from flows.settings import Settings


class CannotStart(Exception):
    """The hub can't start as it is set up; the message says why, and who has what it needs."""


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def listen_http(settings: Settings) -> socket.socket:
    """Bind the hub's port.

    Raises:
        CannotStart: no token for an address that others can reach, or the port is taken.
    """
    if not is_loopback(settings.host) and not settings.token:
        raise CannotStart(
            f"URATORI_HOST is {settings.host}, which other machines can reach: set URATORI_TOKEN to a long random "
            "text that its clients send as a bearer token, or leave URATORI_HOST at 127.0.0.1"
        )
    try:
        [(family, *_, address), *_] = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM)
        return socket.create_server(address[:2], family=family, backlog=128)
    except OSError as error:
        if settings.port:
            holder = port_holder(settings.port)
            raise CannotStart(
                f"port {settings.port} (URATORI_PORT) can't be used: {error.strerror}"
                + (f"; {holder} has it" if holder else "")
            ) from error
        raise CannotStart(f"URATORI_HOST {settings.host} can't be used: {error.strerror}") from error


def url_of(listener: socket.socket, host: str) -> str:
    """The address for clients on this machine; for a bind to every address, that of loopback."""
    port = listener.getsockname()[1]
    name = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - compared, not bound
    return f"http://[{name}]:{port}" if ":" in name else f"http://{name}:{port}"


def port_holder(port: int) -> str | None:
    """Which process listens on a TCP port of this machine, as far as this user may see it."""
    if Path("/proc/net/tcp").exists():
        return _holder_in_proc(port)
    try:
        found = subprocess.run(  # noqa: S603 - a number and fixed words
            ["lsof", "-nP", f"-iTCP:{port}", "-sTCP:LISTEN", "-Fpc"],  # noqa: S607 - the system's own
            capture_output=True,
            encoding="utf-8",
            timeout=5,
            check=False,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return None
    pid, name = re.search(r"^p(\d+)", found, re.MULTILINE), re.search(r"^c(.+)", found, re.MULTILINE)
    return f"process {pid[1]} ({name[1]})" if pid and name else None


def _holder_in_proc(port: int) -> str | None:
    wanted = set()
    for table in (Path("/proc/net/tcp"), Path("/proc/net/tcp6")):
        with contextlib.suppress(OSError):
            for row in table.read_text(encoding="ascii").splitlines()[1:]:
                fields = row.split()
                if fields[3] == "0A" and int(fields[1].rsplit(":", 1)[1], 16) == port:
                    wanted.add(f"socket:[{fields[9]}]")
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if any(str(link.readlink()) in wanted for link in (process / "fd").iterdir()):
                return f"process {process.name} ({(process / 'comm').read_text(encoding='utf-8').strip()})"
    return None
