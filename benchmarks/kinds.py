"""How well the kind of a page is told, on the labelled pages of ``tests/pages/kinds``.

    python -m benchmarks.kinds

prints precision, recall and F1 of every kind and the confusion matrix, for the pages that the rules were tuned on and
for those held out, and names the pages of `tuning` that are told wrong. Those of `held-out` are never named: see the
README beside them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, get_args

from evidence.kinds import Kind, page_kind
from evidence.page import read_html

PAGES: Final = Path(__file__).resolve().parent.parent / "tests" / "pages" / "kinds"
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
WALLS: Final = frozenset({"login_wall", "paywall", "soft_404", "consent_wall", "bot_check", "error", "empty"})
"""Kinds that are told instead of the page: for an article, the costliest mistake."""


@dataclass(frozen=True, slots=True)
class Told:
    """One page: what it is, what was told of it, and why."""

    file: str
    language: str
    kind: Kind
    told: Kind
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """How often a kind was told where it was so (recall), and was so where it was told (precision)."""

    precision: float
    recall: float
    pages: int

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0


def tell(part: str) -> list[Told]:
    """Every page of `part` (``tuning`` or ``held-out``) with the kind that is told of it."""
    folder = PAGES / part
    told: list[Told] = []
    for line in (folder / "index.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        page = read_html((folder / row["file"]).read_text("utf-8"), row["url"])
        kind, reasons = page_kind(page, status=row["status"], url=row["url"])
        told.append(Told(row["file"], row["language"], row["kind"], kind, reasons))
    return told


def score(pages: Sequence[Told], kind: Kind) -> Score:
    """The score of one kind."""
    right = sum(page.kind == page.told == kind for page in pages)
    told = sum(page.told == kind for page in pages)
    there = sum(page.kind == kind for page in pages)
    return Score(right / told if told else 0.0, right / there if there else 0.0, there)


def macro_f1(pages: Sequence[Told]) -> float:
    """The mean of the kinds' F1: each kind weighs the same, however many pages it has."""
    return sum(score(pages, kind).f1 for kind in KINDS) / len(KINDS)


def walled(pages: Sequence[Told]) -> list[Told]:
    """The articles of which something is told that would throw them away."""
    return [page for page in pages if page.kind == "article" and page.told in WALLS]


def wall_precision(pages: Sequence[Told]) -> float:
    """How many of the pages of which a wall is told are no article."""
    told = [page for page in pages if page.told in WALLS]
    return 1 - len(walled(pages)) / len(told) if told else 1.0


def _print(part: str, pages: Sequence[Told]) -> None:
    print(f"\n## {part}: {len(pages)} pages, macro-F1 {macro_f1(pages):.3f}\n")
    print(f"{'kind':<14}{'precision':>10}{'recall':>8}{'F1':>7}{'pages':>7}")
    for kind in KINDS:
        found = score(pages, kind)
        print(f"{kind:<14}{found.precision:>10.3f}{found.recall:>8.3f}{found.f1:>7.3f}{found.pages:>7}")
    print(f"\narticles told as walls: {len(walled(pages))}; precision of walls {wall_precision(pages):.3f}")
    languages = sorted({page.language for page in pages})
    right = {
        language: [page.kind == page.told for page in pages if page.language == language] for language in languages
    }
    print("right by language: " + ", ".join(f"{name} {sum(hits)}/{len(hits)}" for name, hits in right.items()))
    print("\nrows: what it is; columns: what is told")
    matrix = Counter((page.kind, page.told) for page in pages)
    print(" " * 14 + "".join(f"{kind[:8]:>9}" for kind in KINDS))
    for kind in KINDS:
        print(f"{kind:<14}" + "".join(f"{matrix[kind, other] or '·':>9}" for other in KINDS))


def main() -> None:
    """Print both parts, and the misses of `tuning`."""
    for part in ("tuning", "held-out"):
        _print(part, tell(part))
    for page in tell("tuning"):
        if page.kind != page.told:
            print(f"{page.file}: {page.kind}, told {page.told}: {'; '.join(page.reasons)}")


if __name__ == "__main__":
    main()
