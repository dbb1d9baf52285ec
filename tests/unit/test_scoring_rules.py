"""Claims weighed by rules: what supports, what opposes, what is left open, and why."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.claim_pages import claim_pages
from benchmarks.scoring import false_support, judged, own, rate
from evidence.observation.values import BlockKind, of_blocks
from evidence.scoring.backends import UnknownBackend, backend
from evidence.scoring.conflict import conflict
from evidence.scoring.rules import Rules
from evidence.scoring.values import Judgement


def one(claim: str, *texts: str, kind: BlockKind = "text") -> Judgement:
    return Rules().judge([claim], of_blocks([(kind, text) for text in texts]))[0]


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("Orders ship within two days.", "Orders ship within 48 hours."),
        ("The city council runs the museum.", "The museum is run by the city council."),
        ("Keld Motors was bought by Arno Group in 2014.", "Arno Group bought Keld Motors in 2014."),
        ("The lamp does not work outdoors.", "The lamp does not work outdoors."),
        ("図書館は1994年に開館した。", "青葉市の図書館は1994年に開館した。"),
        ("운임은 7월에 인상되었다.", "버스 운임은 7월에 인상되었다."),
        ("公司成立于2003年。", "该公司成立于2003年。"),
    ],
)
def test_a_page_that_says_so_supports(claim: str, page: str) -> None:
    found = one(claim, page)
    assert (found.verdict, found.guard) == ("supported", None)
    assert found.supporting[0].start == 0


@pytest.mark.parametrize(
    ("claim", "page", "guard"),
    [
        ("The plan costs 199 dollars.", "The plan costs 29 dollars.", "numbers"),
        ("The museum opened in 1987.", "The museum opened in 1978.", "numbers"),
        ("Errors fell by 20.", "Errors fell by 20 percent.", "units"),
        ("The lamp works outdoors.", "The lamp does not work outdoors.", "negation"),
        ("The API supports exports.", "The API no longer supports exports.", "negation"),
        ("Exports can be undone.", "Exports cannot be undone.", "negation"),
        ("Fares were raised in May.", "Fares were lowered in May.", "opposite_words"),
        ("Keld Motors bought Arno Group.", "Arno Group bought Keld Motors.", "roles"),
        ("All members can delete projects.", "Only administrators can delete projects.", "scope"),
        ("図書館は1994年に開館した。", "図書館は1949年に開館した。", "numbers"),
        ("운임은 7월에 인상되었다.", "운임은 7월에 인하되었다.", "opposite_words"),
        ("公司已经盈利。", "公司尚未盈利。", "negation"),
    ],
)
def test_a_page_that_says_otherwise_contradicts_and_the_guard_is_named(claim: str, page: str, guard: str) -> None:
    found = one(claim, page)
    assert found.verdict == "contradicted"
    assert found.guard is not None
    assert (found.guard.name, found.opposing[0].start) == (guard, 0)


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("The compound reduces pain.", "The compound may reduce pain."),
        ("The compound reduces pain.", "According to the makers, the compound reduces pain."),
        ("The roof reopened.", "The roof is expected to reopen next spring."),
        ("New messages are rejected.", "If the disk is full, new messages are rejected."),
        ("Mira Hall has row level security.", "Tove Hall has row level security."),
        ("The bridge opened in 2011 with fireworks.", "The bridge opened in 2011."),
        ("The bridge opened in 2011.", "A garden has roses."),
        ("この薬は痛みを和らげる。", "この薬は痛みを和らげる可能性がある。"),
        ("커피는 수면을 방해한다.", "연구진은 커피가 수면을 방해할 수 있다고 추정했다."),
    ],
)
def test_what_a_page_does_not_say_is_left_open_with_a_reason(claim: str, page: str) -> None:
    found = one(claim, page)
    assert found.verdict in ("insufficient", "needs_more_browsing")
    assert found.guard is not None
    assert found.next_step


def test_a_row_of_a_table_supports_by_its_own_cells_alone() -> None:
    table = "Model | Ports | Price\nR2 | 4 | 89 dollars\nR3 | 8 | 129 dollars"
    assert one("The R3 costs 129 dollars.", table, kind="table").verdict == "supported"
    assert one("The R2 costs 129 dollars.", table, kind="table").verdict == "contradicted"


def test_an_item_of_a_list_supports_by_itself_alone() -> None:
    items = "- Basic plan costs 10 dollars\n- Max plan costs 30 dollars"
    assert one("The Max plan costs 30 dollars.", items, kind="list").verdict == "supported"
    assert one("The Basic plan costs 30 dollars.", items, kind="list").verdict == "contradicted"


def test_letters_that_no_analyser_reads_are_told_and_never_dropped() -> None:
    found = one("Мост открыт в 2011.", "The bridge opened in 2011.")
    assert (found.verdict, found.guard.name if found.guard else "") == ("insufficient", "language_unread")
    assert "Мост" in found.unread


def test_the_backend_tells_which_analysers_and_dictionaries_it_used() -> None:
    assert one("The bridge is long.", "The bridge is long.").backend == "rules"
    assert one("橋は長い。", "橋は長い。").backend == "rules+ja:sudachipy"
    assert one("收购了软件。", "He acquired software.").backend == "rules+zh:jieba+cc-cedict"


def test_an_unknown_backend_is_refused_by_name() -> None:
    assert [backend(name).name for name in ("rules", "baseline")] == ["rules", "baseline"]
    with pytest.raises(UnknownBackend, match="oracle"):
        backend("oracle")


@pytest.mark.promise("SCORE-1")
def test_on_the_pages_it_was_tuned_on_support_can_be_trusted() -> None:
    told = judged(Rules(), own("tuning"))
    assert false_support(told, ("high",))[0] <= 1
    wrong, there = false_support(told, ("high", "medium", "low"))
    assert wrong <= 0.03 * there
    assert rate(told, "supported", "entailed")[1] >= 0.65
    assert rate(told, "contradicted", "refuted")[1] >= 0.75


def test_there_are_enough_labelled_claims_and_no_page_is_in_both_parts() -> None:
    tuning, held_out = claim_pages("tuning"), claim_pages("held-out")
    assert sum(len(page.cases) for page in (*tuning, *held_out)) >= 300
    assert not {page.pieces[0] for page in tuning} & {page.pieces[0] for page in held_out}
    assert {page.language for page in tuning} == {page.language for page in held_out} == {"en", "ja", "ko", "zh"}


@pytest.mark.parametrize(
    ("claim", "quote", "expected"),
    [
        ("The plan costs 199 dollars.", "The plan costs 29 dollars.", "numbers differ: 199 dollars / 29 dollars"),
        ("The lamp works outdoors.", "The lamp does not work outdoors.", "negation"),
        ("The lamp works outdoors.", "It was a sunny day.", None),
        ("The plan costs 199 dollars.", "Prices are on the next page.", None),
    ],
)
def test_a_quote_that_opposes_its_claim_is_told(claim: str, quote: str, expected: str | None) -> None:
    found = conflict(claim, quote)
    assert (found is None) == (expected is None)
    if found is not None and expected is not None:
        assert expected in (found.told, found.name)


HOSTILE = [
    "",
    " ",
    "\x00\x01",
    "a" * 10_000,
    "1 " * 4_000,
    "…?!",
    "ก" * 50,
    "not " * 500,
    "(" * 1_000,
    "の" * 900,
    "|" * 99,
]


@pytest.mark.parametrize("claim", HOSTILE, ids=lambda claim: f"{claim[:3]!r}x{len(claim)}")
def test_a_claim_that_is_none_gets_a_verdict_with_its_reason(claim: str) -> None:
    found = one(claim, "The bridge opened in 2011. It is 312 metres long.", "橋は長い。")
    assert found.verdict == "insufficient"
    assert found.guard is not None


@given(st.text(max_size=80), st.text(max_size=200))
@settings(max_examples=60, deadline=None)
def test_any_claim_on_any_page_is_judged_with_passages_in_the_page(claim: str, page: str) -> None:
    seen = of_blocks([("text", page)])
    (found,) = Rules().judge([claim], seen)
    for passage in (*found.supporting, *found.opposing):
        assert 0 <= passage.start < passage.end <= len(seen.text)
    assert 0 <= found.score <= 1


def test_a_page_of_a_hundred_thousand_cells_is_weighed_in_part() -> None:
    table = "\n".join(" | ".join(f"cell {row} {column}" for column in range(10)) for row in range(10_000))
    found = Rules().judge([f"Cell {number} 3 holds {number}." for number in range(10)], of_blocks([("table", table)]))
    assert all(one.guard is not None and one.verdict != "supported" for one in found)


def test_two_hundred_claims_are_answered_in_their_order() -> None:
    claims = [f"Room {number} has {number} chairs." for number in range(200)]
    found = Rules().judge(claims, of_blocks([("text", " ".join(claims[:50]))]))
    assert [one.claim for one in found] == claims
    assert [one.verdict for one in found[:50]] == ["supported"] * 50
