"""Claims weighed against a saved page, as rows: verdict, passages with their links, the guard, the next step.

Advice to an agent: nothing here touches a verdict of the ledger.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from evidence.observation.observe import observe
from evidence.observation.values import Observation
from evidence.ranges import Range
from evidence.scoring.assistants import MissingAssistant
from evidence.scoring.backends import UnknownBackend, backend
from evidence.scoring.values import Backend, Judgement, Passage
from ledger.refusals import Refusal

PASSAGE_CHARACTERS: Final = 600
"""Of a passage that are told; its range is whole."""
LINKED: Final = 1
"""Passages on each side of a claim that get a link."""
Linker = Callable[[Range], str | None]


@dataclass(frozen=True)
class WeighedPage:
    """A saved page. `link` makes the link that opens it at a range of its text, where one can be made."""

    text: str
    marked_html: str | None
    link: Linker
    title: str | None = None
    language: str | None = None
    article: Sequence[Range] = ()

    def observed(self) -> Observation:
        """Its blocks."""
        return observe(self.text, self.marked_html, title=self.title, language=self.language, article=self.article)


def weigh(page: WeighedPage, claims: Sequence[str], name: str) -> list[dict[str, Any]]:
    """A row for each claim, in their order, by the backend of that name.

    Raises:
        Refusal: BACKEND_MISSING: there is none of that name, or what it needs is not installed.
    """
    judged = _backend(name).judge(claims, page.observed())
    return [_row(number, one, page) for number, one in enumerate(judged)]


def _backend(name: str) -> Backend:
    try:
        return backend(name)
    except MissingAssistant as missing:
        then = f"Run {missing.install} and start the hub anew, or" if missing.install else "Ask for backend rules, or"
        raise _refused(name, str(missing), f"{then} leave URATORI_EVIDENCE_BACKEND unset.") from None
    except UnknownBackend as unknown:
        raise _refused(name, str(unknown), "Leave backend out, or give rules or baseline.") from None


def _refused(name: str, message: str, suggestion: str) -> Refusal:
    return Refusal("BACKEND_MISSING", message, suggestion, {"backend": name})


def _row(index: int, one: Judgement, page: WeighedPage) -> dict[str, Any]:
    row: dict[str, Any] = {
        "index": index,
        "claim": one.claim[:PASSAGE_CHARACTERS],
        "verdict": one.verdict,
        "score": one.score,
        "band": one.band,
        "parts": {part.name: part.value for part in one.parts},
        "supporting": _passages(one.supporting, page),
        "opposing": _passages(one.opposing, page),
        "next_step": one.next_step,
        "backend": one.backend,
    }
    if one.guard is not None:
        row["guard"] = {"name": one.guard.name, "told": one.guard.told}
    if one.unread:
        row["unread"] = [word[:80] for word in one.unread[:10]]
    return row


def _passages(passages: Sequence[Passage], page: WeighedPage) -> list[dict[str, Any]]:
    told = []
    for number, one in enumerate(passages):
        shown = {
            "text": page.text[one.start : min(one.end, one.start + PASSAGE_CHARACTERS)],
            "start": one.start,
            "end": one.end,
            "why": one.why,
        }
        link = page.link(Range(one.start, one.end)) if number < LINKED else None
        told.append(shown | ({"fragment_url": link} if link else {}))
    return told
