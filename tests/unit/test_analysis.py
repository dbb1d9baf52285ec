"""Words in four languages: their places, dictionary forms and kinds, with the extras and without them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evidence.scoring import analyser_chinese, analyser_english, analyser_japanese, analyser_korean
from evidence.scoring.analysis import analyse
from evidence.scoring.analysis_values import Analyser


def content(text: str) -> list[str]:
    return [token.lemma for token in analyse(text).tokens if token.kind in ("content", "name")]


def words(analyser: Analyser, text: str) -> list[tuple[str, str, str]]:
    return [(text[one.start : one.end], one.lemma, one.kind) for one in analyser.tokens(text, 0, len(text))]


def test_each_language_is_known_by_its_letters_and_its_analyser_is_named() -> None:
    told = {
        text: (analyse(text).language, analyse(text).analyser) for text in ("Tea", "お茶です", "차를 마신다", "喝茶")
    }
    assert told == {
        "Tea": ("en", "en:rules"),
        "お茶です": ("ja", "ja:sudachipy"),
        "차를 마신다": ("ko", "ko:kiwipiepy"),
        "喝茶": ("zh", "zh:jieba"),
    }
    assert analyse("東京都庁", "ja").analyser == "ja:sudachipy"


def test_inflected_words_have_one_dictionary_form() -> None:
    assert content("The fares were raised") == content("the fare raises")
    assert "引き上げる" in content("運賃が引き上げられた。")
    assert "인수" in content("누리소프트를 인수했다.")
    assert "软件" in content("他收购了軟件。")


@pytest.mark.parametrize(
    ("forms", "lemma"),
    [
        ("based basing", "base"),
        ("created creating creates", "create"),
        ("repeated repeating", "repeat"),
        ("cancelled canceled cancelling", "cancel"),
        ("called calling calls", "call"),
        ("managed managing", "manage"),
        ("focused focusing", "focus"),
        ("used using uses", "use"),
        ("agreed agreeing", "agree"),
        ("overtook overtaken", "overtake"),
        ("movies", "movie"),
        ("species series always", ""),
        ("older highest", ""),
    ],
)
def test_english_forms_meet_in_their_dictionary_form(forms: str, lemma: str) -> None:
    for form in forms.split():
        assert analyser_english.lemma(form) == (lemma or form)


@pytest.mark.parametrize("text", ["閉まらない。", "입장할 수 없다.", "公司尚未盈利。", "それではない"])
def test_a_negation_is_told_as_one(text: str) -> None:
    assert "negation" in {token.kind for token in analyse(text).tokens}


def test_letters_that_nothing_reads_are_told() -> None:
    found = analyse("The word слово means word")
    assert [found.analyser, *("The word слово"[one.start : one.end] for one in found.unread)] == ["en:rules", "слово"]


def test_without_the_extra_japanese_is_cut_by_boundaries_and_known_by_its_kanji() -> None:
    found = words(analyser_japanese.ByBoundaries(), "運賃が引き上げられない")
    assert found[:3] == [("運賃", "運賃", "content"), ("が", "が", "function"), ("引き上げ", "引き上", "content")]
    assert found[-1][2] == "negation"


def test_without_the_extra_korean_words_lose_their_particles() -> None:
    found = words(analyser_korean.BySpaces(), "가람전자는 누리소프트를 인수했다")
    assert [lemma for _, lemma, kind in found if kind == "content"] == ["가람전자", "누리소프트", "인수"]
    assert words(analyser_korean.BySpaces(), "할 수 없다")[-1][2] == "negation"


def test_without_the_extra_chinese_is_cut_by_boundaries() -> None:
    found = words(analyser_chinese.ByBoundaries(), "公司不在成都")
    assert ("不", "不", "negation") in found
    assert ("公司", "公司", "content") in found


@pytest.mark.parametrize(
    ("text", "told", "language"),
    [
        ("東京都庁", "ja", "ja"),
        ("東京都庁", None, "zh"),
        ("東京都の人口", "zh", "ja"),
        ("该店位于鮮の每日大楼旁边，由日本人经营，出售各种茶叶", None, "zh"),
        ("Tea (お茶) is the drink of a country", None, "en"),
        ("iPhone 15 Pro Maxの価格", None, "ja"),
        ("일본어 ひらがな 문자는 46개이다", None, "ko"),
        ("韓国の首都はソウル（서울）である", None, "ja"),
        ("The museum is old", "ja", "en"),
    ],
)
def test_a_text_is_in_the_language_of_most_of_its_letters(text: str, told: str | None, language: str) -> None:
    assert analyse(text, told).language == language


def test_a_word_of_another_script_is_read_by_its_own_analyser() -> None:
    found = analyse("韓国の首都はソウル（서울）である")
    assert found.analyser == "ja:sudachipy+ko:kiwipiepy"
    assert not found.unread


def test_characters_that_the_dictionary_lacks_are_words_all_the_same() -> None:
    assert {"鲜", "庁"} <= set("".join(content("鮮和庁")))


@given(st.text(alphabet="運賃がは引き上げ鮮庁公司不가람전자는 했다слово API 10,.。、's", max_size=40))
@settings(deadline=None)
def test_every_letter_and_figure_is_in_a_token_or_told_as_unread(text: str) -> None:
    for language in ("en", "ja", "ko", "zh"):
        found = analyse(text, language)
        told = [False] * len(text)
        for piece in (*found.tokens, *found.unread):
            told[piece.start : piece.end] = [True] * (piece.end - piece.start)
        assert [sign for sign, seen in zip(text, told, strict=True) if sign.isalnum() and not seen] == []


@settings(deadline=None)  # the dictionaries are opened by the first example
@given(st.text(alphabet="運賃がは引き上げ収購公司不가람전자는 인수했다API 10,.。、's", max_size=60))
def test_tokens_are_in_order_and_lie_in_the_text(text: str) -> None:
    for language in ("en", "ja", "ko", "zh"):
        end = 0
        for token in analyse(text, language).tokens:
            assert end <= token.start < token.end <= len(text)
            end = token.end
