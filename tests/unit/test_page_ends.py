"""Quotes over the end of a page: heads, feet and page numbers in between are left out, and only these."""

from __future__ import annotations

import time

import pytest

from evidence.page_ends import on_pages, page_ends
from evidence.pdf import read_pdf
from evidence.quotes import Found, NotFound, QuoteText, find_quote
from evidence.ranges import Range
from tests.pace import pace
from tests.pdf_files import HORIZONTAL, pdf, words


def pages_of(*texts: str) -> tuple[str, list[Range]]:
    """The pages as they are stored, and their ranges."""
    text = "\n\n".join(texts)
    ranges, at = [], 0
    for one in texts:
        ranges.append(Range(at, at + len(one)))
        at += len(one) + 2
    return text, ranges


def prepared(*texts: str) -> QuoteText:
    text, pages = pages_of(*texts)
    return QuoteText(text, page_ends=page_ends(text, pages))


BODY = ["The council met on Monday and", "it agreed that the bridge was", "closed for all of the year."]


@pytest.mark.promise("QUOTE-14")
@pytest.mark.parametrize(
    ("foot", "head"),
    [
        (["\n1", "\n2", "\n3"], ["", "", ""]),
        (["\n- 11 -", "\n- 12 -", "\n- 13 -"], ["", "", ""]),
        (["\nPage 1 of 3", "\nPage 2 of 3", "\nPage 3 of 3"], ["", "", ""]),
        (["", "", ""], ["iv\n", "v\n", "vi\n"]),
        (["\n12/80", "\n13/80", "\n14/80"], ["Annual Report 2024\n"] * 3),
        (["\n© The Harbour Council"] * 3, ["Harbour News | 7\n", "Harbour News | 8\n", "Harbour News | 9\n"]),
        (["\n第1頁", "\n第2頁", "\n第3頁"], ["年次報告書\n"] * 3),
        (["", "", ""], ["Annual Report\n1\n", "Annual Report\n2\n", "Annual Report\n3\n"]),
    ],
)
def test_a_quote_over_a_page_end_leaves_out_heads_feet_and_numbers(foot: list[str], head: list[str]) -> None:
    evidence = prepared(*(f"{h}{body}{f}" for h, body, f in zip(head, BODY, foot, strict=True)))
    found = find_quote(evidence, "on Monday and it agreed that the bridge was closed for all")
    assert isinstance(found, Found)
    assert found.folds == ("page-end",)
    assert (found.matched_text[:9], found.matched_text[-7:]) == ("on Monday", "for all")


@pytest.mark.promise("QUOTE-14")
@pytest.mark.promise("QUOTE-2")
@pytest.mark.parametrize(
    "texts",
    [
        ("It rose to", "3 percent.", "In all"),  # a number that begins a page's text
        ("It was said to be", "not", "approved."),
        ("The value was\n2020", "units of the first", "kind"),
        ("They said that it was", "Nothing of the kind\nfound there", "again"),
    ],
)
def test_what_is_no_head_or_foot_is_never_left_out(texts: tuple[str, ...]) -> None:
    lines = " ".join(texts).replace("\n", " ").split(" ")
    for at in range(1, len(lines) - 1):
        quote = " ".join(lines[:at] + lines[at + 1 :])
        assert isinstance(find_quote(prepared(*texts), quote), NotFound), quote


def test_numbers_that_do_not_count_pages_stay() -> None:
    assert page_ends(*pages_of("one\n40", "two\n40", "three\n40")) == []
    assert page_ends(*pages_of("Total 5\nrose to", "Total 9\nfell to", "Total 2\nwas")) == []


def test_the_foot_itself_is_found_as_it_stands() -> None:
    found = find_quote(prepared("one of\n1", "two of\n2", "three of\n3"), "one of 1 two")
    assert isinstance(found, Found)
    assert found.kind == "exact"


def test_an_empty_page_and_one_of_heads_only_are_passed() -> None:
    evidence = prepared("The News\nit began on", "", "The News\n3", "The News\nthe next page")
    assert isinstance(find_quote(evidence, "it began on the next page"), Found)


@pytest.mark.promise("QUOTE-14")
def test_a_word_broken_over_the_pages_of_a_pdf_is_found_on_both() -> None:
    contents = [
        words([(72, 760, "Harbour Report"), (72, 400, "as described in Sec-"), (300, 30, "11")]),
        words([(72, 760, "Harbour Report"), (72, 400, "tion 3 of the paper, which"), (300, 30, "12")]),
        words([(72, 760, "Harbour Report"), (72, 400, "is the last one."), (300, 30, "13")]),
    ]
    read = read_pdf(pdf(contents), max_pages=9)
    evidence = QuoteText(read.text, page_ends=page_ends(read.text, [Range(one.start, one.end) for one in read.pages]))
    found = find_quote(evidence, "as described in Section 3 of the paper, which is the last one.")
    assert isinstance(found, Found)
    assert found.folds == ("hyphenation", "page-end")
    assert [one.number for one in read.pages if one.start < found.end and found.start < one.end] == [1, 2, 3]


@pytest.mark.promise("QUOTE-14")
def test_a_japanese_sentence_over_the_pages_of_a_pdf_is_found() -> None:
    lines = ["過負荷を検知機", "構により遮断する。"]
    contents = [words([(72, 700, line), (300, 30, str(at))], wide=True) for at, line in enumerate(lines, start=1)]
    read = read_pdf(pdf(contents, font=HORIZONTAL), max_pages=9)
    evidence = QuoteText(read.text, page_ends=page_ends(read.text, [Range(one.start, one.end) for one in read.pages]))
    found = find_quote(evidence, "過負荷を検知機構により遮断する。")
    assert isinstance(found, Found)
    assert found.folds == ("cjk-space", "page-end")


def test_the_parts_of_a_quote_on_its_pages_leave_heads_and_feet_out() -> None:
    text, pages = pages_of(*(f"The News\n{body}\n{at}" for at, body in enumerate(BODY, start=1)))
    ends = page_ends(text, pages)
    place = Range(text.index("on Monday"), text.index("closed for all") + len("closed for all"))
    parts = [(index, text[part.start : part.end]) for index, part in on_pages(place, pages, ends)]
    assert parts == [(0, "on Monday and"), (1, BODY[1]), (2, "closed for all")]
    assert next(text[part.start : part.end] for _, part in on_pages(place, pages, [])) == "on Monday and\n1"


def test_many_pages_are_looked_through_fast() -> None:
    text, pages = pages_of(*(f"Head of all\nBody {at * 7} is here\nand ends\nFoot {at}" for at in range(2_000)))
    started = time.process_time()
    assert len(page_ends(text, pages)) == 1_999
    assert time.process_time() - started < 2 * pace()
