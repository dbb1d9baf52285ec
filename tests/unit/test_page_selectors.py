"""Selectors that are judged while a page is walked select what the parser's own search selects."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from evidence.page_css import rules
from evidence.page_frames import Frame, State
from evidence.page_selectors import parse
from evidence.page_sheets import Sheets

TAGS = st.sampled_from(["div", "p", "b"])
CLASSES = st.lists(st.sampled_from(["a", "b", "c"]), max_size=2, unique=True)


@st.composite
def markup(draw, depth=3):
    tag, names, identity = draw(TAGS), draw(CLASSES), draw(st.sampled_from(["", "", "x", "y"]))
    inner = draw(st.lists(markup(depth=depth - 1), max_size=3)) if depth else []
    tag = "span" if tag == "p" and inner else tag  # a <p> would be ended by what is in it
    attributes = f' class="{" ".join(names)}"' if names else ""
    attributes += f' id="{identity}" title="{identity}1 two"' if identity else ""
    return f"<{tag}{attributes}>{''.join(inner)}</{tag}>"


COMPOUND = st.builds(
    "".join,
    st.tuples(
        st.sampled_from(["", "div", "span", "b", "*"]),
        st.sampled_from(
            ["", "", ".a", ".b", ".a.b", "#x", "[id]", "[title~=two]", "[title^='x']", "[title$=o]", "[class*=a]"]
        ),
        st.sampled_from(["", "", "", ":not(.c)", ":not(div)", ":first-child", ":nth-child(2n+1)", ":nth-child(-n+2)"]),
    ),
).filter(bool)
SELECTOR = st.builds(
    lambda first, rest: first + "".join(tie + one for tie, one in rest),
    COMPOUND,
    st.lists(st.tuples(st.sampled_from([" ", " > ", "+", "  "]), COMPOUND), max_size=3),
)


def judged(tree, selector):
    """The elements that a selector selects, by `mem_id`, judged from each element up."""
    read = parse(selector)
    assert read is not None, selector
    found = set()

    def visit(node, line):
        elder = None
        for index, child in enumerate(node.iter(), 1):
            frame = Frame(child.tag, child.attributes, State(), "", 0, index)
            frame.elder, elder = elder, frame
            if read.matches([*line, frame]):
                found.add(child.mem_id)
            visit(child, [*line, frame])

    visit(tree.body, [Frame("html", {}, State(), "", 0, 1), Frame("body", tree.body.attributes, State(), "", 0, 2)])
    return found


@settings(max_examples=120, deadline=None)
@given(st.lists(markup(), min_size=1, max_size=3), SELECTOR)
def test_selectors_select_what_the_parsers_search_does(parts, selector):
    tree = LexborHTMLParser("<body>" + "".join(parts))
    assert judged(tree, selector) == {
        node.mem_id for node in tree.body.css(selector) if node.mem_id != tree.body.mem_id
    }


@settings(max_examples=60, deadline=None)
@given(st.lists(markup(), min_size=1, max_size=2), st.lists(SELECTOR, min_size=1, max_size=4))
def test_rules_are_found_by_what_they_select(parts, selectors):
    """A sheet answers for each element what its selectors, one by one, would."""
    tree = LexborHTMLParser("<body>" + "".join(parts))
    sheets = Sheets(["".join(f"{selector}{{top:{at}px}}" for at, selector in enumerate(selectors))])
    wanted = [judged(tree, selector) for selector in selectors]

    def visit(node, line):
        elder = None
        for index, child in enumerate(node.iter(), 1):
            frame = Frame(child.tag, child.attributes, State(), "", 0, index)
            frame.elder, elder = elder, frame
            sheets.enter(frame)
            declared, _ = sheets.declared([*line, frame])
            assert bool(declared) == any(child.mem_id in one for one in wanted), (child.html, selectors)
            visit(child, [*line, frame])
            sheets.leave(frame)

    visit(tree.body, [Frame("html", {}, State(), "", 0, 1), Frame("body", {}, State(), "", 0, 2)])


@pytest.mark.parametrize(
    "selector",
    [
        "a:hover",
        "a::before",
        "a ~ b",
        ":has(a)",
        "a >",
        "> a",
        ".",
        "a,b",
        "a:nth-last-child(2)",
        ".no-js a",
        ":not(a b)",
        "",
        "a b:is(c)",
    ],
)
def test_what_is_not_understood_or_depends_on_a_state_selects_nothing(selector):
    assert parse(selector) is None


@pytest.mark.parametrize(
    ("sheet", "expected"),
    [
        ("a{top:0}b,c{left:0}", ["a", "b", "c"]),
        ("a{top:0;b{left:0}top:1}", ["a b", "a"]),
        ("a{&.b{top:0} .c &{top:0}}", ["a.b", ".c a", "a"]),
        ("a{b,c{top:0}}", ["a b", "a c", "a"]),
        ("a,b{c{top:0}}", ["a", "b"]),
        ("@media print{a{top:0}}@media screen{b{top:0}}", ["b"]),
        ("@supports not (x:y){a{top:0}} @layer z{b{top:0}} c{top:0}", ["b", "c"]),
        ("@import 'x'; a{top:0}", ["a"]),
        ("/* a{ */ b{top:0} /* c{top:0}", ["b"]),
        ("a{top:0", ["a"]),
        ("}a{top:0}", ["a"]),
    ],
)
def test_sheets_are_read_into_rules(sheet, expected):
    assert [rule.selector for rule in rules(sheet)] == expected


def test_later_and_heavier_and_important_declarations_win():
    sheets = Sheets(["b{top:1px;left:1px!important}b.x{top:2px;left:2px}", "b{top:3px}"])
    frame = Frame("b", {"class": "x"}, State(), "", 0, 1)
    sheets.enter(frame)
    declared, by_names = sheets.declared([frame])
    assert (declared["top"], declared["left"], by_names) == (("2px", False), ("1px", True), True)
