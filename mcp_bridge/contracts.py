"""The contracts of every output: JSON Schemas, published under contracts/ and compared with what the program answers.

A version stands in their names. A field that goes, or changes its meaning or type, makes a new one; a field that comes
does not, so readers must not refuse fields that they don't know.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from ledger.refusals import CODES
from reports.data import json_schema

VERSION: Final = 1
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
_REFUSAL: Final[dict[str, Any]] = {
    "type": "object",
    "description": "A call that was refused: isError is true.",
    "properties": {
        "code": {"enum": sorted(CODES)},
        "message": {"type": "string"},
        "suggestion": {"type": "string"},
        "facts": {"type": "object"},
    },
    "required": ["code", "message", "suggestion", "facts"],
}


def contracts(answers: Mapping[str, dict[str, Any]]) -> dict[str, str]:
    """The files by name; `answers` are the schemas of the tools' answers, with all their fields."""
    schemas = {f"tools/{name}": relaxed(schema) for name, schema in sorted(answers.items())}
    schemas |= {"refusal": _REFUSAL, "report": json_schema()}
    return {f"{name}.schema.json": _file(name, schema) for name, schema in schemas.items()}


def relaxed(schema: Any) -> Any:
    """The schema as answers are sent: what is absent is left out of them, so nothing that may be null is required."""
    if isinstance(schema, list):
        return [relaxed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: relaxed(value) for name, value in schema.items() if name != "additionalProperties"}
    if isinstance(schema.get("required"), list):
        known = schema.get("properties", {})
        made["required"] = [name for name in schema["required"] if not _may_be_null(known.get(name, {}))]
    return made


def _may_be_null(schema: Mapping[str, Any]) -> bool:
    return schema.get("type") == "null" or any(one.get("type") == "null" for one in schema.get("anyOf", ()))


def _file(name: str, schema: Mapping[str, Any]) -> str:
    told = {"$schema": DIALECT, "$id": f"urn:uratori:contract:{VERSION}:{name.replace('/', ':')}", **schema}
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"
