"""A page as the text under check, covered to the last character before its session is finalized."""

from __future__ import annotations

from typing import Any

import pytest

from evidence.segments import segments
from flows.job_errors import refusal_of
from ledger.claims import ItemInput, register
from ledger.folders import SessionFolder
from ledger.records import NonClaim
from ledger.revisions import revise
from ledger.verdicts import set_verdict
from tests.faults import Fault
from tests.flow.engine_world import World
from tests.flow.http_server import Aside, reply
from tests.site import JAPANESE, PROSE

pytest_plugins = ["tests.flow.engine_fixture"]
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

PAGE = (
    f"<!doctype html><title>Ferry</title><main><h1>The 👨\u200d👩\u200d👧 ferry</h1><p>{PROSE}<p>{JAPANESE}"
    "<ul><li>Cafe\u0301<li>🇯🇵🇺🇸<li>1. e\u0301</ul><p dir=rtl>\u200fקשת\u200e (2024)<p>&nbsp;\u3000<p>End&#8203;</main>"
)


def ended(world: World, kind: Any, session_id: str, parameters: dict[str, Any]) -> Any:
    return world.wait(world.desk.submit(kind, session_id, parameters), 90)


@pytest.mark.promise("GATE-1")
@pytest.mark.fault("F-30", "A fetched page as the text, one range revoked before finalize and restored")
def test_a_page_is_covered_before_it_is_finalized(world: World, fault: Fault) -> None:
    with Aside({"/ferry": reply(PAGE.encode(), Content_Type="text/html; charset=utf-8")}) as base:
        started = ended(world, "start_session", "_", {"url": f"{base}/ferry"})
    assert started.outcome is not None
    assert started.outcome.result is not None, started.outcome.error
    session_id = started.outcome.result["session_id"]
    text = SessionFolder(world.home, session_id).source_text()
    tiles = segments(text, "sentence")
    assert "".join(text[one.start : one.end] for one in tiles) == text
    assert "👨\u200d👩\u200d👧" in text
    items = [ItemInput(kind="non_claim", start=one.start, end=one.end, reason="A part") for one in tiles[1:]]
    claim = ItemInput(kind="claim", start=0, end=tiles[0].end, claim="The ferry")
    with world.ledger.write(session_id) as writer:
        records, _ = register(writer, session_id, text, [claim, *items])
        set_verdict(writer, session_id, "claim_1", "unverifiable", "It says nothing.")
        revise(writer, session_id, "exclude", "non_claim", records[-1].record_id, "Not needed")
    refusal = refusal_of(ended(world, "finalize", session_id, {}))
    assert refusal is not None
    gates = {one["gate"]: one for one in refusal.facts["blockers"]}
    assert set(gates) == {"coverage_gaps"}
    assert [(row["start"], row["end"]) for row in gates["coverage_gaps"]["rows"]] == [(tiles[-1].start, len(text))]
    with world.ledger.write(session_id) as writer:
        revise(writer, session_id, "restore", "non_claim", records[-1].record_id, "Needed after all")
    done = ended(world, "finalize", session_id, {})
    assert done.outcome is not None
    assert done.outcome.error is None
    with world.ledger.read() as reader:
        assert len(reader.all(NonClaim, session_id)) == len(items)
    fault.happened(
        "Refused with the revoked range as the gap; finalized once it was restored.",
        kept="The page's text, every range.",
    )
