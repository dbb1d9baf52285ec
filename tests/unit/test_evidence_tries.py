"""The tries of a source in an answer with many: told in short where they are more than one that is over."""

from __future__ import annotations

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any, cast

import pytest

from evidence import limits
from ledger.refusals import Refusal
from mcp_bridge.answers import size_of
from mcp_bridge.evidence_items import ItemResult, Wanted, items
from mcp_bridge.evidence_parts import AttemptPart

APP = cast("Any", SimpleNamespace(ledger=SimpleNamespace(read=nullcontext)))


def tried(*outcomes: str) -> list[AttemptPart]:
    return [
        AttemptPart(stage="http", number=number, outcome=cast("Any", outcome), message="It broke. " * 20)
        for number, outcome in enumerate(outcomes, 1)
    ]


def results(*outcomes: str, count: int) -> list[ItemResult]:
    refusal = Refusal("FETCH_FAILED", "Not had. " * 100, "Look elsewhere. " * 50, {})
    return [ItemResult(index, refusal=refusal, attempts=tried(*outcomes)) for index in range(count)]


@pytest.mark.parametrize(
    ("outcomes", "told"),
    [
        (["succeeded"], None),
        (["failed"], None),
        (["interrupted"], ["interrupted"]),
        (["interrupted", "succeeded"], ["interrupted", "succeeded"]),
        (["failed", "interrupted", "failed"], ["interrupted", "failed"]),
    ],
)
def test_more_than_one_try_is_told_in_a_long_answer(outcomes: list[str], told: list[str] | None) -> None:
    shown = items(APP, results(*outcomes, count=limits.SOURCES_PER_FETCH), Wanted())
    for item in shown:
        assert (item.attempts and [one.outcome for one in item.attempts]) == told
        assert not any(one.message for one in item.attempts or [])
    assert size_of([item.model_dump(mode="json") for item in shown]) < limits.ANSWER_BYTES


def test_one_refused_source_shows_its_tries() -> None:
    [item] = items(APP, results("interrupted", *["failed"] * 3, count=1), Wanted())
    assert item.attempts is not None
    assert [one.number for one in item.attempts] == [1, 2, 3, 4]
