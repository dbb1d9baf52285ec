"""Charsets that are wrong, missing, hidden or damaged, fetched as evidence: what is kept is what the page says."""

from __future__ import annotations

import codecs
import hashlib
from collections.abc import Iterator

import pytest

from benchmarks.charsets import Sample, samples
from evidence.page import read_html
from evidence.quotes import Found, QuoteText, find_quote
from ledger.records import Evidence
from tests.faults import Fault
from tests.flow.engine_world import World
from tests.flow.http_server import Aside, reply
from tests.site import JAPANESE, PROSE

pytest_plugins = ["tests.flow.engine_fixture"]
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")

SHOWN = {
    "ja": ("shift_jis", "euc-jp", "iso-2022-jp"),
    "ko": ("euc-kr",),
    "zh-Hans": ("gb18030",),
    "zh-Hant": ("big5",),
    "ru": ("windows-1251", "koi8-r"),
    "pl": ("windows-1250",),
    "fr": ("windows-1252",),
    "el": ("windows-1253",),
    "tr": ("windows-1254",),
    "he": ("windows-1255",),
    "ar": ("windows-1256",),
    "lt": ("windows-1257",),
    "vi": ("windows-1258",),
}
LATIN = {"pl", "fr", "tr", "lt", "vi"}
LEGACY: dict[str, Sample] = {
    f"/{sample.language}/{sample.encoding}": sample
    for sample in samples("held-out")
    if sample.shape == "page" and sample.encoding in SHOWN.get(sample.language, ())
}
LAST = "These are the very last words."


def page(words: str) -> str:
    return f"<!doctype html><title>Ferry</title><main><p>{words}</p><p>{JAPANESE}</p></main>"


def labelled(body: bytes, label: str | None = None, media: str = "text/html") -> bytes:
    return reply(body, Content_Type=f"{media}; charset={label}" if label else media)


@pytest.fixture(scope="module")
def answers() -> Iterator[tuple[str, dict[str, bytes]]]:
    """A server's address, and what it answers by path."""
    served: dict[str, bytes] = {}
    with Aside(served) as base:
        yield base, served


Answers = tuple[str, dict[str, bytes]]
Kept = dict[str, tuple[Evidence, str]]


def fetched(world: World, answers: Answers, served: dict[str, bytes]) -> Kept:
    """The evidence and its text by path; that every page is kept, whole and unchanged, is asserted."""
    base, known = answers
    known.update(served)
    return world.kept(base, served)


def quoted(text: str, quote: str) -> Found:
    found = find_quote(QuoteText(text), quote)
    assert isinstance(found, Found), found
    return found


@pytest.mark.promise("CHARSET-1")
@pytest.mark.promise("CHARSET-2")
@pytest.mark.fault("F-28", "16 legacy charsets, each with a right, a missing and a wrong header")
def test_legacy_pages_are_read_whatever_their_header_says(world: World, answers: Answers, fault: Fault) -> None:
    served = {}
    for path, sample in LEGACY.items():
        wrong = "utf-8" if sample.language in LATIN else "iso-8859-1"
        for label in (sample.encoding, None, wrong):
            served[f"{path}/{label}"] = labelled(sample.body, label)
    kept = fetched(world, answers, served)
    assert len(LEGACY) == 16
    assert set(kept) == set(served)
    for path, (one, text) in kept.items():
        name, _, label = path.rpartition("/")
        sample = LEGACY[name]
        assert text == read_html(sample.text, None).text, path
        rule = "header" if label == sample.encoding else "detected"
        assert (one.charset, one.charset_rule) == (sample.encoding, rule), path
        assert one.body_sha256 == hashlib.sha256(sample.body).hexdigest()
    fault.happened(
        "All 48 read right: by the header where it is right, else by detection.",
        kept="The bytes as they came, the text to the character, the charset and the rule that decided.",
    )


@pytest.mark.promise("CHARSET-1")
@pytest.mark.fault("F-28", "A byte order mark against header and meta (3 kinds)")
def test_a_mark_wins_over_what_is_declared(world: World, answers: Answers, fault: Fault) -> None:
    words = f"<meta charset=euc-jp>{page('A mark decides.')}"
    kept = fetched(
        world,
        answers,
        {
            "/mark/utf-8": labelled(codecs.BOM_UTF8 + words.encode(), "shift_jis"),
            "/mark/utf-16le": labelled(codecs.BOM_UTF16_LE + words.encode("utf-16-le"), "utf-8"),
            "/mark/utf-16be": labelled(codecs.BOM_UTF16_BE + words.encode("utf-16-be"), "iso-8859-1"),
        },
    )
    assert {(path[6:], one.charset, one.charset_rule) for path, (one, _) in kept.items()} == {
        (name, name, "bom") for name in ("utf-8", "utf-16le", "utf-16be")
    }
    assert {text for _, text in kept.values()} == {read_html(words, None).text}
    fault.happened("Read by the mark; the mark is no text.", kept="One text of all three, with the rule bom.")


@pytest.mark.promise("CHARSET-3")
@pytest.mark.fault("F-28", "utf-7 in the header, in a meta and in an XML declaration")
def test_utf7_is_never_honoured(world: World, answers: Answers, fault: Fault) -> None:
    attack = page("+ADw-script+AD4-alert(1)+ADw-/script+AD4-").encode()
    kept = fetched(
        world,
        answers,
        {
            "/utf7/header": labelled(attack, "utf-7"),
            "/utf7/meta": labelled(b"<meta charset=utf-7>" + attack),
            "/utf7/xml": labelled(b'<?xml version="1.0" encoding="utf-7"?>' + attack),
        },
    )
    for one, text in kept.values():
        assert one.charset == "utf-8"
        assert text.startswith("+ADw-script+AD4-alert(1)+ADw-/script+AD4-")
    fault.happened("The label was passed over; the signs stayed what they are.", kept="The page, read as UTF-8.")


@pytest.mark.fault("F-28", "UTF-16 without a mark, with no, a wrong and an imprecise label, as HTML and as text")
def test_utf16_without_a_mark_is_read(world: World, answers: Answers, fault: Fault) -> None:
    words = page("No mark at all.")
    kept = fetched(
        world,
        answers,
        {
            "/wide/none": labelled(words.encode("utf-16-le")),
            "/wide/wrong": labelled(words.encode("utf-16-le"), "utf-8"),
            "/wide/imprecise": labelled(words.encode("utf-16-be"), "utf-16"),
            "/wide/unknown": reply(words.encode("utf-16-be")),
            "/wide/text": labelled(f"{JAPANESE}\n{JAPANESE}".encode("utf-16-le"), None, "text/plain"),
        },
    )
    texts = {path[6:]: text for path, (_, text) in kept.items()}
    assert texts.pop("text") == f"{JAPANESE}\n{JAPANESE}"
    assert set(texts.values()) == {read_html(words, None).text}
    assert all(one.charset_rule == "detected" for one, _ in kept.values())
    fault.happened("Recognised, and read in its byte order.", kept="The text to the character, with the rule detected.")


@pytest.mark.fault("F-28", "Halves of surrogate pairs in UTF-8, in UTF-16 and as references")
def test_half_a_character_harms_nothing_else(world: World, answers: Answers, fault: Fault) -> None:
    wide = page("Before X behind").replace("X", "\ud83d").encode("utf-16-le", "surrogatepass")
    kept = fetched(
        world,
        answers,
        {
            "/half/utf-8": labelled(page("Before X behind").encode().replace(b"X", b"\xed\xa0\xbd"), "utf-8"),
            "/half/utf-16le": labelled(wide, "utf-16le"),
            "/half/reference": labelled(page("Before &#xD83D; behind").encode(), "utf-8"),
            "/half/text": labelled(PROSE.encode() + b" Before \xed\xa0\xbd behind", "utf-8", "text/plain"),
        },
    )
    for _, text in kept.values():
        half = text[text.index("Before ") + 7 : text.index(" behind")]
        assert set(half) == {"\ufffd"}
        assert quoted(text, f"Before {half} behind").kind == "exact"
    fault.happened("Read as U+FFFD, as browsers do; the words around are found.", kept="The page, in its own charset.")


@pytest.mark.fault("F-28", "NUL bytes inside of words, tags and text files")
def test_zeros_hide_no_words(world: World, answers: Answers, fault: Fault) -> None:
    kept = fetched(
        world,
        answers,
        {
            "/nul/html": labelled(page("The new f\0erry \0is bl\0\0ue.").encode(), "utf-8"),
            "/nul/text": labelled(f"{PROSE} The new f\0erry is\0 blue.".encode(), "utf-8", "text/plain"),
        },
    )
    for _, text in kept.values():
        assert "\0" not in text
        assert quoted(text, "The new ferry is blue.").kind == "exact"
    fault.happened("Left out of the text, as nobody sees them; the quote is found.", kept="The bytes with them.")


@pytest.mark.fault("F-28", "Mixed line ends (CR, LF, CRLF, NEL, LS, PS, form feed) in a page and in a text file")
def test_mixed_line_ends_are_white_space_and_stay(world: World, answers: Answers, fault: Fault) -> None:
    lines = "It sails\r\nevery\rday\nof\x85the\u2028whole\u2029long\x0cyear.\r\n\r\n"
    kept = fetched(
        world,
        answers,
        {
            "/lines/html": labelled(page(lines).encode(), "utf-8"),
            "/lines/text": labelled((lines + PROSE).encode(), "utf-8", "text/plain"),
        },
    )
    assert kept["/lines/text"][1] == lines + PROSE
    for _, text in kept.values():
        found = quoted(text, "It sails every day of the whole long year.")
        assert found.kind == "exact"
        assert text[found.end - 5 : found.end] == "year."
    fault.happened(
        "The quote is found across all of them, at its place.", kept="A text file's line ends as they are, each."
    )


@pytest.mark.fault("F-28", "5 MB in a single line, as a page and as a text file")
def test_a_line_of_megabytes_is_read_to_its_end(world: World, answers: Answers, fault: Fault) -> None:
    long = PROSE * (5_000_000 // len(PROSE))
    kept = fetched(
        world,
        answers,
        {
            "/long/html": labelled(f"<p>{long}{LAST}".encode(), "utf-8"),
            "/long/text": labelled(f"{long}{LAST}".encode(), "utf-8", "text/plain"),
        },
    )
    for _, text in kept.values():
        assert text == long + LAST
        found = quoted(text, LAST)
        assert (found.start, found.end) == (len(long), len(text))
    fault.happened("Read whole; the last words are found at their place.", kept="The text, to the last character.")
