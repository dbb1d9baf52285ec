"""Answers to lines that are no valid request: a client that asked waits for ever without one. Standard library only."""

from __future__ import annotations

import json
import re
from typing import Any, Final

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
INVALID_PARAMS: Final = -32602
_ID: Final = re.compile(r'"id"\s*:\s*(-?\d{1,18}(?![\d.eE])|"(?:[^"\\\x00-\x1f]|\\.)*")')
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_SHOWN_MOST: Final = 80


def refusal(line: str, reason: str = "") -> bytes | None:
    """The answer to a line of a client that is no valid request, as a line.

    Args:
        line: the message as it came.
        reason: why it could not be read, where the reader said so; without one a line that looks right is let be.

    Returns:
        None for what is right or never answered: notifications, and answers to requests of ours.
    """
    try:
        message = json.loads(line)
    except RecursionError:
        return _failure(_found_id(line), PARSE_ERROR, "The message is nested too deeply.")
    except ValueError as error:
        return _failure(_found_id(line), PARSE_ERROR, f"The line is not JSON: {str(error)[:200]}.")
    if not isinstance(message, dict):
        what = "a list: send each message on its own line" if isinstance(message, list) else "not an object"
        return _failure(None, INVALID_REQUEST, f"The message is {what}.")
    if "method" not in message and ("result" in message or "error" in message):
        return None
    return _of_request(message, reason)


def usable_id(request_id: Any) -> bool:
    """Whether an answer can carry it: a text or a number."""
    return isinstance(request_id, str | int | float) and not isinstance(request_id, bool)


def _of_request(message: dict[str, Any], reason: str) -> bytes | None:
    given = message.get("id")
    echoed = given if usable_id(given) else None
    fault = _fault(message)
    if fault:
        return _failure(echoed, INVALID_REQUEST, fault)
    if "id" not in message:
        return None
    parameters = message.get("params")
    if parameters is not None and not isinstance(parameters, dict):
        return _failure(echoed, INVALID_PARAMS, "params must be an object with named values.")
    place = _surrogate_in(message, "")
    if place:
        told = f"{place} has half of a surrogate pair, which is no character: send the whole pair, or leave it out."
        return _failure(echoed, INVALID_PARAMS, told, {"code": "TEXT_BROKEN", "place": place})
    if reason:
        return _failure(echoed, INVALID_REQUEST, f"The message can't be read: {reason[:200]}.")
    return None


def _fault(message: dict[str, Any]) -> str:
    if message.get("jsonrpc") != "2.0":
        return 'The member "jsonrpc" must be "2.0".'
    if not isinstance(message.get("method"), str):
        return 'The member "method" must be a text.'
    given = message.get("id", "")
    if not usable_id(given) or (isinstance(given, float)):
        return 'The member "id" must be a text or a whole number.'
    return ""


def _surrogate_in(value: Any, place: str) -> str:
    """Where the first text with half of a pair is, as `params.arguments.title`; empty when there is none."""
    waiting = [(value, place)]
    while waiting:
        value, place = waiting.pop()
        if isinstance(value, str):
            if _SURROGATE.search(value):
                return place
        elif isinstance(value, list):
            waiting += [(one, f"{place}[{number}]") for number, one in enumerate(value)][::-1]
        elif isinstance(value, dict):
            for name in value:
                if _SURROGATE.search(name):
                    return f"A name in {place or 'the message'}"
            inner = [(one, f"{place}.{name[:_SHOWN_MOST]}".lstrip(".")) for name, one in value.items()]
            waiting += inner[::-1]
    return ""


def _found_id(line: str) -> Any:
    """The id in a line that is no JSON, where there is exactly one that it can be."""
    found = [match[1] for match in _ID.finditer(line)]
    if len(found) != 1:
        return None
    try:
        return json.loads(found[0])
    except ValueError:
        return None


def _failure(request_id: Any, code: int, message: str, data: dict[str, Any] | None = None) -> bytes:
    error = {"code": code, "message": message, "data": data or {"code": "MESSAGE_INVALID"}}
    return json.dumps({"jsonrpc": "2.0", "id": request_id, "error": error}).encode("ascii") + b"\n"
