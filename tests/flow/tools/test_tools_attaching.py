"""What attach_evidence makes its caller think of, and where it sends a quote that is not there."""

from __future__ import annotations

from typing import Any

import pytest
from mcp import Client

from tests.flow.tools.tool_world import PAGE, TEXT, Answered, ToolWorld

pytestmark = pytest.mark.anyio

QUOTE = "a length of 120 metres"
OTHER = "The museum holds four hundred paintings, among them the portrait of the mayor."


async def ready(world: ToolWorld, client: Client) -> str:
    session = await world.start(client)
    await world.call(client, "register_claim", session_id=session, start=0, end=30, claim="The bridge is 120 m long")
    world.evidence(session)
    return session


async def attach(world: ToolWorld, client: Client, session: str, quote: str = QUOTE, **more: Any) -> Answered:
    given = {"claim_id": "claim_1", "evidence_id": "evidence_1", "relation": "supports", "rationale": "It says so."}
    return await world.call(client, "attach_evidence", session_id=session, quote=quote, **{**given, **more})


@pytest.mark.promise("VERDICT-1")
async def test_a_quote_against_the_verdict_asks_for_a_new_one(world: ToolWorld, client: Client) -> None:
    session = await ready(world, client)
    assert "warnings" not in (await attach(world, client, session)).data
    await world.call(client, "set_verdict", session_id=session, claim_id="claim_1", verdict="verified", rationale="x")
    agreeing = await attach(world, client, session, "Visitors reach it by bus", relation="partial")
    assert "warnings" not in agreeing.data
    answer = await attach(world, client, session, "opened in 1962", relation="contradicts")
    said = "claim_1 has the verdict verified, which this quote contradicts: set_verdict again"
    assert said in answer["warnings"][0]
    assert said in answer["next_step"]
    several = await world.call(
        client, "attach_evidence", session_id=session,
        attachments=[{"claim_id": "claim_1", "evidence_id": "evidence_1", "quote": "by the mayor",
                      "relation": "contradicts", "rationale": "x"}],
    )  # fmt: skip
    assert said in several["next_step"]
    assert said in several["attachments"][0]["warnings"][0]


async def test_the_same_attachment_again_names_the_first(world: ToolWorld, client: Client) -> None:
    session = await ready(world, client)
    await attach(world, client, session)
    again = await attach(world, client, session)
    assert not again.error
    assert "attachment_1 is the same quote for the same claim" in again["warnings"][0]
    assert "warnings" not in (await attach(world, client, session, relation="partial")).data
    for target in ("attachment_1", "attachment_2"):
        await world.call(
            client, "revise_record", session_id=session, action="exclude", target_type="attachment",
            target_id=target, reason="Twice.",
        )  # fmt: skip
    assert "warnings" not in (await attach(world, client, session)).data, "excluded ones don't count"


@pytest.mark.promise("QUOTE-13")
async def test_a_quote_that_cuts_a_number_is_refused_with_the_whole_number(world: ToolWorld, client: Client) -> None:
    session = await ready(world, client)
    answer = await attach(world, client, session, "20 metres and was opened")
    assert answer.error
    assert answer["code"] == "QUOTE_CUTS_NUMBER"
    assert "'120 metres and was opened'" in answer["suggestion"]
    assert "a length of 120 metres" in answer["facts"]["nearest"]["passage"]
    assert not (await attach(world, client, session, "120 metres and was opened")).error


@pytest.mark.promise("QUOTE-4")
@pytest.mark.promise("QUOTE-15")
async def test_what_a_quote_folds_and_cuts_is_said_in_words(world: ToolWorld, client: Client) -> None:
    session = await ready(world, client)
    world.evidence(session, text="The bridge is not safe, the “engineer” said. It was unfinished.")
    match = (await attach(world, client, session, '"engineer" said', evidence_id="evidence_2"))["quote_match"]
    assert (match["folds"], match["differences"]) == (["quote-mark"], "quotation marks differ")
    assert "cuts" not in match
    for quote, cut, said in (
        ("safe, the “engineer” said", "negation", "leaves out a negation that stands right beside it"),
        ("finished", "word", "starts or ends inside a word"),
    ):
        answer = await attach(world, client, session, quote, evidence_id="evidence_2")
        assert answer["quote_match"]["cuts"] == [cut]
        assert said in answer["warnings"][0]


@pytest.mark.promise("QUOTE-7")
@pytest.mark.promise("QUOTE-12")
async def test_a_quote_of_another_source_is_sent_there(world: ToolWorld, client: Client) -> None:
    session = await ready(world, client)
    world.evidence(session, OTHER, url="https://example.org/museum")
    answer = await attach(world, client, session, "four hundred paintings")
    assert answer["code"] == "QUOTE_NOT_FOUND"
    assert answer["facts"]["found_in"] == ["evidence_2"]
    assert "in evidence_2: attach it with that evidence_id" in answer["suggestion"]
    await world.call(
        client, "revise_record", session_id=session, action="exclude", target_type="evidence",
        target_id="evidence_2", reason="Wrong page.",
    )  # fmt: skip
    assert "found_in" not in (await attach(world, client, session, "four hundred paintings"))["facts"]


async def test_a_quote_is_never_sent_to_the_text_under_check(world: ToolWorld, client: Client) -> None:
    session = await ready(world, client)
    world.evidence(session, TEXT, url="https://example.org/copy")
    answer = await attach(world, client, session, "Come and see it!")
    assert "found_in" not in answer["facts"]


async def test_a_quote_without_a_near_passage_is_looked_up_by_a_word_that_is_there(
    world: ToolWorld, client: Client
) -> None:
    session = await ready(world, client)
    quote = "Zwölf 1962 Xylophone qqq"
    answer = await attach(world, client, session, quote)
    assert answer["code"] == "QUOTE_NOT_FOUND"
    assert quote[:8] not in answer["suggestion"]
    assert "nearest" not in answer["facts"]
    assert 'find="1962"' in answer["suggestion"]
    nothing = await attach(world, client, session, "ЖЖЖЖЖЖ ЩЩЩЩЩЩ")
    assert "nearest" not in nothing["facts"]
    assert "text_offset=0" in nothing["suggestion"]


@pytest.mark.promise("PDF-5")
async def test_a_quote_that_may_be_on_a_page_that_is_no_text_names_the_pages(world: ToolWorld, client: Client) -> None:
    session = await ready(world, client)
    told = "Pages 3–5 of 12 have no text layer. No quote is found there."
    signal = {"name": "pages_without_text", "severity": "warning", "source": "pdf", "detail": told}
    made = world.evidence(session, url="https://example.org/a.pdf", signals=[signal])
    answer = await attach(world, client, session, "Zwölf Ziegen 1874", evidence_id=made.evidence_id)
    assert answer["facts"]["unread_pages"] == [told]
    assert f"{told} If it is there, read that page yourself" in answer["suggestion"]
    assert "unread_pages" not in (await attach(world, client, session, "Zwölf Ziegen 1874"))["facts"]


@pytest.mark.promise("QUOTE-10")
async def test_a_batch_in_which_none_holds_has_the_shape_of_every_batch(world: ToolWorld, client: Client) -> None:
    session = await ready(world, client)
    bad = {"claim_id": "claim_1", "evidence_id": "evidence_1", "relation": "supports", "rationale": "x"}
    before = world.links()
    answer = await world.call(
        client, "attach_evidence", session_id=session,
        attachments=[{**bad, "quote": "not in there at all"}, {**bad, "quote": QUOTE, "claim_id": "claim_9"}],
    )  # fmt: skip
    assert answer.error
    assert answer["code"] == "ITEMS_INVALID"
    assert (answer["attached"], answer["refused"]) == (0, 2)
    assert [one["ok"] for one in answer["attachments"]] == [False, False]
    codes = [one["error"]["code"] for one in answer["attachments"]]
    assert codes == ["QUOTE_NOT_FOUND", "RECORD_UNKNOWN"]
    for code in codes:
        assert code in answer.text
    assert world.links() == before


@pytest.mark.promise("SELF-1")
async def test_the_text_itself_is_marked_when_it_is_fetched(world: ToolWorld, client: Client) -> None:
    session = await world.start(client)
    world.pages = {"https://example.org/copy": f"\n{TEXT}", "https://example.org/bridge": PAGE}
    sources = [{"type": "url", "url": url} for url in world.pages]
    answer = await world.call(
        client, "fetch_evidence", session_id=session, sources=sources, discovered_via="agent_search"
    )
    first, second = answer["items"]
    assert first["self_reference"] is True
    assert "text under check itself" in first["warning"]
    assert "self_reference" not in second
    assert "evidence_2" in answer["next_step"]
    alone = await world.call(
        client, "fetch_evidence", session_id=session, sources=sources[:1], discovered_via="agent_search"
    )
    assert "independent source" in alone["next_step"]


async def test_after_an_exclusion_the_next_step_is_what_is_open_now(world: ToolWorld, client: Client) -> None:
    session = await ready(world, client)
    end = len(TEXT)
    await world.call(client, "mark_non_claim", session_id=session, start=30, end=end, reason="x")
    await attach(world, client, session)
    await world.call(client, "set_verdict", session_id=session, claim_id="claim_1", verdict="verified", rationale="x")
    given = {"session_id": session, "reason": "x"}
    lost = await world.call(
        client, "revise_record", action="exclude", target_type="attachment", target_id="attachment_1", **given
    )
    assert "1 verdict lacks the attachment it needs" in lost["next_step"]
    assert "others" not in lost["next_step"]
    back = await world.call(
        client, "revise_record", action="restore", target_type="attachment", target_id="attachment_1", **given
    )
    assert back["next_step"] == "Nothing is missing: call finalize."
    gap = await world.call(
        client, "revise_record", action="exclude", target_type="non_claim", target_id="non_claim_1", **given
    )
    assert f"register_segments for [30, {end})." in gap["next_step"]
    status = await world.call(client, "get_status", session_id=session)
    assert status["blockers"][0]["reason"] == "1 range of the text is neither claim nor non_claim"
