"""Charsets: which rule decides, and that pages of every common encoding read right under right, wrong and no labels."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.charset import decode
from evidence.charset_codecs import encoding_for

JAPANESE = "<p>東京都は三十日、来年度の予算案を発表した。一般会計の総額は八兆円で、過去最大となった。</p>"
KOREAN = "<p>서울시는 내년도 예산안을 발표했다. 일반회계 총액은 사십조 원으로 역대 최대 규모이다.</p>"
SIMPLIFIED = "<p>北京市三十日公布了明年的预算草案，一般会计总额为八万亿元，是历史上最大的一次。</p>"
TRADITIONAL = "<p>臺北市三十日公布了明年的預算草案，一般會計總額為八萬億元，是歷史上最大的一次。</p>"
RUSSIAN = "<p>Москва опубликовала проект бюджета на следующий год, самый большой в истории.</p>"
FRENCH = "<p>Le budget de l’année prochaine a été présenté à l’Élysée ; il s’élève à 8 milliards d’euros.</p>"
PAGES = [
    (JAPANESE, "shift_jis", "shift_jis"),
    (JAPANESE, "euc_jp", "euc-jp"),
    (JAPANESE, "iso2022_jp", "iso-2022-jp"),
    (JAPANESE, "utf-8", "utf-8"),
    (KOREAN, "euc_kr", "euc-kr"),
    (SIMPLIFIED, "gbk", "gb18030"),
    (TRADITIONAL, "big5", "big5"),
    (RUSSIAN, "cp1251", "windows-1251"),
    (RUSSIAN, "koi8-r", "koi8-r"),
    (FRENCH, "cp1252", "windows-1252"),
]


@pytest.mark.promise("CHARSET-1")
@pytest.mark.parametrize(("text", "codec", "name"), PAGES)
def test_a_right_header_decides(text, codec, name):
    decoded = decode(text.encode(codec), f"text/html; charset={name}", html=True)
    assert (decoded.text, decoded.charset, decoded.rule) == (text, name, "header")


@pytest.mark.promise("CHARSET-1")
@pytest.mark.parametrize(("text", "codec", "name"), PAGES)
def test_a_right_meta_decides_where_the_header_is_silent(text, codec, name):
    page = f'<!doctype html><meta http-equiv="Content-Type" content="text/html; charset={name}">{text}'
    decoded = decode(page.encode(codec), "text/html", html=True)
    assert (decoded.text, decoded.charset, decoded.rule) == (page, name, "meta")


@pytest.mark.promise("CHARSET-1")
@pytest.mark.parametrize(("text", "codec", "name"), PAGES)
def test_a_page_without_a_label_is_detected(text, codec, name):
    decoded = decode(text.encode(codec), None, html=True)
    assert (decoded.text, decoded.charset, decoded.rule) == (text, name, "detected")


@pytest.mark.promise("CHARSET-2")
@pytest.mark.parametrize("wrong", ["iso-8859-1", "utf-8"])
@pytest.mark.parametrize(("text", "codec", "name"), PAGES[:7])
def test_a_header_that_the_bytes_contradict_is_passed_over(text, codec, name, wrong):
    decoded = decode(text.encode(codec), f"text/html; charset={wrong}", html=True)
    assert (decoded.text, decoded.charset) == (text, name)


@pytest.mark.promise("CHARSET-1")
@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_wins_over_the_header_and_is_not_text(codec):
    decoded = decode(JAPANESE.encode(codec), "text/html; charset=shift_jis", html=True)
    assert (decoded.text, decoded.rule) == (JAPANESE, "bom")


def test_utf16_without_a_mark_is_detected():
    decoded = decode(FRENCH.encode("utf-16-le"), None, html=True)
    assert (decoded.text, decoded.charset, decoded.rule) == (FRENCH, "utf-16le", "detected")


@pytest.mark.promise("CHARSET-3")
def test_utf7_is_refused():
    decoded = decode(b"+ADw-script+AD4-alert(1)", "text/html; charset=utf-7", html=True)
    assert decoded.text == "+ADw-script+AD4-alert(1)"
    assert decoded.charset == "utf-8"


@pytest.mark.promise("CHARSET-3")
@pytest.mark.parametrize(
    "label", ["utf-7", "rot13", "base64", "hex", "idna", "unicode_escape", "no-such", "", "iso-2022-kr", "hz", "a\0b"]
)
def test_labels_that_could_change_what_is_read_are_not_honoured(label):
    assert encoding_for(label) is None


@pytest.mark.parametrize(
    ("label", "encoding"),
    [
        ("latin1", "windows-1252"),
        ("Shift-JIS", "shift_jis"),
        ("x-sjis", "shift_jis"),
        ("ks_c_5601-1987", "euc-kr"),
        ("gb2312", "gb18030"),
        (" UTF8 ", "utf-8"),
    ],
)
def test_labels_mean_what_the_web_means(label, encoding):
    assert encoding_for(label) == encoding


def test_a_meta_in_a_comment_is_no_declaration():
    page = "<!-- <meta charset=shift_jis> --><meta charset=euc-jp>" + JAPANESE
    assert decode(page.encode("euc_jp"), None, html=True).text == page


def test_a_text_file_that_speaks_of_a_meta_declares_nothing():
    text = "<meta charset=shift_jis> " + JAPANESE
    assert decode(text.encode(), "text/plain", html=False).text == text


def test_one_bad_byte_does_not_turn_a_page_into_another_charset():
    decoded = decode(JAPANESE.encode() * 5 + b"\xff", "text/html; charset=utf-8", html=True)
    assert decoded.text == JAPANESE * 5 + "\ufffd"
    assert decoded.rule == "header"


def test_a_body_cut_inside_a_character_keeps_its_charset():
    decoded = decode(JAPANESE.encode()[:-6], None, html=True)
    assert decoded.charset == "utf-8"
    assert decoded.text.startswith("<p>東京都")


def test_vendor_characters_of_japanese_charsets_are_read():
    assert (
        decode("①番の～です、髙い。".encode("cp932"), "text/html; charset=shift_jis", html=True).text
        == "①番の～です、髙い。"
    )
    assert decode(b"\xad\xa1\xa1\xc1\xa4\xc7\xa4\xb9", "text/html; charset=euc-jp", html=True).text == "①～です"


@given(
    st.binary(max_size=300),
    st.sampled_from([None, "text/html; charset=shift_jis", "text/html;charset=utf-16", "x; charset=\x00"]),
    st.booleans(),
)
def test_any_bytes_decode(body, label, html):
    decoded = decode(body, label, html=html)
    assert decoded.charset
    decoded.text.encode("utf-8")
