"""Quotes looked up in what extraction makes of pages and PDFs: found where a reader reads them, and nowhere else."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import pytest

from evidence.graphemes import is_boundary
from evidence.quotes import Found, NotFound, find_quote
from flows.quote_texts import prepared
from ledger.records import Evidence
from tests.faults import Fault
from tests.flow.engine_world import World
from tests.flow.http_server import Aside, reply
from tests.pdf_files import HORIZONTAL, pdf, words
from tests.site import PROSE

pytest_plugins = ["tests.flow.engine_fixture"]
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

PAGES = {
    "/traps": "<p>㍿山田商店は㌔100円で、Ⅲ章を見る。ｶﾞｷﾞｸﾞﾊﾟと書く。<p>The oﬃce has ﬁve ﬂoors; it took ½ hour."
    "<p>An area of 10<sup>2</sup> km is not ①2020, and H<sub>2</sub>O is 5½ parts.",
    "/marks": "<p>Tie\u0323\u0302ng Vie\u0302\u0323t va\u0300 cafe\u0301 a\u0308\u0323.<p>か\u3099っこうはは\u3099しょ"
    "<p>\u1112\u1161\u11ab\u1100\u116e\u11a8어를 읽는다.",
    "/unseen": "<p>inter&shy;national co&#8203;operation w<wbr>ord of&nbsp;the&ensp;past&#8288; year\U000e0065 "
    "می\u200cخواهم \ufeffbegins<p>A 2020&#8203;2021 season.",
    "/rtl": "<p dir=rtl>\u200fקשת בענן\u200e (2024) \u202bטקסט ארוך\u202c \u2067סוף\u2069 דבר."
    "<p dir=rtl>قال <bdi>Ahmad</bdi> إن <bdo dir=ltr>العدد</bdo> كبير جدا.",
    "/emoji": "<p>The 👨\u200d👩\u200d👧 family waved a 👍🏽 and a 🇯🇵🇺🇸 flag ❤\ufe0f at noon.",
    "/quotes": "<p>She said “don’t go — it’s ‘late’ «now»”, and he said “I’m 6′ 2″”.",
    "/inline": "<p>The <b>qui</b>ck <i>br</i>own <a href=/x>fox</a><br>jumped<sup>[3]</sup> over 120<sup><a href='#n'>1"
    "</a></sup> dogs.<table><tr><td>2023<td>12<td>34</table><ul><li>alpha<li>beta</ul><p><ruby>東京<rt>とうきょう</rt>"
    "</ruby>都の港",
    "/again": "<nav>The last boat leaves at six.</nav><p>The last boat leaves at six. So they say: The last boat "
    "leaves at six.",
    "/hidden": "<p>A picture: <img alt='words of the alternative text' src=/x.png title='words of the title'>"
    "<details><summary>More</summary><p>words of the collapsed part</details>"
    "<p style='font-size:0'>words of the concealed part</p><script>let words = 'words of the script'</script>",
}
HYPHENATED = [
    "The harbour council ap-",
    "proved a well-",
    "known plan for 1990-",
    "2000 and inter-",
    "national trade.",
]
LEFT = [
    "The harbour took in more than",
    "nine hundred ships in the year",
    "of the great storm, and not one",
    "of them was lost, but the baker",
    "said that it was luck, no more.",
]
RIGHT = [
    "A new budget for the quay was",
    "approved after a long debate in",
    "which only the baker spoke up.",
    "He feared for his house, and the",
    "council gave him a new one.",
]
JAPANESE = ["港は昨年、千二百隻の船を迎え", "た。嵐の年であったが、失われ", "た船は一隻もなかったと議会は"]


def lines(texts: list[str], x: float = 72, top: float = 700) -> list[tuple[float, float, str]]:
    return [(x, top - 14 * number, text) for number, text in enumerate(texts)]


ACROSS = sorted([*lines(LEFT), *lines(RIGHT, 290)], key=lambda line: -line[1])
PDFS = {
    "/hyphens": pdf([words(lines(HYPHENATED))]),
    "/columns": pdf([words(ACROSS)]),
    "/japanese": pdf([words(lines(JAPANESE), wide=True)], font=HORIZONTAL),
    "/over": pdf(
        [words(lines([*RIGHT, "Not one of them was lost on the"])), words(lines(["way to the harbour.", *RIGHT]))]
    ),
}


@dataclass(frozen=True)
class Kept:
    """One evidence and its text."""

    evidence: Evidence
    text: str

    def find(self, quote: str, occurrence: int | None = None) -> Found | NotFound:
        return find_quote(
            prepared(self.evidence, self.text), quote, occurrence=occurrence, article=self.evidence.article
        )

    def found(self, quote: str, occurrence: int | None = None) -> Found:
        """What was found; that its range is the passage, whole characters, is asserted."""
        found = self.find(quote, occurrence)
        assert isinstance(found, Found), (quote, found)
        assert self.text[found.start : found.end] == found.matched_text
        assert is_boundary(self.text, found.start)
        assert is_boundary(self.text, found.end)
        return found

    def refused(self, quote: str) -> str:
        found = self.find(quote)
        assert isinstance(found, NotFound), (quote, found)
        return found.code


@pytest.fixture(scope="module")
def kept(world: World) -> dict[str, Kept]:
    """Every page and PDF, fetched in one call, by path."""
    head, foot = "<!doctype html><title>Page</title><main>", f"<p>{PROSE}</main>"
    served = {
        path: reply((head + page + foot).encode(), Content_Type="text/html; charset=utf-8")
        for path, page in PAGES.items()
    }
    served |= {path: reply(data, Content_Type="application/pdf") for path, data in PDFS.items()}
    with Aside(served) as base:
        return {path: Kept(evidence, text) for path, (evidence, text) in world.kept(base, served).items()}


@pytest.mark.promise("QUOTE-2")
@pytest.mark.fault("F-29", "Compatibility characters (squared words, ligatures, narrow kana, fractions, raised digits)")
def test_compatibility_characters_are_read_unless_a_number_would_change(kept: dict[str, Kept], fault: Fault) -> None:
    page = kept["/traps"]
    for quote in (
        "株式会社山田商店はキロ100円で、III章",
        "ガギグパと書く",
        "The office has five floors",
        "took 1/2 hour",
    ):
        page.found(quote)
    for quote in ("area of 102 km", "is not 12020", "is 51/2 parts", "area of 10 2 km"):
        assert page.refused(quote) == "QUOTE_NOT_FOUND"
    assert page.found("H2O is 5½ parts").folds == ("subscript",)
    fault.happened(
        "Found in their plain forms; never where that would make another number.", kept="The characters of the page."
    )


@pytest.mark.fault("F-29", "Combining marks in any order, apart or composed (Vietnamese, kana, Hangul)")
def test_combining_marks_are_one_letter_in_any_order(kept: dict[str, Kept], fault: Fault) -> None:
    page = kept["/marks"]
    for quote in ("Tiệng Việt và café ạ̈", "がっこうはばしょ", "한국어를 읽는다"):
        for form in ("NFC", "NFD"):
            found = page.found(unicodedata.normalize(form, quote))
            assert unicodedata.normalize("NFC", found.matched_text) == unicodedata.normalize("NFC", quote)
    assert page.refused("cafe a") == "QUOTE_NOT_FOUND"
    fault.happened("Found in each form; a letter without its mark is another one.", kept="The marks as they stand.")


@pytest.mark.promise("QUOTE-5")
@pytest.mark.fault(
    "F-29", "Soft hyphens, zero-width characters, joiners, tags, word breaks and odd spaces inside of words"
)
def test_what_nobody_sees_hides_no_quote(kept: dict[str, Kept], fault: Fault) -> None:
    page = kept["/unseen"]
    found = page.found("international cooperation word of the past year میخواهم begins")
    assert page.text[found.end - 6 : found.end] == "begins"
    assert page.refused("international co operation word") == "QUOTE_NOT_FOUND"
    fault.happened("Found; no gap is made or closed by them.", kept="Each of them, inside of the exact range.")


@pytest.mark.fault("F-29", "Right-to-left text with marks, embeddings and isolates")
def test_direction_marks_change_nothing(kept: dict[str, Kept], fault: Fault) -> None:
    page = kept["/rtl"]
    for quote in ("קשת בענן (2024) טקסט ארוך סוף דבר.", "قال Ahmad إن العدد كبير جدا."):
        page.found(quote)
    assert page.refused("טקסט ארוך (2024) קשת בענן") == "QUOTE_NOT_FOUND"
    fault.happened("Found in the order in which it is read, and in no other.", kept="The text with its marks.")


@pytest.mark.promise("QUOTE-6")
@pytest.mark.fault("F-29", "Emoji sequences, skin tones and flags at the ends of a quote")
def test_a_quote_never_cuts_a_character(kept: dict[str, Kept], fault: Fault) -> None:
    page = kept["/emoji"]
    assert page.found("👨\u200d👩\u200d👧 family waved a 👍🏽").kind == "exact"
    assert page.found("🇺🇸 flag ❤ at noon").folds == ("ignorable",)
    cut = ("👩\u200d👧 family waved", "The 👨\u200d👩", "family waved a 👍", "🇵🇺 flag", "🏽 and a")
    assert {page.refused(quote) for quote in cut} <= {"QUOTE_CUTS_CHARACTER", "QUOTE_NOT_FOUND"}
    fault.happened(
        "Found whole; refused where the quote begins or ends inside of one.", kept="Ranges of whole characters."
    )


@pytest.mark.fault("F-29", "Typed quotation marks, primes and dashes for typographic ones")
def test_typed_marks_stand_for_typographic_ones(kept: dict[str, Kept], fault: Fault) -> None:
    found = kept["/quotes"].found("She said \"don't go - it's 'late' \"now\"\"")
    assert (found.kind, found.folds) == ("folded", ("dash", "quote-mark"))
    fault.happened("Found, with the name of each fold.", kept="The marks of the page.")


@pytest.mark.fault("F-29", "Words split by markup, footnote marks, cells, items, line breaks and readings")
def test_markup_neither_splits_words_nor_joins_cells(kept: dict[str, Kept], fault: Fault) -> None:
    page = kept["/inline"]
    for quote in ("The quick brown fox jumped over 120 dogs.", "2023 12 34", "alpha beta", "東京都の港"):
        page.found(quote)
    for quote in ("over 1201 dogs", "20231234", "2023 1234", "alphabeta", "東京とうきょう都"):
        page.refused(quote)
    fault.happened("Found as read; no number or word is made of two.", kept="Notes and readings apart from the text.")


@pytest.mark.promise("QUOTE-8")
@pytest.mark.fault("F-29", "A quote that stands three times, first in the navigation")
def test_of_several_the_first_in_the_article_is_taken(kept: dict[str, Kept], fault: Fault) -> None:
    page = kept["/again"]
    quote = "The last boat leaves at six."
    first = page.found(quote)
    assert (first.occurrence, first.occurrences, first.in_article) == (2, 3, True)
    assert [page.found(quote, number).start for number in (1, 2, 3)] == [
        at for at in range(len(page.text)) if page.text.startswith(quote, at)
    ]
    assert isinstance(page.find(quote, 4), NotFound)
    fault.happened(
        "The first in the article is taken, or the one that is asked for; a fourth is refused.",
        kept="Which one it is, and how many there are.",
    )


@pytest.mark.promise("QUOTE-1")
@pytest.mark.fault("F-29", "Words that are only in alternative texts, titles, scripts, concealed or collapsed parts")
def test_words_that_nobody_can_read_on_the_page_are_no_evidence(kept: dict[str, Kept], fault: Fault) -> None:
    page = kept["/hidden"]
    for part in ("alternative text", "title", "script", "concealed part"):
        assert page.refused(f"words of the {part}") == "QUOTE_NOT_FOUND"
    found = page.found("words of the collapsed part")
    assert any(hidden.start <= found.start and found.end <= hidden.end for hidden in page.evidence.hidden)
    fault.happened(
        "Refused; the collapsed part, which a click opens, is found.",
        kept="The range of the collapsed part, as hidden.",
    )


@pytest.mark.promise("QUOTE-4")
@pytest.mark.fault("F-29", "PDF lines that end in hyphens, dropped and kept, in words and in numbers")
def test_hyphens_at_line_ends_of_a_pdf_are_folded(kept: dict[str, Kept], fault: Fault) -> None:
    found = kept["/hyphens"].found("council approved a well-known plan for 1990-2000 and international trade.")
    assert "hyphenation" in found.folds
    assert kept["/hyphens"].refused("a well-known plan for 19902000") == "QUOTE_NOT_FOUND"
    fault.happened(
        "Found as words; two years do not become one number.", kept="The lines as they stand, and the fold's name."
    )


@pytest.mark.promise("PDF-3")
@pytest.mark.fault("F-29", "A PDF in two columns, written line by line across, and one in Japanese")
def test_quotes_over_lines_of_a_column_are_found(kept: dict[str, Kept], fault: Fault) -> None:
    page = kept["/columns"]
    page.found("more than nine hundred ships in the year of the great storm, and not one")
    page.found("A new budget for the quay was approved after a long debate")
    page.refused("The harbour took in more than A new budget")
    assert kept["/japanese"].found("千二百隻の船を迎えた。嵐の年であったが、失われた船は").folds == ("cjk-space",)
    fault.happened("Found over the lines of a column; not across the gutter.", kept="The text in its reading order.")


@pytest.mark.fault("F-29", "A quote over the end of a PDF page")
def test_a_quote_over_a_page_end_is_found_on_both_pages(kept: dict[str, Kept], fault: Fault) -> None:
    over = kept["/over"]
    found = over.found("Not one of them was lost on the way to the harbour.")
    assert [page.number for page in over.evidence.pages if page.start < found.end and found.start < page.end] == [1, 2]
    fault.happened("Found, on both pages.", kept="The range, over the pages' own.")
