"""The viewer in a real browser: what a reader can see and do in report.html, opened from a file."""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

from reports.html import render_html
from reports.hub_pages import Frame, ListPage, render_sessions
from reports.labels import LANGS, Lang
from tests.flow.browsers import FOUND, needs_chromium
from tests.unit.report_hostile import HOSTILE, poisoned
from tests.unit.report_samples import long, open_again, rich
from tests.unit.test_reports_hub_pages import row

pytestmark = needs_chromium

VERDICTS = {"verified": 4, "partially_verified": 1, "unverifiable": 1, "contradicted": 1, "none": 2}
WIDE, PHONE = (1440, 900), (390, 844)


def picture(kind: str = "PNG") -> bytes:
    body = io.BytesIO()
    Image.new("RGB", (640, 360), "#fff8d8").save(body, kind)
    return body.getvalue()


@dataclass
class Opened:
    """A page and everything it complained of or asked for."""

    page: Page
    said: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and "ERR_FILE_NOT_FOUND" not in message.text:
            self.said.append(message.text)

    def error(self, problem: Exception) -> None:
        self.said.append(str(problem))

    def request(self, request: Request) -> None:
        self.asked.append(request.url)

    def shown(self) -> list[str]:
        """The texts of the claims that the list shows."""
        return self.page.locator("#claims .row:not([hidden]) .row-text").all_text_contents()

    def selected(self) -> str:
        """The text of the selected claim in the list; empty without one."""
        chosen = self.page.locator("#claims .row[aria-selected=true] .row-text")
        return chosen.text_content() or "" if chosen.count() else ""

    def position(self) -> str:
        return self.page.locator("#position").inner_text()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=FOUND, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A session folder with the rich report and most of its pictures."""
    place = tmp_path_factory.mktemp("session")
    (place / "attachments").mkdir()
    (place / "evidence").mkdir()
    for name in ("attachment_1.png", "attachment_2-p1.png", "attachment_2-p2.png", "attachment_4-saved-text.png"):
        (place / "attachments" / name).write_bytes(picture())
    (place / "evidence" / "evidence_4.jpg").write_bytes(picture("JPEG"))
    (place / "report.html").write_text(render_html(*rich()), "utf-8")
    return place


Open = Callable[..., Opened]


def becomes(page: Page, condition: str) -> None:
    """Wait inside the page: Playwright's own wait evaluates a string there, which the page's policy forbids."""
    look = f"const look = () => ({condition}) ? done() : requestAnimationFrame(look); look();"
    page.evaluate(f"() => new Promise(done => {{ {look} }})")


@pytest.fixture
def open_page(browser: Browser, folder: Path) -> Iterator[Open]:
    """Opens a report (the rich one by default); nothing may go wrong in it until the test ends."""
    opened: list[Opened] = []

    def start(path: Path | None = None, size: tuple[int, int] = WIDE, scheme: str = "light") -> Opened:
        page = browser.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)  # type: ignore[arg-type]
        one = Opened(page)
        page.on("console", one.console)
        page.on("pageerror", one.error)
        page.on("request", one.request)
        page.goto((path or folder / "report.html").as_uri())
        opened.append(one)
        return one

    yield start
    problems = [text for one in opened for text in one.said]
    for one in opened:
        one.page.close()
    assert problems == []


def chip(page: Page, verdict: str) -> None:
    page.locator(f"#chips .v-{verdict}").click()


def test_three_panes_fit_the_window(open_page: Open) -> None:
    for size in (WIDE, (1920, 1080)):
        page = open_page(size=size).page
        boxes = [page.locator(f".{name}").bounding_box() for name in ("pane-list", "pane-text", "pane-detail")]
        for box in boxes:
            assert box is not None
            assert box["y"] + box["height"] <= size[1]
            assert box["height"] > 600
        assert page.evaluate("document.documentElement.scrollHeight") <= size[1]


@pytest.mark.promise("REPORT-6")
def test_it_opens_from_a_file_and_asks_for_nothing_but_its_pictures(open_page: Open, folder: Path) -> None:
    one = open_page()
    for number in range(9):
        one.page.locator(f"#row-{number}").click()
    assert one.asked[0] == (folder / "report.html").as_uri()
    assert {url.rsplit("/", 2)[1] for url in one.asked[1:]} <= {"attachments", "evidence"}
    assert all(url.startswith("file://") for url in one.asked)


def test_claims_stand_in_text_order_with_their_flags(open_page: Open) -> None:
    one = open_page()
    assert len(one.shown()) == 9
    assert one.selected() == "The bridge opened on 19 March 1932."
    assert one.page.locator("#claims .row .flag.attention").count() == 4
    assert one.page.locator("#row-5 .flag.agent").count() == 1


def test_every_combination_of_verdict_filters_shows_just_those_claims(open_page: Open) -> None:
    one = open_page()
    off: set[str] = set()
    for wanted in itertools.product((False, True), repeat=len(VERDICTS)):
        for verdict, hide in zip(VERDICTS, wanted, strict=True):
            if (verdict in off) != hide:
                chip(one.page, verdict)
                off ^= {verdict}
        expected = sum(count for verdict, count in VERDICTS.items() if verdict not in off)
        assert len(one.shown()) == expected
        assert one.page.locator("#empty").is_visible() == (expected == 0)
        if expected:
            assert one.selected() in one.shown()
            assert one.position().endswith(f"/ {expected}")
        else:
            assert one.position() == "— / 0"
            assert one.page.locator("#previous").is_disabled()
            assert one.page.locator("#next").is_disabled()
        assert one.page.locator("#agent-notice").is_visible()
    one.page.locator("#chips .plain").click()
    assert len(one.shown()) == 9


def test_search_finds_claims_passages_and_quotes_in_any_width_of_letters(open_page: Open) -> None:
    one = open_page()
    for query, claims in (("３３３", 1), ("1,654 men", 1), ("SIXTEEN", 1), ("of whom 16", 2), ("nowhere", 0)):
        one.page.fill("#search", query)
        assert len(one.shown()) == claims, query
    assert one.page.locator("#empty").is_visible()
    assert one.page.locator("#hidden-count").inner_text() == "9 hidden by filters"


def test_only_flagged_claims_can_be_shown(open_page: Open) -> None:
    one = open_page()
    one.page.locator("#chips .flagged").click()
    assert len(one.shown()) == 4
    assert one.selected() in one.shown()


def test_j_and_k_move_within_what_is_shown_and_stop_at_the_ends(open_page: Open) -> None:
    one = open_page()
    chip(one.page, "none")
    positions = []
    for key in "kjjk":
        one.page.keyboard.press(key)
        positions.append(one.position())
    assert positions == ["1 / 7", "2 / 7", "3 / 7", "2 / 7"]
    for _ in range(10):
        one.page.keyboard.press("j")
    assert one.position() == "7 / 7"
    assert one.page.locator("#next").is_disabled()
    assert one.page.locator("#previous").is_enabled()


def test_letters_typed_into_the_search_do_not_move(open_page: Open) -> None:
    one = open_page()
    one.page.click("#search")
    one.page.keyboard.type("jk")
    assert one.selected() == ""
    one.page.fill("#search", "")
    one.page.keyboard.press("ArrowDown")
    assert one.position().endswith("/ 9")


def test_arrows_move_only_in_the_list_and_scroll_elsewhere(open_page: Open, folder: Path) -> None:
    path = folder / "long.html"
    path.write_text(render_html(*long(200)), "utf-8")
    one = open_page(path)
    one.page.locator("#claims").focus()
    one.page.keyboard.press("ArrowDown")
    one.page.keyboard.press("ArrowDown")
    assert one.position() == "3 / 200"
    one.page.keyboard.press("End")
    assert one.position() == "200 / 200"
    one.page.keyboard.press("Home")
    one.page.locator("#text").focus()
    one.page.keyboard.press("ArrowDown")
    becomes(one.page, "document.getElementById('text').scrollTop > 0")
    assert one.position() == "1 / 200"


def test_the_selection_is_scrolled_into_view_in_list_and_text(open_page: Open, folder: Path) -> None:
    path = folder / "far.html"
    path.write_text(render_html(*long(400)), "utf-8")
    one = open_page(path)
    one.page.locator("#claims").focus()
    one.page.keyboard.press("End")
    for place, pane in (("#row-399", "#claims"), ("#text .selected", "#text")):
        inner, outer = one.page.locator(place).first.bounding_box(), one.page.locator(pane).bounding_box()
        assert inner is not None
        assert outer is not None
        assert outer["y"] - 1 <= inner["y"] <= outer["y"] + outer["height"]


def test_a_claim_is_selected_by_click_or_key_in_the_text(open_page: Open) -> None:
    one = open_page()
    mark = one.page.locator("#text .claim", has_text="its arch spans 503 metres.")
    mark.click()
    assert one.selected() == "The arch of the bridge spans 503 metres."
    other = one.page.locator("#text .claim", has_text="東京タワーは")
    for key in ("Enter", " "):
        one.page.locator("#row-0").click()
        other.focus()
        one.page.keyboard.press(key)
        assert one.selected() == "東京タワーは1958年12月23日に完成した。"


def test_a_shared_passage_shows_the_heaviest_verdict_and_leads_to_each_claim(open_page: Open) -> None:
    one = open_page()
    shared = one.page.locator("#text .claim", has_text="of whom 16 died.")
    assert "v-contradicted" in str(shared.get_attribute("class"))
    assert shared.locator(".more").inner_text() == "+1"
    shared.click()
    first = one.selected()
    shared.click()
    assert {first, one.selected()} == {"About 1,400 men built the bridge; 16 died.", "Sixteen workers died."}


def test_gaps_are_hatched_and_excluded_passages_say_why(open_page: Open) -> None:
    page = open_page().page
    gap = page.locator("#text .gap", has_text="who sees them.")
    assert "repeating-linear-gradient" in gap.evaluate("node => getComputedStyle(node).backgroundImage")
    excluded = page.locator("#text .excluded", has_text="塗り替え")
    assert "Will be registered again" in str(excluded.get_attribute("title"))
    assert "common knowledge" in str(page.locator("#text .non-claim", has_text="It carries").get_attribute("title"))


def test_the_text_pane_holds_exactly_the_source_text(open_page: Open) -> None:
    text = open_page().page.evaluate(
        "() => { const copy = document.getElementById('text').cloneNode(true);"
        "copy.querySelectorAll('.more').forEach(node => node.remove()); return copy.textContent; }"
    )
    assert text == rich()[1]


def test_skip_links_come_first(open_page: Open) -> None:
    page = open_page().page
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.skip") == "detail"
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "detail"
    page.locator("[data-skip=claims]").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "claims"


def test_one_live_region_tells_what_is_selected(open_page: Open) -> None:
    page = open_page().page
    assert page.locator("[aria-live]").count() == 1
    page.keyboard.press("j")
    assert page.locator("#live").inner_text() == "2 / 9 selected: No verdict, Building the bridge took eight years."
    for pane in ("pane-list", "pane-text", "pane-detail"):
        label = page.locator(f".{pane}").get_attribute("aria-labelledby")
        assert page.locator(f"h2#{label}").count() == 1


def test_a_picture_opens_in_full_size_and_focus_comes_back(open_page: Open) -> None:
    one = open_page()
    opener = one.page.locator("#detail .zoom").first
    for close in (lambda: one.page.keyboard.press("Escape"), lambda: one.page.click("#dialog-close")):
        opener.click()
        assert one.page.locator("#dialog img").is_visible()
        one.page.keyboard.press("j")
        assert one.position() == "1 / 9"
        close()
        assert not one.page.locator("#dialog").is_visible()
        assert opener.evaluate("node => node === document.activeElement")


def test_a_picture_that_cannot_be_loaded_is_replaced_by_a_message(open_page: Open) -> None:
    one = open_page()
    one.page.locator("#row-6").click()
    message = one.page.locator("#detail .no-picture")
    message.wait_for()
    assert message.inner_text() == "The picture could not be loaded: attachments/attachment_7-saved-text.webp"
    assert one.page.locator("#detail figure").count() == 0


def test_a_picture_that_was_not_drawn_says_why(open_page: Open) -> None:
    one = open_page()
    one.page.locator("#row-3").click()
    assert (
        "The page could not be drawn: broken font."
        in one.page.locator("#detail .r-contradicts .no-picture").inner_text()
    )
    one.page.locator("#row-2").click()
    assert one.page.locator("#detail .no-picture").inner_text() == "No picture: none was drawn."


def test_pictures_written_into_the_page_are_shown_whatever_their_kind(open_page: Open, tmp_path: Path) -> None:
    path = tmp_path / "export.html"
    images = {"attachments/attachment_1.png": picture(), "evidence/evidence_4.jpg": picture("JPEG")}
    path.write_text(render_html(*rich(), images=images), "utf-8")
    one = open_page(path)
    for number in (0, 5):
        one.page.locator(f"#row-{number}").click()
        becomes(one.page, "[...document.querySelectorAll('#detail img')].some(image => image.naturalWidth === 640)")
    assert [url for url in one.asked if not url.startswith("data:")] == [path.as_uri()]


def test_the_detail_shows_support_with_its_quality(open_page: Open) -> None:
    one = open_page()
    one.page.locator("#row-7").click()
    detail = one.page.locator("#detail")
    for words in (
        "高さ333m",
        "高さ ３３３ｍ",
        "accepted: spacing beside CJK characters differs",
        "list of links",
        "danger: instructs_the_reader",
        "The body was cut short",
        "Excluded: does not count",
    ):
        assert words in detail.inner_text()
    one.page.locator("#row-0").click()
    href = one.page.locator("#detail .card-links a").first.get_attribute("href")
    assert str(href).startswith("https://www.records.example/bridges/harbour#:~:text=")
    one.page.locator("#detail .verdict-reason summary").click()
    assert "Only the year was found at first." in detail.inner_text()


@pytest.mark.promise("RECHECK-3")
def test_the_detail_shows_what_became_of_a_quote(open_page: Open) -> None:
    one = open_page()
    one.page.locator("#row-0").click()
    first = one.page.locator("#detail .card").first
    for words in ("could not be read", "the quoted words are no longer there", "No complete answer within 30 seconds."):
        assert words in first.inner_text()
    assert first.locator(".recheck del").inner_text() == "1932"
    assert first.locator(".recheck ins").inner_text() == "1933"
    assert "<b>bridge</b>" in first.locator(".recheck").last.inner_text()
    second = one.page.locator("#detail .card").nth(1)
    moved = second.locator(".card-links a", has_text="Open at the quote, where it is now")
    assert str(moved.get_attribute("href")).endswith("#:~:text=1%2C400%20men")
    one.page.locator("[data-view=about]").click()
    assert "moved: the link has to change 1" in one.page.locator("#view-about").inner_text()


def test_record_data_is_folded_until_asked_for(open_page: Open) -> None:
    page = open_page().page
    assert not page.locator("#detail .manage .timeline").first.is_visible()
    page.locator("#detail .card .manage > summary").first.click()
    timeline = page.locator("#detail .manage .timeline").first
    assert "No answer within 30 s." in timeline.inner_text()
    assert "Flow run" in timeline.inner_text()


def test_the_attention_page_leads_to_the_claim_even_through_filters(open_page: Open) -> None:
    one = open_page()
    chip(one.page, "contradicted")
    one.page.click("[data-view=attention]")
    assert one.page.locator("#view-attention .card").count() == 4
    one.page.click("#view-attention .to-claim >> text=claim_4")
    assert one.selected() == "About 1,400 men built the bridge; 16 died."
    assert one.page.locator("#view-review").is_visible()


@pytest.mark.promise("REPORT-7")
def test_a_verdict_that_does_not_stand_looks_like_none_that_does(open_page: Open, tmp_path: Path) -> None:
    target = tmp_path / "open.html"
    target.write_text(render_html(*open_again()), "utf-8")
    page = open_page(target).page
    assert "verdicts without basis: 2" in page.locator("#open-text").inner_text()
    row = page.locator("#row-6")
    assert "v-broken" in (row.get_attribute("class") or "")
    row.click()
    assert page.locator("#detail .badge").first.inner_text().endswith("Verified — basis lost")
    assert page.locator("#text .piece.v-broken").count() > 0
    page.click("[data-lang=ja]")
    page.click("[data-view=attention]")
    first = page.locator("#view-attention .card").first
    text = first.text_content() or ""
    assert "裏取り済み — 根拠なし" in text
    assert "主張を支持する有効な引用が必要です" in text
    assert "Live attachments" not in (page.locator("#view-attention").text_content() or "")


@pytest.mark.promise("REPORT-8")
def test_pages_that_gave_nothing_say_why_and_smooth_tries_are_folded(open_page: Open) -> None:
    page = open_page().page
    page.click("[data-view=evidence]")
    text = page.locator("#view-evidence").text_content() or ""
    assert "thin_page" in text
    assert "The page has 12 characters of prose." in text
    page.locator("#view-evidence .manage > summary").nth(4).click()
    folded = page.locator("#view-evidence .card").nth(4).locator("details details")
    assert folded.locator("summary").inner_text() == "All succeeded at the first try · 2"
    page.click("[data-view=history]")
    assert "images_missing" in page.locator("#view-history").inner_text()


def test_show_all_is_there_only_while_something_is_hidden(open_page: Open) -> None:
    one = open_page()
    button = one.page.locator("#chips .chip.plain")
    assert button.count() == 0
    chip(one.page, "verified")
    assert button.inner_text() == "Show all"
    button.click()
    assert len(one.shown()) == 9
    assert button.count() == 0
    assert one.page.evaluate("document.activeElement.closest('#chips') !== null")


def test_the_outline_of_a_printed_report_names_each_claim_once(open_page: Open) -> None:
    page = open_page().page
    page.evaluate("document.dispatchEvent(new Event('uratori:print'))")
    becomes(page, "document.documentElement.dataset.printReady !== undefined")
    assert page.locator("#print .print-claim h3").count() == 9
    assert page.locator("#print .print-claim :is(h2, h4, h5)").count() == 0
    said = page.locator("#print").inner_text()
    assert said.count("00000001-aaaa-4bbb-8ccc-dddddddddddd") == 1
    assert "All succeeded at the first try: file tower.txt" in said


def test_evidence_history_and_about_pages_hold_their_records(open_page: Open) -> None:
    page = open_page().page
    expected = {
        "evidence": ["Report of the Chief Engineer", "Attempts that led to no evidence", "https://gone.example/page"],
        "history": ["The range was right after all.", "still excluded", "No source could be fetched."],
        "about": [
            "source-exchange.json",
            "What this tool does not check",
            "89.88%",
            "common knowledge, not checked",
            "who sees them.",
        ],
    }
    for name, words in expected.items():
        page.click(f"[data-view={name}]")
        text = page.locator(f"#view-{name}").text_content() or ""
        assert [word for word in words if word not in text] == []
    page.click("[data-view=evidence]")
    for number in range(3):
        page.locator("#view-evidence .manage > summary").nth(number).click()
    page.locator("#view-evidence .card").nth(2).locator(".o-interrupted").wait_for()
    shown = page.locator("#view-evidence").text_content() or ""
    exchanges = [
        "12,345 bytes received (gzip)",
        'etag: "7-5f"',
        "chromium 140",
        "page as rendered",
        "evidence_1 still hold",
    ]
    assert [word for word in exchanges if word not in shown] == []


def test_the_language_changes_without_loading_the_page_again(open_page: Open) -> None:
    one = open_page()
    chip(one.page, "none")
    one.page.click("[data-lang=ja]")
    assert one.page.locator("#h-list").inner_text() == "主張"
    assert one.page.locator("#claims .row-verdict").first.inner_text() == "裏取り済み"
    assert "エージェント自身が提出した証拠: 1 件" in one.page.locator("#agent-notice").inner_text()
    assert one.page.evaluate("document.documentElement.lang") == "ja"
    assert len(one.shown()) == 7
    one.page.click("[data-view=about]")
    assert "本ツールが確かめないこと" in str(one.page.locator("#view-about").text_content())
    one.page.click("[data-lang=en]")
    assert "What this tool does not check" in str(one.page.locator("#view-about").text_content())
    assert len([url for url in one.asked if url.endswith(".html")]) == 1


def test_dark_colours_follow_the_system_and_the_switch(open_page: Open) -> None:
    def paper(page: Page) -> int:
        colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
        return sum(int(part) for part in colour[4:-1].split(","))

    dark = open_page(scheme="dark").page
    assert paper(dark) < 150
    dark.click("[data-set-theme=light]")
    assert paper(dark) > 600
    light = open_page().page
    light.click("[data-set-theme=dark]")
    assert paper(light) < 150


@pytest.mark.promise("STALE-4")
def test_a_file_marked_in_place_shows_that_it_is_provisional(open_page: Open, folder: Path) -> None:
    final = (folder / "report.html").read_text("utf-8")
    assert not open_page().page.locator(".notices .provisional-notice").is_visible()
    marked = folder / "marked.html"
    marked.write_text(final.replace('data-state="final      "', 'data-state="provisional"', 1), "utf-8")
    assert open_page(marked).page.locator(".notices .provisional-notice").is_visible()


def pdf_text(page: Page) -> str:
    with pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True, print_background=True)) as document:
        return "".join(sheet.get_textpage().get_text_range() for sheet in document)


@pytest.mark.promise("REPORT-4")
def test_paper_shows_everything_whatever_the_filters_say(open_page: Open) -> None:
    one = open_page()
    for verdict in VERDICTS:
        chip(one.page, verdict)
    text = pdf_text(one.page).replace("\r\n", " ").replace("\n", " ")
    for claim in rich()[0].claims[:9]:
        assert claim.claim.split("333")[0] in text
    for words in ("The range was right after all", "Exclusion history", "What this tool does not check",
                  "No answer within 30 s", "Only the year was found", "evidence_4"):  # fmt: skip
        assert words in text
    assert one.page.locator("#print").inner_text() == ""


def test_a_program_can_wait_for_the_pictures_before_it_prints(open_page: Open) -> None:
    page = open_page().page
    page.evaluate("document.dispatchEvent(new Event('uratori:print'))")
    becomes(page, "document.documentElement.dataset.printReady !== undefined")
    assert int(page.evaluate("document.documentElement.dataset.printReady")) >= 5
    assert page.locator("#print .print-claim").count() == 9


def test_a_phone_shows_one_pane_at_a_time(open_page: Open) -> None:
    one = open_page(size=PHONE)
    panes = {name: one.page.locator(f".pane-{name}") for name in ("list", "text", "detail")}

    def seen() -> list[str]:
        return [name for name, pane in panes.items() if pane.is_visible()]

    assert seen() == ["list"]
    one.page.locator("#row-2").click()
    assert seen() == ["detail"]
    one.page.click("#back")
    assert seen() == ["list"]
    one.page.click("#panes-switch [data-pane=text]")
    assert seen() == ["text"]
    one.page.locator("#text .claim").first.click()
    assert seen() == ["detail"]
    one.page.click("#detail .to-text")
    assert seen() == ["text"]
    assert one.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    for lang in LANGS:
        one.page.click(f"[data-lang={lang}]")
        last = one.page.locator("[data-view=about]").bounding_box()
        assert last is not None
        assert last["x"] + last["width"] <= PHONE[0]
    for view in ("attention", "evidence", "history", "about"):
        one.page.click(f"[data-view={view}]")
        assert one.page.evaluate(f"document.getElementById('view-{view}').scrollWidth") <= PHONE[0]


@pytest.mark.promise("REPORT-1")
@pytest.mark.parametrize("lang", LANGS)
def test_hostile_text_runs_nothing_asks_for_nothing_and_breaks_nothing(
    open_page: Open, tmp_path: Path, lang: Lang
) -> None:
    for first in range(0, len(HOSTILE), 7):
        path = tmp_path / f"hostile{first}.html"
        path.write_text(render_html(*poisoned(HOSTILE, first), lang=lang), "utf-8")
        one = open_page(path)
        for number in range(9):
            one.page.locator(f"#row-{number}").click()
        for view in ("attention", "evidence", "history", "about"):
            one.page.click(f"[data-view={view}]")
        for summary in one.page.locator("summary:visible").all():
            summary.click()
        one.page.evaluate("document.dispatchEvent(new Event('uratori:print'))")
        becomes(one.page, "document.documentElement.dataset.printReady !== undefined")
        assert one.page.evaluate("window.pwned") is None
        assert one.page.locator("script").count() == 2
        assert one.page.locator("style").count() == 1
        assert all(url.startswith("file://") for url in one.asked)
        links = one.page.evaluate("[...document.links].map(link => link.protocol)")
        assert set(links) <= {"https:", "http:", "file:"}


def test_two_thousand_claims_stay_quick(open_page: Open, tmp_path: Path) -> None:
    path = tmp_path / "long.html"
    path.write_text(render_html(*long(2000)), "utf-8")
    one = open_page(path)
    took = one.page.evaluate(
        "async () => { const began = performance.now(); document.querySelector('#chips .v-verified').click();"
        "await new Promise(done => requestAnimationFrame(() => setTimeout(done))); return performance.now() - began; }"
    )
    assert len(one.shown()) == 1500
    assert took < 1000


def test_the_sessions_page_searches_and_speaks_both_languages(open_page: Open, tmp_path: Path) -> None:
    path = tmp_path / "sessions.html"
    rows = [
        row(title="Two towers"),
        row(session_id="fc_2", title="年次報告"),
        row(session_id="fc_3", problem="It is broken."),
    ]
    path.write_text(render_sessions(rows, ListPage(3), Frame()), "utf-8")
    one = open_page(path)
    one.page.fill("#search", "年次")
    assert one.page.locator(".session:visible").count() == 1
    one.page.click("[data-lang=ja]")
    assert one.page.locator("h1").inner_text() == "セッション"
    assert one.asked == [path.as_uri()]
