"""One kind of trap at a time: what looks like the claim and says something else, in words of our own."""

from __future__ import annotations

import pytest

from evidence.observation.values import BlockKind, of_blocks
from evidence.scoring.rules import Rules
from evidence.scoring.values import Judgement

PLANS = "Feature | Free | Team\nStorage | 2 GB | 100 GB\nPrice | $0 | $12\nAudit log | No | Yes"
LIFE = "Ilse Brandt (12 March 1871 – 4 August 1950) was a Danish botanist."


def judged(claim: str, *pieces: tuple[BlockKind, str]) -> Judgement:
    (found,) = Rules().judge([claim], of_blocks(pieces))
    return found


def on_text(claim: str, text: str) -> Judgement:
    return judged(claim, ("text", text))


@pytest.mark.parametrize(
    ("text", "guard"),
    [
        ("The owner believes the drug reduces pain.", "attribution"),
        ("It is unclear whether the drug reduces pain.", "condition"),
        ("Does the drug reduce pain?", "question"),
        ("The drug may reduce pain.", "hedge"),
        ("The drug will reduce pain.", "future"),
        ("The drug is meant to reduce pain.", "intended"),
        ("If taken early, the drug reduces pain.", "condition"),
    ],
)
def test_what_is_not_said_plainly_supports_nothing_and_opposes_nothing(text: str, guard: str) -> None:
    found = on_text("The drug reduces pain.", text)
    assert (found.verdict, found.guard and found.guard.name) == ("insufficient", guard)


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Norva acquired Delko.", "Norva agreed to acquire Delko."),
        ("The council approved the budget.", "The mayor urged the council to approve the budget."),
        ("The council approved the budget.", "The council almost approved the budget."),
        ("Delko was acquired by Norva.", "Delko was acquired by a rival of Norva."),
        ("The app is free.", "The app is free for students."),
        ("Deno reads sockets.", "Deno Deploy reads sockets."),
        ("Oslo is the largest port in Norway.", "Oslo is one of the largest ports in Norway."),
        ("The median age is 41.3 years.", "The average age is 41.3 years."),
        ("Node reads sockets.", "Deno reads sockets."),
        ("Users can invite guests.", "Some users can invite guests."),
        ("東京支店は日曜も営業する。", "大阪支店は日曜も営業する。"),
        ("부산 지점은 일요일에 영업한다.", "대구 지점은 일요일에 영업한다."),
        ("北京分店周日营业。", "上海分店周日营业。"),
        ("Der Turm ist dreihundert Meter hoch.", "Der Turm ist nicht dreihundert Meter hoch."),
    ],
)
def test_what_is_said_of_less_or_of_another_is_insufficient(claim: str, text: str) -> None:
    assert on_text(claim, text).verdict == "insufficient"


@pytest.mark.parametrize(
    ("claim", "text", "guard"),
    [
        ("Lyon beat Nantes in the final.", "Nantes beat Lyon in the final.", "roles"),
        ("The bank sold the ship to the lender.", "The lender sold the ship to the bank.", "roles"),
        ("The cat was chased by the dog.", "The cat chased the dog.", "roles"),
        ("田中は鈴木を批判した。", "鈴木は田中を批判した。", "roles"),
        ("철수가 영희를 이겼다.", "영희가 철수를 이겼다.", "roles"),
        ("华山公司收购了泰山公司。", "泰山公司收购了华山公司。", "roles"),
        ("Oslo is the largest city in Norway.", "Oslo is the second largest city in Norway.", "rank"),
        ("Starter costs 199 dollars.", "Starter costs 29 dollars and Team costs 199 dollars.", "numbers"),
        ("The rate was 7 percent in 2020.", "The rate fell from 7 percent in 2015 to 5 percent in 2020.", "numbers"),
        ("The plan passed by 14 votes to 31.", "The plan passed by 31 votes to 14.", "numbers"),
        ("The tool is generally available.", "The tool is in public beta.", "status"),
        ("Ilse Brandt was born in 1817.", LIFE, "numbers"),
        ("Ilse Brandt was a Swedish botanist.", LIFE, "other_word"),
        ("The capital of Norway is Bergen.", "The capital of Norway is Oslo.", "names"),
    ],
)
def test_another_element_in_the_same_place_contradicts(claim: str, text: str, guard: str) -> None:
    found = on_text(claim, text)
    assert (found.verdict, found.guard and found.guard.name) == ("contradicted", guard)
    assert found.opposing[0].start == 0


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("Ada Roth directed the film.", "The film, directed by Ada Roth, was released in 2003."),
        ("The library opened before the school.", "The school opened after the library."),
        ("The offer includes breakfast.", "Breakfast is included in the offer."),
        ("The museum shows ships.", "The museum, which never closes, shows ships."),
        ("Marie Curie won a prize.", "Curie won a prize."),
        ("The World Health Organization met in May.", "The World Health Organization met in May and June."),
        ("Ilse Brandt died on 4 August 1950.", LIFE),
        ("The lamp has no battery.", "The lamp comes without a battery."),
        ("The price rose to 199 dollars.", "The price rose from 29 dollars to 199 dollars."),
    ],
)
def test_the_same_said_otherwise_supports(claim: str, text: str) -> None:
    assert on_text(claim, text).verdict == "supported"


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("The Team plan has 100 GB of storage.", "supported"),
        ("The Free plan has 100 GB of storage.", "contradicted"),
        ("The Team price is $12.", "supported"),
        ("The Free price is $12.", "contradicted"),
        ("The Team plan has an audit log.", "supported"),
        ("The Free plan has an audit log.", "contradicted"),
        ("The Free plan has no audit log.", "supported"),
        ("The Basic plan has 100 GB of storage.", "insufficient"),
    ],
)
def test_a_value_counts_in_the_row_and_the_column_that_the_claim_names(claim: str, verdict: str) -> None:
    assert judged(claim, ("heading", "Plans"), ("table", PLANS)).verdict == verdict


def test_a_row_of_a_longer_name_is_anothers() -> None:
    table: tuple[BlockKind, str] = ("table", "Model | Ports\nR3 | 8\nR3 Pro | 16")
    assert judged("The R3 has 16 ports.", table).verdict == "contradicted"
    assert judged("The R3 has 8 ports.", table).verdict == "supported"


def test_a_pronoun_takes_its_subject_from_the_heading_or_the_sentences_before_with_less_certainty() -> None:
    page: list[tuple[BlockKind, str]] = [("heading", "Norva"), ("text", "It makes pumps. In 1999 it moved to Graz.")]
    found = judged("Norva moved to Graz in 1999.", *page)
    assert (found.verdict, found.band) == ("supported", "medium")
    assert judged("Delko moved to Graz in 1999.", *page).verdict == "insufficient"


def test_the_surroundings_never_give_what_is_said() -> None:
    found = judged("Norva never married.", ("text", "She never married. Norva wrote three books."))
    assert found.verdict != "contradicted"


@pytest.mark.parametrize(
    ("claim", "text", "verdict"),
    [
        ("Imports rose.", "Exports rose and imports fell.", "contradicted"),
        ("Exports rose.", "Exports rose and imports fell.", "supported"),
        ("Prices rose in 2020.", "Prices fell in 2019 and rose in 2020.", "supported"),
        ("Prices rose in 2019.", "Prices fell in 2019 and rose in 2020.", "contradicted"),
        ("Imports rose in May.", "Exports rose in May. Imports fell in May.", "contradicted"),
        ("Karl wrote a book.", "Karl was a physician. Ilse wrote a book.", "insufficient"),
        ("The museum is free on Sundays.", "The museum costs 5 euros, but it is free on Sundays.", "supported"),
        ("Most members voted for the plan.", "Most members voted against the plan.", "contradicted"),
        ("Women earn less than men.", "Women earn more than men.", "contradicted"),
        ("Rates were lower in 2015 than in 2020.", "Rates were lower in 2020 than in 2015.", "contradicted"),
        ("Rates were higher in 2015 than in 2020.", "Rates were lower in 2020 than in 2015.", "supported"),
    ],
)
def test_subject_and_predicate_belong_to_one_clause(claim: str, text: str, verdict: str) -> None:
    assert on_text(claim, text).verdict == verdict


def test_the_highest_band_stands_for_the_claims_own_words_in_their_order() -> None:
    assert on_text("The lamp weighs 2 kg.", "The lamp weighs 2 kg.").band == "high"
    assert on_text("Norva bought Delko.", "Delko was bought by Norva.").band != "high"
    assert on_text("The timeout is 15 minutes.", "The timeout is 900 seconds.").band != "high"


def test_an_item_of_a_list_speaks_for_itself_alone() -> None:
    items: tuple[BlockKind, str] = ("list", "- Basic costs 10 dollars.\n- Pro costs 20 dollars.")
    assert judged("Basic costs 20 dollars.", items).verdict == "contradicted"
    assert judged("Pro costs 20 dollars.", items).verdict == "supported"


def test_a_page_that_says_it_plainly_and_otherwise_elsewhere_shows_both() -> None:
    found = judged("The lamp weighs 2 kg.", ("text", "The lamp weighs 2 kg."), ("text", "The lamp weighs 3 kg."))
    assert found.supporting
    assert found.opposing
    assert found.band != "high"


def test_passages_are_ranges_of_the_page_text_with_their_block() -> None:
    page = of_blocks([("heading", "Lamps"), ("text", "They are old. The lamp weighs 2 kg. It is red.")])
    (found,) = Rules().judge(["The lamp weighs 2 kg."], page)
    passage = found.supporting[0]
    assert page.text[passage.start : passage.end] == "The lamp weighs 2 kg."
    assert passage.ref == page.blocks[1].ref


@pytest.mark.parametrize(
    "claim", ["", " \n", "word " * 2_000, "\ud800", "\x00\x01", "(" * 1_000, "1" * 1_900, "หอคอยสูง"]
)
def test_any_claim_has_a_verdict_and_a_reason(claim: str) -> None:
    found = on_text(claim, "The lamp weighs 2 kg.")
    assert found.verdict == "insufficient"
    assert found.guard is not None
    assert found.next_step
