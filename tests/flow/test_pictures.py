from __future__ import annotations

import http.server
import os
import signal
import subprocess
import threading
import time

import pytest

from tasks import pictures_html, pictures_text
from tasks.attempts import StageError
from tasks.pictures_values import PictureResult, QuoteSpot
from tests.flow.browsers import Stage, count, extent, load, needs_chromium, stage
from tests.flow.snapshots import Snapshot, snapshot
from tests.flow.test_browser import descendants
from tests.pace import pace

__all__ = ["stage"]
pytestmark = needs_chromium

BLUE = (0, 0, 255)
MARKED_BLUE = (0, 0, 92)
YELLOW = (255, 226, 92)
ORANGE = (214, 102, 0)
FILLER = "<p>{{Other words of the page, which say nothing of interest to anyone.}}</p>" * 30
QUOTE = "<span style='color:#00f'>{{The quoted words}}</span>"


def draw(stage: Stage, page: Snapshot, quote: str, folder, occurrence: int = 1) -> PictureResult:
    spot = page.spot(quote, occurrence)
    return stage.run(pictures_html.pictures(stage.chromium, page.html, page.text, [spot], folder))[0]


def assert_marked(result: PictureResult) -> None:
    """The picture's mark lies exactly around the blue words, and nothing blue lies outside of it."""
    assert result.highlighted, result.note
    image = load(result.staged)
    assert count(image, BLUE, 60) == 0
    words = extent(image, MARKED_BLUE)
    mark = extent(image, ORANGE, 30)
    for word, edge in zip(words, mark, strict=True):
        assert abs(word - edge) <= 18, (words, mark)


MOVED = {
    "plain": FILLER + f"<p>{{{{Before. }}}}{QUOTE}{{{{ After.}}}}</p>" + FILLER,
    "body positioned and moved": "<style>body{position:relative;margin:100px 0 0 200px}</style>"
    + FILLER
    + f"<p>{QUOTE}</p>"
    + FILLER,
    "body transformed": "<style>body{transform:translate(60px,40px) scale(.8);transform-origin:0 0}</style>"
    + FILLER
    + f"<p>{QUOTE}</p>"
    + FILLER,
    "html zoomed": "<style>html{zoom:1.3}</style>" + FILLER + f"<p>{QUOTE}</p>" + FILLER,
    "inner scroll container": "<style>html,body{overflow:hidden;height:100%;margin:0}main{height:100%;overflow:auto}"
    "</style><main>" + FILLER + f"<p>{QUOTE}</p>" + FILLER + "</main>",
    "scroll container in a scroll container": "<style>div{height:500px;overflow:auto;border:1px solid}"
    "section{height:300px;overflow:auto}</style>"
    + FILLER
    + "<div>"
    + FILLER
    + "<section>"
    + FILLER
    + f"<p>{QUOTE}</p>"
    + FILLER
    + "</section>"
    + FILLER
    + "</div>"
    + FILLER,
    "smooth and snapping": "<style>html{scroll-behavior:smooth;scroll-snap-type:y mandatory}p{scroll-snap-align:start}"
    "</style>" + FILLER + f"<p>{QUOTE}</p>" + FILLER,
    "far to the right": "<style>main{width:3000px}p.far{margin-left:2500px}</style><main>"
    + FILLER
    + f"<p class=far>{QUOTE}</p></main>",
    "dark page is another matter, small print": f"<p style='font-size:8px'>{QUOTE}</p>" + FILLER,
    "over several elements": "<p style='color:#00f'>{{The }}<b><i>{{quoted}}</i></b>{{ wor}}<u>{{ds}}</u></p>",
    "refresh that was left in": "<meta http-equiv=refresh content='0;url=https://example.org/'>" + f"<p>{QUOTE}</p>",
    "names that shadow the document's": "<form name=documentElement><input name=parentElement>"
    f"<img name=createTreeWalker><img name=adoptedStyleSheets><p>{QUOTE}</p><input name=scrollTo></form>" + FILLER,
}


@pytest.mark.promise("PICTURE-1")
@pytest.mark.parametrize("name", MOVED)
def test_mark_lies_exactly_around_the_words_wherever_they_are(stage, tmp_path, name):
    assert_marked(draw(stage, snapshot(MOVED[name]), "The quoted words", tmp_path))


HIDDEN = {
    "display:none": ("does not display", f"<p style='display:none'>{QUOTE}</p>"),
    "folded away": ("folded away", f"<details><summary>{{{{More}}}}</summary><p>{QUOTE}</p></details>"),
    "visibility:hidden": ("hidden", f"<p style='visibility:hidden'>{QUOTE}</p>"),
    "opacity:0": ("transparent", f"<div style='opacity:0'><p>{QUOTE}</p></div>"),
    "transparent colour": ("transparent", "<p style='color:transparent'>{{The quoted words}}</p>"),
    "white on white": ("background", "<p style='color:#fff'>{{The quoted words}}</p>"),
    "nearly white on white": ("background", "<p style='color:#fdfdfd'>{{The quoted words}}</p>"),
    "off the left edge": ("outside", f"<p style='position:absolute;left:-9999px'>{QUOTE}</p>"),
    "no size": ("no size", f"<p style='font-size:0'>{QUOTE}</p>"),
    "cut off by its box": (
        "outside of|under|background",
        f"<div style='height:0;overflow:hidden'><p>{QUOTE}</p></div>",
    ),
    "indented away": ("outside", f"<p style='text-indent:-9999px;overflow:hidden'>{QUOTE}</p>"),
    "clipped": ("background|under", f"<p style='clip-path:inset(50%);position:absolute'>{QUOTE}</p>"),
    "under another element": (
        "under another",
        f"<div style='position:relative'><p>{QUOTE}</p><i style='position:absolute;inset:0;background:#eee'></i></div>",
    ),
}


@pytest.mark.promise("PICTURE-2")
@pytest.mark.parametrize("name", HIDDEN)
def test_words_that_cannot_be_seen_are_said_to_be_invisible(stage, tmp_path, name):
    why, page = HIDDEN[name]
    result = draw(stage, snapshot(FILLER + page + FILLER), "The quoted words", tmp_path)
    assert not result.highlighted
    assert any(word in result.note for word in why.split("|")), result.note
    assert "highlight" not in result.note
    if result.staged:
        assert count(load(result.staged), ORANGE, 20) == 0


@pytest.mark.promise("PICTURE-1")
def test_the_meant_occurrence_is_marked_not_the_first(stage, tmp_path):
    twice = snapshot(
        "<aside style='display:none'>{{The quoted words}}</aside><p>{{The quoted words}}</p>"
        + FILLER
        + f"<article><p>{QUOTE}</p></article>"
        + FILLER
    )
    assert not draw(stage, twice, "The quoted words", tmp_path, 1).highlighted
    second = draw(stage, twice, "The quoted words", tmp_path, 2)
    assert second.highlighted
    assert count(load(second.staged), MARKED_BLUE) == 0
    assert_marked(draw(stage, twice, "The quoted words", tmp_path, 3))


def test_banner_over_the_quote_is_lifted_and_the_note_says_so(stage, tmp_path):
    page = snapshot(
        "<div style='position:fixed;inset:0;background:#000a'><p style='background:#fff'>{{Accept cookies}}</p></div>"
        + FILLER
        + f"<p>{QUOTE}</p>"
        + FILLER
    )
    result = draw(stage, page, "The quoted words", tmp_path)
    assert_marked(result)
    assert "taken away" in result.note


def test_collapsed_white_space_soft_hyphens_and_long_texts_do_not_shift_the_mark(stage, tmp_path):
    long = "Words before the quote. " * 4000
    page = snapshot(f"<p>{{{{{long}\n\n   \t }}}}<span style='color:#00f'>{{{{The    quoted\n   words}}}}</span></p>")
    assert_marked(draw(stage, page, "The quoted words", tmp_path))
    inside = snapshot(f"<p style='color:#00f'>{{{{{long}}}}}</p><p>{{{{End}}}}</p>")
    start = inside.text.index("Words", 80_000)
    spot = QuoteSpot(attachment_id="attachment_1", start=start, end=start + 22)
    result = stage.run(pictures_html.pictures(stage.chromium, inside.html, inside.text, [spot], tmp_path))[0]
    assert result.highlighted, result.note
    soft = Snapshot("<p style='color:#00f'><!--u:0-->The quo\u00adted \u200bwo\u00adrds</p>", "The quoted words")
    assert_marked(draw(stage, soft, "The quoted words", tmp_path))


def test_japanese_and_characters_beyond_the_first_plane(stage, tmp_path):
    page = snapshot(
        "<p>{{𠮷野家で😀👨‍👩‍👧と食べた。}}</p>"
        + FILLER
        + "<p style='writing-mode:vertical-rl;height:300px'>{{前の文。}}"
        "<span style='color:#00f'>{{引用された言葉}}</span></p>"
        "<p><ruby>{{東京}}<rt>とうきょう</rt></ruby><span style='color:#00f'>{{で𠮷田さんが}}</span>{{話した}}</p>"
    )
    for quote in ("引用された言葉", "で𠮷田さんが"):
        assert_marked(draw(stage, page, quote, tmp_path))
    assert draw(stage, page, "😀👨‍👩‍👧と食べた", tmp_path).highlighted


def test_dark_page_keeps_its_words_readable(stage, tmp_path):
    page = snapshot(f"<style>body{{background:#111;color:#eee}}</style>{FILLER}<p>{{{{The quoted words}}}}</p>")
    result = draw(stage, page, "The quoted words", tmp_path)
    assert result.highlighted
    image = load(result.staged)
    assert count(image, (17, 17, 17), 10) > image.width * image.height / 3
    left, top, right, bottom = extent(image, ORANGE, 30)
    inside = image.crop((left + 8, top + 8, right - 8, bottom - 8)).convert("L")
    darkest, brightest = inside.getextrema()
    assert brightest - darkest > 100


@pytest.mark.promise("PICTURE-2")
def test_a_text_that_is_not_the_pages_is_not_marked_anywhere(stage, tmp_path):
    page = snapshot(f"<p>{QUOTE}</p>")
    other = Snapshot(page.html, "Another text with that length")
    spot = QuoteSpot(attachment_id="attachment_1", start=0, end=12)
    result = stage.run(pictures_html.pictures(stage.chromium, other.html, other.text, [spot], tmp_path))[0]
    assert not result.highlighted
    assert "not found" in result.note


@pytest.mark.promise("PICTURE-3")
def test_drawing_makes_no_request(stage, tmp_path):
    hits: list[str] = []

    class Listener(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            hits.append(self.path)
            self.send_response(204)
            self.end_headers()

        do_POST = do_HEAD = do_GET  # noqa: N815

        def log_message(self, *_arguments: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Listener)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    at = f"http://127.0.0.1:{server.server_port}"
    try:
        page = snapshot(
            f"""<base href="{at}/base/"><link rel=stylesheet href="{at}/css"><link rel=prefetch href="{at}/prefetch">
            <link rel=preload as=image href="{at}/preload"><link rel=preconnect href="{at}">
            <link rel=dns-prefetch href="{at}"><link rel=icon href="{at}/icon"><link rel=manifest href="{at}/manifest">
            <meta http-equiv=refresh content="0;url={at}/refresh">
            <style>@import url({at}/import);@font-face{{font-family:f;src:url({at}/font)}}
            body{{font-family:f;background:url({at}/background)}}</style><script src="{at}/script"></script>
            <img src="{at}/img" srcset="{at}/srcset 2x"><iframe src="{at}/iframe"></iframe>
            <iframe srcdoc="<img src='{at}/srcdoc'>"></iframe><iframe src="file:///etc/passwd"></iframe>
            <object data="{at}/object"></object><embed src="{at}/embed"><video src="{at}/video" poster="{at}/poster"
            autoplay></video><audio src="{at}/audio" autoplay></audio><a ping="{at}/ping" href="{at}/a">{{{{link}}}}</a>
            <svg><image href="{at}/svg"/><use href="{at}/use#x"/></svg><input type=image src="{at}/input">
            <form action="{at}/form"></form><p>{QUOTE}</p>"""
        )
        result = draw(stage, page, "The quoted words", tmp_path)
        assert result.highlighted, result.note
        assert hits == []
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def test_twenty_quotes_need_one_page_load_and_a_few_seconds(stage, tmp_path):
    body = "".join(
        f"<h2>{{{{Section {i}}}}}</h2><p>{{{{The harbour of the city handled {i * 13} ships, said the authority, which "
        f"counts every vessel above 300 tonnes and publishes its figures each spring. Traffic rose by {i}.5 percent. "
        "Later revisions are noted in the margin of the yearbook, and were small.}}</p>"
        for i in range(200)
    )
    page = snapshot(f"<style>body{{font:16px/1.6 sans-serif;max-width:760px;margin:40px auto}}</style>{body}")
    assert len(page.html) > 50_000
    spots = [page.spot(f"Traffic rose by {i * 9}.5 percent", 1, f"attachment_{i}") for i in range(20)]
    start = time.monotonic()
    results = stage.run(pictures_html.pictures(stage.chromium, page.html, page.text, spots, tmp_path))
    assert time.monotonic() - start < 15 * pace()  # about 3 on an idle machine
    assert [result.attachment_id for result in results] == [spot.attachment_id for spot in spots]
    assert all(result.highlighted for result in results)
    sizes = sorted(result.bytes for result in results)
    assert sizes[len(sizes) // 2] < 150_000


@pytest.mark.promise("PICTURE-4")
def test_saved_text_is_drawn_with_a_line_that_is_no_content(stage, tmp_path):
    text = (
        "uratori\nSaved text, drawn by uratori\n" + "詳しくは次の章で述べる。\n" * 40 + "Not so.\nIt ではありません。\n"
    )
    spots = [
        QuoteSpot(attachment_id="attachment_1", start=text.index("ではありません"), end=len(text) - 1),
        QuoteSpot(attachment_id="attachment_2", start=8, end=36),
    ]
    first, second = stage.run(pictures_text.pictures(stage.chromium, text, spots, tmp_path))
    for result in (first, second):
        assert result.source == "saved_text"
        assert result.highlighted
        assert "not a picture of the page" in result.note
        image = load(result.staged)
        banner = image.crop((0, 0, image.width, 60))
        assert count(banner, (59, 58, 54), 12) > 20_000
        assert count(banner, YELLOW, 12) == 0
        assert count(image.crop((0, 70, image.width, image.height)), YELLOW, 12) > 1_000
    assert load(first.staged).height > load(second.staged).height / 3


def test_hostile_text_is_drawn_as_text(stage, tmp_path):
    text = "</div></section><script>x</script><style>*{display:none}</style>\x00\x1b\u202e<mark>quote</mark> & end"
    spot = QuoteSpot(attachment_id="attachment_1", start=text.index("<mark>"), end=text.index(" & end"))
    result = stage.run(pictures_text.pictures(stage.chromium, text, [spot], tmp_path))[0]
    assert result.highlighted


@pytest.mark.promise("BROWSER-1")
def test_killed_browser_fails_the_try_and_the_next_try_draws(stage, tmp_path):
    page = snapshot(FILLER + f"<p>{QUOTE}</p>")
    spot = page.spot("The quoted words")
    many = [spot.model_copy(update={"attachment_id": f"attachment_{i}"}) for i in range(40)]

    async def killed() -> None:
        async with pictures_html.saved_page(stage.chromium, page.html, page.text) as saved:
            for number, one in enumerate(many):
                await pictures_html.picture(saved, one, tmp_path / "first")
                if number == 2:
                    os.kill(stage.chromium.pid, signal.SIGKILL)

    with pytest.raises(StageError) as caught:
        stage.run(killed())
    assert caught.value.kind == "browser_crashed"
    assert_marked(draw(stage, page, "The quoted words", tmp_path))


@pytest.mark.promise("BROWSER-1")
def test_killed_renderer_is_a_death_of_the_try_not_a_hang(stage, tmp_path):
    page = snapshot(f"<p>{QUOTE}</p>")

    async def killed() -> None:
        async with pictures_html.saved_page(stage.chromium, page.html, page.text) as saved:
            for pid in renderers(stage.chromium.pid):
                os.kill(pid, signal.SIGKILL)
            await pictures_html.picture(saved, page.spot("The quoted words"), tmp_path)

    start = time.monotonic()
    with pytest.raises(StageError) as caught:
        stage.run(killed())
    assert caught.value.kind == "browser_crashed"
    assert time.monotonic() - start < 8 * pace()
    assert_marked(draw(stage, page, "The quoted words", tmp_path))


def renderers(browser: int) -> list[int]:
    table = subprocess.run(
        ["ps", "-eo", "pid=,args=", "-ww"], capture_output=True, text=True, encoding="utf-8", check=True
    ).stdout
    below = set(descendants(browser))
    return [
        int(line.split()[0])
        for line in table.splitlines()
        if int(line.split()[0]) in below and "--type=renderer" in line
    ]
