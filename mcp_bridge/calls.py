"""What a bridge must remember of the messages it passes on: the handshake, and the calls that wait for an answer.

Nothing here touches a pipe or a socket. Standard library only.
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mcp_bridge.malformed import usable_id

if TYPE_CHECKING:
    from mcp_bridge.hub_door import Link

REPEATABLE: Final = frozenset({
    "initialize", "ping", "server/discover", "tools/list", "prompts/list", "prompts/get", "resources/list",
    "resources/read", "resources/templates/list", "completion/complete",
})  # fmt: skip
"""Requests that change nothing: a new hub may be asked again without the client noticing."""
READING: Final = frozenset({
    "assess_page", "check_fragment_url", "diff_snapshots", "extract_evidence", "generate_text_fragment", "get_status",
    "list_sessions", "read_page", "read_source_segments", "suggest_quotes", "verify_claims", "wait_job",
})  # fmt: skip
"""Tools that change nothing that a client can see: the same holds for calls of them."""
SENDS_MOST: Final = 3
"""A request that a hub ended under as often as this may be what ends it."""
REPLAY_ID: Final = "uratori:handshake"
PROTOCOL_KEY: Final = "io.modelcontextprotocol/protocolVersion"
HUB_LOST: Final = -32000
HUB_UNAVAILABLE: Final = -32001


@dataclass
class Pending:
    """A request without an answer.

    Attributes:
        line: the request itself, kept where it may be sent again.
        on: the connection that it went out on, None before that.
        unread: the hub ended before it read the request.
        sends: how often it was sent.
        reads: it changes nothing.
        greeting: for the first request of a conversation, what its answer depends on; else empty.
    """

    id: Any
    method: str
    line: bytes
    on: object | None = None
    unread: bool = False
    sends: int = 0
    reads: bool = False
    greeting: str = ""

    @property
    def repeatable(self) -> bool:
        """Whether it may be sent again without the client being asked."""
        return self.sends < SENDS_MOST and (self.unread or self.reads)

    def sent(self, link: object) -> None:
        """It went out on a connection."""
        self.on, self.sends = link, self.sends + 1


class Calls:
    """The state of one client's conversation."""

    def __init__(self) -> None:
        self.pending: dict[str, Pending] = {}
        self._initialize: dict[str, Any] | None = None
        self._initialized: bytes | None = None
        self.greeted = False

    def asked(self, line: bytes) -> Pending | None:
        """Remember a line of the client; the request in it, if it is one."""
        message = _object(line)
        method = message.get("method")
        if not isinstance(method, str):
            return None
        if method == "notifications/initialized":
            self._initialized = line
        if method == "notifications/cancelled":
            # A cancelled request is not answered, by the protocol.
            parameters = message.get("params")
            cancelled = parameters.get("requestId") if isinstance(parameters, dict) else None
            self.pending.pop(_key(cancelled), None)
        if not usable_id(message.get("id")):
            return None
        if method == "initialize" and not self.greeted:
            self._initialize = message
        reads = method in REPEATABLE or _tool(message) in READING
        pending = Pending(message["id"], method, line if reads else b"", reads=reads, greeting=_greeting(message))
        self.pending[_key(message["id"])] = pending
        return pending

    def answered(self, line: bytes) -> Pending | None:
        """Forget the request that a line of the hub answers, and return it."""
        message = _object(line)
        if "id" not in message or "method" in message:
            return None
        pending = self.pending.pop(_key(message["id"]), None)
        if pending is not None and pending.method == "initialize" and "result" in message:
            self.greeted = True
        return pending

    def forget(self, pending: Pending) -> bool:
        """Drop a request that the bridge answers itself; whether it was still waiting."""
        return self.pending.pop(_key(pending.id), None) is pending

    def not_read(self, link: Link) -> None:
        """The hub ended before it had read the last line of this connection, so a request in it was not carried out."""
        request_id = _object(link.last).get("id")
        pending = self.pending.get(_key(request_id))
        if pending is not None and pending.on is link:
            pending.line, pending.unread = link.last, True

    def sent_on(self, link: object) -> list[Pending]:
        """The waiting requests that went out on this connection, oldest first."""
        return [pending for pending in self.pending.values() if pending.on is link]

    @property
    def greetings(self) -> list[Pending]:
        """The requests that open a conversation and wait."""
        return [pending for pending in self.pending.values() if pending.greeting]

    def greeted_by(self, pending: Pending) -> bool:
        """The bridge answers a greeting itself; whether it was still waiting."""
        waited = self.forget(pending)
        self.greeted = self.greeted or (waited and pending.method == "initialize")
        return waited

    def replay(self) -> tuple[bytes, bytes | None] | None:
        """The handshake to repeat on a new connection: `initialize` under our own id, and `initialized`."""
        if not self.greeted or self._initialize is None:
            return None
        return _line({**self._initialize, "id": REPLAY_ID}), self._initialized


def is_replayed(line: bytes) -> bool:
    """Whether a line answers our own repetition of the handshake."""
    message = _object(line)
    return message.get("id") == REPLAY_ID and "method" not in message


def result_of(line: bytes) -> Any:
    """The result in an answer, None in an error."""
    return _object(line).get("result")


def answer(request_id: Any, result: Any) -> bytes:
    """An answer as a line."""
    return _line({"jsonrpc": "2.0", "id": request_id, "result": result})


def failure(request_id: Any, code: int, message: str, data: dict[str, Any]) -> bytes:
    """An error answer as a line."""
    return _line({"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": message, "data": data}})


def call_lost(pending: Pending) -> bytes:
    """The answer to a call whose hub ended before it answered."""
    return failure(
        pending.id,
        HUB_LOST,
        "The uratori hub ended while this call ran, and a new one was started. The call may or may not have been "
        "carried out: repeat it, with the same idempotency_key where the tool takes one (then it happens once), or "
        "look at get_status first.",
        {
            "code": "HUB_UNAVAILABLE",
            "suggestion": "Repeat the call, with the same idempotency_key where the tool takes one.",
            "retry": True,
        },
    )


def hub_unavailable(pending: Pending, reason: str) -> bytes:
    """The answer to a call that could not even be sent."""
    return failure(
        pending.id,
        HUB_UNAVAILABLE,
        f"{reason.rstrip('.')}. Nothing was changed. Run `uratori doctor`: it says what is missing and how to get it.",
        {"code": "HUB_UNAVAILABLE", "suggestion": "Run `uratori doctor`, then repeat the call."},
    )


class HandshakeCache:
    """The last answers to greetings of one version: for a client that can't wait for a slow start."""

    def __init__(self, path: Path, version: str) -> None:
        self._path = path
        self._version = version

    def get(self, greeting: str) -> Any:
        """The answer of this very version to that greeting, or None."""
        return self._read().get(greeting)

    def put(self, greeting: str, result: Any) -> None:
        """Keep an answer. A cache that can't be written is no harm."""
        known = self._read()
        if known.get(greeting) == result:
            return
        known[greeting] = result
        temporary = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        try:
            self._path.parent.mkdir(mode=0o700, exist_ok=True)
            temporary.write_text(json.dumps({"version": self._version, "answers": known}), encoding="utf-8")
            temporary.replace(self._path)
        except OSError:
            return

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._path.read_bytes())
        except (OSError, ValueError):
            return {}
        if not isinstance(found, dict) or found.get("version") != self._version:
            return {}
        answers = found.get("answers")
        return dict(answers) if isinstance(answers, dict) else {}


def _object(line: bytes) -> dict[str, Any]:
    try:
        message = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def _tool(message: dict[str, Any]) -> str:
    """The tool that a request calls; empty for any other request."""
    parameters = message.get("params")
    name = parameters.get("name") if message["method"] == "tools/call" and isinstance(parameters, dict) else None
    return name if isinstance(name, str) else ""


def _greeting(message: dict[str, Any]) -> str:
    parameters = message.get("params")
    if not isinstance(parameters, dict):
        return ""
    if message["method"] == "initialize":
        return f"initialize {parameters.get('protocolVersion')}"
    if message["method"] == "server/discover":
        meta = parameters.get("_meta")
        return f"server/discover {meta.get(PROTOCOL_KEY)}" if isinstance(meta, dict) else ""
    return ""


def _key(request_id: Any) -> str:
    return json.dumps(request_id)


def _line(message: dict[str, Any]) -> bytes:
    # Escaped: an id may hold half of a surrogate pair, which has no UTF-8.
    return json.dumps(message).encode("ascii") + b"\n"
