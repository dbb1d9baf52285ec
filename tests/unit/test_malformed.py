"""Answers to lines that are no valid request."""

from __future__ import annotations

import json

import pytest

from mcp_bridge.malformed import refusal


def told(line: str, reason: str = "") -> tuple[object, int, str] | None:
    answer = refusal(line, reason)
    if answer is None:
        return None
    assert answer.endswith(b"\n")
    message = json.loads(answer)
    assert message["jsonrpc"] == "2.0"
    return message["id"], message["error"]["code"], message["error"]["message"]


@pytest.mark.parametrize(
    ("line", "request_id", "code"),
    [
        ("hello", None, -32700),
        ('{"jsonrpc":"2.0","id":905,"method":"tools/list",}', 905, -32700),
        ('{"id":"a\\u00e9","method":', "aé", -32700),
        ('{"id":1,"params":{"id":2},}', None, -32700),
        ("[" * 100_000, None, -32700),
        ("[]", None, -32600),
        ("7", None, -32600),
        ("{}", None, -32600),
        ('{"id":903,"method":"tools/list"}', 903, -32600),
        ('{"jsonrpc":"2.0","id":906,"method":5}', 906, -32600),
        ('{"jsonrpc":"2.0","id":907}', 907, -32600),
        ('{"jsonrpc":"2.0","id":null,"method":"ping"}', None, -32600),
        ('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', 1.5, -32600),
        ('{"jsonrpc":"2.0","id":true,"method":"ping"}', None, -32600),
        ('{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}', None, -32600),
        ('{"jsonrpc":"2.0","id":902,"method":"tools/call","params":[1]}', 902, -32602),
        ('{"jsonrpc":"2.0","id":901,"method":"tools/call","params":{"a":"\\ud83d"}}', 901, -32602),
        ('{"jsonrpc":"2.0","id":"\\ud83d","method":"ping"}', "\ud83d", -32602),
    ],
)
def test_every_wrong_request_has_an_answer_with_its_id(line: str, request_id: object, code: int) -> None:
    answer = told(line, "")
    assert answer is not None
    assert answer[:2] == (request_id, code)


@pytest.mark.parametrize(
    ("parameters", "place"),
    [
        ({"arguments": {"source": {"text": "a\ud83db"}}}, "params.arguments.source.text"),
        ({"arguments": {"items": ["a", {"claim": "\udc00"}]}}, "params.arguments.items[1].claim"),
        ({"arguments": {"\ud83d": 1}}, "A name in params.arguments"),
    ],
)
def test_half_of_a_pair_is_named_by_its_place(parameters: object, place: str) -> None:
    answer = told(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": parameters}))
    assert answer is not None
    assert answer[2].startswith(f"{place} has half of a surrogate pair")


def test_what_is_right_or_not_answered_is_let_be() -> None:
    assert told('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\\ud83d\\ude00"}}') is None
    assert told('{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"\\ud83d"}}', "no") is None
    assert told('{"jsonrpc":"2.0","id":1,"result":{"a":"\\ud83d"}}', "no") is None


def test_what_only_the_reader_refuses_is_answered_with_its_reason() -> None:
    answer = told('{"jsonrpc":"2.0","id":904,"method":"ping"}', "it is nested too deeply")
    assert answer == (904, -32600, "The message can't be read: it is nested too deeply.")
