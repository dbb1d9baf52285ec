"""What holds for every text and quote, whatever the scripts: generated over mixed ones, and over sentences in many."""

from __future__ import annotations

import re
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from evidence import chars, graphemes
from evidence.keys import Key
from evidence.loose import coarse
from evidence.quotes import Found, NotFound, QuoteText, find_all, find_quote

SCRIPTS = [
    *["abc", "Zé", "straße", "İı", "ﬁne", "ﷺ", "Ⅳ", "㍿", "㌔", "½", "10²", "H₂O", "①", "㎏", "№"],
    *["กำลัง", "ผู้", "น้ำ", "เ", "العَرَبِيَّة", "مُحَمَّد", "لا", "ﻣﻨﺼﺔ", "שָׁלוֹם", "עברית", "हिन्दी", "क़िला", "श्री", "தமிழ்"],
    *[
        "한국어",
        "\u1112\u1161\u11ab\u1100\u116e\u11a8",
        "ㄱㅏ",
        "ｶﾞｷﾞ",
        "ﾊﾟ",
        "カ\u3099",
        "は゛",
        "東京",
        "葛\U000e0100",
        "⾮",
        "戸",
    ],
    *["👨\u200d👩\u200d👧", "👍🏽", "🇯🇵", "❤\ufe0f", "1\ufe0f\u20e3", "🏴\U000e0067\U000e0062\U000e007f"],
    *["e\u0301", "a\u0323\u0302", "a\u0302\u0323", "q\u0307\u0323", "\u0301", "´", "¨"],
    *["3.5", "1,412", "2024", "-5", "−7", "１２", "٣٤", "十二", "%", "$"],
    *[" ", "  ", "\n", "\r\n", "\t", "\u3000", "\u00a0", "\u2003", "\u00ad", "\u200b", "\u200d", "\ufeff"],
    *[".", ",", "、", "。", "-", "–", "—", "“", "'", "’", "»", "[12]", "(Okafor, 2024)", "…", ">=", "≥"],
]
MIXED = st.lists(st.sampled_from(SCRIPTS), min_size=1, max_size=40).map("".join)
SENTENCES = [
    "The rate did not rise by 3.5% in 2024, said the “new” council.",
    "増加率は3.5%ではなく、2024年の人口は12万人に達していない。",
    "정부는 2024년 예산을 3.5% 늘리지 않았다고 밝혔다.",
    "政府没有在2024年把预算提高3.5%，人口是12万人。",
    "รัฐบาลไม่ได้เพิ่มงบประมาณ 3.5% ในปี 2024 ตามที่กล่าวไว้",
    "لم ترفع الحكومة الميزانية بنسبة 3.5% في عام 2024 كما قيل.",
    "הממשלה לא העלתה את התקציב ב-3.5% בשנת 2024 כפי שנאמר.",
    "सरकार ने 2024 में बजट को 3.5% नहीं बढ़ाया, ऐसा कहा गया।",
    "Правительство не повысило бюджет на 3,5% в 2024 году.",
    "Le gouvernement n’a pas augmenté le budget de 3,5 % en 2024.",
]
WORDS = ["zebra", "シマウマ", "얼룩말", "斑马", "ม้าลาย", "حمار", "זברה", "ज़ेबरा", "зебра"]
UNSEEN = ["\u200b", "\u2060", "\ufeff", "\u200c", "\u00ad", "\u200e", "\U000e0061", "\ufe0e"]
SAME = [
    *[(" ", "\n"), (" ", "\u3000"), (" ", "  "), (" ", "\u00a0"), ("“", '"'), ("”", "»"), ("’", "'"), ("-", "–")],
    *[("-", "‐"), ("%", "％"), ("3", "３"), ("が", "か\u3099"), ("é", "e\u0301"), ("다", "\u1103\u1161")],
    *[("ำ", "\u0e4d\u0e32"), ("ढ़", "ढ\u093c")],
]
"""What extraction and typing exchange."""


def base(text: str) -> str:
    return re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text)).strip()


def seen(text: str) -> str:
    return "".join(char for char in base(text) if char not in chars.IGNORABLE)


def part_of(text: str, data: st.DataObject) -> str:
    start = graphemes.floor(text, data.draw(st.integers(0, len(text) - 1)))
    return text[start : graphemes.ceil(text, data.draw(st.integers(start + 1, len(text))))]


def telling(text: str) -> bool:
    return any(map(chars.is_telling, text))


def is_found(text: str, quote: str, **options: object) -> bool:
    return isinstance(find_quote(QuoteText(text), quote, **options), Found)  # type: ignore[arg-type]


@pytest.mark.promise("QUOTE-3")
@pytest.mark.promise("QUOTE-6")
@settings(deadline=None, max_examples=150)
@given(MIXED, st.data())
def test_every_part_is_found_where_it_normalises_to_the_quote_unless_it_cuts_a_number(
    text: str, data: st.DataObject
) -> None:
    quote = part_of(text, data)
    assume(telling(quote))
    answer = find_quote(QuoteText(text), quote)
    if isinstance(answer, NotFound):
        if answer.code == "QUOTE_CUTS_CHARACTER":
            assert base(quote) not in base(text)  # letters that only NFKC makes one of (ㄱㅏ)
            return
        assert answer.code == "QUOTE_CUTS_NUMBER"
        assert answer.nearest is not None
        assert is_found(text, text[answer.nearest.start : answer.nearest.end])
        return
    assert answer.matched_text == text[answer.start : answer.end]
    assert graphemes.is_boundary(text, answer.start)
    assert graphemes.is_boundary(text, answer.end)
    if answer.kind == "exact":
        assert Key(answer.matched_text).key.strip() == Key(quote).key.strip()
        assert base(answer.matched_text) == base(quote)
    elif "citation-marker" not in answer.folds:
        assert coarse(Key(answer.matched_text).key) == coarse(Key(quote).key)


@pytest.mark.promise("QUOTE-3")
@settings(deadline=None, max_examples=150)
@given(MIXED, st.sampled_from(["NFC", "NFD", "NFKC", "NFKD"]), st.data())
def test_what_the_base_rule_finds_is_found(text: str, form: str, data: st.DataObject) -> None:
    quote = unicodedata.normalize(form, part_of(text, data))  # type: ignore[arg-type]
    assume(telling(quote))
    # Left as they are: forms that NFKC would give another meaning, and the accent that is typed as a quotation mark.
    assume(not any(map(chars.is_protected, text)) and "´" not in text)
    assume(base(quote) in base(text))
    answer = find_quote(QuoteText(text), quote)
    assert isinstance(answer, Found) or answer.code in {"QUOTE_CUTS_NUMBER", "QUOTE_CUTS_CHARACTER"}


@pytest.mark.promise("QUOTE-5")
@settings(deadline=None, max_examples=150)
@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=3), st.booleans(), st.data())
def test_foldable_characters_change_neither_found_nor_not_found(
    sentences: list[str], changed: bool, data: st.DataObject
) -> None:
    text = " ".join(sentences)
    quote = sentences[0] if not changed else other(sentences[0], data)
    before = is_found(text, quote)
    for _ in range(data.draw(st.integers(1, 5))):
        sides = [text, quote]
        side = data.draw(st.integers(0, 1))
        if data.draw(st.booleans()):
            at = data.draw(st.integers(0, len(sides[side])))
            sides[side] = sides[side][:at] + data.draw(st.sampled_from(UNSEEN)) + sides[side][at:]
        else:
            one, same = data.draw(st.sampled_from(SAME))
            sides[side] = sides[side].replace(one, same, data.draw(st.integers(1, 3)))
        text, quote = sides
    # A soft hyphen at a line end, and only there, joins words.
    assume(not re.search("\u00ad\\s*\n", text + quote))
    assert is_found(text, quote) == before == (not changed)


def other(sentence: str, data: st.DataObject) -> str:
    """The sentence with another digit, word or statement."""
    kind = data.draw(st.sampled_from(["digit", "left out", "put in", "order"]))
    words = sentence.split(" ") if " " in sentence else re.split(r"(?<=[、，は年])", sentence)
    if kind == "digit":
        digits = [at for at, char in enumerate(sentence) if char.isdigit()]
        at = data.draw(st.sampled_from(digits))
        return f"{sentence[:at]}{(int(sentence[at]) + data.draw(st.integers(1, 9))) % 10}{sentence[at + 1 :]}"
    at = data.draw(st.integers(0, len(words) - 2))
    if kind == "left out":
        at += at == 0  # what is left of a first word is a part of the sentence
        del words[at]
    elif kind == "put in":
        words.insert(at + 1, data.draw(st.sampled_from(WORDS)))
    else:
        assume(words[at] != words[at + 1])
        words[at], words[at + 1] = words[at + 1], words[at]
    return (" " if " " in sentence else "").join(words)


@pytest.mark.promise("QUOTE-2")
@settings(deadline=None, max_examples=150)
@given(st.sampled_from(SENTENCES), st.data())
def test_another_digit_word_negation_or_order_is_never_found(sentence: str, data: st.DataObject) -> None:
    quote = other(sentence, data)
    assume(base(quote) not in base(sentence))
    assert not is_found(sentence, quote, accept=("case", "kana"))


KANA = str.maketrans({chr(code): chr(code + 0x60) for code in range(0x3041, 0x3097)})


@pytest.mark.promise("QUOTE-2")
@settings(deadline=None)
@given(st.sampled_from([one for one in SENTENCES if one.upper() != one]), st.integers(0, 30), st.integers(4, 30))
def test_other_case_is_refused_unless_accepted(sentence: str, start: int, length: int) -> None:
    part = sentence[start : start + length].strip()
    other_case = part.swapcase()
    assume(telling(part) and len(other_case) == len(part) and part != other_case)
    if not is_found(sentence, part):
        return  # it cuts a number
    answer = find_quote(QuoteText(sentence), other_case)
    assert isinstance(answer, NotFound)
    assert answer.code == "CASE_DIFFERS"
    accepted = find_quote(QuoteText(sentence), other_case, accept=("case",))
    assert isinstance(accepted, Found)
    assert (accepted.matched_text, accepted.folds) == (part, ("case",))


@pytest.mark.promise("QUOTE-2")
@settings(deadline=None)
@given(st.lists(st.sampled_from("あがぱゃん東京3、"), min_size=2, max_size=12).map("".join))
def test_other_kana_are_refused_unless_accepted(part: str) -> None:
    quote = part.translate(KANA)
    assume(quote != part)
    text = f"「{part}」と書く"
    answer = find_quote(QuoteText(text), quote)
    assert isinstance(answer, NotFound)
    assert answer.code == "KANA_DIFFERS"
    accepted = find_quote(QuoteText(text), quote, accept=("kana",))
    assert isinstance(accepted, Found)
    assert (accepted.matched_text, accepted.folds) == (part, ("kana",))


@pytest.mark.promise("QUOTE-8")
@settings(deadline=None)
@given(st.lists(st.sampled_from(SCRIPTS), min_size=1, max_size=6).map("".join), MIXED, st.integers(1, 6))
def test_all_occurrences_are_listed_in_order_and_each_can_be_picked(part: str, between: str, times: int) -> None:
    assume(telling(part))
    evidence = QuoteText(f". {between} ; ".join([f" {part} "] * times))
    hits = find_all(evidence, part)
    assume(hits)
    assert len(hits) >= times
    assert all(one.end <= other.start for one, other in pairwise(hits))
    assert [(hit.occurrence, hit.occurrences) for hit in hits] == [(at + 1, len(hits)) for at in range(len(hits))]
    for hit in hits[:3]:
        picked = find_quote(evidence, part, occurrence=hit.occurrence)
        assert isinstance(picked, Found)
        assert (picked.start, picked.end, picked.occurrences) == (hit.start, hit.end, hit.occurrences)


@pytest.mark.promise("QUOTE-13")
@settings(deadline=None, max_examples=150)
@given(st.integers(1, 10**7), st.sampled_from(["{}", "{:,}", "-{}", "−{}", "{}.25", "0.{}", "{}½", "{}万"]), st.data())
def test_a_part_of_a_number_is_never_found(number: int, form: str, data: st.DataObject) -> None:
    said = form.format(number)
    part = said[data.draw(st.integers(0, len(said) - 1)) :][: data.draw(st.integers(1, len(said)))]
    assume(part != said and telling(part))
    text = f"the value was {said} in all"
    answer = find_quote(QuoteText(text), part)
    assert isinstance(answer, NotFound)
    assert answer.code == "QUOTE_CUTS_NUMBER"
    assert answer.nearest is not None
    assert text[answer.nearest.start : answer.nearest.end].strip(".,") == said
