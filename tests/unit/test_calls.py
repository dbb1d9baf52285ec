"""What a bridge remembers of a conversation."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from mcp_bridge.bridge import read_lines
from mcp_bridge.calls import REPLAY_ID, Calls, HandshakeCache, call_lost, is_replayed
from mcp_bridge.hub_door import LINE_BYTES_MOST


def line(**message: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"


INITIALIZE = line(id=7, method="initialize", params={"protocolVersion": "2025-11-25", "x": "裏"})


def test_a_request_waits_until_it_is_answered() -> None:
    calls = Calls()
    pending = calls.asked(line(id="a", method="tools/call", params={}))
    assert pending is not None
    assert calls.answered(line(id="b", result={})) is None
    assert calls.answered(line(id="a", result={})) is pending
    assert calls.pending == {}


def test_ids_of_different_types_are_different() -> None:
    calls = Calls()
    calls.asked(line(id=1, method="tools/call"))
    calls.asked(line(id="1", method="tools/call"))
    assert len(calls.pending) == 2


def test_a_request_of_the_hub_is_no_answer() -> None:
    calls = Calls()
    calls.asked(line(id=1, method="tools/call"))
    assert calls.answered(line(id=1, method="sampling/createMessage")) is None
    assert len(calls.pending) == 1


def test_a_cancelled_request_is_not_waited_for() -> None:
    calls = Calls()
    calls.asked(line(id=1, method="tools/call"))
    assert calls.asked(line(method="notifications/cancelled", params={"requestId": 1})) is None
    assert calls.pending == {}


def test_a_malformed_cancellation_cancels_nothing() -> None:
    calls = Calls()
    calls.asked(line(id=1, method="tools/call"))
    assert calls.asked(line(method="notifications/cancelled", params=[1])) is None
    assert len(calls.pending) == 1


def test_an_id_that_no_answer_can_carry_is_not_waited_for() -> None:
    calls = Calls()
    for wrong in (None, True, {"a": 1}, [1]):
        assert calls.asked(line(id=wrong, method="tools/call")) is None
    assert calls.pending == {}


def test_an_id_with_half_of_a_surrogate_pair_is_answered() -> None:
    calls = Calls()
    pending = calls.asked(b'{"jsonrpc":"2.0","id":"\\ud83d","method":"tools/call"}\n')
    assert pending is not None
    assert json.loads(call_lost(pending))["id"] == "\ud83d"
    assert calls.answered(call_lost(pending)) is pending


def test_the_handshake_is_repeated_only_after_it_was_answered() -> None:
    calls = Calls()
    calls.asked(INITIALIZE)
    assert calls.replay() is None
    calls.answered(line(id=7, result={}))
    assert calls.replay() is not None
    initialized = line(method="notifications/initialized")
    calls.asked(initialized)
    again, then = calls.replay()
    assert json.loads(again) == {**json.loads(INITIALIZE), "id": REPLAY_ID}
    assert then == initialized
    assert is_replayed(line(id=REPLAY_ID, result={}))


def test_a_refused_handshake_is_not_repeated() -> None:
    calls = Calls()
    calls.asked(INITIALIZE)
    calls.answered(line(id=7, error={"code": 1, "message": "no"}))
    assert calls.replay() is None


CALLED = {2: "set_verdict", 3: "set_verdict", 4: "verify_claims", 5: "highlight_pdf", 6: ["verify_claims"]}


@pytest.mark.promise("HUB-10")
def test_only_what_changes_nothing_or_was_never_read_may_be_sent_again() -> None:
    calls = Calls()
    link = SimpleNamespace(last=line(id=3, method="tools/call", params={"name": "set_verdict"}))
    asked = {number: line(id=number, method="tools/call", params={"name": name}) for number, name in CALLED.items()}
    listed, *called = [calls.asked(one) for one in (line(id=1, method="tools/list"), *asked.values())]
    for pending in (listed, *called):
        pending.on = link
    calls.not_read(link)
    assert {pending.id: pending.repeatable for pending in called} == {2: False, 3: True, 4: True, 5: False, 6: False}
    assert listed.repeatable
    assert [called[1].line, called[2].line] == [link.last, asked[4]]


def test_a_request_that_hubs_end_under_is_not_sent_for_ever() -> None:
    pending = Calls().asked(line(id=1, method="tools/list"))
    sent = []
    while pending.repeatable:
        pending.sent(object())
        sent.append(pending.sends)
    assert sent == [1, 2, 3]


def test_the_error_of_a_lost_call_says_how_to_repeat_it() -> None:
    pending = Calls().asked(line(id=4, method="tools/call"))
    error = json.loads(call_lost(pending))
    assert error["id"] == 4
    assert "same idempotency_key" in error["error"]["message"]


@pytest.mark.parametrize(
    "bad", [b"nonsense\n", b"[1, 2]\n", b"5\n", b'{"method": 5, "id": 1}\n', b"[" * 100_000 + b"\n"]
)
def test_lines_that_are_no_messages_are_passed_over(bad: bytes) -> None:
    calls = Calls()
    assert calls.asked(bad) is None
    assert calls.answered(bad) is None


def test_a_cached_handshake_is_of_this_version_and_protocol(tmp_path: Path) -> None:
    path = tmp_path / "cache" / "handshake.json"
    cache = HandshakeCache(path, "1.0")
    assert cache.get("2025-11-25") is None
    cache.put("2025-11-25", {"instructions": "x"})
    assert cache.get("2025-11-25") == {"instructions": "x"}
    assert cache.get("2024-11-05") is None
    assert HandshakeCache(path, "2.0").get("2025-11-25") is None
    path.write_text("{", encoding="utf-8")
    assert cache.get("2025-11-25") is None


def pumped(*chunks: bytes) -> list[bytes]:
    reading, writing = os.pipe()
    lines = read_lines(reading)
    found: list[bytes] = []
    for chunk in chunks:
        os.write(writing, chunk)
    os.close(writing)
    found.extend(lines)
    os.close(reading)
    return found


def test_lines_are_cut_at_newlines_and_blank_ones_left_out() -> None:
    assert pumped(b'{"a":1}\n\n  \n{"b":', b"2}\n{unfinished") == [b'{"a":1}\n', b'{"b":2}\n']


def test_a_line_that_is_too_long_is_told_and_the_next_one_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    assert LINE_BYTES_MOST == 64 << 20
    monkeypatch.setattr("mcp_bridge.bridge.LINE_BYTES_MOST", 10)
    assert pumped(b"0123456789\n", b"0123456789a\n", b"012345", b"6789abc", b"def\n", b"next\n") == [
        b"0123456789\n",
        b"",
        b"",
        b"next\n",
    ]
