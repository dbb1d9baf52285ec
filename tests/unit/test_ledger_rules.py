"""Attaching, verdicts, excluding and restoring: what is recorded and what is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from evidence.ranges import Range
from ledger import status, verdicts
from ledger.attachments import attachment_counts, check_attachable, check_copied_text
from ledger.records import Evidence
from ledger.refusals import Refusal
from ledger.sessions import Fetched, text_sha256
from ledger.values import Redirect
from tests.unit.ledger_world import TEXT, World, open_world, refused


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        yield made


# Attaching ------------------------------------------------------------------------------------------------------------


def check(world: World, claim_id: str, evidence_id: str) -> None:
    with world.ledger.read() as reader:
        check_attachable(reader, world.session, claim_id, evidence_id)


def test_unknown_records_are_refused_with_the_valid_ids(world: World) -> None:
    claim_id, evidence_id = world.claim(), world.evidence().evidence_id
    assert refused(world, lambda: check(world, "claim_9", evidence_id), "RECORD_UNKNOWN").facts["valid_ids"] == [
        claim_id
    ]
    assert refused(world, lambda: check(world, claim_id, "evidence_9"), "RECORD_UNKNOWN").facts["total"] == 1
    check(world, claim_id, evidence_id)


@pytest.mark.promise("REVISE-3")
@pytest.mark.parametrize("kind", ["claim", "evidence"])
def test_an_excluded_record_is_refused_with_how_to_restore_it(world: World, kind: str) -> None:
    ids = {"claim": world.claim(), "evidence": world.evidence().evidence_id}
    world.exclude(kind, ids[kind])
    refusal = refused(world, lambda: check(world, ids["claim"], ids["evidence"]), "RECORD_EXCLUDED")
    assert "exclusion_1" in refusal.message
    assert "A mistake" in refusal.message
    assert f"target_id {ids[kind]}" in refusal.suggestion


SELF: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    ({}, {"text": TEXT}, "text"),
    ({"source_kind": "file", "origin": "/a/b.html", "file_sha256": "f" * 64}, {"body_sha256": "f" * 64}, "bytes"),
    ({"source_kind": "url", "origin": "https://Example.org/x#top"}, {"url": "https://example.org:443/x"}, "URL"),
    (
        {"source_kind": "url", "origin": "https://example.org/x"},
        {"url": "https://e.org/", "final_url": "https://example.org/x"},
        "URL",
    ),
    (
        {"source_kind": "url", "origin": "https://s.org/", "fetched": Fetched(final_url="https://example.org/x")},
        {"url": "https://example.org/x"},
        "URL",
    ),
    (
        {"source_kind": "url", "origin": "https://example.org/x"},
        {
            "url": "https://e.org/",
            "final_url": "https://example.org/y",
            "redirects": [Redirect(url="https://example.org/x", status=302, location="/y")],
        },
        "URL",
    ),
    (
        {"source_kind": "file", "origin": "/a/b.txt"},
        {"url": None, "file_path": "/a/c/../b.txt", "provenance": "file"},
        "file",
    ),
]


@pytest.mark.promise("SELF-1")
@pytest.mark.parametrize(("source", "evidence", "why"), SELF)
def test_the_text_itself_is_no_evidence(
    tmp_path: Path, source: dict[str, Any], evidence: dict[str, Any], why: str
) -> None:
    with open_world(tmp_path, **source) as world:
        claim_id, evidence_id = world.claim(), world.evidence(**evidence).evidence_id
        refusal = refused(world, lambda: check(world, claim_id, evidence_id), "SELF_REFERENCE")
        assert why in refusal.facts["why"]


@pytest.mark.promise("SELF-1")
def test_a_hard_link_to_the_source_file_is_the_source_file(tmp_path: Path) -> None:
    source = tmp_path / "source.txt"
    source.write_text(TEXT, "utf-8")
    (tmp_path / "copy.txt").hardlink_to(source)
    with open_world(tmp_path / "home", source_kind="file", origin=str(source)) as world:
        evidence = world.evidence(url=None, file_path=str(tmp_path / "copy.txt"), provenance="file")
        claim_id = world.claim()
        refused(world, lambda: check(world, claim_id, evidence.evidence_id), "SELF_REFERENCE")


@pytest.mark.promise("SELF-1")
def test_the_source_in_another_layout_or_as_the_article_of_a_page_is_no_evidence(world: World) -> None:
    spaced = TEXT.replace(". ", ".\n")
    page = f"Menu\n{spaced}\nFooter"
    article = [Range(5, 5 + len(spaced))]
    copies = [world.evidence(spaced), world.evidence(page, article=article, url="https://example.org/copy")]
    with world.ledger.read() as reader:
        session = reader.session(world.session)
    for evidence, text in zip(copies, (spaced, page), strict=True):
        with pytest.raises(Refusal) as caught:
            check_copied_text(session, TEXT, evidence, text)
        assert caught.value.code == "SELF_REFERENCE"
    check_copied_text(session, TEXT, copies[0], "Length: 120 metres.")


def test_another_page_of_the_same_site_is_evidence(tmp_path: Path) -> None:
    with open_world(tmp_path, source_kind="url", origin="https://example.org/x") as world:
        check(world, world.claim(), world.evidence(url="https://example.org/y").evidence_id)


@pytest.mark.promise("PAGE-3")
def test_pages_and_hidden_text_come_from_the_evidence(world: World) -> None:
    pages = [{"number": 4, "start": 0, "end": 12}, {"number": 5, "start": 12, "end": 19}]
    evidence = world.evidence(pages=pages, hidden=[Range(17, 19)])
    claim_id = world.claim()
    both = world.attach(claim_id, evidence.evidence_id)
    assert (both.pages, both.hidden_text) == ([4, 5], True)
    first = world.attach(claim_id, evidence.evidence_id, found={"start": 8, "end": 11})
    assert (first.pages, first.hidden_text) == ([4], False)


def test_only_live_attachments_are_counted(world: World) -> None:
    claim_id, evidence_id = world.claim(), world.evidence().evidence_id
    world.attach(claim_id, evidence_id)
    world.exclude("attachment", world.attach(claim_id, evidence_id).attachment_id)
    world.attach(claim_id, evidence_id, "contradicts")
    with world.ledger.read() as reader:
        counts = attachment_counts(reader, world.session, claim_id)
    assert (counts.total, counts.supports, counts.contradicts) == (2, 1, 1)


# Verdicts -------------------------------------------------------------------------------------------------------------

BASIS = {
    "verified": {"supports"},
    "contradicted": {"contradicts"},
    "partially_verified": {"supports", "partial"},
    "unverifiable": {"supports", "contradicts", "partial", "irrelevant", None},
}


@pytest.mark.promise("VERDICT-1")
@pytest.mark.parametrize("verdict", BASIS)
@pytest.mark.parametrize("relation", ["supports", "contradicts", "partial", "irrelevant", None])
def test_a_verdict_needs_its_live_attachment(world: World, verdict: str, relation: str | None) -> None:
    claim_id = world.claim()
    if relation is not None:
        world.attach(claim_id, world.evidence().evidence_id, relation)
    if relation in BASIS[verdict]:
        assert world.verdict(claim_id, verdict).verdict == verdict
    else:
        refusal = refused(world, lambda: world.verdict(claim_id, verdict), "VERDICT_WITHOUT_BASIS")
        assert verdict in refusal.message
        assert refusal.facts["live"] == ([f"attachment_1 ({relation})"] if relation else [])


@pytest.mark.promise("VERDICT-1")
@pytest.mark.promise("REVISE-3")
@pytest.mark.parametrize("kind", ["attachment", "evidence"])
def test_what_is_excluded_carries_no_verdict(world: World, kind: str) -> None:
    claim_id, evidence = world.claim(), world.evidence()
    ids = {"evidence": evidence.evidence_id, "attachment": world.attach(claim_id, evidence.evidence_id).attachment_id}
    world.exclude(kind, ids[kind])
    refusal = refused(world, lambda: world.verdict(claim_id, "verified"), "VERDICT_WITHOUT_BASIS")
    assert refusal.facts["excluded"] == ["attachment_1 (supports)"]
    world.restore(kind, ids[kind])
    world.verdict(claim_id, "verified")


@pytest.mark.promise("VERDICT-2")
@pytest.mark.parametrize(
    ("verdict", "named", "accepted"),
    [
        ("verified", "attachment_2", True),
        ("verified", "attachment_1", False),
        ("verified", "attachment_22", False),
        ("contradicted", "attachment_1", True),
        ("contradicted", "attachment_2", False),
        ("unverifiable", "attachment_1", True),
        ("unverifiable", "nothing", False),
        ("verified", "evidence_1", True),
        ("verified", "evidence_11", False),
        ("verified", "a Conflicting page", True),
        ("contradicted", "異なる数字", True),
    ],
)
def test_live_evidence_on_both_sides_must_be_named(world: World, verdict: str, named: str, accepted: bool) -> None:
    claim_id, evidence_id = world.claim(), world.evidence().evidence_id
    world.attach(claim_id, evidence_id, "supports")
    world.attach(claim_id, evidence_id, "contradicts")
    rationale = f"In spite of {named}."
    if accepted:
        world.verdict(claim_id, verdict, rationale)
    else:
        refused(world, lambda: world.verdict(claim_id, verdict, rationale), "VERDICT_CONFLICT_UNNAMED")


@pytest.mark.promise("VERDICT-3")
def test_the_latest_verdict_counts_and_the_earlier_ones_stay(world: World) -> None:
    claim_id = world.claim()
    world.attach(claim_id, world.evidence().evidence_id)
    for verdict in ("unverifiable", "verified", "partially_verified"):
        world.verdict(claim_id, verdict)
    with world.ledger.read() as reader:
        assert [entry.verdict for entry in verdicts.history(reader, world.session, claim_id)] == [
            "unverifiable",
            "verified",
            "partially_verified",
        ]
        assert status.summary(reader, world.session).claims.partially_verified == 1


def test_a_verdict_on_an_excluded_or_unknown_claim_is_refused(world: World) -> None:
    claim_id = world.claim()
    refused(world, lambda: world.verdict("claim_2", "unverifiable"), "RECORD_UNKNOWN")
    world.exclude("claim", claim_id)
    refused(world, lambda: world.verdict(claim_id, "unverifiable"), "RECORD_EXCLUDED")


# Revisions ------------------------------------------------------------------------------------------------------------


@pytest.mark.promise("REVISE-5")
def test_restoring_a_parent_brings_back_all_but_what_was_excluded_itself(world: World) -> None:
    claim_id, evidence_id = world.claim(), world.evidence().evidence_id
    one, two = (world.attach(claim_id, evidence_id).attachment_id for _ in range(2))
    world.exclude("attachment", two)
    for kind, target in (("evidence", evidence_id), ("claim", claim_id)):
        world.exclude(kind, target)
        assert live(world) == []
        world.restore(kind, target)
        assert live(world) == [one]


def live(world: World) -> list[str]:
    with world.ledger.read() as reader:
        return status.effective_ids(reader, world.session).attachments


@pytest.mark.promise("REVISE-4")
def test_a_second_exclusion_shows_the_first(world: World) -> None:
    claim_id = world.claim()
    world.exclude("claim", claim_id)
    refusal = refused(world, lambda: world.exclude("claim", claim_id), "REVISION_REFUSED")
    assert "exclusion_1" in refusal.message
    assert "first restore it" in refusal.suggestion


@pytest.mark.promise("REVISE-1")
def test_restoring_what_counts_tells_its_history(world: World) -> None:
    claim_id = world.claim()
    never = refused(world, lambda: world.restore("claim", claim_id), "REVISION_REFUSED")
    assert "never excluded" in never.message
    world.exclude("claim", claim_id)
    world.restore("claim", claim_id)
    again = refused(world, lambda: world.restore("claim", claim_id), "REVISION_REFUSED")
    assert again.facts["past_exclusions"] == ["exclusion_1"]
    assert world.exclude("claim", claim_id).record_id == "exclusion_2"


def test_an_unknown_target_and_another_session_are_refused(world: World) -> None:
    refused(world, lambda: world.exclude("non_claim", "non_claim_1"), "RECORD_UNKNOWN")
    refused(world, lambda: world.exclude("session", "fc_20200101T000000_00000000"), "ARGUMENT_INVALID")


@pytest.mark.promise("REVISE-2")
def test_an_archived_session_takes_no_write_but_its_restoration(world: World) -> None:
    claim_id = world.checked()
    with world.ledger.read() as reader:
        evidence_id = reader.all(Evidence, world.session)[0].evidence_id
    world.archive()
    calls: list[Callable[[], object]] = [
        world.claim,
        lambda: world.non_claim(0, 1),
        world.evidence,
        lambda: world.attach(claim_id, evidence_id),
        lambda: world.verdict(claim_id, "unverifiable"),
        lambda: world.exclude("claim", claim_id),
        lambda: world.restore("claim", claim_id),
        world.archive,
    ]
    for call in calls:
        refusal = refused(world, call, "SESSION_ARCHIVED")
        assert f"target_id {world.session}" in refusal.suggestion
    with world.ledger.read() as reader:
        assert reader.archived(world.session)
        assert status.summary(reader, world.session).claims.verified == 1
        assert status.extract(reader, world.session).archived
    world.restore("session", world.session)
    world.verdict(claim_id, "verified")


@pytest.mark.promise("REVISE-3")
def test_excluded_records_are_not_counted(world: World) -> None:
    claim_id = world.checked()
    world.exclude("claim", claim_id)
    with world.ledger.read() as reader:
        found = status.summary(reader, world.session)
    assert (found.claims.total, found.claims.verified, found.attachments.total) == (0, 0, 0)
    assert (found.evidence.total, found.evidence.http, found.non_claims) == (1, 1, 1)
    assert (found.exclusions.total, found.exclusions.active, found.exclusions.restored) == (1, 1, 0)


def test_text_sha256_is_of_utf8() -> None:
    assert text_sha256("é") == "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c"
