"""The one text of a page: nothing glued, nothing lost, nothing invented, and a snapshot that maps back to it."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from evidence.page import read_html
from tests.pace import pace

PROSE = "The council approved the budget for the coming year after a long debate in the chamber. " * 4


def text(html, base=None):
    return read_html(html, base).text


def article(html):
    page = read_html(html, None)
    return "\n".join(page.text[part.start : part.end] for part in page.article)


def hidden(html):
    page = read_html(html, None)
    return [page.text[part.start : part.end] for part in page.hidden]


class TestStructure:
    @pytest.mark.promise("PAGE-1")
    @pytest.mark.parametrize(
        ("html", "expected"),
        [
            ("<table><tr><td>2023</td><td>12</td><td>34</td></tr></table>", "2023\t12\t34"),
            ("<table><tr><th>年<th>売上<tr><td>2023<td>120</table>", "年\t売上\n2023\t120"),
            ("<table><tr><td><p>2023</p></td><td><div>12</div></td></tr></table>", "2023\t12"),
            ("<table><tr><td>a</td></tr></table><table><tr><td>b</td></tr></table>", "a\n\nb"),
            ("<ul><li>1<li>2</ul>3", "1\n2\n\n3"),
            ("<dl><dt>a<dd>b</dl>", "a\nb"),
            ("<h1>a</h1>b", "a\n\nb"),
            ("<div>a<p>b</div>", "a\n\nb"),
            ("a<div>b</div>c", "a\nb\nc"),
            ("<select><option>1<option>2</select>", "1\n2"),
            ("<button>1</button><button>2</button>", "1 2"),
            ("<label>1</label><label>2</label>", "1 2"),
            ("<details open><summary>1</summary>2</details>", "1\n2"),
            ("<figure>1<figcaption>2</figcaption></figure>", "1\n2"),
            ("1<br>2<br><br>3", "1\n2\n\n3"),
            ("12<img src=x>34", "12 34"),
            ("12<input>34", "12 34"),
            ("<a>1</a><a>2</a>", "1 2"),
            ("1<hr>2", "1\n\n2"),
            ("1<iframe></iframe>2", "1 2"),
            ("<svg><text>1</text><text>2</text><title>no</title></svg>", "1\n2"),
            ("<math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>", "1/2"),
            ("<math><msup><mn>10</mn><mn>2</mn></msup></math>", "10²"),
        ],
    )
    def test_neighbours_keep_apart(self, html, expected):
        assert text(html) == expected

    @pytest.mark.parametrize(
        ("html", "expected"),
        [
            ("un<b>believ</b>able", "unbelievable"),
            ("  a \n b\t<i> c </i>d ", "a b c d"),
            ("a<script>x</script>b<style>y</style>c<template>z</template>d", "abcd"),
            ("a<noscript>x</noscript>b", "ab"),
            ("co<wbr>operate", "cooperate"),
            ("a&nbsp;b", "a\xa0b"),
            ("<p>　全角</p>", "　全角"),
            ("a<!-- no -->b", "ab"),
            ("<textarea>no</textarea><title>no</title>yes", "yes"),
            ("a\x00\x08b", "ab"),
        ],
    )
    def test_words_stay_whole(self, html, expected):
        assert text(html) == expected

    def test_preformatted_text_keeps_its_white_space(self):
        assert text("<p>a</p><pre>\n  b\n    c  d\n\n\n\ne\n</pre><p>f") == "a\n\n  b\n    c  d\n\n\n\ne\n\nf"
        assert text('<div style="white-space: pre-wrap">a  b\n c</div>') == "a  b\n c"

    def test_ruby_leaves_the_base_text_whole(self):
        assert text("<ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>で開催") == "東京で開催"


class TestRaised:
    @pytest.mark.promise("PAGE-2")
    @pytest.mark.parametrize(
        ("html", "expected"),
        [
            ('120<sup><a href="#fn1">1</a></sup>台', "120台"),
            ('120<a href="#fn1"><sup>1</sup></a>台', "120台"),
            ("120<sup>[1]</sup>台", "120台"),
            ("120<sup>（1）</sup>台", "120台"),
            ('120<sup class="reference">1</sup>台', "120台"),
            ('a<sup><a href="/notes#n">*</a></sup> b', "a b"),
            ("120<sup>1</sup>台", "120¹台"),
            ("10<sup>2</sup> km", "10² km"),
            ("10<sup>-3</sup>", "10⁻³"),
            ("H<sub>2</sub>O", "H₂O"),
            ("Na<sup>+</sup>", "Na⁺"),
            ("the 10<sup>th</sup>", "the 10th"),
            ('<a href="/wiki/Square_metre">m<sup>2</sup></a>', "m²"),
            ('m<sup><a href="/wiki/Square">2</a></sup>', "m²"),
            ('10<span style="vertical-align: super">2</span>', "10²"),
        ],
    )
    def test_markers_go_and_numbers_stay_raised(self, html, expected):
        assert text(html) == expected

    @pytest.mark.promise("PAGE-2")
    def test_markers_that_were_left_out_are_kept_as_marks(self):
        page = read_html('<p>120<sup><a href="#fn1">1</a></sup>台', None)
        [note] = page.notes
        assert (note.text, note.at, note.href) == ("1", 3, "#fn1")


class TestHidden:
    @pytest.mark.promise("PAGE-3")
    @pytest.mark.parametrize(
        "html",
        [
            "<details><summary>S</summary>gone</details>",
            "S<p hidden>gone</p>",
            'S<p style="display: none">gone</p>',
            'S<p style="visibility:hidden">gone</p>',
            "S<dialog>gone</dialog>",
            "<style>.tab{display:none} .tab.on{display:block}</style>S<p class=tab>gone</p>",
            "<style>.r{opacity:0;transition:opacity 1s}</style>S<p class=r>gone</p>",
        ],
    )
    def test_collapsed_text_is_in_the_text_and_marked(self, html):
        assert "gone" in text(html)
        assert hidden(html) == ["gone"]

    @pytest.mark.parametrize(
        "html",
        [
            "<details open><summary>S</summary>here</details>",
            "<dialog open>here</dialog>",
            "<style>.tab{display:none} .tab.on{display:block}</style><p class='tab on'>here</p>",
            "<style>@media print{.p{display:none}}</style><p class=p>here</p>",
            "<style>a:hover{display:none} .x::before{display:none}</style><a class=x>here</a>",
            "<style>.list{font-size:0} .list li{font-size:14px}</style><ul class=list><li>here</ul>",
            "<style>body{opacity:0}</style><p>here</p>",
            '<style>.h{display:none}</style><p class=h style="display:block">here</p>',
        ],
    )
    def test_shown_text_is_not_marked(self, html):
        assert "here" in text(html)
        assert hidden(html) == []

    @pytest.mark.promise("PAGE-4")
    @pytest.mark.parametrize(
        "style",
        [
            "font-size:0",
            "opacity: 0",
            "position:absolute; left:-9999px",
            "text-indent:-9999px",
            "color:#fff;background-color:white",
            "color:transparent",
            "width:0;height:0;overflow:hidden",
            "clip:rect(0,0,0,0);position:absolute",
            "clip-path: inset(50%)",
            "transform:scale(0)",
        ],
    )
    def test_concealed_text_is_left_out_and_told(self, style):
        for html in (
            f'<p>a</p><p style="{style}">secret</p>b',
            f"<style>.x{{{style}}}</style><p>a</p><p class=x>secret</p>b",
        ):
            page = read_html(html, None)
            assert page.text == "a\n\nb"
            assert [words.text for words in page.concealed] == ["secret"]

    @pytest.mark.promise("PAGE-4")
    def test_tag_characters_are_left_out_and_told(self):
        smuggled = "".join(chr(0xE0000 + ord(letter)) for letter in "obey")
        page = read_html(f"<p>plain{smuggled} text", None)
        assert page.text == "plain text"
        assert [words.text for words in page.concealed] == ["obey"]

    def test_a_flag_made_of_tag_characters_stays(self):
        scotland = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
        assert text(f"<p>{scotland}</p>") == scotland


class TestArticle:
    @pytest.mark.promise("PAGE-5")
    def test_navigation_and_banners_are_text_but_not_article(self):
        html = (
            "<nav><a href=/>Home</a></nav><header>Site</header>"
            f"<main><article><header><h1>Title</h1><time>1 May</time></header><p>{PROSE}</p></article></main>"
            '<div class="cookie-banner">We use cookies. Accept?</div><aside>Ad</aside><footer>About</footer>'
        )
        read = article(html)
        assert read.startswith("Title\n\n1 May\n\nThe council")
        for outside in ("Home", "Site", "cookies", "Ad", "About"):
            assert outside in text(html)
            assert outside not in read

    @pytest.mark.promise("PAGE-5")
    def test_every_article_is_kept(self):
        read = article(f"<article><p>First. {PROSE}</article><article><p>Second. {PROSE}</article>")
        assert "First." in read
        assert "Second." in read

    @pytest.mark.parametrize("name", ["cookie-recipe", "recipe-cookies", "consentement-rate", "cookies-and-cream"])
    def test_a_page_about_cookies_is_no_banner(self, name):
        assert PROSE.strip() in article(f'<div class="{name}"><p>{PROSE}</div>')

    @pytest.mark.parametrize(
        "name", ["cookie-banner", "cookieConsent", "onetrust-banner-sdk", "cookie-notice", "gdpr-popup"]
    )
    def test_cookie_banners_are_recognised(self, name):
        html = f'<article><p>{PROSE}</article><div id="{name}"><p>We value your privacy. {PROSE}</div>'
        assert "privacy" not in article(html)

    def test_text_outside_a_short_main_counts(self):
        assert PROSE.strip() in article(f"<main><h1>Title</h1></main><div><p>{PROSE}</div>")

    def test_a_page_without_landmarks_is_narrowed_to_its_prose(self):
        menu = "".join(f"<li><a href=/{i}>Section {i}</a>" for i in range(30))
        html = f"<body><div><ul>{menu}</ul></div><div><div><p>{PROSE}<p>{PROSE}</div></div><div>Small print</div>"
        assert article(html) == f"{PROSE.strip()}\n\n{PROSE.strip()}"

    def test_what_a_closed_details_holds_is_article_and_hidden(self):
        html = f"<main><h1>Questions</h1><details><summary>Why?</summary><p>{PROSE}</details><p hidden>Draft.</main>"
        assert "The council" in article(html)
        assert "Draft." not in article(html)
        assert read_html(html, None).prose > 200
        assert hidden(html)[0].startswith("The council")

    def test_a_heading_may_be_called_anything(self):
        assert "Social policy" in article(f"<article><h2 id=social-policy>Social policy</h2><p>{PROSE}</article>")

    def test_links_are_no_prose(self):
        page = read_html(f"<main><p><a href=/x>{PROSE}</a></p>Just words.</main>", None)
        assert page.prose == len("Just words.")

    def test_a_short_page_has_its_text_as_article(self):
        assert article("<p>Short note.") == "Short note."


class TestFacts:
    def test_title_language_and_links(self):
        page = read_html(
            "<html lang=ja><head><title> A\n B </title><base href='/deep/'></head>"
            "<body>see <a href='x y.html#f'>this\n page</a> "
            "<a href='mailto:a@b'>mail</a> <a href='javascript:1'>js</a>",
            "https://example.org/a",
        )
        assert (page.title, page.language) == ("A B", "ja")
        [link] = page.links
        assert (link.url, link.text) == ("https://example.org/deep/x y.html#f", "this page")
        assert page.text[link.start : link.end] == link.text

    @pytest.mark.promise("PAGE-6")
    def test_pdf_links_are_absolute_distinct_and_at_most_five(self):
        anchors = "".join(f"<a href='f{i}.pdf'>x</a>" for i in range(9))
        page = read_html(
            "<a href='/a.PDF?v=1#p'>x</a><nav><a href='/a.PDF?v=1#p'>again</a></nav>"
            "<a href='/doc' type='application/pdf'>x</a>"
            f"<a href='/pdf.html'>no</a><a href='file:///x.pdf'>no</a><a href='/about-x.pdf.html'>no</a>{anchors}",
            "https://example.org/d/",
        )
        assert page.pdf_links == (
            "https://example.org/a.PDF?v=1#p",
            "https://example.org/doc",
            "https://example.org/d/f0.pdf",
            "https://example.org/d/f1.pdf",
            "https://example.org/d/f2.pdf",
        )

    def test_metadata_is_read(self):
        page = read_html(
            "<head><meta property='og:title' content='T'><meta name=author content='A  B'>"
            "<link rel=canonical href='/c'>"
            '<script type="application/ld+json">{"@graph":['
            '{"datePublished":"2024-05-01","isAccessibleForFree":"False"}]}</script>',
            "https://example.org/x",
        )
        assert dict(page.structure.metadata) == {
            "title": "T",
            "author": "A B",
            "published": "2024-05-01",
            "canonical": "https://example.org/c",
        }
        assert page.structure.free is False


def marks(marked_html):
    """What each marked text node says, by its mark, after a fresh parse."""
    found = {}
    for node in LexborHTMLParser(marked_html).root.traverse(include_text=True):
        mark = re.fullmatch(r"u:(\d+)", node.comment_content.strip()) if node.is_comment_node else None
        if mark and node.next is not None and node.next.is_text_node:
            found[int(mark[1])] = node.next.text_content
    return found


def squeezed(words):
    return "".join(words.split())


class TestSnapshot:
    @pytest.mark.promise("PAGE-8")
    def test_nothing_that_runs_or_leads_away_is_in_the_snapshot(self):
        snapshot = read_html(
            "<!doctype html><head><base href=//evil/><meta http-equiv=refresh content='0;url=//evil'>"
            "<link rel=prefetch href=//evil>"
            "<link rel='preload stylesheet' href=//evil><script src=//evil></script></head>"
            "<body onload=evil() background='javascript:evil()'><iframe src=//evil srcdoc=x></iframe>"
            "<object data=//evil></object><embed src=//evil><a href=' javascript:evil()' ping=//evil>x</a>"
            "<form action=//evil><input formaction=//evil></form><svg><script>evil()</script>"
            "<a xlink:href='javascript:evil()'><animate attributeName=href to=//evil /></a></svg>"
            "<noscript><p>evil</p></noscript><template>evil</template><plaintext>tail<b>",
            None,
        ).marked_html
        assert "evil" not in snapshot
        assert "<plaintext" not in snapshot
        assert snapshot.startswith(
            '<!doctype html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy"'
        )

    def test_looks_are_kept(self):
        snapshot = read_html(
            "<style>p > b { color: red }</style><link rel=stylesheet href=a.css>"
            "<p class=x style='color:red'>a<b>&lt;i&gt;</b><img src='data:image/png;base64,x' alt='&quot;'>",
            None,
        ).marked_html
        for part in (
            "p > b { color: red }",
            'href="a.css"',
            'style="color:red"',
            "&lt;i&gt;",
            "data:image/png;base64,x",
            'alt="&quot;"',
        ):
            assert part in snapshot

    def test_marks_say_where_each_text_node_is(self):
        html = (
            "<p>  a <b>b</b>\n c</p><pre>\n\n  x\n y</pre>"
            "<ruby>字<rt>じ</rt></ruby><p>10<sup>2</sup></p><table>stray<tr><td>q</table>"
        )
        page = read_html(html, None)
        for start, words in marks(page.marked_html).items():
            plain = squeezed(words).replace("2", "²") if squeezed(words) == "2" else squeezed(words)
            assert squeezed(page.text[start:]).startswith(plain)
        assert set(squeezed("".join(marks(page.marked_html).values()))) == set("abcxy字102strayq")

    def test_the_first_line_break_of_preformatted_text_survives(self):
        snapshot = read_html("<pre>\n\nx</pre>", None).marked_html
        assert LexborHTMLParser(snapshot).css_first("pre").text(deep=True) == "\nx"


TAGS = """
<p> </p> <div> </div> <b> </b> <td> <tr> <table> </table> <li> <ul> </ul> <pre> </pre> <br> <sup> </sup>
<a~href=#x> </a> <svg> <text> </svg> <details> <summary> </details> <select> <option> </select> <ruby> <rt>
</ruby> <math> <msup> </math> <style> </style> <!-- --> <template> </template> <script> </script> <p~hidden>
<p~style=opacity:0> <textarea> </textarea> <noscript> </noscript> <plaintext> <button> <form> <h1> <frameset>
<html> <nav> </nav> <article> </article>
"""
WORDS = ["one", "2", " ", "\n", "字", "&nbsp;", "&amp;", "&#0;", "\u3000", "\ufeff", "\U000e0041", "<", '"', "\ud800"]
PIECES = st.sampled_from([tag.replace("~", " ") for tag in TAGS.split()] + WORDS)


@pytest.mark.promise("PARSE-4")
@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=40))
def test_any_markup_gives_consistent_ranges(pieces):
    page = read_html("".join(pieces), "http://h/")
    page.text.encode("utf-8")
    for part in (*page.article, *page.hidden):
        assert 0 <= part.start < part.end <= len(page.text)
    for link in page.links:
        assert page.text[link.start : link.end] == link.text
    previous = -1
    for start in sorted(marks(page.marked_html)):
        assert previous < start < len(page.text)
        assert not page.text[start].isspace()
        previous = start


def test_a_page_nested_thousands_of_elements_deep_is_read():
    assert text("<div>" * 5_000 + "x") == "x"


@pytest.mark.promise("PARSE-3")
@pytest.mark.parametrize(
    "html",
    [
        "<a href=#x>" + "<sup>1</sup>" * 4_000,
        "<sup>" * 8_000 + "x",
        f"<sup>{'-' * 23}あ</sup>",
        "<style>" + "@layer a{" * 20_000 + "</style>x",
        "<style>" + "div div div div .x{display:none}" * 100 + "</style>" + "<div>" * 5_000 + "<p class=x>x",
        "<form><input type=password></form>" * 4_000,
        "<!--" * 50_000,
        "<script type='application/ld+json'>" + "[" * 100_000 + "</script>x",
    ],
    ids=["markers", "nested", "signs", "layers", "selectors", "forms", "comments", "json"],
)
def test_a_hostile_page_of_ordinary_size_takes_no_long_time(html):
    begun = time.process_time()
    read_html(html, "http://h/")
    assert time.process_time() - begun < 3 * pace()


def test_a_page_of_fifty_kilobytes_is_read_in_time():
    rows = "".join(
        f"<p class=t>Line {i} says <b>this</b> and <a href=/{i}>that</a> about the matter at hand.</p>"
        for i in range(550)
    )
    html = f"<html><body><article>{rows}</article></body></html>"
    assert 45_000 < len(html) < 60_000
    spent = []
    for _ in range(5):
        begun = time.process_time()
        read_html(html, "http://h/")
        spent.append(time.process_time() - begun)
    assert min(spent) < 0.025 * 2 * pace()  # twice the budget: a shared machine is no stopwatch
