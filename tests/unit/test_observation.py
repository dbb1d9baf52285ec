"""Pages as blocks: what kind each is, where it stands, and what changed between two of them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from evidence.observation.difference import differences
from evidence.observation.observe import observe
from evidence.observation.tokens import estimate
from evidence.observation.values import Block, Observation
from evidence.observation.views import view
from evidence.page import read_html

PAGE = """<html lang="en"><head><title>Ferry</title></head><body>
<nav><a href="/x">Home</a></nav>
<main><h1>Ferry <em>times</em></h1><p>It leaves at <a href="/t">nine</a>.</p>
<div>loose <p>inner</p> tail</div>
<ul><li>one</li><li>two <ul><li>nested</li></ul></li></ul>
<table><tr><th>Day<th>Boats<tr><td rowspan="2">Monday<td>2<tr><td>3</table>
<pre>code
 here</pre><blockquote><p>said</p></blockquote><img alt="a boat" src="b.png">
<form action="/find"><input name="q" placeholder="words"><button>Find</button></form>
<dl><dt>knot<dd>a speed</dl></main><footer>2024</footer></body></html>"""


def page_of(html: str) -> Observation:
    read = read_html(html, "https://ferry.example/")
    return observe(read.text, read.marked_html, title=read.title, article=read.article)


def said(page: Observation, kind: str) -> list[str]:
    return [page.text[block.start : block.end] or block.label for block in page.blocks if block.kind == kind]


def only(page: Observation, kind: str) -> Block:
    (found,) = (block for block in page.blocks if block.kind == kind)
    return found


def test_every_kind_of_block_is_told_with_its_words() -> None:
    page = page_of(PAGE)
    assert {kind: said(page, kind) for kind in ("heading", "link", "code", "quote", "button", "figure", "input")} == {
        "heading": ["Ferry times"],
        "link": ["Home"],
        "code": ["code\n here"],
        "quote": ["said"],
        "button": ["Find"],
        "figure": ["a boat"],
        "input": ["q words"],
    }
    assert said(page, "text") == ["It leaves at nine.", "loose", "inner", "tail", "2024"]
    assert said(page, "definition") == ["knot\na speed"]
    assert said(page, "metadata") == ["Ferry"]
    assert said(page, "form") == ["get"]


def test_a_list_has_its_items_and_a_table_its_rows_and_columns() -> None:
    page = page_of(PAGE)
    assert [page.text[item.start : item.end] for item in only(page, "list").items] == ["one", "two", "nested"]
    cells = [
        (page.text[cell.start : cell.end], cell.row, cell.column, cell.header) for cell in only(page, "table").cells
    ]
    assert cells == [
        ("Day", 0, 0, True),
        ("Boats", 0, 1, True),
        ("Monday", 1, 0, False),
        ("2", 1, 1, False),
        ("3", 2, 1, False),
    ]


def test_zones_roles_and_paths_are_those_of_the_document() -> None:
    page = page_of(PAGE)
    told = {(block.kind, block.zone, block.role, block.path) for block in page.blocks}
    assert ("link", "nav", "primary-nav", "nav") in told
    assert ("heading", "main", "content", "main > h1") in told
    assert ("text", "footer", "secondary-nav", "footer") in told
    assert ("button", "main", "form-control", "main > form > button") in told


def test_a_table_that_lays_the_page_out_is_no_table() -> None:
    page = page_of("<table><tr><td><h1>Title</h1><p>Words</p></td></tr></table>")
    assert [block.kind for block in page.blocks] == ["heading", "text"]


def test_refs_are_of_the_content_also_in_japanese_and_survive_figures_and_neighbours() -> None:
    before = page_of("<p>料金は100円です。</p><p>定休日は月曜です。</p>")
    after = page_of("<p>新しい段落です。</p><p>料金は120円です。</p><p>定休日は月曜です。</p>")
    assert [one.ref for one in before.blocks] == [one.ref for one in after.blocks][1:]
    assert [(one.change, one.before, one.after) for one in differences(before, after)] == [
        ("added", None, "新しい段落です。"),
        ("changed", "料金は100円です。", "料金は120円です。"),
    ]


def test_blocks_that_moved_or_went_are_told() -> None:
    before = page_of("<p>alpha</p><p>beta</p><p>gamma</p><p>delta</p>")
    after = page_of("<p>gamma</p><p>alpha</p><p>beta</p>")
    assert [(one.change, one.after or one.before) for one in differences(before, after)] == [
        ("moved", "gamma"),
        ("removed", "delta"),
    ]
    assert differences(before, before) == []


def test_a_text_without_markup_is_seen_by_its_paragraphs() -> None:
    text = "# Ferry\n\nIt leaves\nat nine.\n\n- one\n- two\n"
    page = observe(text)
    assert [(block.kind, text[block.start : block.end]) for block in page.blocks] == [
        ("heading", "# Ferry"),
        ("text", "It leaves\nat nine."),
        ("list", "- one\n- two"),
    ]
    assert [text[item.start : item.end] for item in page.blocks[2].items] == ["one", "two"]


def test_the_reading_view_is_markdown_of_the_main_part_within_its_budget() -> None:
    page = page_of(PAGE)
    whole = view(page, "markdown", budget=10_000)
    assert whole.text.startswith("# Ferry times\n\nIt leaves at nine.\n\nloose")
    assert "| Day | Boats |\n| --- | --- |\n| Monday | 2 |" in whole.text
    assert "Home" not in whole.text
    assert whole.next_block is None
    part = view(page, "markdown", budget=12)
    assert part.tokens <= 12
    assert (part.next_block, part.all_tokens) == (2, whole.all_tokens)
    rest = view(page, "markdown", budget=10_000, start=2)
    assert whole.text == f"{part.text}\n\n{rest.text}"
    assert "Home" in view(page, "markdown", budget=10_000, main_only=False).text


def test_the_compact_view_names_the_blocks_and_the_links_view_where_they_lead() -> None:
    read = read_html(PAGE, "https://ferry.example/")
    page = observe(read.text, read.marked_html)
    compact = view(page, "compact", budget=1_000).text.splitlines()
    assert compact[0] == f"{page.blocks[1].ref} main: Ferry times"
    links = view(page, "links", budget=1_000, links=read.links).text
    assert links == "- [Home](https://ferry.example/x)\n- [nine](https://ferry.example/t)"


def test_tokens_are_counted_by_script() -> None:
    assert estimate("") == 0
    assert estimate("The ferry leaves at nine.") == 7
    assert estimate("船は九時に出る。") == 8


TAGS = ["p", "div", "span", "ul", "li", "table", "tr", "td", "h2", "pre", "b", "details", "blockquote", "button", "a"]


@st.composite
def pages(draw: st.DrawFn) -> str:
    html = ""
    for _ in range(draw(st.integers(1, 12))):
        tag = draw(st.sampled_from(TAGS))
        html += draw(
            st.sampled_from([f"<{tag}>", f"</{tag}>", f"<{tag}>word {draw(st.integers(0, 9))}</{tag}>", " 語 "])
        )
    return html


@given(pages())
@settings(max_examples=150)
def test_every_visible_character_is_in_some_block_and_blocks_are_in_order(html: str) -> None:
    page = page_of(html)
    end = 0
    for block in page.blocks:
        assert end <= block.start <= block.end
        assert page.text[end : block.start].strip() == ""
        end = block.end
        parts = [*((item.start, item.end) for item in block.items), *((cell.start, cell.end) for cell in block.cells)]
        assert all(block.start <= start < stop <= block.end for start, stop in parts)
    assert page.text[end:].strip() == ""
    assert len({block.ref for block in page.blocks}) == len(page.blocks)
