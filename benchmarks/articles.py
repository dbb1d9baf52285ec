"""How much of the labelled pages' articles is found, and how much else: `python -m benchmarks.articles [--pages]`.

The pages and what their labels mean: ``tests/pages/articles/README.md``. A score is over shingles of four tokens
(words; each Chinese, Japanese or Korean character is a token), as in scrapinghub's article-extraction-benchmark:
precision of what was found, recall of what is wanted, their F1 for each page, and means over pages. Other extractors
are measured beside ours where they are installed.
"""

from __future__ import annotations

import argparse
import html
import importlib
import re
import time
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from typing import Final, Literal

import regex

from evidence.page import read_html

ROOT: Final = Path(__file__).resolve().parents[1] / "tests" / "pages" / "articles"
SHINGLE: Final = 4
_LABEL: Final = re.compile(r"<!--(/?)(article|maybe|not)-->")
_UNSEEN: Final = re.compile(r"<(script|style|template|noscript|rt|rp)\b.*?</\1>|<!--.*?-->", re.DOTALL | re.IGNORECASE)
_INLINE: Final = re.compile(r"</?(?:a|abbr|b|cite|code|em|font|i|mark|ruby|s|small|span|strong|sub|sup|time|u)\b[^>]*>")
_TAG: Final = re.compile(r"<[^>]*>")
_DENSE: Final = r"\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー"
_TOKEN: Final = regex.compile(rf"[{_DENSE}]|(?:(?![{_DENSE}])\w)+")

Tokens = tuple[str, ...]
Extractor = Callable[[str], str]
Part = Literal["tuning", "held-out"]


@dataclass(frozen=True, slots=True)
class Labelled:
    """A page without its labels; `wanted` are the shingles of its article, `allowed` those that may be found too."""

    name: str
    language: str
    html: str
    wanted: Counter[Tokens]
    allowed: Counter[Tokens]


@dataclass(frozen=True, slots=True)
class Score:
    """Precision and recall of one page, 0 to 1."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Their harmonic mean."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def labelled_pages(part: Part) -> list[Labelled]:
    """The pages of one part of the set, by name."""
    return [read_labels(path) for path in sorted((ROOT / part).glob("*.html"))]


def read_labels(path: Path) -> Labelled:
    """Take the labels out of a page and read what they say."""
    pieces = list(_pieces(path.read_text(encoding="utf-8")))
    runs: list[list[str]] = [[]]
    for kind, piece in pieces:
        if kind == "article":
            runs[-1].append(piece)
        elif kind == "maybe":
            runs.append([])
    wanted: Counter[Tokens] = Counter()
    for run in runs:
        wanted.update(shingles(shown("".join(run))))
    without = shown("".join(piece for kind, piece in pieces if kind == "article"))
    within = shown("".join(piece for kind, piece in pieces if kind in {"article", "maybe"}))
    plain = "".join(piece for _, piece in pieces)
    return Labelled(path.stem, path.stem[:2], plain, wanted, shingles(without) | shingles(within))


def _pieces(marked: str) -> Iterator[tuple[str, str]]:
    """The page cut at its labels, each piece with the innermost label around it (`""`: none)."""
    open_labels = [""]
    end = 0
    for label in _LABEL.finditer(marked):
        yield open_labels[-1], marked[end : label.start()]
        if label[1]:
            open_labels.pop()
        else:
            open_labels.append(label[2])
        end = label.end()
    if open_labels != [""]:
        raise ValueError(f"labels are left open: {open_labels}")
    yield "", marked[end:]


def shown(markup: str) -> str:
    """The text of a fragment, read in the plainest way there is: the measure must not share our reader's faults."""
    return html.unescape(_TAG.sub(" ", _INLINE.sub("", _UNSEEN.sub(" ", markup))))


def shingles(text: str) -> Counter[Tokens]:
    """How often each run of `SHINGLE` tokens is in `text`."""
    tokens = _TOKEN.findall(unicodedata.normalize("NFKC", text).lower())
    return Counter(tuple(tokens[at : at + SHINGLE]) for at in range(len(tokens) - SHINGLE + 1))


def score(page: Labelled, found: str) -> Score:
    """How good the text is that was found on the page."""
    have = shingles(found)
    right, rightful = (have & page.wanted).total(), (have & page.allowed).total()
    return Score(rightful / have.total() if have else 0.0, right / page.wanted.total())


def ours(page: str) -> str:
    """The article as this project finds it."""
    read = read_html(page, None)
    return "\n".join(read.text[part.start : part.end] for part in read.article)


def _trafilatura() -> Extractor:
    extract = importlib.import_module("trafilatura").extract
    return lambda page: extract(page, include_comments=False) or ""


def _readability() -> Extractor:
    document = importlib.import_module("readability").Document
    return lambda page: shown(document(page).summary())


EXTRACTORS: Final[dict[str, Callable[[], Extractor]]] = {
    "uratori": lambda: ours,
    "trafilatura": _trafilatura,
    "readability": _readability,
}


def scores(pages: Iterable[Labelled], extract: Extractor) -> dict[str, list[tuple[str, Score]]]:
    """The scores of the pages (name, score) by language."""
    found: dict[str, list[tuple[str, Score]]] = {}
    for page in pages:
        found.setdefault(page.language, []).append((page.name, score(page, extract(page.html))))
    return found


def mean_f1(found: Iterable[tuple[str, Score]]) -> float:
    """The mean of the pages' F1."""
    return mean(one.f1 for _, one in found)


def main() -> None:
    """Print the table; `--pages` also the tuning pages one by one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", action="store_true", help="list every page of the tuning part")
    asked = parser.parse_args()
    print("| extractor | part | language | pages | precision | recall | F1 | worst page | ms a page |")
    print("|---|---|---|---:|---:|---:|---:|---:|---:|")
    for name, make in EXTRACTORS.items():
        try:
            extract = make()
        except ImportError:
            print(f"| {name} | not installed | | | | | | | |")
            continue
        for part in ("tuning", "held-out"):
            _print_part(name, part, extract, listed=asked.pages and part == "tuning")


def _print_part(name: str, part: Part, extract: Extractor, *, listed: bool) -> None:
    pages = labelled_pages(part)
    begun = time.process_time()
    found = scores(pages, extract)
    spent = (time.process_time() - begun) * 1_000 / max(1, len(pages))
    for language, results in sorted(found.items()):
        precision, recall = mean(one.precision for _, one in results), mean(one.recall for _, one in results)
        worst = min(one.f1 for _, one in results)
        print(
            f"| {name} | {part} | {language} | {len(results)} | {precision:.3f} | {recall:.3f}"
            f" | {mean_f1(results):.3f} | {worst:.3f} | {spent:.1f} |"
        )
        for page, one in results if listed else []:
            print(f"| | | {page} | | {one.precision:.3f} | {one.recall:.3f} | {one.f1:.3f} | | |")


if __name__ == "__main__":
    main()
