from __future__ import annotations

from urllib.parse import unquote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evidence.fragments import LINK_CHARACTERS_MOST, page_fragment, text_fragment

URL = "https://example.com/page"


def link(text: str, quote: str, occurrence: int = 1, url: str = URL) -> str | None:
    at = -1
    for _ in range(occurrence):
        at = text.index(quote, at + 1)
    return text_fragment(url, text, at, at + len(quote))


def directive(text: str, quote: str, occurrence: int = 1) -> str | None:
    found = link(text, quote, occurrence)
    return found and unquote(found.removeprefix(f"{URL}#:~:text="))


def test_marks_of_the_syntax_are_escaped() -> None:
    found = link("use --zones, a & b; c to set", "--zones, a & b; c")
    assert found == f"{URL}#:~:text=%2D%2Dzones%2C%20a%20%26%20b%3B%20c"


def test_an_element_id_is_kept_and_an_old_directive_replaced() -> None:
    assert (
        link("some words here", "some words", url="https://a.example/#id")
        == "https://a.example/#id:~:text=some%20words"
    )
    assert (
        link("some words here", "some words", url="https://a.example/#:~:text=x")
        == "https://a.example/#:~:text=some%20words"
    )


@pytest.mark.promise("QUOTE-11")
@pytest.mark.parametrize(
    ("text", "quote", "occurrence", "expected"),
    [
        ("The quick fox. The lazy fox.", "quick fox", 1, "quick fox"),
        ("The quick fox. The quick cat.", "The quick", 1, "The quick,-fox"),
        ("The quick fox. The quick cat.", "The quick", 2, "The quick,-cat"),
        ("Total cost was high. The TOTAL COST was high, too", "Total cost was high", 1, "Total cost was high,-. The"),
        ("CAFÉ open. cafe open now", "cafe open", 1, "cafe open,-now"),
        ("連絡船は412人の乗客を運んだ。", "412人の乗客", 1, "連絡船は-,412人の乗客,-を運んだ"),
        ("連絡船は遅れた。次の便。", "連絡船は遅れた。", 1, "連絡船は遅れた。"),
        ("정부의 예산은 줄었다.", "정부의 예산", 1, "정부의 예산,-은"),
        ("First bullet\nSecond bullet\nThird", "First bullet\nSecond bullet", 1, "First bullet,Second bullet"),
        ("Target\nTarget", "Target", 2, "Target-,Target"),
        ("Tokyo\t12\t34\nOsaka\t12\t35", "12\t34", 1, "Tokyo-,12,34"),
        ("Tokyo\t12\t34\nOsaka\t12\t35", "12", 2, "12,-35"),
        ("3\u00a0000\u00a0km of coast", "3\u00a0000\u00a0km", 1, "3 000 km"),
    ],
)
def test_the_link_selects_the_quote(text: str, quote: str, occurrence: int, expected: str) -> None:
    assert directive(text, quote, occurrence) == expected


@pytest.mark.promise("QUOTE-11")
@pytest.mark.parametrize(
    ("text", "quote", "occurrence"),
    [
        ("counterrevolutionaries gathered", "revolutionaries gathered", 1),
        ("it rose 3.5 percent", "it rose 3", 1),
        ("they can't go", "they can", 1),
        ("one\none\none", "one\none", 1),
        ("cafe\u0301s", "cafe", 1),
        ("a b", " ", 1),
    ],
)
def test_no_link_is_given_where_it_might_select_other_words(text: str, quote: str, occurrence: int) -> None:
    assert link(text, quote, occurrence) is None


def test_only_web_pages_get_links() -> None:
    assert text_fragment("file:///tmp/a.html", "some words", 0, 4) is None


def test_long_quotes_become_a_range_and_links_stay_short() -> None:
    text = " ".join(f"word{number}" for number in range(400))
    found = text_fragment(URL, text, 0, len(text))
    assert found is not None
    assert unquote(found).count(",") == 1
    assert text_fragment(URL, "漢" * 290 + "。" + "字" * 300, 0, 291) is None or len(found) <= LINK_CHARACTERS_MOST


@settings(deadline=None)
@given(st.lists(st.sampled_from(["one", "two", "three", "増加", "した。", "\n", "3.5", "(x)"]), max_size=14), st.data())
def test_any_range_gives_a_link_or_none(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = text_fragment(URL, text, start, end)
    assert found is None or found.startswith(f"{URL}#:~:text=")


def test_a_pdf_link_names_the_physical_page() -> None:
    assert page_fragment("https://example.com/a.pdf#zoom=2", 7) == "https://example.com/a.pdf#page=7"
    with pytest.raises(ValueError, match="start at 1"):
        page_fragment("https://example.com/a.pdf", 0)
