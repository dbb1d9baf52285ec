"""Raised and lowered numbers of PDFs are no part of the numbers that they stand beside."""

from __future__ import annotations

import pytest

from evidence.pdf import read_pdf
from evidence.quotes import Found, NotFound, QuoteText, find_quote
from tests.pdf_files import pdf, words

Part = tuple[float, float, float, str]


def read(parts: list[Part], page: bytes = b"") -> str:
    """The text of a page with these words: left, foot, size of the font."""
    return read_pdf(
        pdf([b" ".join(words([(x, y, text)], size=size) for x, y, size, text in parts)], page=page), max_pages=1
    ).text


@pytest.mark.promise("QUOTE-2")
@pytest.mark.promise("PDF-1")
@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([(72, 700, 11, "sold 120"), (114.5, 704, 7, "12"), (122.5, 700, 11, " units")], "sold 120¹² units"),
        ([(72, 700, 11, "10"), (84.3, 703.5, 7, "2"), (88.3, 700, 11, " km")], "10² km"),
        ([(72, 700, 11, "H"), (80, 697, 7, "2"), (84, 700, 11, "O is")], "H₂O is"),
        ([(72, 700, 11, "rose"), (93.5, 704, 7, "1,3-5"), (110, 700, 11, ". It")], "rose¹,³⁻⁵. It"),
        ([(72, 640, 7, "3"), (76, 636, 9, "A note.")], "³A note."),
        ([(72, 540, 20, "$19"), (105.4, 547, 12, "99"), (130, 540, 11, "only")], "$19⁹⁹ only"),
        ([(72, 700, 11, "2"), (78, 704, 7, "n"), (82, 700, 11, " values")], "2ⁿ values"),
    ],
)
def test_raised_and_lowered_numbers_are_written_as_such(parts: list[Part], text: str) -> None:
    assert read(parts) == text


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ([(72, 700, 11, "big "), (92, 700, 8, "12 small")], "big 12 small"),
        ([(72, 700, 11, "the 5"), (96.6, 704, 7, "th"), (105.5, 700, 11, "of")], "the 5th of"),
        ([(72, 690, 40, "D"), (101, 712, 11, "12 was the day")], "D\n12 was the day"),
        ([(72, 700, 20, "12"), (100, 700, 11, "34")], "12 34"),
        ([(72, 700, 11, "above"), (72, 692, 7, "12 below")], "above\n12 below"),
    ],
)
def test_small_words_and_numbers_on_the_line_stay_as_they_are(parts: list[Part], text: str) -> None:
    assert read(parts) == text


@pytest.mark.promise("QUOTE-2")
@pytest.mark.promise("QUOTE-4")
def test_a_footnote_digit_of_a_pdf_may_be_left_out_and_makes_no_number() -> None:
    evidence = QuoteText(
        read(
            [
                (72, 700, 11, "The specifications"),
                (158.3, 704, 7, "3"),
                (162.2, 700, 11, ". The area of 10"),
                (241, 704, 7, "2"),
                (245, 700, 11, " km"),
            ]
        )
    )
    found = find_quote(evidence, "The specifications. The area")
    assert isinstance(found, Found)
    assert found.folds == ("citation-marker",)
    assert isinstance(find_quote(evidence, "The area of 102 km"), NotFound)
