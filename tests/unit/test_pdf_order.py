"""Pages come out as they are read: columns, vertical text, text on its side; tables and the like stay as they are."""

from __future__ import annotations

import random
from textwrap import wrap

import pytest

from evidence.pdf import read_pdf
from evidence.quotes import Found, QuoteText, find_quote
from tests.pdf_files import HELVETICA, HORIZONTAL, VERTICAL, pdf, words

LEFT = [
    "The harbour of the city took in",
    "more than nine hundred ships in",
    "the year of the great storm, and",
    "the council said that not one of",
    "them had been lost on the way.",
]
RIGHT = [
    "A new budget for the harbour was",
    "approved after a long debate, in",
    "which nobody spoke against it but",
    "the baker, who feared for his own",
    "house on the quay by the market.",
]
COLUMNS = "\n".join([*LEFT, *RIGHT])


def lines(texts, x, top=700.0, step=14.0):
    return [(x, top - step * number, text) for number, text in enumerate(texts)]


def text(placed, **options):
    return read_pdf(pdf([words(placed, wide=options.get("font", HELVETICA) != HELVETICA)], **options), max_pages=1).text


def across(*columns):
    """The lines of columns in the order of their height, as a program that prints row by row writes them."""
    return sorted((line for column in columns for line in column), key=lambda line: (-line[1], line[0]))


@pytest.mark.promise("PDF-3")
@pytest.mark.parametrize("drop", [0, 5, 7], ids=["level", "a bit lower", "half a line lower"])
@pytest.mark.parametrize("gutter", [14, 60], ids=["narrow", "wide"])
def test_columns_written_line_by_line_across_are_read_one_after_the_other(drop, gutter):
    left, right = lines(LEFT, 72), lines(RIGHT, 72 + 158 + gutter, 700 - drop)
    assert text(across(left, right)) == COLUMNS
    heading = (72, 730.0, "A heading that runs over both of the columns, and is read before either of them is")
    footer = (290, 560.0, "12")
    assert text([heading, *across(left, right), footer]) == f"{heading[2]}\n{COLUMNS}\n12"


HARBOUR = (
    "The harbour of the city took in more than nine hundred ships in the year of the great storm, and the council said "
    "that not one of them had been lost on the way. In spring the masters of the guild met again, and Anna Berg asked "
    "whether the new quay could bear the load of the cranes that had been ordered from abroad. Nobody knew an answer."
)
BUDGET = (
    "A new budget for the harbour was approved after a long debate, in which nobody spoke against it but the baker, "
    "who feared for his own house on the quay by the market. His fears were well founded: within a year the wall had "
    "moved by an inch. The engineers proposed to drive further piles into the ground, and their report runs long."
)


@pytest.mark.promise("PDF-3")
@pytest.mark.parametrize(
    ("left", "right", "letters", "size"),
    [(50, 306, 44, 11), (50, 340, 30, 12), (50, 330, 40, 12), (50, 310, 40, 12), (50, 320, 50, 10), (50, 340, 25, 12)],
)
def test_ragged_columns_broken_after_a_number_of_letters_come_apart(left, right, letters, size):
    columns = [wrap(HARBOUR, letters), wrap(BUDGET, letters)]
    placed = across(*(lines(column, x) for column, x in zip(columns, (left, right), strict=True)))
    assert read_pdf(pdf([words(placed, size=size)]), max_pages=1).text == "\n".join([*columns[0], *columns[1]])


def test_columns_written_one_after_the_other_stay_as_they_are():
    assert text([*lines(LEFT, 72), *lines(RIGHT, 290)]) == COLUMNS
    assert text([*lines(RIGHT, 290), *lines(LEFT, 72)]) == "\n".join([*RIGHT, *LEFT])


@pytest.mark.promise("PDF-3")
def test_three_columns_and_a_column_that_ends_sooner():
    third = [
        "It was told in every tavern that",
        "the baker had been right, for the",
        "quay sank by a foot in the winter",
    ]
    third = [*third, "after the work was done, and his", "house with it."]
    placed = across(lines(LEFT, 40), lines(RIGHT[:4], 220), lines(third, 400))
    assert text(placed) == "\n".join([*LEFT, *RIGHT[:4], *third])


@pytest.mark.promise("PDF-3")
def test_a_quote_over_the_lines_of_a_column_is_found():
    read = text(across(lines(LEFT, 72), lines(RIGHT, 290)))
    found = find_quote(QuoteText(read), "ships in the year of the great storm, and the council said")
    assert isinstance(found, Found)


@pytest.mark.promise("PDF-3")
def test_japanese_columns_written_across_are_read_one_after_the_other():
    left = [
        "港は昨年、千二百隻の船を迎え",
        "た。嵐の年であったが、失われ",
        "た船は一隻もなかったと議会は",
        "伝えている。来年の予算は九月",
    ]
    right = [
        "に可決される見通しである。反",
        "対したのは岸壁に店を持つ一人",
        "の職人だけで、家が沈むことを",
        "恐れていたという。議事録から",
    ]
    placed = across(lines(left, 72), lines(right, 260))
    assert text(placed, font=HORIZONTAL) == "\n".join([*left, *right])


TABLE = [
    ("Population of the city", "1,201,455 in the year 1999"),
    ("Ships", "903"),
    ("Harbour", "opened in the spring of 1874"),
    ("Mayor of the city", "Anna Berg"),
    ("Budget", "12 million, approved in May"),
    ("Area within the city wall", "4 square miles"),
]
CODE = [
    ("mov edx, ebx(748)", "// load primes from the trace record"),
    ("mov edi(0), edx", "// store primes to interpreter stack"),
    ("mov esi, ebx(764)", "// load k from the activation record"),
    ("mov edi(8), esi", "// store k to interpreter stack area"),
    ("call js_Array_set", "// call function to set the element"),
]
CONTENTS = [
    ("The harbour and its ships until the storm", "12"),
    ("The debate on the budget, and the baker of the quay", "48"),
    ("What was told in the taverns of the harbour", "103"),
    ("The winter after the work on the quay", "140"),
]
NAMES = [
    ("Anna Berg, Harbour Street 12", "Carl Dahl, Market Square 4"),
    ("Erik Falk, Old Quay 7", "Greta Holm, Baker Lane 19"),
    ("Ida Jonsson, Chapel Street 3", "Karl Lind, Harbour Street 14"),
    ("Maria Nyberg, Market Square 1", "Olof Palm, Old Quay 9"),
]
WORDS = [
    ("Harbour dues, yearly", "paid by the masters of ships"),
    ("Tavern tax", "paid by whoever sells beer in it"),
    ("Market fees, weekly", "paid by the bakers"),
    ("Wall tax, yearly", "no longer paid since the storm"),
    ("Bridge toll", "paid by all but the council"),
]


@pytest.mark.promise("PDF-3")
@pytest.mark.parametrize(
    "rows", [TABLE, CODE, CONTENTS, NAMES, WORDS], ids=["table", "code", "contents", "names", "words"]
)
def test_rows_stay_together_where_there_is_no_prose(rows):
    placed = across(lines([row[0] for row in rows], 72), lines([row[1] for row in rows], 370))
    assert text(placed) == "\n".join(" ".join(row) for row in rows)


def test_gaps_that_no_column_explains_change_nothing():
    ragged = [(72, 700 - 14 * n, left) for n, left in enumerate(LEFT)]
    ragged += [(250 + 11 * (n * 7 % 5), 700 - 14 * n, right) for n, right in enumerate(RIGHT)]
    assert text(across(ragged)) == "\n".join(f"{left} {right}" for left, right in zip(LEFT, RIGHT, strict=True))


DOWN = ["日本の港は千二百隻の", "船を扱った。これは前", "年より多い。議会は予", "算を可決した。"]


@pytest.mark.promise("PDF-4")
@pytest.mark.parametrize("indent", [0, 14], ids=["level", "first line lower"])
def test_vertical_lines_are_read_from_right_to_left(indent):
    placed = [(500.0 - 24 * n, 700.0 - (0 if n else indent), line) for n, line in enumerate(DOWN)]
    assert text(placed, font=VERTICAL) == "\n".join(DOWN)


@pytest.mark.promise("PDF-4")
def test_vertical_text_in_two_rows_of_columns_and_a_line_of_one_letter():
    upper = [(500.0 - 24 * n, 700.0, line) for n, line in enumerate([*DOWN, "。"])]
    lower = [(500.0 - 24 * n, 400.0, line) for n, line in enumerate(reversed(DOWN))]
    assert text([*upper, *lower], font=VERTICAL) == "\n".join([*DOWN, "。", *reversed(DOWN)])


SIDEWAYS = ["The first line of the page.", "The harbour handled ships", "which was more than before."]


@pytest.mark.promise("PDF-4")
@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
@pytest.mark.parametrize("turn", ["1 0 0 1 72 600", "0 1 -1 0 200 200", "-1 0 0 -1 400 400", "0 -1 1 0 200 600"])
def test_lines_keep_their_order_however_the_text_or_the_page_is_turned(rotation, turn):
    content = words([(0, -16 * n, line) for n, line in enumerate(SIDEWAYS)])
    data = pdf([b"%b cm " % turn.encode() + content], page=b"/Rotate %d" % rotation)
    assert read_pdf(data, max_pages=1).text == "\n".join(SIDEWAYS)


def test_labels_on_their_side_stay_in_the_order_of_the_table():
    labels = ["Ships", "Budget", "Area", "Mayor", "Wall"]
    turned = [b"q 0 -1 1 0 %d 700 cm %b Q" % (100 + 60 * n, words([(0, 0, label)])) for n, label in enumerate(labels)]
    body = words(lines([f"Row {n} of the table has some figures" for n in range(6)], 72, 600))
    assert read_pdf(pdf([b"\n".join([*turned, body])]), max_pages=1).text.startswith("\n".join(labels))


def test_a_page_of_scattered_pieces_is_read_in_time_and_loses_nothing():
    pieces = [(10.0 + 30 * (n % 20), 10.0 + 2 * (n // 20), f"w{n}") for n in range(6_000)]
    random.Random(1).shuffle(pieces)
    read = text(pieces)
    assert sorted(read.replace(" ", "").replace("\n", "")) == sorted("".join(piece[2] for piece in pieces))
