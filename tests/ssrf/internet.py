"""Public addresses, played by servers on loopback: what is dialled is written down, and nothing leaves the machine."""

from __future__ import annotations

import errno
import socket
from collections import Counter
from collections.abc import Mapping, Sequence
from weakref import WeakKeyDictionary

import pytest

Endpoint = tuple[str, int]


class Internet:
    """All that this process can connect to, while a test has it.

    Attributes:
        dialled: every address and port that was connected to, or tried, in order.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.dialled: list[Endpoint] = []
        self._servers: dict[Endpoint, int] = {}
        self._played: WeakKeyDictionary[socket.socket, Endpoint] = WeakKeyDictionary()
        self._connect, self._peer = socket.socket.connect, socket.socket.getpeername
        internet = self

        def connect(self: socket.socket, address: Sequence[str | int]) -> None:
            internet._dial(self, (str(address[0]), int(address[1])))

        def getpeername(self: socket.socket) -> Endpoint:
            return internet._played.get(self) or internet._peer(self)

        monkeypatch.setattr(socket.socket, "connect", connect)
        monkeypatch.setattr(socket.socket, "getpeername", getpeername)

    def serve(self, address: str, port: int, local_port: int) -> None:
        """Have connections to `address` (IPv4) and `port` end at `local_port` of loopback."""
        self._servers[address, port] = local_port

    def _dial(self, dialler: socket.socket, place: Endpoint) -> None:
        if dialler.type == socket.SOCK_DGRAM:  # connecting one sends nothing
            return self._connect(dialler, place)
        self.dialled.append(place)
        if place not in self._servers:
            raise ConnectionRefusedError(errno.ECONNREFUSED, f"{place} is not served")
        self._played[dialler] = place
        return self._connect(dialler, ("127.0.0.1", self._servers[place]))


class Answers:
    """A resolver: a name is another one's alias, or has answers that follow one another, of which the last stays.

    Attributes:
        asked: how often each name was resolved.
    """

    def __init__(self, names: Mapping[str, str | Sequence[Sequence[str]]]) -> None:
        self.asked: Counter[str] = Counter()
        self._names = names

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        answers = self._names.get(host)
        if answers is None:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        if isinstance(answers, str):
            return await self(answers, port)
        self.asked[host] += 1
        return answers[min(self.asked[host], len(answers)) - 1]
