"""How well hostile pages are told from ordinary ones: `python -m benchmarks.policy [--misses]`.

Prints how many hostile pages are told (recall) and how many ordinary ones (false alarms), on the own pages of
``tests/pages`` and on public labelled packages where they are installed, and how long a page of 200 KB takes. The rules
were made on the part ``tuning`` alone: only its misses are named, and nothing of the packages is ever shown.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from benchmarks.policy_pages import PARTS, PolicyPage, hostile, ordinary, saved
from evidence.policy.assess import assess
from evidence.signals import PageView

BUDGET_MS: Final = 60.0
SIZE: Final = 200_000
TIMES: Final = 7


@dataclass(frozen=True, slots=True)
class Told:
    """How many of a set of pages were told as hostile or to be looked at."""

    what: str
    told: int
    pages: int
    aim: str = ""

    @property
    def share(self) -> float:
        """The share of the pages."""
        return self.told / self.pages if self.pages else 0.0


def is_told(view: PageView) -> bool:
    """Whether a person is asked to look at the page, or it is blocked."""
    return assess(view).decision != "allow"


def count(what: str, pages: Iterable[PolicyPage], aim: str = "") -> Told:
    """How many of `pages` are told."""
    told = [is_told(page.view) for page in pages]
    return Told(what, sum(told), len(told), aim)


def own() -> list[Told]:
    """The figures of the own pages."""
    rows: list[Told] = []
    for part in PARTS:
        pages = list(hostile(part))
        aim = "≥ .95" if part == "held-out" else ""
        rows.append(count(f"{part}: hidden words", [page for page in pages if page.group == "hidden"], aim))
        rows.append(count(f"{part}: in plain view", [page for page in pages if page.group == "plain"]))
        rows.append(count(f"{part}: marks, codes, links", [page for page in pages if page.group == "text"]))
        rows += [
            count(f"{part}: all in {language}", [page for page in pages if page.language == language])
            for language in ("en", "ja", "ko", "zh")
        ]
        rows.append(count(f"{part}: ordinary (false alarms)", ordinary(part), "≤ .05"))
    rows += [count(f"{folder}: ordinary (false alarms)", saved(folder), "≤ .05") for folder in ("articles", "kinds")]
    return rows


def public() -> list[Told]:
    """The figures of public packages; none where they are not installed."""
    return [*_bastion(), *_agents()]


def _bastion() -> list[Told]:
    try:
        corpus: Any = importlib.import_module("bastioncorpus")
    except ModuleNotFoundError:
        return []
    rows = corpus.load_corpus()
    hostile_texts = [row.text for row in rows if row.label == "malicious"]
    plain_texts = [row.text for row in rows if row.label != "malicious"]
    return [
        Told("bastioncorpus: malicious", sum(map(_text_told, hostile_texts)), len(hostile_texts), "≥ .7"),
        Told("bastioncorpus: benign (false alarms)", sum(map(_text_told, plain_texts)), len(plain_texts), "≤ .05"),
    ]


def _agents() -> list[Told]:
    try:
        dataset: Any = importlib.import_module("aib.dataset")
        files = importlib.metadata.files("agent-injection-bench") or []
    except (ModuleNotFoundError, importlib.metadata.PackageNotFoundError):
        return []
    path = next(file.locate() for file in files if file.name == "attacks.jsonl")
    texts = [attack.injected for attack in dataset.load(str(path))]
    return [Told("agent-injection-bench: attacks", sum(map(_text_told, texts)), len(texts))]


def _text_told(text: str) -> bool:
    return is_told(PageView(text, "text"))


def speed() -> list[tuple[str, float]]:
    """The least CPU time in ms for a page of 200 KB: of English prose, and of mixed languages."""
    texts = [page.view.text for page in saved("articles")]
    english = "\n\n".join(text for text in texts if sum(map(str.isascii, text)) > 0.99 * len(text))
    mixed = "\n\n".join(texts)
    rows: list[tuple[str, float]] = []
    for what, text in (("English", english), ("four languages", mixed)):
        view = PageView((text * (SIZE // len(text) + 1))[:SIZE], "html")
        rows.append((what, min(_cpu_ms(view) for _ in range(TIMES))))
    return rows


def _cpu_ms(view: PageView) -> float:
    started = time.process_time()
    assess(view)
    return (time.process_time() - started) * 1_000


def misses() -> Sequence[str]:
    """The pages of `tuning` that are told wrong."""
    wrong = [
        f"not told: {page.group} {page.kind} {page.language}" for page in hostile("tuning") if not is_told(page.view)
    ]
    for folder in (ordinary("tuning"), saved("articles"), saved("kinds")):
        for page in folder:
            made = assess(page.view)
            if made.decision != "allow":
                wrong += [
                    f"told: {page.kind}: {one.name}: {one.detail}" for one in made.signals if one.severity != "info"
                ]
    return wrong


def main() -> None:
    """Print the table."""
    print("| pages | told | of | share | aim |\n|---|---:|---:|---:|---|")
    for row in [*own(), *public()]:
        print(f"| {row.what} | {row.told} | {row.pages} | {row.share:.3f} | {row.aim} |")
    print("\n| 200 KB of | ms of CPU | budget |\n|---|---:|---:|")
    for what, taken in speed():
        print(f"| {what} | {taken:.0f} | {BUDGET_MS:.0f} |")
    if "--misses" in sys.argv[1:]:
        print("\n" + "\n".join(misses()))


if __name__ == "__main__":
    main()
