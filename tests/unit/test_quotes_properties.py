from __future__ import annotations

import html
import re
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evidence import graphemes, keys
from evidence.keys import Key
from evidence.page import read_html
from evidence.quotes import Found, NotFound, QuoteText, find_quote
from tests.faults import Fault

ALPHABET = st.sampled_from(
    [
        *"abcXYZ 0123.,-–“”'\n\t\u3000\u00a0ﬁ㌔½²①₂Ⅲ㎏が東京都のハﾊﾞﾟ한글é",
        *["e\u0301", "か\u3099", "\u1112\u1161\u11ab", "👨\u200d👩\u200d👧", "🇯🇵", "葛\U000e0100"],
        *["\u00ad", "\u200b", "\r\n", "[12]", "…"],
    ]
)
TEXTS = st.lists(ALPHABET, min_size=1, max_size=60).map("".join)
PLAIN = st.lists(
    st.sampled_from(
        [
            "The",
            "rate",
            "rose",
            "not",
            "by",
            "3.5%",
            "in",
            "2024",
            "増加率は",
            "していない",
            "人口",
            "“new”",
            "well-known",
        ]
    ),
    min_size=4,
    max_size=14,
)
FOLDABLE = ["\u00ad", "\u200b", "\u2060", "\ufeff", "\u200c", "\u17b4", "\U0001d173", "\U000e0061", "\U000e0fff"]


def base(text: str) -> str:
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text)).strip()


def slices(text: str, data: st.DataObject) -> str:
    start = graphemes.floor(text, data.draw(st.integers(0, len(text) - 1)))
    return text[start : graphemes.ceil(text, data.draw(st.integers(start + 1, len(text))))]


MARKUP = [
    *[
        "{}",
        "<b>{}</b>",
        "<p>{}</p>",
        "<a href=/x>{}</a>",
        "<span>{}",
        "</span>{}",
        "<li>{}",
        "<td>{}",
        "<pre>{}</pre>",
    ],
    *["<br>{}", "<wbr>{}", "x<sup>{}</sup>", "<ruby>{}<rt>x</rt></ruby>", "<!-- {} -->", "<details>{}</details>"],
]
PIECES = st.lists(
    st.tuples(st.sampled_from(MARKUP), st.lists(ALPHABET, max_size=8).map("".join)), min_size=1, max_size=12
)


@pytest.mark.promise("QUOTE-3")
@pytest.mark.promise("QUOTE-6")
@pytest.mark.fault("F-29", "Any part of the text of generated pages (100 of every kind of markup)")
def test_every_part_of_a_page_is_found_with_its_exact_range(fault: Fault) -> None:
    @settings(deadline=None, max_examples=100)
    @given(PIECES, st.data())
    def show(pieces: list[tuple[str, str]], data: st.DataObject) -> None:
        page = "".join(markup.format(html.escape(text)) for markup, text in pieces)
        text = read_html(page, None).text
        assume(text)
        quote = slices(text, data)
        assume(any(unicodedata.category(char)[0] in "LN" for char in quote))
        evidence = QuoteText(text, wrapped=False)
        found = find_quote(evidence, quote)
        if isinstance(found, NotFound):
            assert found.code == "QUOTE_CUTS_NUMBER"
            assert found.nearest is not None
            quote = text[found.nearest.start : found.nearest.end]
            found = find_quote(evidence, quote)
        assert isinstance(found, Found)
        assert found.matched_text == text[found.start : found.end]
        assert base(found.matched_text) == base(quote)

    show()
    fault.happened(
        "Each was found, its range the words themselves; a part of a number was refused, and the number shown.",
        kept="Offsets of the stored text, exact on both ends.",
    )


@settings(deadline=None)
@given(TEXTS)
def test_a_key_leads_back_to_the_text(text: str) -> None:
    key = Key(text)
    places = [key.place(at) for at in range(len(key.key) + 1)]
    known = [place for place in places if place is not None]
    assert known == sorted(set(known))
    assert (known[0], known[-1]) == (0, len(text))
    assert all(graphemes.is_boundary(text, place) or text[place - 1].isspace() for place in known)
    pairs = [(at, place) for at, place in enumerate(places) if place is not None]
    for (low, start), (high, end) in pairwise(pairs):
        assert Key(text[start:end]).key == key.key[low:high]


@pytest.mark.promise("QUOTE-5")
@settings(deadline=None)
@given(PLAIN, st.data())
def test_characters_that_nobody_sees_change_nothing(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    quote = " ".join(words[1:-1])
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.sampled_from(FOLDABLE)) + text[at:]
    answer = find_quote(QuoteText(text), quote)
    assert isinstance(answer, Found)
    assert base("".join(char for char in answer.matched_text if char not in FOLDABLE)) == base(quote)


@pytest.mark.promise("QUOTE-2")
@pytest.mark.promise("QUOTE-5")
@settings(deadline=None)
@given(PLAIN, st.data())
def test_foldable_characters_make_no_other_words_found(words: list[str], data: st.DataObject) -> None:
    text = " ".join(words)
    quote = " ".join(words[1:-1]) + " zebra"
    at = data.draw(st.integers(0, len(text)))
    text = text[:at] + data.draw(st.sampled_from(FOLDABLE)) + text[at:]
    assert not isinstance(find_quote(QuoteText(text), quote), Found)


@pytest.mark.promise("QUOTE-2")
@settings(deadline=None)
@given(PLAIN, st.data())
def test_a_changed_word_number_or_negation_is_never_found(words: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(1, len(words) - 2))
    kind = data.draw(st.sampled_from(["word", "negation", "left out", "digit"]))
    changed = list(words)
    if kind == "digit":
        numbers = [number for number, word in enumerate(words) if any(map(str.isdigit, word))]
        assume(numbers)
        at = data.draw(st.sampled_from(numbers))
        changed[at] = re.sub(r"\d", lambda match: str((int(match.group()) + 1) % 10), words[at], count=1)
    elif kind == "left out":
        del changed[at]
    else:
        changed.insert(at, "zebra" if kind == "word" else "no")
    text, quote = " ".join(words), " ".join(changed)
    assume(base(quote) not in base(text))
    assert not isinstance(find_quote(QuoteText(text), quote), Found)


@pytest.mark.promise("QUOTE-2")
@settings(deadline=None)
@given(st.lists(st.integers(0, 99_999), min_size=2, max_size=6), st.sampled_from([" ", "\n", "  ", "\u3000"]))
def test_neighbouring_numbers_never_join(numbers: list[int], gap: str) -> None:
    apart = gap.join(map(str, numbers))
    joined = "".join(map(str, numbers))
    assert not isinstance(find_quote(QuoteText(apart), joined), Found)
    assert not isinstance(find_quote(QuoteText(joined), apart), Found)


@given(TEXTS)
def test_a_key_is_the_same_however_short_the_runs_are_in_which_it_is_made(text: str) -> None:
    whole = Key(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keys, "_RUN", 3)
        parted = Key(text)
    assert parted.key == whole.key
    assert all(parted.place(offset) == whole.place(offset) for offset in range(len(whole.key) + 1))
