"""The way from the text to the saved page: every mark stands before the node that gave the text from there on."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from evidence.page import read_html

UNSEEN = re.compile(
    "(?P<flag>\U0001f3f4[\U000e0030-\U000e007a]{3,6}\U000e007f)|[\x00-\x08\x0b\x0e-\x1f\x7f-\x84\x86-\x9f]"
    "|[\U000e0000-\U000e007f]|[\ufe00-\ufe0f\U000e0100-\U000e01ef]{2,}|[\u180e\u200b-\u200f\u2060-\u2064\ufeff]{6,}"
)
"""Invisible characters that the text drops; flags stay."""


def marked_nodes(marked_html):
    """The marks with the text nodes after them, in document order, as a renderer parses the saved page."""
    found = []
    for node in LexborHTMLParser(marked_html).root.traverse(include_text=True):
        mark = re.fullmatch(r"u:(\d+)", node.comment_content) if node.is_comment_node else None
        if mark:
            assert node.next is not None, "a mark without a node"
            assert node.next.is_text_node, "a mark before no text"
            found.append((int(mark[1]), node.next.text_content))
    return found


def plain(text):
    """The text with raised and lowered characters as they are in a node."""
    small = {"super", "sub"}
    return "".join(
        unicodedata.normalize("NFKC", sign).replace("\u2212", "-")
        if unicodedata.decomposition(sign).partition(">")[0].lstrip("<") in small
        else sign
        for sign in text
    ).replace("\u2212", "-")


def check_map(html):
    """Each node begins with the text from its mark on; together the nodes are the text, white space and signs apart."""
    page = read_html(html, None)
    nodes = marked_nodes(page.marked_html)
    last = -1
    for start, raw in nodes:
        assert last < start < len(page.text)
        assert not page.text[start].isspace()
        last = start
        said = plain(UNSEEN.sub(lambda found: found["flag"] or "", raw)).split()
        text = plain(page.text[start : start + 2 * len(raw) + 8]).split()[: len(said)]
        assert said[:-1] == text[:-1], (raw, page.text[start:])
        assert text[-1].startswith(said[-1]), (raw, page.text[start:])
    whole = "".join(plain(UNSEEN.sub(lambda found: found["flag"] or "", raw)) for _, raw in nodes)
    assert squeezed(whole) == squeezed(plain(page.text))
    return page


def squeezed(text):
    return "".join(text.split())


PIECES = st.sampled_from(
    [
        "one two",
        " lead",
        "trail ",
        "  \n ",
        "1",
        "23",
        "2\u00b2",
        "x",
        "\u65e5\u672c\u8a9e\u3067\u3059",
        "\ud55c\uad6d\uc5b4 \ubb38\uc7a5",
        "\u3000\u5168\u89d2",
        "a\xa0b",
        "so\xadft",
        "zero\u200bwidth",
        "\u202eabc\u202c",
        "\x00nul",
        "a\x0bb",
        "\U000e0041\U000e0042",
        "\U0001f468\u200d\U0001f469",
        "e\u0301",
        "&amp;",
        "&lt;b&gt;",
        "&nbsp;",
        "&#x200B;&#x200B;&#x200B;&#x200B;&#x200B;&#x200B;&#x200B;",
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "-3",
        "+",
        "\u2212",
        "n",
        "[1]",
        "*",
        "\r\nline",
        "tab\tbed",
        "<br>",
        "<wbr>",
        "<img src=x alt=pic>",
        "<hr>",
        "<!-- no -->",
        "<script>no</script>",
        "<input value=no>",
        "<br><br>",
        "<template>no</template>",
    ]
)
TAGS = st.sampled_from(
    [
        "p",
        "div",
        "span",
        "b",
        "i",
        "a href=/x",
        "a href=#n",
        "a",
        "sup",
        "sub",
        "sup class=reference",
        "pre",
        "code",
        "ul",
        "li",
        "table",
        "tr",
        "td",
        "th",
        "h1",
        "h2",
        "dl",
        "dt",
        "dd",
        "details",
        "details open",
        "summary",
        "button",
        "select",
        "option",
        "label",
        "ruby",
        "rt",
        "rp",
        "textarea",
        "blockquote",
        "article",
        "nav",
        "footer",
        "figure",
        "figcaption",
        "svg",
        "text",
        "title",
        "foreignObject",
        "noscript",
        "iframe",
        "dialog",
        "dialog open",
        "p hidden",
        "p style='opacity:0'",
        "p style='display:none'",
        "p style='white-space:pre'",
        "span style='display:block'",
        "div style='display:flex'",
        "span style='vertical-align:super'",
        "span style='font-size:0'",
        "span style='font-size:12px'",
        "span style='visibility:hidden'",
        "span style='visibility:visible'",
        "span style='color:#fff'",
        "span class=sr-only",
        "span class=k",
        "x-y",
        "font color=white",
        "form",
        "center",
        "listing",
    ]
)
MARKUP = st.recursive(
    PIECES,
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag.split()[0]}>", TAGS, st.lists(inner, max_size=5)
    ),
    max_leaves=40,
)


@pytest.mark.promise("PAGE-20")
@settings(max_examples=400, deadline=None)
@given(st.lists(MARKUP, min_size=1, max_size=6), st.booleans())
def test_the_node_after_a_mark_begins_with_the_text_from_there_on(parts, styled):
    sheet = (
        "<style>.k{display:none} .k .k{display:block} b{white-space:pre-wrap} i{display:block}</style>"
        if styled
        else ""
    )
    check_map(sheet + "".join(parts))


@pytest.mark.parametrize(
    "html",
    [
        "<p>  a <b>b</b>\n c</p>",
        "<pre>\n\n  x\n y</pre>",
        "<pre>\r\n a\r\nb</pre>",
        "<ruby>\u5b57<rt>\u3058</rt></ruby>",
        "<p>10<sup>2</sup> 10<sup>-3</sup> x<sub>i</sub> 10<sup>th</sup>",
        "<table>stray<tr><td>q<td><p>1</p></table>",
        "<select><option> 1 <option>2</select>",
        "<svg><text> a <tspan>b</tspan></text></svg>",
        "<div><template shadowrootmode=open><p>in <slot></slot> out</p></template>light</div>",
        "<p>a\U000e0041b\x00c",
        "<listing>\n a</listing><xmp>\n<b>c</b></xmp><plaintext>\n d",
        "<textarea>\n no</textarea><pre>\n\nx</pre>",
        "<math><msup><mn>10</mn><mn>2</mn></msup></math>",
    ],
)
def test_marks_hold_where_parsers_are_particular(html):
    assert marked_nodes(check_map(html).marked_html)
