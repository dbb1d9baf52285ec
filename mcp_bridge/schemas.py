"""JSON schemas as short as they can be: every conversation pays for the list of tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_DEFINITIONS: Final = "#/$defs/"
BY_NAME: Final = "x-by-name"
"""Marks a field of an answer that `named` tells by its name alone."""


def named(schema: Mapping[str, Any]) -> dict[str, Any]:
    """An output schema as short as it gets: lesser fields (`BY_NAME`) and those of inner objects are told by name.

    A list of objects says "Each: …".
    """
    whole = flat(schema)
    lesser = [name for name, one in whole["properties"].items() if one.get(BY_NAME)]
    if lesser:
        whole["description"] = f"Also: {', '.join(lesser)}"
    properties = {name: _without_items(one) for name, one in whole["properties"].items() if name not in lesser}
    return {**whole, "properties": properties}


def _without_items(schema: dict[str, Any]) -> dict[str, Any]:
    told = {key: value for key, value in schema.items() if key != "items"}
    fields = schema.get("items", {}).get("description")
    if fields:
        told["description"] = f"{told.get('description', '')} Each: {fields}".lstrip()
    return told


def flat(schema: Mapping[str, Any]) -> dict[str, Any]:
    """An output schema with every field of the answer; inner objects are told by the names of their fields."""
    short = compact(schema, closed=False)
    short.pop("description", None)
    definitions = short.pop("$defs", {})
    properties = {name: _flat(one, definitions) for name, one in short.pop("properties", {}).items()}
    return {**short, "properties": properties}


def _flat(node: Any, definitions: Mapping[str, Any]) -> Any:
    if not isinstance(node, Mapping):
        return node
    ref = node.get("$ref")
    if isinstance(ref, str):
        return _flat(definitions[ref.removeprefix(_DEFINITIONS)], definitions)
    told = {key: value for key, value in node.items() if key != "properties"}
    if "properties" in node:
        told["description"] = ", ".join(node["properties"])
    if "items" in told:
        told["items"] = _flat(told["items"], definitions)
    if "anyOf" in told:
        told["anyOf"] = [_flat(one, definitions) for one in told["anyOf"]]
    return told


def compact(schema: Mapping[str, Any], *, closed: bool) -> dict[str, Any]:
    """The same schema without titles and null defaults, with definitions that are used once put in place.

    Args:
        schema: as pydantic makes it.
        closed: whether its objects take no other field (inputs); outputs stay open for later additions.
    """
    definitions = dict(schema.get("$defs", {}))
    uses = _uses(schema)
    used_once = {name for name in definitions if uses.get(name, 0) == 1}
    short: dict[str, Any] = _short(
        {key: value for key, value in schema.items() if key != "$defs"}, definitions, used_once, closed
    )
    kept = {
        name: _short(one, definitions, used_once, closed) for name, one in definitions.items() if name not in used_once
    }
    if kept:
        short["$defs"] = kept
    return short


def _uses(node: Any) -> dict[str, int]:
    counts: dict[str, int] = {}
    stack = [node]
    while stack:
        one = stack.pop()
        if isinstance(one, Mapping):
            ref = one.get("$ref")
            if isinstance(ref, str):
                name = ref.removeprefix(_DEFINITIONS)
                counts[name] = counts.get(name, 0) + 1
            stack.extend(value for key, value in one.items() if key != "discriminator")
        elif isinstance(one, list):
            stack.extend(one)
    return counts


def _short(node: Any, definitions: Mapping[str, Any], used_once: set[str], closed: bool) -> Any:
    if isinstance(node, list):
        return [_short(one, definitions, used_once, closed) for one in node]
    if not isinstance(node, Mapping):
        return node
    ref = node.get("$ref")
    if isinstance(ref, str) and ref.removeprefix(_DEFINITIONS) in used_once:
        place = definitions[ref.removeprefix(_DEFINITIONS)]
        return _short(
            {**place, **{key: value for key, value in node.items() if key != "$ref"}}, definitions, used_once, closed
        )
    short: dict[str, Any] = {
        key: _properties(value, definitions, used_once, closed)
        if key == "properties"
        else _short(value, definitions, used_once, closed)
        for key, value in node.items()
        if not _left_out(key, value, closed)
    }
    _merge_null(short)
    if not closed and "enum" in short:
        short.pop("type", None)  # the words say it
    if closed and short.get("type") == "object" and "properties" in short:
        short["additionalProperties"] = False
        short.pop("description", None)  # its fields say it
    return short


_BOUNDS: Final = frozenset(
    {"minLength", "maxLength", "minimum", "maximum", "pattern", "minItems", "maxItems", "required", "format"}
)
ENUM_MOST: Final = 2
"""An answer's longer lists of words repeat an argument's, or speak for themselves."""


def _left_out(key: str, value: Any, closed: bool) -> bool:
    if key == "title" and isinstance(value, str):
        return True
    if key in ("discriminator", "additionalProperties"):
        return True
    if key == "default":
        return value is None or not closed
    if closed:
        return bool(key == "minLength" and value == 1)
    # What an answer is, its tool's text says; bounds add nothing there.
    return key in _BOUNDS or (key == "enum" and len(value) > ENUM_MOST)


def _properties(properties: Any, definitions: Mapping[str, Any], used_once: set[str], closed: bool) -> dict[str, Any]:
    return {name: _short(one, definitions, used_once, closed) for name, one in properties.items()}


def _merge_null(short: dict[str, Any]) -> None:
    """`anyOf: [{type: X}, {type: null}]` as `type: X`: what is absent is left out, of a call and of an answer."""
    arms = short.get("anyOf")
    if not isinstance(arms, list) or len(arms) != 2 or {"type": "null"} not in arms:
        return
    arm = next(one for one in arms if one != {"type": "null"})
    if not isinstance(arm, Mapping) or "$ref" in arm:
        return
    del short["anyOf"]
    outer = dict(short)
    short.update(arm)
    short.update(outer)
