"""What is on a page for a reader, kind by kind: layout, formulas, notes, style, trees that are put elsewhere."""

from __future__ import annotations

import pytest

from evidence.page import read_html


def text(html, base=None):
    return read_html(html, base).text


def hidden(html):
    page = read_html(html, None)
    return [page.text[part.start : part.end] for part in page.hidden]


def concealed(html):
    return [one.text for one in read_html(html, None).concealed]


KATEX = (
    "<span class=katex><span class=katex-mathml><math><msup><mn>10</mn><mn>2</mn></msup></math></span>"
    "<span class=katex-html aria-hidden=true><span>10</span><span>2</span></span></span>"
)
WIKI_FORMULA = (
    "<span class=mwe-math-element><span class=mwe-math-mathml-a11y style='display:none'><math><mn>7</mn></math></span>"
    "<img alt='{7}'></span>"
)


class TestLayout:
    @pytest.mark.promise("PAGE-1")
    @pytest.mark.parametrize(
        ("html", "expected"),
        [
            ("<span>1,299</span><span>00</span>", "1,299 00"),
            ("<b>20</b><i><u>24</u></i>", "20 24"),
            ("10<sup>1</sup><sup>2</sup>", "10¹ ²"),
            ("1<b>2</b>3", "123"),
            ("<b>1</b>2", "12"),
            ("20<wbr>24", "2024"),
            ("<code>a</code><code>b</code>", "ab"),
            ("<b>Water</b><i>fall</i>", "Waterfall"),
            ('<span style="display:block">2023</span><span style="display:block">12</span>', "2023\n12"),
            ("<style>.c{display:table-cell}</style><i class=c>2023</i><i class=c>12</i>", "2023\t12"),
            ('<div style="display: flex"><span>Save</span><span>Share</span></div>', "Save Share"),
            ("<table><tr><td rowspan=2>a<td>1<tr><td>2</table>", "a\t1\n2"),
            ("<table><caption>T</caption><tr><td>1</td></tr><tfoot><tr><td>2</table>", "T\n1\n2"),
            ("<div>1</div><table><tr><td>2</table>3", "1\n\n2\n\n3"),
            ("<ol><li>1<ul><li>2</ul><li>3</ol>", "1\n\n2\n\n3"),
            ("<datalist><option>no</datalist><output>1</output><meter>no</meter>2", "1 2"),
            ("<x-price>1</x-price><x-price>2</x-price>", "1 2"),
        ],
    )
    def test_what_stands_apart_is_parted(self, html, expected):
        assert text(html) == expected

    @pytest.mark.parametrize(
        ("html", "expected"),
        [
            ("co\xadoperate", "co\xadoperate"),
            ("zero\u200bwidth", "zero\u200bwidth"),
            ("\u202eabc\u202c", "\u202eabc\u202c"),
            ("نمی\u200cخواهم", "نمی\u200cخواهم"),
            ("葛\U000e0100城", "葛\U000e0100城"),
            ("⚠\ufe0f", "⚠\ufe0f"),
            ("<style>.c{white-space:pre}</style><code class=c>a  b\n c</code>", "a  b\n c"),
            ("<div style='display:contents'>a</div>", "a"),
            ("<p aria-hidden=true>seen", "seen"),
            ("<p inert>seen", "seen"),
            ("<style>p::before{content:'no'}</style><p>yes", "yes"),
            ("<iframe srcdoc='<p>no'></iframe>yes", "yes"),
            ("<frameset><frame src=a><noframes>no</noframes></frameset>", ""),
            ("<input value=no><input type=submit value=no>yes", "yes"),
            (
                '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body><p>a<br/>b</p></body></html>',
                "a\nb",
            ),
            ("<p>a<p>b</div></span></p>c", "a\n\nb\n\nc"),
            ("<b><p>a</b>b", "ab"),
            ("<table><p>a</p><tr><td>b</table>", "a\n\nb"),
            ("<p>a<![CDATA[b]]>c", "ac"),
            ("<p>5 < 6 & 7 > 2", "5 < 6 & 7 > 2"),
            ("<p", ""),
        ],
    )
    def test_what_a_reader_sees_is_kept(self, html, expected):
        assert text(html) == expected

    @pytest.mark.promise("PAGE-21")
    def test_the_words_for_a_picture_are_kept_apart(self):
        page = read_html(
            "<p>before <img src=/a.png alt=' A red  glove '> after<img alt=''><map><area alt=no></map>", None
        )
        assert page.text == "before after"
        assert [(alt.text, alt.at, alt.src) for alt in page.alts] == [("A red  glove", 6, "/a.png")]

    @pytest.mark.promise("PAGE-22")
    def test_a_declared_shadow_tree_is_read_where_it_shows(self):
        page = read_html(
            "<x-card>tail<template shadowrootmode=open><style>p{display:none}</style><h2><slot name=t>none</slot></h2>"
            "<slot></slot><p>folded</p></template><b slot=t>Title</b><i slot=gone>nowhere</i></x-card><p>shown</p>",
            None,
        )
        assert page.text == "Title\n\ntail\n\nfolded\n\nshown"
        assert [page.text[part.start : part.end] for part in page.hidden] == ["folded"]

    def test_frames_are_pages_of_their_own(self):
        page = read_html(
            "<frameset><frame src=menu.html><frame src='/b'><frame src='about:blank'></frameset>", "http://h/a/"
        )
        assert page.frames == ("http://h/a/menu.html", "http://h/b")


class TestFormulas:
    @pytest.mark.promise("PAGE-2")
    @pytest.mark.parametrize(
        ("html", "expected"),
        [
            ("10<sup>n</sup>", "10ⁿ"),
            ("x<sub>i</sub>", "xᵢ"),
            ("the 10<sup>th</sup>", "the 10th"),
            ("Acme<sup>TM</sup>", "AcmeTM"),
            ("<math><mfrac><mrow><mn>1</mn><mo>+</mo><mn>2</mn></mrow><mn>3</mn></mfrac></math>", "(1+2)/3"),
            ("<math><msqrt><mn>2</mn></msqrt></math>", "√(2)"),
            ("<math><munderover><mo>∑</mo><mn>1</mn><mn>9</mn></munderover><mi>x</mi></math>", "∑₁⁹x"),
            ("<math><semantics><mn>1</mn><annotation>no</annotation></semantics></math>", "1"),
            (KATEX, "10²"),
            (WIKI_FORMULA, "7"),
        ],
    )
    def test_a_formula_is_written_once_and_keeps_its_meaning(self, html, expected):
        assert text(html) == expected
        assert hidden(html) == []

    @pytest.mark.promise("PAGE-2")
    @pytest.mark.parametrize(
        ("html", "expected"),
        [
            ("<p>120<sup>1</sup>台</p><p><sup>1</sup>推定", "120台\n\n¹ 推定"),
            ("<p>growth<sup>2</sup> fell</p><ol><li><sup>2</sup> As told.</ol>", "growth fell\n\n² As told."),
            ("<p>p = .04<sup>*</sup></p>a<br><sup>*</sup> significant", "p = .04\n\na\n* significant"),
            ("<p>売上<sup>※1</sup>は", "売上は"),
            ("<p>10<sup>2</sup> km and m<sup>2</sup></p><p><sup>2</sup> A note", "10² km and m²\n\n² A note"),
            ("<p>120<sup>1</sup>台", "120¹台"),
            ("<p>a<sup>*</sup>", "a*"),
        ],
    )
    def test_a_bare_sign_is_a_marker_where_the_page_explains_it(self, html, expected):
        assert text(html) == expected


class TestStyle:
    @pytest.mark.promise("PAGE-4")
    @pytest.mark.parametrize(
        "html",
        [
            "<p style='font-size:1px'>gone",
            "<p style='font:0/0 a'>gone",
            "<p style='color:white'>gone",
            "<p style='color:#fefefe;background:#fff'>gone",
            "<div style='background:#222'><p style='color:rgb(34, 34, 34)'>gone</div>",
            "<table bgcolor=#000000><tr><td><font color=black>gone</font></table>",
            "<p style='color:rgba(0,0,0,0)'>gone",
            "<p style='width:1px;height:1px;overflow:hidden;position:absolute'>gone",
            "<p class=visually-hidden>gone",
            "<style>@layer a{ p > b.x { left:-9999px; position:absolute } }</style><p><b class=x>gone",
            "<style>.x{.y &{font-size:0}}</style><div class=y><p class=x>gone</div>",
            "<style>p:not(.on){opacity:0}</style><p>gone",
            "<style>p:nth-child(2n){opacity:0}</style><i></i><p>gone",
            "<style>h1+p[title^='a']{opacity:0}</style><h1></h1><p title=abc>gone",
            "<p style='opacity:calc(0)'>gone",
            "<p style='opacity:calc(0 * 1)'>gone",
            "<p style='filter:blur(1px) opacity(0%)'>gone",
            "<style>:root{--x:#fff}.x{color:var(--x)}</style><p class=x>gone",
            "<style>html{--x:0}</style><p style='opacity:var( --x )'>gone",
            "<p style='--x:white;color:var(--x)'>gone",
            "<p style='color:var(--none, white)'>gone",
            "<style>@supports (display:grid){.x{opacity:0}}</style><p class=x>gone",
            "<style>.x{color:red}.x{opacity:0!important}.x{opacity:1}</style><p class=x>gone",
        ],
    )
    def test_what_nobody_sees_is_left_out_and_told(self, html):
        assert text(html) == ""
        assert concealed(html) == ["gone"]

    @pytest.mark.promise("PAGE-4")
    def test_a_page_that_starts_hidden_is_read_but_for_what_it_conceals_within(self):
        body = f"<div class=veil><p>{'A page of words. ' * 60}<b style='font-size:0'>gone</b></div>"
        page = read_html(f"<style>.veil{{opacity:0}}</style>{body}", None)
        assert page.starts_hidden
        assert page.text == ("A page of words. " * 60).strip()
        assert [one.text for one in page.concealed] == ["gone"]

    @pytest.mark.parametrize(
        "veil", ["opacity:0", "font-size:0", "color:transparent", "position:absolute;left:-9999px"]
    )
    def test_a_page_with_words_to_read_does_not_start_hidden(self, veil):
        page = read_html(f"<p style='{veil}'>{'hidden words ' * 99}</p><p>seen", None)
        assert (page.text, page.starts_hidden) == ("seen", False)
        assert read_html(f"<html style='{veil}'><p>{'words ' * 200}", None).text.startswith("words words")

    @pytest.mark.parametrize(
        "html",
        [
            "<p style='opacity:calc(1)'>here",
            "<p style='filter:opacity(50%)'>here",
            "<p style='filter:opacity()'>here",
            "<style>:root{--x:#123}.x{color:var(--x)}</style><p class=x>here",
            "<style>:root{--x:var(--y);--y:white}</style><p style='color:var(--x)'>here",
            "<style>.y{--x:white}</style><p class=y>here",
            "<style>@supports not (display:grid){.x{opacity:0}}</style><p class=x>here",
        ],
    )
    def test_what_a_reader_may_see_is_text(self, html):
        assert (text(html), concealed(html)) == ("here", [])

    @pytest.mark.parametrize(
        ("html", "said"),
        [
            ("<span style='float:left'>F1</span><span style='float:left'>F2</span>", "F1 F2"),
            ("H<span style='position:absolute'>ABS</span>I", "H ABS I"),
            ("H<span style='position:absolute;left:-9999px'>no</span>I", "HI"),
            ("H<span style='position:absolute'></span>I", "HI"),
            ("<p><span style='float:left'>T</span>he ships", "The ships"),
            ("<p><span style='float:left'><b>T</b></span><span>he</span> ships", "The ships"),
            ("<p><span style='float:left'>“T</span>he ships", "“The ships"),
            ("<p><span style='float:left'>7</span>ships", "7 ships"),
        ],
    )
    def test_what_stands_apart_is_parted_but_for_an_initial(self, html, said):
        assert text(html) == said

    @pytest.mark.promise("PAGE-4")
    @pytest.mark.parametrize(
        "html",
        [
            "<p style='font-size:0'><span style='font-size:12px'>here</span>",
            "<p style='color:#fff;background:#06c'>here",
            "<p style='color:#fff;background:url(x.png)'>here",
            "<link rel=stylesheet href=x.css><p style='color:white'>here",
            "<div style='background:#fff'><p style='position:absolute;color:#fff'>here</div>",
            "<p style='color:transparent;background-clip:text'>here",
            "<body style='opacity:0'><p>here",
            "<style>.x{opacity:0}.x.x{opacity:1}</style><p class=x>here",
            "<style>.no-js .x{opacity:0} .x:hover{opacity:0} .x::after{opacity:0}</style><p class=x>here",
            "<style>a~.x{opacity:0}</style><p class=x>here",
            "<style>h1+p{opacity:0}</style><h1></h1><img><p>here",
            "<style>@media (max-width:1px){p{opacity:0}} @supports not (x:y){p{opacity:0}}</style><p>here",
            "<style>@font-face{font-size:0} @keyframes k{from{opacity:0}}</style><p>here",
            "<style>.card{color:red;.hint{opacity:0}}</style><p class=card>here",
            "<style>p{opacity:0</style><style>p{opacity:1}</style><p>here",
        ],
    )
    def test_what_is_seen_is_kept(self, html):
        assert text(html) == "here"
        assert concealed(html) == []
        assert hidden(html) == []

    @pytest.mark.promise("PAGE-3")
    @pytest.mark.parametrize(
        "html",
        [
            "<div style='max-height:0;overflow:hidden'>gone</div>",
            "<p hidden=until-found>gone",
            "<div popover>gone</div>",
            "<p style='visibility:hidden'>gone<b style='visibility:visible'></b>",
            "<style>details:not([open]) > p{display:none}</style><details><p>gone</details>",
            "<p style='content-visibility:hidden'>gone",
        ],
    )
    def test_what_is_shown_on_demand_is_marked(self, html):
        assert hidden(html) == ["gone"]

    def test_what_shows_again_inside_of_something_hidden_is_not_marked(self):
        html = "<p style='visibility:hidden'>no <b style='visibility:visible'>yes</b></p>"
        assert (text(html), hidden(html)) == ("no yes", ["no"])

    def test_what_a_browser_saw_is_believed_where_it_saw_less(self):
        html = "<p u-seen=concealed>secret</p><p u-seen=collapsed>later</p><p hidden u-seen=shown>too</p><p>now</p>"
        assert (text(html), hidden(html), concealed(html)) == ("later\n\ntoo\n\nnow", ["later\n\ntoo"], ["secret"])

    def test_a_display_that_shows_beats_the_attribute(self):
        assert hidden("<p hidden style='display:block'>here") == []

    @pytest.mark.promise("PAGE-4")
    def test_characters_that_spell_in_secret_are_left_out_and_told(self):
        bytes_ = "".join(chr(0xE0100 + byte - 16) for byte in b"obey")
        page = read_html(f"<p>a{bytes_} b\u200b\u200c\u200b\u200c\u200b\u200c\u200bc", None)
        assert page.text == "a bc"
        assert [one.text for one in page.concealed] == ["obey", "(7 characters without width)"]

    @pytest.mark.promise("PARSE-3")
    def test_a_sheet_that_would_take_too_long_is_cut_and_that_is_told(self):
        sheet = "".join(f"p:nth-child({n}n+1){{color:red}}" for n in range(1, 300))
        assert read_html(f"<style>{sheet}</style>{'<p>x</p>' * 5_000}", None).styles_cut
        assert not read_html("<style>p{color:red}</style><p>x</p>", None).styles_cut
