"""Outside text in Markdown: it shows itself, and becomes nothing else."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from reports.escaping import (
    BREAK,
    markdown_code,
    markdown_link,
    markdown_quote,
    markdown_text,
    one_line,
    relative_path,
    script_json,
    visible,
    web_url,
)
from tests.unit.report_hostile import CORPUS

TRICKY = st.text(
    alphabet=st.sampled_from(list("ab1 \t\n\r\u2028\u3000.-+*_=#>!:~|`\\<>&[]()'\"{}$^@/あ。")), max_size=60
)


def tokens(markdown: str) -> list[Token]:
    return MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(markdown)


def plain(markdown: str) -> str:
    """The text of one paragraph, which must hold nothing but text."""
    found = tokens(markdown)
    assert [token.type for token in found] == ["paragraph_open", "inline", "paragraph_close"], found
    children = found[1].children or []
    assert {child.type for child in children} <= {"text", "text_special"}, children
    return "".join(child.content for child in children)


@given(TRICKY.filter(lambda text: text.strip(" \t\n\r\u2028\u3000")))
def test_any_text_reads_back_as_itself_and_is_only_text(text: str) -> None:
    assert plain(markdown_text(text)).strip() == visible(one_line(text)).strip()


@given(TRICKY)
def test_any_text_stays_in_its_table_cell(text: str) -> None:
    table = f"| a | b |\n|---|---|\n| {markdown_text(text)} | end |\n\nafter"
    kinds = [token.type for token in tokens(table)]
    assert kinds.count("tr_open") == 2
    assert kinds.count("td_open") == 2
    assert kinds[-3:] == ["paragraph_open", "inline", "paragraph_close"]


@given(TRICKY)
def test_any_text_stays_in_its_list_item_and_heading(text: str) -> None:
    kinds = [token.type for token in tokens(f"# {markdown_text(text)}\n\n- **k**: {markdown_text(text)}\n\nafter")]
    assert kinds.count("heading_open") == 1
    assert kinds.count("list_item_open") == 1
    assert not {"html_block", "fence", "code_block", "hr", "table_open", "blockquote_open"} & set(kinds)


@given(TRICKY)
def test_a_quote_holds_only_paragraphs_of_text(text: str) -> None:
    found = tokens(f"{markdown_quote(text)}\n\nafter")
    kinds = {token.type for token in found}
    assert kinds <= {"blockquote_open", "blockquote_close", "paragraph_open", "paragraph_close", "inline"}
    inner = {child.type for token in found for child in token.children or []}
    assert inner <= {"text", "text_special", "softbreak", "hardbreak"}
    assert found[-2].content == "after"


@pytest.mark.parametrize("text", CORPUS)
def test_a_code_span_shows_the_text_or_gives_way_to_escaped_text(text: str) -> None:
    for cell in (f"| {markdown_code(text)} | b |\n|---|---|", f"x {markdown_code(text)} y"):
        found = tokens(cell)
        assert not {"html_block", "fence"} & {token.type for token in found}
        inner = {child.type for token in found for child in token.children or []}
        assert inner <= {"text", "text_special", "code_inline"}


def test_a_line_break_is_one_visible_sign() -> None:
    assert one_line("a\r\nb\u2028c") == f"a{BREAK}b{BREAK}c"


def test_characters_that_hide_or_reorder_are_named() -> None:
    assert visible("a\u202eb\u200bc\x00") == "a⟨U+202E⟩b⟨U+200B⟩c⟨U+0000⟩"
    family = "👨\u200d👩\u200d👧 ❤\ufe0f"
    assert visible(family) == family


def test_addresses_in_text_do_not_turn_into_links() -> None:
    escaped = markdown_text("see https://evil.example and www.evil.example or a@b.example")
    assert "https://" not in escaped
    assert "www." not in escaped
    assert re.search(r"(?<!\\)@", escaped) is None


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "file:///etc/passwd",
        "//evil.example",
        "https://",
        "http://[bad",
        "",
        None,
    ],
)
def test_only_web_addresses_become_links(url: str | None) -> None:
    assert web_url(url) is None
    assert "](" not in markdown_link(url, "text")


def test_a_link_cannot_be_left_by_its_address() -> None:
    link = markdown_link("https://a.example/x>) [y](javascript:1) <b>", "t]")
    found = tokens(link)[1].children or []
    assert [child.type for child in found] == ["link_open", "text", "text_special", "link_close"] or [
        child.type for child in found
    ] == ["link_open", "text", "link_close"]
    assert str(found[0].attrs["href"]).startswith("https://a.example/x%3E")


def test_a_fragment_link_keeps_its_directive() -> None:
    url = "https://a.example/p#:~:text=%E6%97%A5%E6%9C%AC,end"
    assert web_url(url) == url


@pytest.mark.parametrize("path", ["../x", "/etc/passwd", "a//b", "a/../b", "a\\b", "./a", "", None, "a\x00b"])
def test_a_path_that_leaves_the_session_folder_is_no_address(path: str | None) -> None:
    assert relative_path(path) is None


def test_a_path_in_the_session_folder_is_a_relative_address() -> None:
    assert relative_path("attachments/attachment 1.png") == "attachments/attachment%201.png"
    assert relative_path("javascript:alert(1)") == "javascript%3Aalert%281%29"


@given(st.text())
def test_script_data_reads_back_and_cannot_end_its_element(text: str) -> None:
    embedded = script_json({"a": text})
    assert json.loads(embedded) == {"a": text}
    assert not set("<>&\u2028\u2029") & set(embedded)
