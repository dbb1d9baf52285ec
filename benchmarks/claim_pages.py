"""The labelled pages of ``tests/pages/claims`` (the README beside them says how they are written)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from evidence.observation.values import BlockKind, Observation, of_blocks

PAGES: Final = Path(__file__).resolve().parent.parent / "tests" / "pages" / "claims"
Truth = Literal["entailed", "refuted", "absent"]
_TRUTHS: Final[dict[str, Truth]] = {"+": "entailed", "-": "refuted", "?": "absent"}
_KINDS: Final[dict[str, BlockKind]] = {"#": "heading", "*": "list", "|": "table"}


@dataclass(frozen=True, slots=True)
class Case:
    """One claim on a page: what kind of trap it is, and what is true of it."""

    page: str
    language: str
    kind: str
    claim: str
    truth: Truth


@dataclass(slots=True)
class ClaimPage:
    """A page and its claims."""

    name: str
    language: str
    template: str
    pieces: list[tuple[BlockKind, str]] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)

    def observation(self) -> Observation:
        """The page as blocks."""
        return of_blocks(self.pieces, language=self.language)


def claim_pages(part: str) -> list[ClaimPage]:
    """The pages of ``tuning`` or ``held-out``: of all files whose names begin so."""
    return [page for file in sorted(PAGES.glob(f"{part}*.txt")) for page in _read(file.read_text("utf-8"))]


def _read(text: str) -> Iterator[ClaimPage]:
    page: ClaimPage | None = None
    for line in text.splitlines():
        if line.startswith("== "):
            if page is not None:
                yield page
            name, language, template = (part.strip() for part in line[3:].split("|"))
            page = ClaimPage(name, language, template)
        elif page is not None and line[:2] in {"+ ", "- ", "? "}:
            kind, claim = line[2:].split(": ", 1)
            page.cases.append(Case(page.name, page.language, kind, claim, _TRUTHS[line[0]]))
        elif page is not None:
            _add(page, line)
    if page is not None:
        yield page


def _add(page: ClaimPage, line: str) -> None:
    kind = _KINDS.get(line[0], "text")
    text = {"heading": line[2:], "list": f"- {line[2:]}", "table": line[2:]}.get(kind, line)
    if kind in ("list", "table") and page.pieces[-1][0] == kind:
        page.pieces[-1] = (kind, f"{page.pieces[-1][1]}\n{text}")
    else:
        page.pieces.append((kind, text))
