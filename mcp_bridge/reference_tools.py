"""docs/tools.md: every tool with its arguments and its answer, as `tools/list` shows them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mcp.types import Prompt, ResourceTemplate, Tool


def tools_page(
    tools: list[Tool],
    answers: Mapping[str, dict[str, Any]],
    prompts: list[Prompt],
    templates: list[ResourceTemplate],
) -> str:
    """The text of docs/tools.md. `answers`: the schema of each tool's answer, with all its fields."""
    head = (
        "# Tools\n\nMade from `tools/list` by `python -m mcp_bridge.reference --write`; do not edit.\n\n"
        "Offsets are Unicode code points, ranges half-open. What is absent is left out of an answer. "
        "A refused call has `isError` and a `code` of "
        "[errors.md](errors.md).\n"
    )
    parts = [head, *(_tool(tool, answers[tool.name]) for tool in tools)]
    parts.append("## Prompts\n")
    for prompt in prompts:
        arguments = ", ".join(f"`{one.name}`" for one in prompt.arguments or [])
        parts.append(f"* `{prompt.name}` ({arguments}): {prompt.description}\n")
    parts.append("## Resources\n")
    parts.append("* `uratori://errors`: Every code of a refusal.\n")
    parts += [f"* `{one.uri_template}`: {one.description}\n" for one in templates]
    return "\n".join(parts)


def _tool(tool: Tool, answer: dict[str, Any]) -> str:
    hints = tool.annotations
    told = []
    if hints is not None:
        told = [
            "read-only" if hints.read_only_hint else "writes",
            *(["may overwrite a file"] if hints.destructive_hint else []),
            "idempotent" if hints.idempotent_hint else "not idempotent",
            *(["reaches the network"] if hints.open_world_hint else []),
        ]
    lines = [
        f"## {tool.name}\n",
        f"{tool.description}\n",
        f"*{', '.join(told)}*\n",
        "| argument | type | |",
        "|---|---|---|",
    ]
    required = tool.input_schema.get("required", [])
    definitions = tool.input_schema.get("$defs", {})
    for name, schema in tool.input_schema.get("properties", {}).items():
        needed = "**required.** " if name in required else ""
        lines.append(f"| `{name}` | {_type(schema, definitions)} | {needed}{_rules(schema)} |")
    lines.append("\nAnswer:\n")
    for name, schema in answer["properties"].items():
        described = f": {schema['description']}" if schema.get("description") else ""
        lines.append(f"* `{name}` ({_type(schema, {})}){described}")
    return "\n".join(lines) + "\n"


def _type(schema: dict[str, Any], definitions: dict[str, Any]) -> str:
    if "$ref" in schema:
        schema = definitions[schema["$ref"].rsplit("/", 1)[1]]
    if "const" in schema or "enum" in schema:
        values = [schema["const"]] if "const" in schema else schema["enum"]
        return " \\| ".join(f"`{value}`" for value in values if value is not None)
    arms = schema.get("oneOf") or schema.get("anyOf")
    if arms:
        return " or ".join(_type(one, definitions) for one in arms)
    kind = schema.get("type", "any")
    if kind == "array":
        return f"list of {_element(schema.get('items', {}), definitions)}"
    if kind == "object" and "properties" in schema:
        fields = (f"`{name}` {_type(one, definitions)}" for name, one in schema["properties"].items())
        return f"object ({', '.join(fields)})"
    return " or ".join(kind) if isinstance(kind, list) else str(kind)


def _element(items: dict[str, Any], definitions: dict[str, Any]) -> str:
    if items.get("type") == "object" and "properties" not in items and "description" in items:
        return f"object: {items['description']}"
    return _type(items, definitions)


def _rules(schema: dict[str, Any]) -> str:
    words = {
        "minimum": "at least {}",
        "maximum": "at most {}",
        "exclusiveMinimum": "more than {}",
        "maxLength": "at most {} characters",
        "minItems": "at least {} items",
        "maxItems": "at most {} items",
        "default": "default {}",
    }
    rules = [text.format(json.dumps(schema[key])) for key, text in words.items() if key in schema]
    described = str(schema.get("description", "")).rstrip(".")
    told = [described] if described else []
    return "; ".join([*told, *rules]) + "." if told or rules else ""
