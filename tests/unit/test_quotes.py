from __future__ import annotations

import pytest

from evidence.quotes import Found, NotFound, QuoteText, find_all, find_quote, is_there, too_short
from evidence.ranges import Range
from tests.unit.quote_samples import FOUND, REFUSED


def found(text: str, quote: str, **options: object) -> Found:
    answer = find_quote(QuoteText(text), quote, **options)  # type: ignore[arg-type]
    assert isinstance(answer, Found), answer
    assert answer.matched_text == text[answer.start : answer.end]
    return answer


def refused(text: str, quote: str, **options: object) -> NotFound:
    answer = find_quote(QuoteText(text), quote, **options)  # type: ignore[arg-type]
    assert isinstance(answer, NotFound), answer
    return answer


@pytest.mark.promise("QUOTE-4")
@pytest.mark.parametrize(("text", "quote", "folds"), FOUND)
def test_differences_of_extraction_and_typing_are_folded_by_name(text: str, quote: str, folds: tuple[str, ...]) -> None:
    answer = found(text, quote)
    assert answer.folds == folds
    assert answer.kind == ("folded" if folds else "exact")


@pytest.mark.promise("QUOTE-2")
@pytest.mark.parametrize(("text", "quote", "code"), REFUSED)
def test_differences_of_wording_are_refused(text: str, quote: str, code: str) -> None:
    assert refused(text, quote).code == code


@pytest.mark.promise("QUOTE-6")
@pytest.mark.promise("RANGE-3")
@pytest.mark.parametrize(
    ("text", "quote", "slice_"),
    [
        ("a  ﬁne\n day, ｶﾞ㌔ ok", "fine day", "ﬁne\n day"),
        ("x ｶﾞ㌔ y", "ガキロ", "ｶﾞ㌔"),
        ("🤔🤔:thinking here", ":thinking", ":thinking"),
        ("東京都葛\U000e0100飾区", "都葛", "都葛\U000e0100"),
        ("cafe\u0301 au lait", "café", "cafe\u0301"),
        ("令和 5 年度 は", "5年度は", "5 年度 は"),
        ("the inform-\nation desk", "information", "inform-\nation"),
        ("達成\u3000\u3000した", "達成 した", "達成\u3000\u3000した"),
    ],
)
def test_offsets_are_exact_on_both_ends(text: str, quote: str, slice_: str) -> None:
    assert found(text, quote).matched_text == slice_


@pytest.mark.promise("QUOTE-2")
@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("alpha\nbeta", "alphabeta"),
        ("infor\nmation is", "information is"),
        ("사과\n배와 감", "사과배와 감"),
        ("二十\n三人が", "二十三人が"),
    ],
)
def test_lines_of_markup_are_never_joined_to_words(text: str, quote: str) -> None:
    assert isinstance(find_quote(QuoteText(text), quote), Found)
    assert not isinstance(find_quote(QuoteText(text, wrapped=False), quote), Found)
    assert isinstance(find_quote(QuoteText(text, wrapped=False), text.replace("\n", " ")), Found)


@pytest.mark.parametrize(
    ("text", "quote"), [("ap-\nproved", "approved"), ("the 1990-\n2000 time", "the 1990-2000 time")]
)
def test_hyphens_at_line_ends_of_markup_are_folded_all_the_same(text: str, quote: str) -> None:
    assert isinstance(find_quote(QuoteText(text, wrapped=False), quote), Found)


@pytest.mark.promise("QUOTE-8")
def test_the_first_occurrence_in_the_article_is_the_default() -> None:
    text = "menu: prices rose. Article: prices rose. footer: prices rose."
    answer = found(text, "prices rose", article=[Range(19, 41)])
    assert (answer.start, answer.occurrence, answer.occurrences, answer.in_article) == (28, 2, 3, True)


def test_without_an_article_the_first_occurrence_is_the_default() -> None:
    answer = found("prices rose, prices rose", "prices rose", article=[Range(2, 5)])
    assert (answer.start, answer.occurrence, answer.occurrences, answer.in_article) == (0, 1, 2, False)


def test_a_quote_over_two_article_ranges_is_inside() -> None:
    assert found("one two\nthree four", "two three", article=[Range(0, 7), Range(8, 18)]).in_article


@pytest.mark.promise("QUOTE-8")
def test_an_occurrence_can_be_picked() -> None:
    assert found("rose rose rose", "rose", occurrence=3).start == 10


@pytest.mark.promise("QUOTE-8")
@pytest.mark.parametrize("occurrence", [0, -1, 4])
def test_an_occurrence_that_is_not_there_is_refused(occurrence: int) -> None:
    answer = refused("rose rose rose", "rose", occurrence=occurrence)
    assert answer.code == "OCCURRENCE_UNKNOWN"
    assert "3 times" in answer.message


@pytest.mark.promise("QUOTE-2")
@pytest.mark.parametrize(
    ("text", "quote", "code"),
    [
        ("Wait... what?!", "...", "QUOTE_EMPTY"),
        ("some text", "  \u3000", "QUOTE_EMPTY"),
        ("Hello\U000e0061\U000e0062", "\U000e0061\U000e0062", "QUOTE_EMPTY"),
        ("", "some words", "QUOTE_NOT_FOUND"),
        ("text", "x" * 20_001, "QUOTE_TOO_LONG"),
        ("the landlord is not permitted to leave", "the landlord is … permitted", "QUOTE_ELIDED"),
        ("the landlord is not permitted to leave", "the landlord [...] permitted", "QUOTE_ELIDED"),
        ("彼は増加したと言わなかった", "彼は（中略）言わなかった", "QUOTE_ELIDED"),
        ("Prices rose", "prices rose", "CASE_DIFFERS"),
        ("ひらがなの文", "ヒラガナの文", "KANA_DIFFERS"),
    ],
)
def test_each_refusal_has_its_code(text: str, quote: str, code: str) -> None:
    assert refused(text, quote).code == code


def test_case_and_kana_are_folds_for_those_who_accept_them() -> None:
    assert found("Prices rose", "prices rose", accept={"case", "kana"}).folds == ("case",)
    assert found("ひらがなの文", "ヒラガナの文", accept={"case", "kana"}).folds == ("kana",)
    assert refused("Prices rose", "prices rose", accept={"kana"}).code == "CASE_DIFFERS"


@pytest.mark.promise("QUOTE-7")
def test_a_near_miss_shows_where_the_two_sides_part() -> None:
    text = "前年に比べて増加率は3.5%だった。翌年は下がった。"
    nearest = refused(text, "増加率は3.6%だった").nearest
    assert nearest is not None
    assert text[nearest.start : nearest.end] == "増加率は3."
    assert (nearest.quote_start, nearest.quote_end, nearest.length) == (0, 6, 6)
    assert nearest.quote_part.startswith("3.6%")
    assert nearest.text_part.startswith("3.5%")
    assert text[nearest.reads.start : nearest.reads.end] == "増加率は3.5%だった"
    assert nearest.differs == ("number",)
    assert "増加率は3.5%" in nearest.passage


@pytest.mark.promise("QUOTE-7")
def test_a_near_miss_sees_through_folds() -> None:
    nearest = refused("He said “the drug is not\napproved” twice.", 'said "the drug is approved" twice').nearest
    assert nearest is not None
    assert nearest.quote_part.startswith("approved")
    assert nearest.text_part.startswith("not\napproved")


@pytest.mark.promise("QUOTE-7")
def test_a_near_miss_counts_in_the_quote_as_given() -> None:
    nearest = refused("It grew by 5 percent.", "  It grew by 6 percent.").nearest
    assert nearest is not None
    assert (nearest.quote_start, nearest.quote_end) == (2, 13)


def test_nothing_near_gives_no_passage() -> None:
    assert refused("Our computational machines converse.", "zzzz qqqq").nearest is None


def test_all_places_are_listed_without_overlap() -> None:
    hits = find_all(QuoteText("aaaa ｢ａａ｣"), "aa")
    assert [(hit.start, hit.end, hit.occurrence, hit.occurrences) for hit in hits] == [
        (0, 2, 1, 3),
        (2, 4, 2, 3),
        (6, 8, 3, 3),
    ]
    assert find_all(QuoteText("a。b。"), "。")[1].start == 3
    assert find_all(QuoteText("abc"), " ") == []
    assert [hit.folds for hit in find_all(QuoteText("don’t, don’t"), "don't")] == [("quote-mark",)] * 2


@pytest.mark.promise("QUOTE-13")
def test_a_term_is_looked_for_under_the_same_rules() -> None:
    evidence = QuoteText("120 people came, 20 of them late, and 1,412 stayed away.")
    assert [hit.start for hit in find_all(evidence, "20")] == [17]
    assert [hit.start for hit in find_all(evidence, "e", most=2)] == [5, 9]
    assert [hit.start for hit in find_all(evidence, "20", cut_numbers=True)] == [1, 17]
    assert is_there(evidence, "20 of them")
    assert not is_there(evidence, "412 stayed")
    assert not is_there(evidence, "20 people")


@pytest.mark.promise("QUOTE-8")
@pytest.mark.promise("QUOTE-13")
def test_an_occurrence_that_cuts_a_number_is_none_and_one_that_cuts_nothing_comes_first() -> None:
    answer = found("120 people, then 20 people", "20 people")
    assert (answer.start, answer.occurrence, answer.occurrences) == (17, 1, 1)
    text = "It is unable. Article: is unable, then able to. Footer: able"
    answer = found(text, "able", article=[Range(14, 47)])
    assert (text[answer.start - 5 : answer.end], answer.occurrence, answer.cuts) == ("then able", 3, ())
    assert found(text, "able", article=[Range(14, 32)]).cuts == ("word",)


@pytest.mark.promise("QUOTE-9")
@pytest.mark.parametrize(
    ("quote", "short"),
    [
        ("増加し", True),
        ("増加した", False),
        ("2024", True),
        ("20245", False),
        ("a, b c. d!", True),
        ("rains", False),
        ("한국어", True),
        ("令和5年", False),
    ],
)
def test_the_minimum_counts_letters_and_digits(quote: str, short: bool) -> None:
    assert too_short(quote) == short
