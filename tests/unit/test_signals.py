"""The policy over a source: what the default one finds, and what becomes of a policy that fails."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from evidence.ranges import Range
from evidence.signals import CONCEALED_MOST, Found, Hop, PageView, Policy, Words, page_signals
from flows.signals import signals_of
from flows.sources import Acquired, Source
from ledger.values import Redirect
from tasks.bodies import Body
from tasks.parsed import LeftOut, ParsedSource

SOURCE = Source(url="https://example.org/a")


def names(page: PageView) -> list[str]:
    return [found.name for found in page_signals(page)]


def got(**parsed: object) -> Acquired:
    now = datetime(2026, 3, 4, tzinfo=UTC)
    body = Body(
        staged="",
        sha256="0" * 64,
        bytes=20,
        media="html",
        redirects=[Redirect(url="https://example.org/a", status=302, location="http://example.org/b")],
        complete=False,
        started_at=now,
        ended_at=now,
        seconds=0.1,
    )
    page = ParsedSource.model_validate({"text": "Four words are here.", "media": "html", **parsed})
    return Acquired(stage="http", body=body, parsed=page)


def test_style_sheets_that_were_cut_and_a_page_that_starts_hidden_are_told() -> None:
    signals = signals_of(page_signals, SOURCE, got(styles_cut=True, starts_hidden=True))
    told = [(one.name, one.severity) for one in signals if one.source == "page"]
    assert told == [("styles_cut", "info"), ("starts_hidden", "warning")]


def test_a_whole_page_has_no_signal() -> None:
    assert names(PageView(text="Text.", media="html")) == []


def test_a_cut_body_is_a_signal() -> None:
    assert names(PageView(text="Text.", media="html", complete=False)) == ["incomplete"]


@pytest.mark.parametrize(
    ("hops", "expected"),
    [
        ([("https://a.example/", "http://a.example/")], ["https_downgrade"]),
        ([("HTTPS://a.example/", "HTTP://b.example/")], ["https_downgrade"]),
        ([("http://a.example/", "https://a.example/")], []),
        ([("http://a.example/", "http://b.example/")], []),
    ],
)
def test_a_redirect_that_gives_up_encryption_is_a_signal(hops: list[tuple[str, str]], expected: list[str]) -> None:
    page = PageView(text="Text.", media="html", hops=[Hop(url, 301, location) for url, location in hops])
    assert names(page) == expected


def test_concealed_text_is_a_signal_at_its_place_and_much_of_it_is_counted() -> None:
    page = PageView(text="Text.", media="html", concealed=[Words(f"word {n}", 5) for n in range(CONCEALED_MOST + 3)])
    found = page_signals(page)
    assert len(found) == CONCEALED_MOST + 1
    assert (found[0].start, found[0].end) == (5, 5)
    assert "word 0" in found[0].detail
    assert "3 more" in found[-1].detail


@pytest.mark.promise("EVIDENCE-8")
def test_a_policy_sees_everything_and_what_it_finds_is_kept_in_its_order() -> None:
    seen: list[PageView] = []

    def policy(page: PageView) -> Sequence[Found]:
        seen.append(page)
        return [Found("b", "danger", "page", "Second.", 5, 10), Found("a", "info", "page", "First.")]

    concealed, note = LeftOut(text="buy now", at=4), LeftOut(text="[1]", at=10, href="#note")
    signals = signals_of(
        policy, SOURCE, got(concealed=[concealed], notes=[note], hidden=[Range(5, 10)], charset_rule="bom")
    )
    assert [(one.name, one.severity, one.start, one.end) for one in signals] == [
        ("b", "danger", 5, 10),
        ("a", "info", None, None),
    ]
    [page] = seen
    assert page.concealed == [Words("buy now", 4)]
    assert page.left_out == [Words("[1]", 10)]
    assert page.hidden == [Range(5, 10)]
    assert page.charset_rule == "bom"
    assert page.url == SOURCE.url
    assert page.hops == [Hop("https://example.org/a", 302, "http://example.org/b")]
    assert not page.complete


def raising(page: PageView) -> Sequence[Found]:
    raise RecursionError(page.text)


def out_of_place(page: PageView) -> Sequence[Found]:
    return [Found("far", "info", "page", "Beyond the end.", 0, len(page.text) + 1)]


@pytest.mark.promise("EVIDENCE-8")
@pytest.mark.parametrize("policy", [raising, out_of_place], ids=["raises", "out_of_place"])
def test_a_policy_that_fails_is_a_signal_itself(policy: Policy) -> None:
    [signal] = signals_of(policy, SOURCE, got())
    assert (signal.name, signal.severity) == ("policy_failed", "warning")
    assert "Four words" not in signal.detail


@pytest.mark.promise("PDF-5")
def test_pages_of_a_pdf_that_are_no_text_are_told() -> None:
    page = PageView("words", "pdf", pages=9, unread={"none": [2, 3, 4], "unreadable": [9]})
    told = page_signals(page)
    assert [(found.name, found.severity, found.source) for found in told] == [
        ("pages_without_text", "warning", "pdf"),
        ("pages_unreadable", "warning", "pdf"),
    ]
    assert page_signals(PageView("words", "pdf", tables_problem="Too long.")) == [
        Found("tables_incomplete", "info", "pdf", "Too long.")
    ]
    assert told[0].detail == "Pages 2–4 of 9 have no text layer. No quote is found there."
