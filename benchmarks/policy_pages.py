"""The own pages of ``tests/pages/hostile`` and ``tests/pages/ordinary``, made from their templates."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from evidence.page import PageText, read_html
from evidence.page_controls import Control
from evidence.signals import AsideWords, LinkView, PageView, Words

PAGES: Final = Path(__file__).resolve().parent.parent / "tests" / "pages"
PARTS: Final = ("tuning", "held-out")
_TITLES: Final = {"en": "Local news", "ja": "地域のニュース", "ko": "지역 소식", "zh": "本地新闻"}


@dataclass(frozen=True, slots=True)
class PolicyPage:
    """A page: `group` is ``hidden``, ``plain``, ``text`` or ``ordinary``, `kind` its technique or subject."""

    group: str
    kind: str
    language: str
    view: PageView


def view_of(page: PageText, url: str | None = None) -> PageView:
    """A page that was read, as a policy sees it."""
    return PageView(
        text=page.text,
        media="html",
        title=page.title,
        article=page.article,
        hidden=page.hidden,
        concealed=[Words(one.text, one.at) for one in page.concealed],
        url=url,
        asides=[AsideWords(one.kind, one.text, one.at) for one in page.asides],
        quoted=page.quoted,
        links=[LinkView(one.url, one.start, one.end) for one in page.links],
        controls=[Control(one.kind, one.type, one.words, one.at) for one in page.controls],
    )


def hostile(part: str) -> Iterator[PolicyPage]:
    """Every hostile page of a part: each technique with each instruction, then those in plain view."""
    made = json.loads((PAGES / "hostile" / f"{part}.json").read_text("utf-8"))
    for technique, template in made["hidden"].items():
        for language, words in made["instructions"]:
            said = json.dumps(words, ensure_ascii=False)[1:-1] if technique.startswith(("json-ld", "ld-")) else words
            yield _page(
                "hidden", technique, language, _filled(made, template, language, said, raw="comment" in technique)
            )
    for name, spell in SMUGGLERS[part].items():
        for language, words in made["instructions"][:3]:
            html = _filled(made, "<h1>{title}</h1><p>{around}{words}</p>", language, spell(words))
            yield _page("hidden", name, language, html)
    for technique, template in made["plain"].items():
        for language, words in made["plain_instructions"]:
            yield _page("plain", technique, language, _filled(made, template, language, words))
    for technique, language, text in made["texts"]:
        yield PolicyPage("text", technique, language, PageView(text, "text"))


def ordinary(part: str) -> Iterator[PolicyPage]:
    """Every ordinary page of a part: each mentions words that hostile ones have."""
    for line in (PAGES / "ordinary" / f"{part}.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        yield _page("ordinary", row["about"], row["language"], row["html"])


def saved(folder: str) -> Iterator[PolicyPage]:
    """The pages of another corpus of the tests (``articles``, ``kinds``), without those that are a check for bots."""
    for path in sorted((PAGES / folder).rglob("*.html")):
        if path in _bot_checks(folder):
            continue
        yield _page("ordinary", folder, "", path.read_text("utf-8", "replace"))


@cache
def _bot_checks(folder: str) -> frozenset[Path]:
    rows = (
        (index.parent / row["file"], row.get("kind"))
        for index in (PAGES / folder).rglob("index.jsonl")
        for row in map(json.loads, index.read_text("utf-8").splitlines())
    )
    return frozenset(path for path, kind in rows if kind == "bot_check")


def _filled(made: dict[str, Any], template: str, language: str, words: str, *, raw: bool = False) -> str:
    said = words if raw or template.startswith("<script") or "ld+json" in template else escape(words)
    around = made["around"][language]
    return template.replace("{title}", _TITLES[language]).replace("{around}", around).replace("{words}", said)


def _page(group: str, kind: str, language: str, html: str) -> PolicyPage:
    return PolicyPage(group, kind, language, view_of(read_html(html, "https://news.example/a")))


def _tags(words: str) -> str:
    return "".join(chr(0xE0000 + ord(sign)) for sign in words)


def _selectors(words: str) -> str:
    return "".join(chr(0xE0100 + byte - 16) if byte >= 16 else chr(0xFE00 + byte) for byte in words.encode())


def _no_width(words: str) -> str:
    return "".join("\u200c" if bit == "1" else "\u200b" for byte in words.encode() for bit in f"{byte:08b}")


SMUGGLERS: Final[dict[str, dict[str, Callable[[str], str]]]] = {
    "tuning": {"tags": _tags},
    "held-out": {"selectors": _selectors, "no-width": _no_width},
}
