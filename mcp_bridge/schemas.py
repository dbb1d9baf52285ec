"""JSON schemas as short as they can be: every conversation pays for the list of tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

_DEFINITIONS: Final = "#/$defs/"


def named(schema: Mapping[str, Any]) -> dict[str, Any]:
    """An output schema whose description tells the shape of the answer, `next_step` at its end as in the answer.

    ``status: done|running, rows: [{index, text}], summary: {total}, warnings: [], next_step``; what a field's name
    does not say stands in parentheses behind it.
    """
    short = compact(schema, closed=False)
    definitions, properties = short.get("$defs", {}), dict(short["properties"])
    if "next_step" in properties:
        properties["next_step"] = properties.pop("next_step")
    return {"type": "object", "description": ", ".join(_told(*one, definitions) for one in properties.items())}


def _told(name: str, node: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """One field: its name, its shape where it has one, what is said of it."""
    shape, said = _shape(node, definitions), node.get("description", "").rstrip(".")
    if shape.startswith("{"):
        said = ""  # what is said of an object is its fields, or they say it
    return name + (f": {shape}" if shape else "") + (f" ({said})" if said else "")


def _shape(node: Mapping[str, Any], definitions: Mapping[str, Any]) -> str:
    """Words that it may be, the fields of an object, the elements of a list; nothing for a plain value."""
    ref = node.get("$ref")
    if isinstance(ref, str):
        return _shape(definitions[ref.removeprefix(_DEFINITIONS)], definitions)
    if "anyOf" in node:
        return "|".join(filter(None, (_shape(one, definitions) for one in node["anyOf"])))
    if "enum" in node:
        return "|".join(map(str, node["enum"]))
    if node.get("type") == "array":
        return f"[{_shape(node.get('items', {}), definitions)}]"
    if node.get("type") == "object":
        return f"{{{', '.join(node.get('properties', {})) or node.get('description', '').rstrip('.')}}}"
    return ""


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
    if "const" in short or ("enum" in short and not closed):
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
        return bool(key in ("minLength", "minItems") and value == 1)
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
