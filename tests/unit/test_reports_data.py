"""report.json: complete, by its schema, and the same each time."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from ledger.views import SessionExtract
from reports.data import ReportDocument, json_schema, render_json
from tests.unit.report_basics import START
from tests.unit.report_hostile import CORPUS, poisoned
from tests.unit.report_samples import open_again, rich


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    return dict(json.loads(render_json(*rich())))


def test_the_published_schema_is_the_model() -> None:
    published = json.loads(files("reports").joinpath("report.schema.json").read_text("utf-8"))
    assert published == json_schema(), "write reports.data.json_schema() to reports/report.schema.json (indent 2)"


@pytest.mark.promise("REPORT-3")
def test_the_report_obeys_its_published_schema(document: dict[str, Any]) -> None:
    jsonschema.validate(document, json_schema())


@pytest.mark.promise("REPORT-3")
def test_the_whole_extract_reads_back(document: dict[str, Any]) -> None:
    extract, text = rich()
    assert SessionExtract.model_validate(document["ledger"]) == extract
    assert document["source_text"] == text
    assert ReportDocument.model_validate(document).ledger == extract


@pytest.mark.promise("REPORT-2")
def test_the_same_extract_gives_the_same_bytes() -> None:
    assert render_json(*rich()) == render_json(*rich())


def test_the_state_comes_first_and_has_one_width() -> None:
    for stale, state in ((False, "final      "), (True, "provisional")):
        text = render_json(*rich(), stale=stale)
        assert text.startswith(f'{{\n  "state": "{state}",\n  "schema": "uratori/report/1",\n')
        assert json.loads(text)["provisional"] is stale


@pytest.mark.promise("STALE-4")
def test_a_session_that_changed_since_or_was_never_finalized_is_provisional() -> None:
    assert json.loads(render_json(*rich(reports_stale_since=START)))["provisional"]
    assert json.loads(render_json(*rich(finalizations=[])))["provisional"]
    assert not json.loads(render_json(*rich()))["provisional"]


def test_the_time_is_that_of_the_last_finalization_else_of_the_newest_record(document: dict[str, Any]) -> None:
    extract, _ = rich()
    finalized = extract.finalizations[-1].recorded_at
    assert document["generated_at"] == finalized.isoformat().replace("+00:00", "Z")
    newest = json.loads(render_json(*rich(finalizations=[])))["generated_at"]
    changed = json.loads(render_json(*open_again()))["generated_at"]
    assert changed == open_again()[0].exclusions[-1].exclusion.recorded_at.isoformat().replace("+00:00", "Z")
    assert newest == extract.rechecks[-1].recorded_at.isoformat().replace("+00:00", "Z")


@pytest.mark.promise("REPORT-3")
@pytest.mark.parametrize("first", range(len(CORPUS)))
def test_hostile_text_reads_back_unchanged(first: int) -> None:
    extract, text = poisoned(CORPUS, first)
    document = json.loads(render_json(extract, text))
    assert SessionExtract.model_validate(document["ledger"]) == extract
    assert document["source_text"] == text
