"""How a refused or failed call is told to the client: a stable code, what happened, the next call, and the facts.

Only what a `Refusal` says reaches the model. A crash is logged with its traceback and answered as INTERNAL_ERROR
with a reference to the log, never with a stack or a path.
"""

from __future__ import annotations

import json
import logging
import re
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from mcp.server.mcpserver.exceptions import UnexpectedToolError
from mcp.types import CallToolResult, TextContent
from pydantic import ValidationError

from ledger.refusals import Refusal
from mcp_bridge import hints

logger = logging.getLogger(__name__)

GIVEN_CHARACTERS: Final = 80
"""How much of a rejected value is repeated."""
MESSAGE_CHARACTERS: Final = 3_000
FACTS_CHARACTERS: Final = 15_000
SECRET: Final = frozenset({"password"})
"""Arguments whose values are never repeated."""
PROBLEMS: Final = 20
"""How many problems with arguments one refusal lists."""


class RefusedWith(Refusal):
    """A refusal whose structured content has further fields: `more`, those of the tool's own answer."""

    def __init__(
        self, code: str, message: str, suggestion: str, facts: Mapping[str, Any], more: Mapping[str, Any]
    ) -> None:
        super().__init__(code, message, suggestion, facts)
        self.more = dict(more)


def refused(refusal: Refusal) -> CallToolResult:
    """The refusal as a tool result: the same facts as structured content and as text."""
    facts = _bounded(json_ready(refusal.facts))
    body: dict[str, Any] = {
        "code": refusal.code,
        "message": _clipped(refusal.message, MESSAGE_CHARACTERS),
        "suggestion": _clipped(refusal.suggestion, MESSAGE_CHARACTERS),
        "facts": facts,
    }
    text = f"{refusal.code}: {body['message']}\nNext: {body['suggestion']}"
    if facts:
        text += f"\nFacts: {json.dumps(facts, ensure_ascii=False, separators=(',', ':'))}"
    if isinstance(refusal, RefusedWith):
        body |= json_ready(refusal.more)
        text += f"\nAnswer: {json.dumps(json_ready(refusal.more), ensure_ascii=False, separators=(',', ':'))}"
    return CallToolResult(is_error=True, content=[TextContent(type="text", text=text)], structured_content=body)


def json_ready(value: Mapping[str, Any]) -> dict[str, Any]:
    """A copy with JSON types only (times and paths as text), and no half of a character that UTF-8 can't carry."""
    text = json.dumps(value, ensure_ascii=False, default=str).encode("utf-8", "replace").decode("utf-8")
    copy: dict[str, Any] = json.loads(text)
    return copy


def _clipped(text: str, characters: int) -> str:
    whole = text.encode("utf-8", "replace").decode("utf-8")
    return whole if len(whole) <= characters else f"{whole[:characters]}… (+{len(whole) - characters} characters)"


def _bounded(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts, with long texts and lists cut where they would burst an answer."""
    for characters, rows in ((1_000, 50), (200, 20), (80, 5)):
        if len(json.dumps(facts, ensure_ascii=False)) <= FACTS_CHARACTERS:
            return facts
        facts = _cut(facts, characters, rows)
    return facts


def _cut(value: Any, characters: int, rows: int) -> Any:
    if isinstance(value, str):
        return _clipped(value, characters)
    if isinstance(value, list):
        return [_cut(one, characters, rows) for one in value[:rows]]
    if isinstance(value, dict):
        return {name: _cut(one, characters, rows) for name, one in value.items()}
    return value


def crashed(tool: str, error: BaseException) -> CallToolResult:
    """Log a fault of the program and answer with a reference that finds it in the log."""
    reference = uuid.uuid4().hex[:8]
    logger.error("tool %s failed, reference %s", tool, reference, exc_info=error)
    return refused(
        Refusal(
            "INTERNAL_ERROR",
            f"{tool} failed because of a fault in uratori, not because of the call.",
            "Repeat the call once; if it fails again, run `uratori doctor` and look up the reference in the hub's log.",
            {"reference": reference, "tool": tool},
        )
    )


def answer_to(tool: str, error: Exception, arguments: Mapping[str, Any], known: Iterable[str]) -> CallToolResult | None:
    """The answer to a tool that raised, or None when the error speaks for itself (a tool's own ToolError)."""
    cause = error
    while isinstance(cause, UnexpectedToolError) and isinstance(cause.__cause__, Exception):
        cause = cause.__cause__
    if isinstance(cause, Refusal):
        return refused(cause)
    if isinstance(error, UnexpectedToolError):
        return crashed(tool, cause)
    if isinstance(error.__cause__, ValidationError):
        return refused(invalid_arguments(tool, error.__cause__, arguments, known))
    if isinstance(error.__cause__, Refusal):
        return refused(error.__cause__)
    return None


def unknown_tool(name: str, known: Iterable[str]) -> Refusal:
    """A tool that does not exist, with the nearest that does."""
    names = sorted(known)
    near = hints.nearest(name, names)
    return Refusal(
        "ARGUMENT_INVALID",
        f"There is no tool {shown(name)}.",
        f"Call {near}." if near else f"Call one of: {', '.join(names)}.",
        {"tool": shown(name), "known_tools": names, "nearest": near},
    )


def unknown_arguments(tool: str, unknown: list[str], known: Iterable[str], arguments: Mapping[str, Any]) -> Refusal:
    """Arguments that the tool does not have: each with the known name that was meant, where one can be told."""
    names = sorted(known)
    near = {name[:GIVEN_CHARACTERS]: hints.meant_name(tool, name, names) for name in unknown[:PROBLEMS]}
    meant = [f"{given} → {found}" for given, found in near.items() if found]
    source = hints.sources_in(tool, {name: arguments[name] for name in unknown} | _sources_of(arguments))
    if source is not None:
        advice = f"Call {tool} again with {source}."
    else:
        advice = f"Call {tool} again with known names"
        advice += f" ({'; '.join(meant)})." if meant else f": {', '.join(names)}."
    return Refusal(
        "ARGUMENT_INVALID",
        f"{tool} has no argument {', '.join(repr(name) for name in near)}.",
        advice,
        {"unknown": list(near), "nearest": near, "known_arguments": names},
    )


def _sources_of(arguments: Mapping[str, Any]) -> dict[str, Any]:
    return {name: arguments[name] for name in ("source", "sources") if name in arguments}


def invalid_arguments(tool: str, error: ValidationError, arguments: Mapping[str, Any], known: Iterable[str]) -> Refusal:
    """What is wrong with each argument: its path, the rule, and what was given (bounded)."""
    errors = _meant(error.errors(include_url=False, include_context=True))
    problems = [_problem(tool, one, arguments) for one in errors[:PROBLEMS]]
    first = problems[0]
    more = f" ({len(errors)} problems in all)" if len(errors) > 1 else ""
    return Refusal(
        "ARGUMENT_INVALID",
        f"{tool}: {first['path']} {first['problem']}{more}.",
        _put_right(tool, problems[:5]),
        {"problems": problems, "total": len(errors), "known_arguments": sorted(known)},
    )


def _meant(errors: Sequence[Any]) -> Sequence[Any]:
    """Without what the text says that a list is no text, and the other way round, of an argument that may be either."""
    return [one for one in errors if not (one["type"] in ("string_type", "list_type") and _arm(one["loc"]))] or errors


def _arm(location: tuple[int | str, ...]) -> bool:
    return len(location) > 1 and re.fullmatch(r"(constrained-)?str|list\[.*\]", str(location[-1])) is not None


def _put_right(tool: str, problems: Sequence[Mapping[str, Any]]) -> str:
    """The call to make: with the values that were meant, where they can be told."""
    if tool == "revise_record" and any(
        one["path"] == "target_type" and "verdict" in str(one.get("given")) for one in problems
    ):
        return "A verdict is not excluded: call set_verdict again for the claim; the latest verdict counts."
    fixes = [str(one["fix"]) for one in problems if "fix" in one]
    rest = dict.fromkeys(str(one["path"]) for one in problems if "fix" not in one)
    if rest:
        fixes.append(f"{', '.join(rest)} put right")
    return f"Call {tool} again with {' and '.join(fixes)}."


def _problem(tool: str, error: Any, arguments: Mapping[str, Any]) -> dict[str, Any]:
    path, last = _path(error["loc"], arguments)
    context = {
        key: value for key, value in (error.get("ctx") or {}).items() if isinstance(value, str | int | float | bool)
    }
    problem: dict[str, Any] = {"path": path, "problem": _sentence(error, path, context)}
    for internal in ("pattern", "class_name", "discriminator"):
        context.pop(internal, None)
    if context:
        problem["limit"] = context
    if path in SECRET:
        return problem
    if error["type"] != "missing":
        problem["given"] = shown(error["input"])
    elif last is not None:
        problem["given"] = shown(last)
    fix = _fix(tool, path, error, context)
    return problem if fix is None else {**problem, "fix": fix}


def _fix(tool: str, path: str, error: Any, context: Mapping[str, Any]) -> str | None:
    """`argument=value` as it was probably meant."""
    kind, given = error["type"], error["input"]
    if kind == "literal_error":
        word = hints.meant_word(given, hints.options(str(context.get("expected", ""))))
        return f"{path}={hints.told(word)}" if word else None
    if kind == "union_tag_invalid":
        word = hints.meant_word(given.get("type"), hints.options(str(context.get("expected_tags", ""))))
        return f"{path}.type={hints.told(word)}" if word else None
    if kind in ("model_type", "model_attributes_type", "union_tag_not_found", "dict_type", "list_type"):
        fix = hints.source_fix(tool, path, given)
        listed = kind == "list_type" and isinstance(given, Mapping)
        return fix or (f"{path}=[{{…}}], the object in a list" if listed else None)
    return None


def _sentence(error: Any, path: str, context: Mapping[str, Any]) -> str:
    """What is wrong, to go on after the path."""
    kind: str = error["type"]
    if kind == "missing":
        sentence = "is missing"
    elif kind == "extra_forbidden":
        sentence = "is no known field here"
    elif kind == "literal_error":
        sentence = f"must be one of {context.get('expected', '')}"
    elif kind == "string_pattern_mismatch" and path in hints.PATTERNS:
        sentence = hints.PATTERNS[path]
    elif kind in ("model_type", "model_attributes_type"):
        sentence = "must be an object"
    elif kind == "union_tag_not_found":
        sentence = f"lacks its {str(context.get('discriminator', 'type')).strip(chr(39))}"
    elif kind == "union_tag_invalid":
        sentence = f"needs {context.get('discriminator', 'type')!s} to be one of {context.get('expected_tags', '')}"
    else:
        message = str(error["msg"])
        sentence = message[:1].lower() + message[1:]
        for stiff in ("input should be ", "input should have ", "value error, ", "string should ", "list should "):
            if sentence.lower().startswith(stiff):
                rest = sentence[len(stiff) :]
                sentence = {"i": "must be ", "v": "", "s": "must ", "l": "must "}[stiff[0]] + rest
                break
    return sentence


def _path(location: tuple[int | str, ...], arguments: Mapping[str, Any]) -> tuple[str, Any]:
    """`items[3].start` of a location, without the tags that a union puts in, and the innermost value on the way."""
    path = ""
    value: Any = arguments
    inner: Any = None
    tagged = False
    for part in location:
        if isinstance(part, int):
            path += f"[{part}]"
            value = value[part] if isinstance(value, list) and part < len(value) else None
        elif isinstance(value, Mapping) and not tagged and part == value.get("type"):
            tagged = True
            continue
        elif isinstance(value, str | list):
            continue  # the kind of a union, since neither has fields
        else:
            path += f".{part}" if path else part
            value = value.get(part) if isinstance(value, Mapping) else None
        tagged = False
        inner = value if value is not None else inner
    return path or "arguments", inner


def shown(value: Any) -> str:
    """A given value as bounded JSON text."""
    try:
        text = json.dumps(value, ensure_ascii=False, default=str)
    except (ValueError, RecursionError):
        text = type(value).__name__
    return text if len(text) <= GIVEN_CHARACTERS else f"{text[:GIVEN_CHARACTERS]}… ({len(text)} characters)"
