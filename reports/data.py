"""report.json: the whole ledger extract with its source text, by a published schema (``report.schema.json``)."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, Literal

from pydantic import ConfigDict, Field

from ledger.values import Value
from ledger.views import AttentionItem, SessionExtract, Summary
from reports.reading import Reading

SCHEMA = "uratori/report/1"


class ReportDocument(Value):
    """What report.json holds. Offsets count Unicode code points, half-open; times are UTC.

    `state` comes first and has one width, so that a file can be marked provisional in place; `ledger` is the whole
    extract, from which every other field except `source_text` follows.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", title="uratori report")

    state: Literal["final      ", "provisional"]
    schema_name: Literal["uratori/report/1"] = Field(alias="schema")
    generated_at: datetime
    provisional: bool
    summary: Summary
    attention: list[AttentionItem]
    ledger: SessionExtract
    source_text: str


def render_json(extract: SessionExtract, source_text: str, *, stale: bool | None = None) -> str:
    """report.json as text: two-space indent, UTF-8 characters as they are, a line break at the end.

    `stale` overrules what the extract says about being provisional.
    """
    reading = Reading(extract, source_text, stale=stale)
    document = ReportDocument.model_validate(
        {
            "state": reading.state,
            "schema": SCHEMA,
            "generated_at": reading.generated_at,
            "provisional": reading.stale,
            "summary": extract.summary,
            "attention": extract.attention,
            "ledger": extract,
            "source_text": source_text,
        }
    )
    return json.dumps(document.model_dump(mode="json", by_alias=True), ensure_ascii=False, indent=2) + "\n"


def json_schema() -> dict[str, Any]:
    """The JSON Schema of report.json, as published."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **ReportDocument.model_json_schema(by_alias=True, mode="serialization"),
    }
