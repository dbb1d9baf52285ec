"""Charsets: which rule decides, and that pages of every common encoding read right with right, wrong and no labels."""

from __future__ import annotations

import codecs
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.charsets import ENCODINGS, LABELS, PARTS, UNICODE, Sample, reads, samples, wrong_labels
from evidence.charset import decode
from evidence.charset_codecs import CODECS, encoding_for, read

JAPANESE = "<p>東京都は三十日、来年度の予算案を発表した。一般会計の総額は八兆円で、過去最大となった。</p>"
FRENCH = "<p>Le budget de l’année prochaine a été présenté à l’Élysée ; il s’élève à 8 milliards d’euros.</p>"
LEGACY = sorted({encoding for encodings in ENCODINGS.values() for encoding in encodings})
OTHER_SCRIPTS = {
    *("shift_jis", "euc-jp", "iso-2022-jp", "euc-kr", "gb18030", "big5"),
    *("windows-1251", "koi8-r", "koi8-u", "iso-8859-5", "ibm866", "windows-1253", "iso-8859-7"),
    *("windows-1255", "windows-1256", "iso-8859-6", "windows-874"),
}


@cache
def pages(encoding: str) -> list[Sample]:
    """The texts that the detection was tuned on, and those that were written afterwards."""
    return [sample for part in PARTS for sample in samples(part) if sample.encoding == encoding]


def html(body: bytes, label: str | None = None) -> str:
    return decode(body, f"text/html; charset={label}" if label else None, html=True).text


@pytest.mark.promise("CHARSET-1")
@pytest.mark.parametrize("encoding", [*LEGACY, *UNICODE])
def test_a_right_header_decides(encoding: str) -> None:
    for sample in pages(encoding):
        decoded = decode(sample.body, f"text/html; charset={encoding}", html=True)
        assert (decoded.text, decoded.charset, decoded.rule) == (sample.text, encoding, "header"), sample


@pytest.mark.promise("CHARSET-1")
@pytest.mark.parametrize("encoding", [*LEGACY, "utf-8"])
def test_a_right_meta_decides_where_the_header_is_silent(encoding: str) -> None:
    meta = f'<meta http-equiv="Content-Type" content="text/html; charset={encoding}">'
    for sample in pages(encoding):
        decoded = decode(meta.encode() + sample.body, "text/html", html=True)
        assert (decoded.text, decoded.charset, decoded.rule) == (meta + sample.text, encoding, "meta"), sample


@pytest.mark.promise("CHARSET-1")
@pytest.mark.parametrize("encoding", [*LEGACY, *UNICODE])
def test_a_page_without_a_label_is_detected(encoding: str) -> None:
    misread = [sample for sample in pages(encoding) if not reads(sample, None)]
    assert [sample for sample in misread if sample.shape != "heading"] == []
    assert len(misread) <= 1


@pytest.mark.promise("CHARSET-2")
@pytest.mark.parametrize("encoding", sorted(OTHER_SCRIPTS))
def test_a_page_in_another_script_is_read_right_whatever_its_label_says(encoding: str) -> None:
    """Save Russian in KOI8 as Shift_JIS: there it is words of half-width kana, which a Japanese page may have too."""
    shown = [sample for sample in pages(encoding) if sample.shape == "page"]
    labels = [(sample, label) for sample in shown for label in wrong_labels(sample)]
    misread = [(sample.language, label) for sample, label in labels if not reads(sample, label)]
    assert misread == [
        (language, label) for language, label in misread if (encoding[:4], label) == ("koi8", "shift_jis")
    ]


@pytest.mark.promise("CHARSET-2")
@pytest.mark.parametrize("encoding", LEGACY)
def test_a_label_of_utf8_that_the_bytes_contradict_is_passed_over(encoding: str) -> None:
    assert [sample for sample in pages(encoding) if not reads(sample, "utf-8")] == []


@pytest.mark.promise("CHARSET-2")
@pytest.mark.parametrize("label", [label for label in LABELS if label != "utf-8"])
def test_utf8_is_read_whatever_the_label_says(label: str) -> None:
    shown = [sample for sample in pages("utf-8") if sample.shape == "page"]
    few = {"it", "en", "es", "de"}  # so few letters beyond ASCII may be Chinese, Japanese or Korean ones
    misread = {sample.language for sample in shown if not reads(sample, label)}
    assert misread <= (few if encoding_for(label) in {"shift_jis", "euc-jp", "euc-kr", "gb18030", "big5"} else set())


@pytest.mark.promise("CHARSET-2")
@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("ВСЕ ЛЮДИ РОЖДАЮТСЯ СВОБОДНЫМИ И РАВНЫМИ В СВОЕМ ДОСТОИНСТВЕ И ПРАВАХ", "windows-1251"),
        ("ВСЕ ЛЮДИ РОЖДАЮТСЯ СВОБОДНЫМИ И РАВНЫМИ В СВОЕМ ДОСТОИНСТВЕ И ПРАВАХ", "koi8-r"),
        ("ΟΛΟΙ ΟΙ ΑΝΘΡΩΠΟΙ ΓΕΝΝΙΟΥΝΤΑΙ ΕΛΕΥΘΕΡΟΙ ΚΑΙ ΙΣΟΙ ΣΤΗΝ ΑΞΙΟΠΡΕΠΕΙΑ", "windows-1253"),
        ("£12 £14.50 £9 £20 " * 10, "windows-1252"),
        ("±0.5 ±0.7 × 3 µm ½ ¼ ¾ 12° 14° " * 10, "windows-1252"),
        ("€12 €14,50 €9 " * 20, "windows-1252"),
        ("コーヒー、ケーキ、サンドイッチ、オレンジジュース、アイスクリーム、チョコレート", "shift_jis"),
        ("コーヒー、ケーキ、サンドイッチ、オレンジジュース、アイスクリーム、チョコレート", "euc-jp"),
        ("ｺｰﾋｰ ｹｰｷ ｻﾝﾄﾞｲｯﾁ ｵﾚﾝｼﾞｼﾞｭｰｽ ｱｲｽｸﾘｰﾑ ﾁｮｺﾚｰﾄ ｶｰﾄﾞ", "shift_jis"),
        ("山田太郎、鈴木一郎、佐藤花子、高橋健、田中実、渡辺茂、伊藤博、中村修、小林正、加藤清", "euc-jp"),
        ("一二三四五六七八九十百千万億兆一二三四五六七八九十百千万億兆", "euc-jp"),
        ("王伟、李娜、张敏、刘洋、陈静、杨帆、赵磊、黄丽、周强、吴军、徐明、孙燕、胡波", "gb18030"),
        ("大韓民國憲法 第一條 大韓民國은 民主共和國이다. 主權은 國民에게 있다.", "euc-kr"),
        ("Það var einu sinni kóngur og drottning í ríki sínu; þau áttu sér son.", "windows-1252"),
        ("Në fshatin tonë është një mulli që punon vetëm një herë në javë.", "windows-1252"),
        ("Сва људска бића рађају се слободна и једнака у достојанству и правима.", "windows-1251"),
        ("Ĉiuj homoj estas denaske liberaj; ĝi ŝanĝiĝas ĉie ĵaŭde, eĥoŝanĝo.", "iso-8859-3"),
        ("בְּרֵאשִׁית בָּרָא אֱלֹהִים אֵת הַשָּׁמַיִם", "windows-1255"),
    ],
)
def test_a_right_label_is_believed_for_texts_that_look_like_none(text: str, encoding: str) -> None:
    body = text.encode(CODECS[encoding])
    assert html(body, encoding) == text
    assert html(f"<meta charset={encoding}>".encode() + body) == f"<meta charset={encoding}>{text}"


@pytest.mark.promise("CHARSET-4")
@pytest.mark.parametrize("encoding", ["shift_jis", "euc-kr", "gb18030", "big5", "utf-8", "windows-1253"])
@pytest.mark.parametrize("label", [True, False])
def test_damage_does_not_turn_a_page_into_another_charset(encoding: str, label: bool) -> None:
    for sample in pages(encoding):
        if sample.shape == "heading":
            continue
        high = [at for at, byte in enumerate(sample.body) if byte > 0x7F]
        middle = high[len(high) // 2]
        for body in (
            sample.body[:middle] + sample.body[middle + 1 :],
            sample.body[:middle] + b"\xff" + sample.body[middle:],
            sample.body[: high[-1]],
        ):
            assert html(body, encoding if label else None) == read(body, encoding), sample


@pytest.mark.parametrize("cut", range(1, 7))
def test_a_body_cut_inside_a_character_keeps_its_charset(cut: int) -> None:
    for label in (None, "utf-8"):
        decoded = decode(f"<h1>{JAPANESE}".encode()[:-4][:-cut], label and f"text/html; charset={label}", html=True)
        assert decoded.charset == "utf-8"
        assert decoded.text.startswith("<h1><p>東京都")


@pytest.mark.promise("CHARSET-4")
@pytest.mark.parametrize("half", [b"\xed\xa0\x80", b"\xed\xa0\xbd\xed\xb8\x80"])
@pytest.mark.parametrize("label", [None, "utf-8"])
def test_half_of_a_surrogate_pair_turns_no_page_into_another_charset(half: bytes, label: str | None) -> None:
    assert html(b"An emoji " + half + b" cut in two", label) == f"An emoji {len(half) * chr(0xFFFD)} cut in two"


@pytest.mark.promise("CHARSET-1")
@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16le"),
        (codecs.BOM_UTF16_BE, "utf-16be"),
        (codecs.BOM_UTF32_LE, "utf-32le"),
        (codecs.BOM_UTF32_BE, "utf-32be"),
    ],
)
def test_a_byte_order_mark_wins_over_every_label_and_is_not_text(mark: bytes, encoding: str) -> None:
    page = f"<meta charset=euc-jp>{JAPANESE}"
    for label in (None, "shift_jis", "utf-8", "utf-16"):
        decoded = decode(mark + page.encode(CODECS[encoding]), label and f"text/html; charset={label}", html=True)
        assert (decoded.text, decoded.charset, decoded.rule) == (page, encoding, "bom")


@pytest.mark.parametrize("encoding", ["utf-16le", "utf-16be"])
@pytest.mark.parametrize("label", [None, "utf-16", "utf-8", "iso-8859-1"])
def test_utf16_without_a_mark_is_read_in_its_byte_order(encoding: str, label: str | None) -> None:
    for sample in pages(encoding):
        if sample.shape != "heading":
            assert html(sample.body, label) == sample.text
            assert html(sample.text.replace("<p>", "").encode(CODECS[encoding]), label)


@pytest.mark.promise("CHARSET-4")
@pytest.mark.parametrize("zeros", [1, 3, 10])
def test_stray_zeros_are_no_utf16(zeros: int) -> None:
    for encoding in ("utf-8", "windows-1252", "shift_jis", "windows-1251", "gb18030"):
        for sample in pages(encoding):
            if sample.shape == "page":
                at = range(7, len(sample.body), len(sample.body) // zeros)
                body = b"\0".join(sample.body[start:end] for start, end in zip([0, *at], [*at, None], strict=True))
                assert not decode(body, None, html=True).charset.startswith("utf-16"), sample


@pytest.mark.promise("CHARSET-3")
def test_utf7_is_refused() -> None:
    attack = b"+ADw-script+AD4-alert(1)"
    for body in (attack, b'<meta charset="utf-7">' + attack, b'<?xml version="1.0" encoding="utf-7"?>' + attack):
        decoded = decode(body, "text/html; charset=utf-7", html=True)
        assert (decoded.text, decoded.charset) == (body.decode(), "utf-8")


@pytest.mark.promise("CHARSET-3")
@pytest.mark.parametrize(
    "label",
    [
        *("utf-7", "UTF7", "csUnicode11UTF7", "rot13", "base64", "hex", "idna", "punycode", "unicode_escape"),
        *("utf-32", "cp037", "no-such", "", "iso-2022-kr", "iso-2022-cn", "hz-gb-2312", "a\0b", "replacement"),
    ],
)
def test_labels_that_could_change_what_is_read_are_not_honoured(label: str) -> None:
    assert encoding_for(label) is None


@pytest.mark.parametrize(
    ("label", "encoding"),
    [
        ("latin1", "windows-1252"),
        ("us-ascii", "windows-1252"),
        ("iso-8859-9", "windows-1254"),
        ("tis-620", "windows-874"),
        ("Shift-JIS", "shift_jis"),
        ("x-sjis", "shift_jis"),
        ("windows-31j", "shift_jis"),
        ("ks_c_5601-1987", "euc-kr"),
        ("gb2312", "gb18030"),
        ("GBK", "gb18030"),
        ("big5-hkscs", "big5"),
        ("utf-16", "utf-16le"),
        (" UTF8\n", "utf-8"),
        ("x-user-defined", "windows-1252"),
    ],
)
def test_labels_mean_what_the_web_means(label: str, encoding: str) -> None:
    assert encoding_for(label) == encoding


@pytest.mark.parametrize(
    "head",
    [
        "<meta charset=euc-jp>",
        "<META CHARSET = 'EUC-JP' >",
        '<meta/charset="x-euc-jp"/>',
        '<meta content="text/html; charset=euc-jp" http-equiv=content-type>',
        "<meta http-equiv='Content-Type' content='text/html;charset = \"euc-jp\"'>",
        "<!-- <meta charset=shift_jis> --><meta charset=euc-jp>",
        "<!-- -- > <meta charset=shift_jis> --><meta charset=euc-jp>",
        "<script>document.write('<meta charset=shift_jis>')</script><meta charset=euc-jp>",
        '<meta name=description content="how to write charset=shift_jis"><meta charset=euc-jp>',
        '<meta name=description content="a > b charset=shift_jis"><meta charset=euc-jp>',
        "<meta charset=no-such><meta charset=euc-jp>",
        '<?xml version="1.0" encoding="euc-jp"?><html>',
        "<?xml version='1.0' encoding='utf-7'?><meta charset=euc-jp>",
        '<?xml version="1.0" encoding="shift_jis"?><meta charset=euc-jp>',
        f"{'<link rel=x href=y>' * 500}<meta charset=euc-jp>",
    ],
)
def test_what_a_page_declares_is_what_browsers_take_for_it(head: str) -> None:
    decoded = decode((head + JAPANESE).encode("euc_jp"), "text/html", html=True)
    assert (decoded.text, decoded.charset, decoded.rule) == (head + JAPANESE, "euc-jp", "meta")


@pytest.mark.parametrize("label", ["utf-16", "utf-16be"])
def test_a_meta_that_says_utf16_means_utf8(label: str) -> None:
    page = f"<meta charset={label}>{JAPANESE}"
    decoded = decode(page.encode(), None, html=True)
    assert (decoded.text, decoded.charset, decoded.rule) == (page, "utf-8", "meta")


@pytest.mark.parametrize(
    ("header", "rule"),
    [
        ("text/html; charset=euc-jp", "header"),
        ('TEXT/HTML;Charset="EUC-JP"', "header"),
        ("text/html; boundary=x; charset = euc-jp; x=y", "header"),
        ("text/html; x-charset=shift_jis", "detected"),
        ("text/html; charset=", "detected"),
        ("text/html; charset=no-such", "detected"),
        ("", "detected"),
    ],
)
def test_the_charset_of_a_header_is_its_parameter(header: str, rule: str) -> None:
    decoded = decode(JAPANESE.encode("euc_jp"), header, html=True)
    assert (decoded.text, decoded.charset, decoded.rule) == (JAPANESE, "euc-jp", rule)


def test_a_text_file_that_speaks_of_a_meta_declares_nothing() -> None:
    text = "<meta charset=shift_jis> " + JAPANESE
    assert decode(text.encode(), "text/plain", html=False).text == text


def test_plain_ascii_is_utf8_by_default() -> None:
    decoded = decode(b"plain", None, html=False)
    assert (decoded.text, decoded.charset, decoded.rule) == ("plain", "utf-8", "default")


@pytest.mark.parametrize(
    ("body", "encoding", "text"),
    [
        (b"\x87\x40\xfb\xfc\x81\x60", "shift_jis", "①髙～"),
        (b"\xad\xa1\xfc\xe2\xa1\xc1\x8e\xb1\x8f\xb0\xa1", "euc-jp", "①髙～ｱ丂"),
        (b"\x1b$B-!|b!A\x1b(I1\x1b(J\\~\x1b(Bok", "iso-2022-jp", "①髙～ｱ¥‾ok"),
        (b"\x80 \xa8\xbc\xa6\xd9", "gb18030", "€ ḿ︐"),
        (b"\x819\xee9", "gb18030", "㐀"),
        (b"\xa3\xe1 \x88\x62", "big5", "€ Ê̄"),
        (b"\x8c\x63", "euc-kr", "똠"),
        (b"\x93\x81\x94", "windows-1252", "“\x81”"),
        (b"\xae\xbe", "koi8-u", "ўЎ"),
    ],
)
def test_vendor_characters_are_read_as_browsers_read_them(body: bytes, encoding: str, text: str) -> None:
    assert read(body, encoding) == text


@pytest.mark.parametrize(
    ("body", "encoding"),
    [
        (b"\x82<p>", "shift_jis"),
        (b"\xa4<p>", "euc-jp"),
        (b"\xb0<p>", "euc-kr"),
        (b"\xb0<p>", "gb18030"),
        (b"\xa4<p>", "big5"),
        (b"\xe3\x81<p>", "utf-8"),
    ],
)
def test_half_a_character_swallows_no_markup(body: bytes, encoding: str) -> None:
    assert read(body, encoding) == "\ufffd<p>"


@given(
    st.binary(max_size=300),
    st.sampled_from([None, "text/html; charset=shift_jis", "text/html;charset=utf-16", "x; charset=\x00"]),
    st.booleans(),
)
def test_any_bytes_decode(body: bytes, label: str | None, html: bool) -> None:
    decoded = decode(body, label, html=html)
    assert decoded.charset in CODECS
    decoded.text.encode("utf-8")


@pytest.mark.parametrize("encoding", CODECS)
@settings(max_examples=20)
@given(body=st.binary(max_size=60))
def test_every_encoding_reads_any_bytes(encoding: str, body: bytes) -> None:
    read(body, encoding).encode("utf-8")
