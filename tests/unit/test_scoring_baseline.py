"""The original's scoring, as described: what it gets right, and the faults that belong to it."""

from __future__ import annotations

import pytest

from evidence.observation.values import BlockKind, of_blocks
from evidence.scoring.baseline.contradiction import contradicts
from evidence.scoring.baseline.guards import aligned, family, numbers
from evidence.scoring.baseline.judge import Baseline
from evidence.scoring.baseline.tokens import Bag, all_tokens, anchors, glossed, significant, stem
from evidence.scoring.values import Judgement


def judged(claim: str, *texts: str, kind: BlockKind = "text") -> Judgement:
    return Baseline().judge([claim], of_blocks([(kind, text) for text in texts]))[0]


def test_a_sentence_of_the_page_is_supported_in_the_high_band() -> None:
    found = judged("Orders ship within two working days.", "Orders ship within two working days.")
    assert (found.verdict, found.band, found.backend) == ("supported", "high", "baseline")
    assert [(one.start, one.end) for one in found.supporting] == [(0, 36)]


def test_a_phrase_denied_is_contradicted() -> None:
    found = judged("Offline mode is supported in the desktop app.", "Offline mode is not supported in the desktop app.")
    assert found.verdict == "contradicted"


def test_a_negation_outside_its_twelve_pairs_is_not_seen() -> None:
    claim = "Maru uses a garbage collector for its objects."
    assert judged(claim, "Maru never uses a garbage collector for its objects.").verdict == "supported"


def test_a_page_on_something_else_is_insufficient() -> None:
    assert judged("Orders ship within two working days.", "Our garden has roses.").verdict == "insufficient"
    assert judged("Orders ship within two working days.").verdict == "insufficient"


def test_another_number_with_its_unit_is_contradicted_and_a_bare_decimal_switches_that_off() -> None:
    assert (
        judged("Keys expire after 30 days without use.", "Keys expire after 90 days without use.").verdict
        == "contradicted"
    )
    assert judged("The index was 99.5 at the close.", "The index was 98.1 at the close.").verdict != "contradicted"


@pytest.mark.parametrize(
    ("word", "expected"),
    [("listing", "list"), ("used", "used"), ("quickly", "quick"), ("boxes", "box"), ("sing", "sing"), ("계약", "계약")],
)
def test_stems_lose_the_first_ending_that_leaves_three_letters(word: str, expected: str) -> None:
    assert stem(word) == expected


def test_tokens_lose_signs_and_split_decimals() -> None:
    assert all_tokens("10,000 and 99.9% of €5") == ["10000", "and", "99", "9", "of", "5"]
    assert all_tokens("네트워크") == ["네트워크", "네트", "트워", "워크", "네트워", "트워크"]


def test_tokens_match_by_their_beginnings_and_cjk_by_parts() -> None:
    bag = Bag(all_tokens("interfaces 네트워크"))
    assert "interfac" in bag
    assert "int" not in bag
    assert "트워" in bag
    assert anchors(significant(["support", "always", "network", "cat"])) == ["network"]


def test_a_claim_in_another_script_keeps_only_what_the_table_knows() -> None:
    assert glossed("Fetch API는 인터페이스를 제공한다.") == ["fetch", "api", "interface", "provid"]
    assert glossed("东京塔 1958") == ["1958"]


def test_months_count_as_numbers_even_as_verbs() -> None:
    assert [(one.value, one.unit) for one in numbers("Users may wait 3 days")] == [("5", "month-name"), ("3", "day")]
    assert aligned("It takes 3 days.", "It takes 3 days.") == 1.0


def test_qualifiers_need_a_space_on_both_sides() -> None:
    assert family("The default value is 3.") == "default"
    assert family("Default value") is None


def test_the_words_after_a_phrase_decide_what_it_is_about() -> None:
    claim = "Export is available for teams."
    assert contradicts(claim, ["export"], "Export is not available for teams.")
    assert not contradicts(claim, ["export"], "Export is not available in the mobile client.")


def test_a_claim_that_repeats_itself_is_refused() -> None:
    found = judged("very good thing " * 40, "A page.")
    assert found.verdict == "insufficient"
    assert found.guard is not None
    assert found.guard.name == "low-signal"
