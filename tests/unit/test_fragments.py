"""Links that open a page at the quoted words: which words they are made of, and where there is none."""

from __future__ import annotations

import time
from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evidence.fragment_match import FragmentPage
from evidence.fragment_pages import Pages
from evidence.fragment_parse import parse
from evidence.fragments import LINK_CHARACTERS_MOST, Link, NoLink, build, opens_at_words, page_fragment, text_fragment
from evidence.page import read_html
from evidence.ranges import Range
from tests.pace import pace

URL = "https://example.com/page"


def built(text: str, quote: str, occurrence: int = 1, url: str = URL) -> Link | NoLink:
    at = -1
    for _ in range(occurrence):
        at = text.index(quote, at + 1)
    return build(url, text, at, at + len(quote))


def directive(text: str, quote: str, occurrence: int = 1) -> str | None:
    found = built(text, quote, occurrence)
    return unquote(found.url.removeprefix(f"{URL}#:~:text=")) if isinstance(found, Link) else None


def refused(html: str, quote: str) -> str:
    """The code with which a quote of a page is refused."""
    page = read_html(html, URL)
    at = page.text.index(quote)
    found = build(URL, page.text, at, at + len(quote), marked_html=page.marked_html, hidden=page.hidden)
    assert isinstance(found, NoLink), found
    assert found.reason.endswith(".")
    return found.code


def test_marks_of_the_syntax_are_escaped() -> None:
    found = built("use --zones, a & b; c to set", "--zones, a & b; c")
    assert isinstance(found, Link)
    assert found.url == f"{URL}#:~:text=%2D%2Dzones%2C%20a%20%26%20b%3B%20c"


def test_an_element_id_is_kept_and_an_old_directive_replaced() -> None:
    for url, expected in (
        ("https://a.example/#id", "https://a.example/#id:~:text=some%20words"),
        ("https://a.example/#:~:text=x", "https://a.example/#:~:text=some%20words"),
    ):
        assert text_fragment(url, "some words here", 0, 10) == expected


@pytest.mark.promise("QUOTE-11")
@pytest.mark.parametrize(
    ("text", "quote", "occurrence", "expected"),
    [
        ("The quick fox. The lazy fox.", "quick fox", 1, "quick fox"),
        ("The quick fox. The quick cat.", "The quick", 1, "The quick,-fox. The quick"),
        ("The quick fox. The quick cat.", "The quick", 2, "The quick,-cat."),
        ("The quick fox ran on. The quick fox ran off.", "The quick fox", 2, "The quick fox,-ran off."),
        ("Total cost was high. The TOTAL COST was high, too", "TOTAL COST was high", 1, "TOTAL COST was high,-, too"),
        ("CAFÉ open. cafe open now", "cafe open", 1, "cafe open,-now"),
        ("連絡船は412人の乗客を運んだ。", "412人の乗客", 1, "412人の乗客,-を運んだ。"),
        ("連絡船は遅れた。次の便。", "連絡船は遅れた。", 1, "連絡船は遅れた。"),
        ("정부의 예산은 줄었다.", "정부의 예산", 1, "정부의 예산,-은 줄었다."),
        ("First bullet\nSecond bullet\nThird", "First bullet\nSecond bullet", 1, "First bullet,Second bullet"),
        ("Target\nTarget", "Target", 2, "Target-,Target"),
        ("Tokyo\t12\t34\nOsaka\t12\t35", "12\t35", 1, "Osaka-,12,35"),
        ("Tokyo\t12\t34\nOsaka\t12\t35", "12", 2, "12,-35"),
        ("3\u00a0000\u00a0km of coast", "3\u00a0000\u00a0km", 1, "3 000 km"),
        ("counterrevolutionaries gathered", "revolutionaries gathered", 1, "counter-,revolutionaries gathered"),
        ("it rose 3.5 percent", "it rose 3", 1, "it rose 3,-.5 percent"),
        ("they can't go", "they can", 1, "they can,-'t go"),
        ("one\none\none", "one\none", 1, "one,one"),
        ("see it. ", " it. ", 1, "it."),
        ("soft\u00adened zero\u200bwidth", "soft\u00adened zero\u200bwidth", 1, "softened zerowidth"),
    ],
)
def test_the_link_selects_the_quote(text: str, quote: str, occurrence: int, expected: str) -> None:
    assert directive(text, quote, occurrence) == expected


@pytest.mark.promise("QUOTE-11")
@pytest.mark.parametrize(
    ("text", "quote", "occurrence", "code"),
    [
        ("cafe\u0301s", "cafe", 1, "CUTS_CHARACTER"),
        ("a b", " ", 1, "NOT_FOUND"),
        ("a\u200b\u00adb", "\u200b\u00ad", 1, "NOT_FOUND"),
        ("same\n" * 7, "same", 4, "NOT_UNIQUE"),
        ("漢字" * 300, "漢字" * 290, 1, "ENCODE_TOO_LONG"),
    ],
)
def test_no_link_is_given_where_it_might_select_other_words(text: str, quote: str, occurrence: int, code: str) -> None:
    found = built(text, quote, occurrence)
    assert isinstance(found, NoLink)
    assert found.code == code


@pytest.mark.promise("QUOTE-11")
@pytest.mark.parametrize(
    ("html", "quote", "code"),
    [
        ("<p>It was <span style='opacity:0'>not</span> so old.", "was so old", "OTHER_WORDS"),
        ("<style>.gone{display:none}</style><p>It was <i class=gone>not</i> so old.", "was not so", "NOT_FOUND"),
        ("<p>See.</p><div hidden>The folded words.</div>", "folded words", "NOT_FOUND"),
        ("<p>See.</p><div style='max-height:0;overflow:hidden'>The folded words.</div>", "folded words", "HIDDEN"),
        ("<p>See.</p><select><option>First choice<option>Other</select>", "First choice", "NOT_FOUND"),
        ("<p>See.</p><select multiple><option>First choice</select>", "First choice", "HIDDEN"),
    ],
)
def test_words_that_a_browser_would_not_show_get_no_link(html: str, quote: str, code: str) -> None:
    assert refused(html, quote) == code


def test_a_link_that_fits_a_second_place_says_so() -> None:
    found = built("same\n" * 7, "same", 2)
    assert isinstance(found, Link)
    assert (found.unique, found.match_count, found.context_used) == (False, 2, True)


@pytest.mark.parametrize("url", ["file:///tmp/a.html", "http://[bad", "javascript:void(0)", "//page.test/x", ""])
def test_only_web_pages_get_links(url: str) -> None:
    found = build(url, "some words", 0, 4)
    assert isinstance(found, NoLink)
    assert found.code == "INVALID_URL"


@pytest.mark.parametrize(
    ("media_type", "opens"),
    [
        *(("text/html", True), ("Text/HTML; charset=utf-8", True), ("text/plain;format=flowed", True)),
        *((None, True), ("", True), ("html", True), ("markdown", True)),
        *(("application/json", False), ("application/xhtml+xml", False), ("text/markdown", False), ("text/csv", False)),
    ],
)
def test_browsers_look_for_words_on_web_pages_and_plain_text_alone(media_type: str | None, opens: bool) -> None:
    assert opens_at_words(media_type) is opens


def test_long_quotes_are_given_by_their_first_and_last_words() -> None:
    text = " ".join(f"word{number}" for number in range(400))
    assert directive(text, text) == "word0 word1 word2,word397 word398 word399"
    assert directive(text, " ".join(f"word{number}" for number in range(6))) == " ".join(f"word{n}" for n in range(6))
    again = "この条例は市民の安全を守るために制定され、毎年見直しが行われることになっている。"
    found = built(f"{again}以上。", again)
    assert isinstance(found, Link)
    assert found.directive.end.endswith("なっている。")


def test_end_words_that_recur_inside_of_the_quote_are_told_apart() -> None:
    again = "Nothing in this sentence is unusual except that it keeps going on. "
    text = f"Prefix one. {again * 5}\nPrefix two. {again * 5}"
    start = text.index("Nothing", text.index("two"))
    found = build(URL, text, start, len(text.rstrip()))
    assert isinstance(found, Link)
    assert FragmentPage(text).matches(found.directive).ranges == (Range(start, len(text.rstrip())),)


@pytest.mark.parametrize("unseen", ["\u00ad \u00ad", " \u200b", "\u00ad"])
def test_what_nobody_sees_at_the_ends_is_no_part_of_a_link(unseen: str) -> None:
    text = f"Before it. {unseen}two words{unseen} after"
    start = text.index(unseen)
    found = build(URL, text, start, text.index(" after"))
    assert isinstance(found, Link)
    assert found.directive.start.startswith("two words")
    assert FragmentPage(text).matches(*parse(found.url), most=2).count == 1
    alone = build(URL, text, start, start + len(unseen))
    assert isinstance(alone, NoLink)


@settings(deadline=None)
@given(
    st.lists(
        st.sampled_from(
            ["one", "two", "three", "増加", "した。", "\n", "3.5", "(x)", "e\u0301", "정부", "ß", "\u00ad"]
        ),
        max_size=14,
    ),
    st.data(),
)
def test_every_link_selects_the_quote_by_our_own_matcher(words: list[str], data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([" ", ""])).join(words)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = build(URL, text, start, end)
    if isinstance(found, NoLink):
        return
    matches = FragmentPage(text).matches(*parse(found.url), most=2)
    selected = matches.ranges[0]
    assert "".join(text[start:end].split()).strip("\u00ad") == "".join(text[selected.start : selected.end].split())
    assert found.unique is (matches.count == 1)
    assert len(found.url) <= LINK_CHARACTERS_MOST


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("the same words " * 100_000, 15 * 50_000),
        ("".join(f"the same words {number}. " for number in range(100_000)), 1_000_000),
        ("the same words\n" * 100_000, 15 * 50_000),
        ("同じ文が続く。" * 100_000, 350_000),
        ("a" * 1_000_000, 500_000),
    ],
    ids=["one block", "numbered", "lines", "japanese", "one letter"],
)
def test_a_quote_that_stands_there_very_often_is_answered_in_time(text: str, start: int) -> None:
    start = text.index(text[:7], start)
    build(URL, text, 0, 1)
    begun = time.process_time()
    found = build(URL, text, start, start + 7)
    assert time.process_time() - begun < 2 * pace()
    if isinstance(found, Link):
        assert FragmentPage(text).matches(found.directive, most=1).ranges == (Range(start, start + 7),)


def test_the_pages_that_are_kept_fit_into_their_memory() -> None:
    pages = Pages(100_000)
    first = pages.page("words " * 100, None, ())
    assert pages.page("words " * 100, None, ()) is first
    assert pages.page("words " * 100, None, (Range(0, 1),)) is not first
    large = pages.page("words " * 10_000, None, ())
    assert pages.page("words " * 10_000, None, ()) is large
    assert pages.page("words " * 100, None, ()) is not first


def test_a_pdf_link_names_the_physical_page() -> None:
    assert page_fragment("https://example.com/a.pdf#zoom=2", 7) == "https://example.com/a.pdf#page=7"
    with pytest.raises(ValueError, match="start at 1"):
        page_fragment("https://example.com/a.pdf", 0)
