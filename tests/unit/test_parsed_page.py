"""What a parse hands on of a page beside its text."""

from __future__ import annotations

from pathlib import Path

from tasks.parsed import FRAMES, ParsedSource, ParseRequest, parse


def parsed(folder: Path, html: str) -> ParsedSource:
    staged = folder / "page"
    staged.write_text(html, encoding="utf-8")
    return parse(ParseRequest(staged=str(staged), media="html", url="http://h.example/a/"))


def test_the_first_pages_in_frames_are_handed_on(tmp_path: Path) -> None:
    page = parsed(tmp_path, "<frameset>" + "".join(f"<frame src=part{number}>" for number in range(9)) + "</frameset>")
    assert page.text == ""
    assert page.frames == [f"http://h.example/a/part{number}" for number in range(FRAMES)]


def test_a_page_that_starts_hidden_is_handed_on_as_one(tmp_path: Path) -> None:
    page = parsed(tmp_path, f"<div style='opacity:0'>{'Words of a page. ' * 30}</div>")
    assert (page.starts_hidden, page.styles_cut) == (True, False)
    assert page.text.startswith("Words of a page.")
