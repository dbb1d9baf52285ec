"""What is to be made of a page: every signal on it, the risk of its source, and a decision for reading it.

Pure: the same page and settings give the same assessment. Spec: research, Policy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from evidence.policy.cues import words_of
from evidence.policy.demands import demand_signals
from evidence.policy.folding import Folded, fold
from evidence.policy.instructions import GRAVE_LEAST, PLAIN_LEAST, UNSEEN_LEAST, passages, unseen_passages
from evidence.policy.links import allowed, carrying, host_signals, link_signals
from evidence.policy.payloads import decoded, unwrapped
from evidence.policy.unseen import invisible_signals, lookalike_signals, spelt
from evidence.policy.values import FLAGGING, Assessment, Decision, Passage, PolicySettings, Risk
from evidence.ranges import Range
from evidence.signals import Found, PageView, Policy, Severity, page_signals

__all__ = ["Assessment", "PolicySettings", "allowed", "assess", "decision_of", "policy_with", "risk_of"]

HIDDEN_TOLD: Final = 20
"""Signals of one name that are told of a page; where there are more, the last one counts them."""
QUOTED_CHARACTERS: Final = 160
_DECISIONS: Final[dict[Risk, Decision]] = {"low": "allow", "medium": "review", "hostile": "block"}
_ORDER: Final[dict[Severity, int]] = {"danger": 0, "warning": 1, "info": 2}
_ABOUT: Final = (
    "prompt injection",
    "prompt-injection",
    "jailbreak",
    "llm security",
    "ai security",
    "ai safety",
    "red team",
    "red-team",
    "phishing",
    "scam",
    "プロンプトインジェクション",
    "프롬프트 인젝션",
    "提示注入",
    "提示词注入",
    "提示詞注入",
)
_ABOUT_LEAST: Final = 2
_UNSEEN_WORDS: Final = {
    "comment": "a comment of its source",
    "alt": "the description of a picture",
    "aria": "a label for screen readers",
    "title": "a hint of an element",
    "meta": "its metadata",
    "json_ld": "its data for search engines",
    "noscript": "what it shows without scripts",
    "template": "a template that is never shown",
    "field": "a field",
    "data": "data of an element",
    "script": "data of a script",
    "page title": "its title",
    "concealed": "text that it conceals",
    "collapsed": "text that it shows on demand only",
    "smuggled": "characters that nobody sees",
}


def assess(page: PageView, settings: PolicySettings | None = None) -> Assessment:
    """Everything that a reader should know of the page. Ranges are code points of `page.text`, half-open."""
    given = settings or PolicySettings()
    found = _bounded([*page_signals(page), *_looked_at(page, given)])
    risk = risk_of(found, given.source_risk)
    if risk == "hostile":
        found += _of_hostile(page, given)
    found.sort(key=lambda one: (_ORDER[one.severity], one.start if one.start is not None else -1))
    return Assessment(decision_of(risk), risk, tuple(found))


def policy_with(settings: PolicySettings | None = None) -> Policy:
    """The policy that tells every signal of `assess`."""

    def policy(page: PageView) -> Sequence[Found]:
        return assess(page, settings).signals

    return policy


def risk_of(found: Iterable[Found], given: Risk = "low") -> Risk:
    """The risk of a source by its signals: hostile for one that is grave, medium for one to look at.

    `given` is what the caller knows of it; signals only raise it.
    """
    flags = [one.severity for one in found if one.name in FLAGGING]
    if given == "hostile" or "danger" in flags:
        return "hostile"
    return "medium" if given == "medium" or "warning" in flags else "low"


def decision_of(risk: Risk) -> Decision:
    """What to do about reading a source of that risk."""
    return _DECISIONS[risk]


def _looked_at(page: PageView, settings: PolicySettings) -> Iterator[Found]:
    folded = fold(page.text)
    about = _speaks_of_attacks(page, folded)
    yield from _plain(page, folded, about=about)
    yield from _hidden(page)
    yield from _encoded(page, folded)
    if not page.text.isascii():
        yield from _smuggled(page.text)
        yield from invisible_signals(page.text)
        yield from lookalike_signals(page.text)
    yield from link_signals(page.text, tuple(page.links))
    yield from host_signals(page.final_url or page.url, tuple(page.links), settings)
    yield from demand_signals(page, folded, about_attacks=about)


def _speaks_of_attacks(page: PageView, folded: Folded) -> bool:
    """Whether the page is about such attacks: its title says so, or its text does several times."""
    title = (page.title or "").lower()
    return any(word in title for word in _ABOUT) or sum(map(folded.text.count, _ABOUT)) > _ABOUT_LEAST


def _plain(page: PageView, folded: Folded, *, about: bool) -> Iterator[Found]:
    """Instructions in the text itself; what is shown on demand only is hidden, and needs less to be told."""
    least = UNSEEN_LEAST if page.hidden else PLAIN_LEAST
    for one in passages(folded, quoted=page.quoted, about_attacks=about, least=min(least, PLAIN_LEAST)):
        place = Range(one.start, one.end)
        if not one.quoted and not about and any(part.overlaps(place) for part in page.hidden):
            yield _hidden_found("collapsed", page.text[one.start : one.end], one.start, one.end)
        elif one.score >= PLAIN_LEAST:
            yield _instruction(page.text, one)


def _instruction(text: str, one: Passage) -> Found:
    words = _told(text[one.start : one.end])
    if one.quoted:
        detail = f"The page quotes words that instruct a program: {words}"
        return Found("quoted_instruction", "info", "text", detail, one.start, one.end)
    marked = "marker" in one.families and not {"addressee", "extract", "exfiltrate"} & set(one.families)
    name = "untrusted_system_language" if marked else "ai_instruction"
    what = "imitates the messages of a system" if marked else "instructs a program that reads it"
    severity: Severity = "danger" if one.score >= GRAVE_LEAST else "warning"
    return Found(name, severity, "text", f"The page {what}: {words}", one.start, one.end)


def _hidden(page: PageView) -> Iterator[Found]:
    seen: set[str] = set()
    for kind, text, at in _unseen(page):
        key = text[:400]
        if key in seen:
            continue
        seen.add(key)
        folded = fold(text)
        if (
            passages(folded, least=UNSEEN_LEAST)
            or any(carrying(text))
            or any(unseen_passages(fold(one.text)) for one in decoded(text, folded.text, words_of(folded.text)))
        ):
            yield _hidden_found(kind, text, at, at)


def _unseen(page: PageView) -> Iterator[tuple[str, str, int]]:
    if page.title:
        yield "page title", page.title, 0
    for words in page.concealed:
        yield "concealed", words.text, min(words.at, len(page.text))
    for aside in page.asides:
        yield aside.kind, aside.text, min(aside.at, len(page.text))


def _hidden_found(kind: str, text: str, start: int, end: int) -> Found:
    detail = f"The page instructs a program in {_UNSEEN_WORDS[kind]}: {_told(text)}"
    return Found("hidden_instruction", "danger", kind, detail, start, end)


def _encoded(page: PageView, folded: Folded) -> Iterator[Found]:
    for one in decoded(page.text, folded.text, words_of(folded.text)):
        if any(unseen_passages(fold(words)) for words in unwrapped(one)):
            detail = f"Words in code ({one.code}) instruct a program: {_told(one.text)}"
            yield Found("encoded_instruction", "danger", "text", detail, one.start, one.end)


def _smuggled(text: str) -> Iterator[Found]:
    for start, end, words in spelt(text):
        instructs = bool(words) and bool(unseen_passages(fold(words)))
        what = f"which spell: {_told(words)}" if words else "which nobody can read"
        detail = f"{end - start} invisible characters stand in the text, {what}"
        yield Found("smuggled_text", "danger" if instructs else "warning", "smuggled", detail, start, end)


def _told(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= QUOTED_CHARACTERS else words[: QUOTED_CHARACTERS - 1] + "…"


def _bounded(found: Iterable[Found]) -> list[Found]:
    """As many of each name as are told; `concealed_text` counts its own."""
    kept: list[Found] = []
    counted: dict[str, int] = {}
    for one in found:
        number = counted[one.name] = counted.get(one.name, 0) + 1
        if number <= HIDDEN_TOLD or one.name == "concealed_text":
            kept.append(one)
    return kept


def _of_hostile(page: PageView, settings: PolicySettings) -> list[Found]:
    """What the risk of its source makes of the page's controls and links."""
    made: list[Found] = []
    if settings.source_risk == "hostile":
        made.append(Found("hostile_source", "danger", "caller", "The caller says that the source is hostile."))
    if page.controls:
        first = page.controls[0]
        detail = f"A hostile page has {len(page.controls)} forms, fields or buttons: fill in and press none."
        made.append(Found("hostile_form_control", "warning", "page", detail, first.at, first.at))
    if page.links:
        link = page.links[0]
        detail = f"A hostile page has {len(page.links)} links that lead on: follow none, first {link.url[:120]}"
        made.append(Found("external_actionable", "warning", "link", detail, link.start, link.end))
    return made
