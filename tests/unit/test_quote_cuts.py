from __future__ import annotations

import pytest

from evidence.quotes import Found, QuoteText, find_quote


def cuts_of(text: str, quote: str) -> tuple[str, ...]:
    answer = find_quote(QuoteText(text), quote)
    assert isinstance(answer, Found), answer
    return answer.cuts


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("left at 12:30 today", "30 today"),
        ("left at 12:30 today", "left at 12"),
        ("1/2 of voters agreed", "2 of voters agreed"),
        ("the profit was 12 million", "the profit was 12"),
        ("twenty-five people came", "five people came"),
        ("it fell to minus 5 degrees", "5 degrees"),
        ("気温はマイナス5度です", "5度です"),
        ("10 000 000 people", "000 000 people"),
        ("▲5度になる", "5度になる"),
    ],
)
def test_an_end_that_may_lie_inside_of_a_quantity_is_told(text: str, quote: str) -> None:
    assert cuts_of(text, quote) == ("maybe-number",)


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("it ended. 5 men left", "5 men left"),
        ("see No.5 for more", "5 for more"),
        ("they walked 5 miles", "they walked 5"),
        ("note: 5 men left", "5 men left"),
        ("a cost of $1,000 in all", "1,000 in all"),
        ("from 2010 –2015 only", "2015 only"),
        ("一つの案ながら可能", "一つの案ながら"),
        ("行くかもしれない", "行く"),
    ],
)
def test_a_quote_of_whole_quantities_and_statements_cuts_nothing(text: str, quote: str) -> None:
    assert cuts_of(text, quote) == ()


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("It isn’t safe here", "safe here"),
        ("on ne mange jamais ici", "on ne mange"),
        ("det är inte säkert", "säkert"),
        ("det er ikke trygt", "trygt"),
        ("δεν είναι ασφαλές", "είναι ασφαλές"),
        ("זה לא בטוח", "בטוח"),
        ("Không an toàn", "an toàn"),
        ("tidak aman untuk", "aman untuk"),
        ("nem biztonságos", "biztonságos"),
        ("güvenli değil bu", "güvenli"),
        ("ไม่ปลอดภัย", "ปลอดภัย"),
        ("누구도 가지 않았다", "누구도 가지"),
        ("가능하지 않다고", "가능하"),
        ("行かなかった", "行か"),
        ("安全ではありません", "安全"),
        ("不太安全", "安全"),
        ("并非安全", "安全"),
    ],
)
def test_a_negation_beside_the_quote_is_told(text: str, quote: str) -> None:
    assert "negation" in cuts_of(text, quote)
