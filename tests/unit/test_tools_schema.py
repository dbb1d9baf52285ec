"""What tools/list promises: closed inputs, described and bounded arguments, annotations, an affordable size."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any, Literal

import pytest
from mcp.types import Tool
from pydantic import BaseModel, Field

from flows.settings import Settings
from mcp_bridge import reference
from mcp_bridge.answers import Answer, JsonObject
from mcp_bridge.calls import READING
from mcp_bridge.instructions import instructions
from mcp_bridge.schemas import compact, flat, named
from mcp_bridge.server import TOOLSETS, UratoriServer, create_server, selected_tools

LIST_BYTES = 36_000


@pytest.fixture(scope="module")
def server() -> UratoriServer:
    return create_server(Settings(), None)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def tools(server: UratoriServer) -> list[Tool]:
    return asyncio.run(server.list_tools())


def objects(schema: Any) -> list[dict[str, Any]]:
    """Every object schema with properties inside a schema."""
    if isinstance(schema, list):
        return [found for one in schema for found in objects(one)]
    if not isinstance(schema, dict):
        return []
    found = [schema] if schema.get("type") == "object" and "properties" in schema else []
    return found + [inner for one in schema.values() for inner in objects(one)]


def test_the_default_toolsets_list_the_tools_of_a_checked_session(tools: list[Tool]) -> None:
    cited = [name for name in TOOLSETS["citations"] if name not in TOOLSETS["ledger"]]
    assert [tool.name for tool in tools] == [*TOOLSETS["ledger"], *cited]


@pytest.mark.promise("TOOL-9")
def test_tools_list_is_affordable(tools: list[Tool], capsys: pytest.CaptureFixture[str]) -> None:
    sizes = {tool.name: len(tool.model_dump_json(by_alias=True, exclude_none=True).encode()) for tool in tools}
    with capsys.disabled():
        print(f"\ntools/list: {sum(sizes.values())} bytes, largest {max(sizes, key=lambda name: sizes[name])}")
    assert sum(sizes.values()) <= LIST_BYTES


def test_every_tool_says_what_it_does_when_not_and_what_it_returns(tools: list[Tool]) -> None:
    for tool in tools:
        told = tool.description or ""
        assert 200 <= len(told) <= 900, tool.name
        assert re.search(r"\b[Rr]eturns\b", told), tool.name
        assert re.search(r"\b([Nn]ot|[Nn]ever|[Uu]se|needs?)\b", told), tool.name


@pytest.mark.promise("TOOL-10")
def test_every_tool_carries_all_four_hints(tools: list[Tool]) -> None:
    hints = {tool.name: tool.annotations for tool in tools}
    for name, one in hints.items():
        assert one is not None, name
        given = (one.read_only_hint, one.destructive_hint, one.idempotent_hint, one.open_world_hint)
        assert None not in given, name
    reading = {name for name, one in hints.items() if one and one.read_only_hint}
    citing = {"verify_claims", "generate_text_fragment", "check_fragment_url"}
    assert reading == {"read_source_segments", "suggest_quotes", "get_status", "wait_job", "list_sessions"} | citing
    assert {name for name, one in hints.items() if one and one.destructive_hint} == {"export_report", "highlight_pdf"}
    assert {name for name, one in hints.items() if one and one.open_world_hint} == {
        "start_session",
        "fetch_evidence",
        "highlight_pdf",
        "recheck_session",
    } | citing


@pytest.mark.promise("HUB-10")
def test_a_bridge_repeats_calls_of_tools_that_only_read() -> None:
    every = create_server(Settings(toolsets=",".join(TOOLSETS)), None)  # type: ignore[arg-type]
    tools = asyncio.run(every.list_tools())
    assert {tool.name for tool in tools if tool.annotations and tool.annotations.read_only_hint} == READING


@pytest.mark.promise("TOOL-10")
def test_inputs_are_closed_objects(tools: list[Tool]) -> None:
    for tool in tools:
        for schema in objects(tool.input_schema):
            assert schema["additionalProperties"] is False, tool.name


@pytest.mark.promise("TOOL-10")
def test_every_argument_is_described_and_bounded(tools: list[Tool]) -> None:
    for tool in tools:
        for name, schema in tool.input_schema["properties"].items():
            place = f"{tool.name}.{name}"
            assert schema.get("description"), place
            kind = schema.get("type")
            if kind in ("integer", "number"):
                assert "minimum" in schema or "exclusiveMinimum" in schema, place
            if kind == "string" and name != "text":
                assert {"enum", "pattern", "maxLength"} & schema.keys(), place
            if kind == "array":
                assert "maxItems" in schema, place


@pytest.mark.promise("TOOL-10")
def test_every_tool_publishes_the_shape_of_its_answer(server: UratoriServer, tools: list[Tool]) -> None:
    for tool in tools:
        assert tool.output_schema is not None, tool.name
        assert tool.output_schema["type"] == "object", tool.name
        told = tool.output_schema["description"]
        assert told.endswith(", next_step"), tool.name
        for name in server.contracts[tool.name]["properties"]:
            assert re.search(rf"(^|, ){name}(,|:| \(|$)", told), f"{tool.name}.{name}"


def test_every_writing_tool_takes_an_idempotency_key(tools: list[Tool]) -> None:
    # highlight_pdf writes over nothing, and takes a password, of which a key would have to keep a trace.
    for tool in (tool for tool in tools if tool.name != "highlight_pdf"):
        reading = bool(tool.annotations and tool.annotations.read_only_hint)
        assert ("idempotency_key" in tool.input_schema["properties"]) is not reading, tool.name


def test_the_three_registering_tools_use_the_same_names(tools: list[Tool]) -> None:
    inputs = {tool.name: tool.input_schema["properties"] for tool in tools}
    item = inputs["register_segments"]["items"]["items"]["properties"]
    assert {"claim", "claim_kind", "start", "end"} <= inputs["register_claim"].keys() & item.keys()
    assert {"reason", "start", "end"} <= inputs["mark_non_claim"].keys() & item.keys()


@pytest.mark.promise("JOB-4")
def test_waiting_tools_wait_45_seconds_and_at_most_300(tools: list[Tool]) -> None:
    waiting = {tool.name: tool.input_schema["properties"].get("wait_seconds") for tool in tools}
    told = {name for name, schema in waiting.items() if schema}
    assert told == {
        "start_session",
        "fetch_evidence",
        "attach_evidence",
        "finalize",
        "export_report",
        "wait_job",
        "verify_claims",
        "recheck_session",
    }
    for schema in waiting.values():
        if schema:
            assert (schema["default"], schema["maximum"]) == (45, 300)


def test_the_instructions_are_ten_lines(server: UratoriServer) -> None:
    assert server.instructions is not None
    assert len(server.instructions.splitlines()) == 10
    for tool in (*TOOLSETS["ledger"], *TOOLSETS["citations"]):
        assert tool in server.instructions or tool == "list_sessions", tool


def test_the_instructions_speak_of_the_tools_that_there_are() -> None:
    assert "verify_claims" not in instructions(TOOLSETS["ledger"])


@pytest.mark.promise("TOOL-14")
def test_the_generated_documents_are_up_to_date() -> None:
    assert reference.main(["--check"]) == 0


def test_the_generated_documents_name_every_tool_and_code() -> None:
    pages = reference.reference_pages()
    for tool in TOOLSETS["ledger"]:
        assert f"## {tool}\n" in pages["docs/tools.md"]
    assert "`QUOTE_NOT_FOUND`" in pages["docs/errors.md"]
    assert "| `URATORI_HOME` | path | the user data directory |" in pages["docs/settings.md"]
    assert "| `PDF_PAGES` | 2,000 |" in pages["docs/limits.md"]


def test_the_generated_documents_are_of_no_machine() -> None:
    for name, page in reference.reference_pages().items():
        assert str(Path.home()) not in page.replace("~", ""), name


def test_toolsets_are_chosen_by_name() -> None:
    assert selected_tools("citations") == list(TOOLSETS["citations"])
    with pytest.raises(ValueError, match="there are ledger"):
        selected_tools("ledger,legder")


class Inner(BaseModel):
    value: int


class Outer(BaseModel):
    one: Inner | None = None
    many: list[Inner] = []


def test_schemas_lose_titles_and_null_defaults_and_keep_shared_definitions() -> None:
    schema = compact(Outer.model_json_schema(), closed=True)
    assert "title" not in json.dumps(schema)
    assert schema["properties"]["many"]["items"] == {"$ref": "#/$defs/Inner"}
    assert schema["$defs"]["Inner"]["additionalProperties"] is False


class Told(Answer):
    many: list[Inner] = Field(default_factory=list, description="In order.")
    state: Literal["done", "running"] = "done"
    one: Inner | None = None
    free: JsonObject | None = Field(None, description="As told elsewhere.")
    words: list[str] = Field(default_factory=list)
    maybe: str | None = Field(None, description="Only then.")


def test_the_list_tells_the_shape_of_an_answer_in_words_and_the_documents_each_field() -> None:
    schema = Told.model_json_schema()
    assert named(schema) == {
        "type": "object",
        "description": "many: [{value}] (In order), state: done|running, one: {value}, free: {As told elsewhere}, "
        "words: [], maybe (Only then), next_step",
    }
    assert flat(schema)["properties"]["maybe"]["type"] == "string"
    assert flat(schema)["properties"]["many"]["items"] == {"description": "value", "type": "object"}


def test_what_is_absent_is_left_out_of_an_answer() -> None:
    assert Told(next_step="Go on.").told() == {"many": [], "state": "done", "words": [], "next_step": "Go on."}


def test_an_answer_words_itself_as_compact_json() -> None:
    assert Answer(next_step="Go on.").as_text() == '{"next_step":"Go on."}'
