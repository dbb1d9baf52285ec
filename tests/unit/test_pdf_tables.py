"""Tables of PDFs: what is ruled, what stands between rules of one width, and what only looks like a table."""

from __future__ import annotations

import pypdfium2
import pytest

from evidence.pdf_lines import is_ruled
from evidence.pdf_tables import read_tables
from tests.pdf_files import pdf, words

ROWS = [
    ["Year", "Ships", "Cargo in tons"],
    ["1998", "850", "1,204,000"],
    ["1999", "903", "1,311,500"],
    ["2000", "877", "1,290,250"],
]
COLUMNS = (72, 172, 252, 400)
PROSE = [
    "The harbour of the city took in more than nine hundred ships in the year of the storm,",
    "and the council said that not one of them had been lost on the way. A new budget was",
    "approved after a long debate, in which nobody spoke against it but the baker, who feared",
    "for his own house on the quay by the market. It was told in every tavern that he was right.",
]


def rule(x0, y0, x1, y1):
    return b"%d %d m %d %d l S" % (x0, y0, x1, y1)


def cells(rows, top=700, step=20):
    return words([(COLUMNS[c] + 4, top - step * r, cell) for r, row in enumerate(rows) for c, cell in enumerate(row)])


def grid(rows, top=714, step=20):
    across = [rule(COLUMNS[0], top - step * n, COLUMNS[-1], top - step * n) for n in range(len(rows) + 1)]
    down = [rule(x, top, x, top - step * len(rows)) for x in COLUMNS]
    return b"\n".join([*across, *down, cells(rows)])


def ruled(*contents):
    document = pypdfium2.PdfDocument(pdf(list(contents)))
    return [is_ruled(document[index]) for index in range(len(document))]


def tables(*contents):
    pages = list(range(1, len(contents) + 1))
    return [(table.page, table.rows) for table in read_tables(pdf(list(contents)), pages, seconds=60).found]


@pytest.mark.promise("PDF-7")
def test_a_ruled_table_is_read_cell_by_cell_with_its_page():
    prose = words([(72, 700 - 14 * n, line) for n, line in enumerate(PROSE)])
    assert ruled(prose, grid(ROWS)) == [False, True]
    assert tables(prose, grid(ROWS)) == [(2, ROWS)]


@pytest.mark.promise("PDF-7")
def test_boxes_around_cells_are_a_table_too():
    boxes = [
        b"%d %d %d 20 re S" % (COLUMNS[c], 694 - 20 * r, COLUMNS[c + 1] - COLUMNS[c])
        for r in range(4)
        for c in range(3)
    ]
    content = b"\n".join([*boxes, cells(ROWS)])
    assert ruled(content) == [True]
    assert tables(content) == [(1, ROWS)]


@pytest.mark.promise("PDF-7")
def test_a_table_with_rules_across_only_is_cut_at_its_gaps():
    content = b"\n".join([rule(72, 714, 400, 714), rule(72, 694, 400, 694), rule(72, 630, 400, 630), cells(ROWS)])
    assert ruled(content) == [True]
    assert tables(content) == [(1, ROWS)]


@pytest.mark.parametrize(
    "content",
    [
        words([(72, 700 - 14 * n, line) for n, line in enumerate(PROSE)])
        + b"\n".join(rule(72, 697 - 14 * n, 500, 697 - 14 * n) for n in range(4)),
        b"60 600 480 130 re S " + words([(72, 700 - 14 * n, line) for n, line in enumerate(PROSE)]),
        b"\n".join(rule(10 + n % 50, 20 + n // 50, 500, 700 - n // 9) for n in range(2_500)) + cells(ROWS),
        grid([["", "", ""]] * 4),
        b"",
    ],
    ids=["underlined prose", "framed prose", "drawing", "empty grid", "nothing"],
)
def test_what_is_no_table_gives_none(content):
    if ruled(content) == [True]:
        assert tables(content) == []


def test_the_time_is_kept_and_what_is_left_is_told():
    read = read_tables(pdf([grid(ROWS)] * 3), [1, 2, 3], seconds=-1)
    assert (read.found, read.left) == ([], [1, 2, 3])


def test_letters_drawn_twice_are_read_once_in_tables():
    twice = [[(x, y, cell), (x + 0.4, y, cell)] for x, y, cell in [(76, 700, "Year"), (176, 700, "Area")]]
    bold = words([one for pair in twice for letters in pair for one in _letter_by_letter(*letters)])
    rows = [["", "", ""], *ROWS[1:]]
    [(_, read)] = tables(grid(rows) + bold)
    assert read[0][:2] == ["Year", "Area"]


def _letter_by_letter(x, y, text):
    return [(x + 6 * n, y, letter) for n, letter in enumerate(text)]
