from __future__ import annotations

import pytest

from evidence.fragments import Link, NoLink, build
from evidence.page import PageText, read_html
from evidence.quotes import Found, NotFound, QuoteText, find_quote

URL = "http://page.test/"
HIDDEN = "style='display:none'"


def answered(html: str, quote: str) -> tuple[PageText, Found | NotFound]:
    page = read_html(html, URL)
    return page, find_quote(QuoteText(page.text, wrapped=False, hidden=page.hidden), quote)


def linked(page: PageText, found: Found) -> Link | NoLink:
    past = "hidden-text" in found.folds
    return build(
        URL, page.text, found.start, found.end, marked_html=page.marked_html, hidden=page.hidden, past_hidden=past
    )


@pytest.mark.promise("QUOTE-4")
@pytest.mark.parametrize(
    ("html", "quote", "fragment"),
    [
        (f"<p>Born <span {HIDDEN}>(1946-06-14) </span>June 14 in town", "Born June 14 in", "Born%20June%2014%20in"),
        (f"<p>A one.</p><p {HIDDEN}>mid dle</p><p>B two.</p>", "A one. B two.", "A%20one.,B%20two."),
        (
            f"<p>価格は<b {HIDDEN}>税別</b>円です",
            "価格は円です",
            "%E4%BE%A1%E6%A0%BC%E3%81%AF%E5%86%86%E3%81%A7%E3%81%99",
        ),
    ],
)
@pytest.mark.promise("QUOTE-16")
def test_a_quote_of_what_a_page_shows_leaves_out_what_it_does_not(html: str, quote: str, fragment: str) -> None:
    page, found = answered(html, quote)
    assert isinstance(found, Found)
    assert "hidden-text" in found.folds
    link = linked(page, found)
    assert isinstance(link, Link)
    assert link.url == f"{URL}#:~:text={fragment}"


@pytest.mark.promise("QUOTE-2")
@pytest.mark.parametrize(
    ("html", "quote"),
    [
        (f"<p>It is <b {HIDDEN}>not</b> true here", "It is true here"),
        (f"<p>Its 12 <b {HIDDEN}>x</b> 34 units", "Its 12 34 units"),
        (f"<p>Its 12<b {HIDDEN}>x</b>34 units", "Its 1234 units"),
        (f"<p>価格は5<b {HIDDEN}>0</b>円です", "価格は5円です"),
        (f"<p>In Jan<b {HIDDEN}>x</b>uary one", "In Jan uary one"),
        ("<p>It is <b>hardly so</b> true here", "It is true here"),
    ],
)
def test_what_would_make_another_word_number_or_statement_is_not_left_out(html: str, quote: str) -> None:
    assert isinstance(answered(html, quote)[1], NotFound)


def test_hidden_words_are_found_as_they_stand() -> None:
    _, found = answered(f"<p>It is <b {HIDDEN}>not</b> true here", "It is not true here")
    assert isinstance(found, Found)
    assert found.folds == ()


def test_of_a_shown_place_and_a_hidden_one_the_shown_one_is_taken() -> None:
    page, found = answered(f"<p {HIDDEN}>the words again</p><p>Then the words again.</p>", "the words again")
    assert isinstance(found, Found)
    assert (found.occurrence, found.occurrences) == (2, 2)
    assert isinstance(linked(page, found), Link)


def test_no_link_passes_over_what_a_browser_would_open() -> None:
    page, found = answered(
        "<details><summary>Sum up</summary>inner words</details><p>Next one.</p>", "Sum up Next one."
    )
    assert isinstance(found, Found)
    link = linked(page, found)
    assert isinstance(link, NoLink)
    assert link.code == "OTHER_WORDS"
