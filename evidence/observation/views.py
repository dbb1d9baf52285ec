"""Ways to read a page within a budget of tokens. For reading only: evidence is always looked for in the whole page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final, Literal

from evidence.observation.tokens import estimate
from evidence.observation.values import Block, Observation
from evidence.page import Link

View = Literal["markdown", "compact", "links"]
COMPACT_WORDS: Final = 12
_COMPACT_CHARACTERS: Final = 80
_BESIDE: Final = frozenset({"nav", "aside", "footer", "head"})
_LEVEL_MOST: Final = 6


@dataclass(frozen=True, slots=True)
class Shown:
    """What a view shows.

    Attributes:
        text: of whole blocks, as many as the budget has room for.
        tokens: about how many `text` is; `all_tokens` those of the whole view.
        refs: the blocks that are shown, in order. next_block: the first that is not, by its number; None at the end.
    """

    text: str
    tokens: int
    all_tokens: int
    refs: tuple[str, ...]
    next_block: int | None


def view(
    page: Observation, kind: View, *, budget: int, main_only: bool = True, start: int = 0, links: Sequence[Link] = ()
) -> Shown:
    """The page from its block number `start` on; `main_only` leaves out what stands beside the main part.

    The first block is shown whatever it costs, cut to the budget.
    """
    shows = {"markdown": _markdown, "compact": _compact}
    if kind == "links":
        return _links(links, budget, start)
    shown: list[str] = []
    refs: list[str] = []
    spent = whole = 0
    stop: int | None = None
    blocks = [block for block in page.blocks if not (main_only and block.zone in _BESIDE)]
    for number, block in enumerate(blocks):
        written = shows[kind](page, block)
        cost = estimate(written) + 1
        whole += cost
        if number < start or not written or stop is not None:
            continue
        if spent + cost > budget and shown:
            stop = number
            continue
        shown.append(_cut(written, budget))
        refs.append(block.ref)
        spent += estimate(shown[-1]) + 1
    return Shown(("\n\n" if kind == "markdown" else "\n").join(shown), spent, whole, tuple(refs), stop)


def _cut(written: str, budget: int) -> str:
    while estimate(written) > budget:
        written = written[: max(1, len(written) * budget // (estimate(written) + 1))]
    return written


def _markdown(page: Observation, block: Block) -> str:
    text = page.text[block.start : block.end]
    makers: dict[str, Callable[[], str]] = {
        "heading": lambda: f"{'#' * min(_LEVEL_MOST, block.level or 2)} {_line(text)}",
        "list": lambda: "\n".join(f"- {_line(page.text[item.start : item.end])}" for item in block.items),
        "table": lambda: "\n".join(_rows(page, block)) or text,
        "code": lambda: f"```\n{text}\n```",
        "quote": lambda: "\n".join(f"> {line}" for line in text.splitlines()),
        "button": lambda: f"[{_line(text)}]",
        "figure": lambda: f"![{_line(block.label)}]" if block.label else _line(text),
        "metadata": lambda: "",
        "form": lambda: "",
        "input": lambda: f"[{_line(block.label)}: ____]",
    }
    return makers.get(block.kind, lambda: text)()


def _rows(page: Observation, block: Block) -> Iterator[str]:
    """The table's rows; the rule after the first makes it a table for readers of Markdown."""
    for number, (_, cells) in enumerate(groupby(block.cells, key=lambda cell: cell.row)):
        row = [_line(page.text[cell.start : cell.end]).replace("|", "\\|") for cell in cells]
        yield f"| {' | '.join(row)} |"
        if number == 0:
            yield f"|{' --- |' * len(row)}"


def _compact(page: Observation, block: Block) -> str:
    said = _line(page.text[block.start : block.end] or block.label)
    words = said.split(" ")
    short = " ".join(words[:COMPACT_WORDS])[:_COMPACT_CHARACTERS]
    return f"{block.ref} {block.zone}: {short}{'' if short == said else ' …'}"


def _links(links: Sequence[Link], budget: int, start: int) -> Shown:
    lines = [f"- [{_line(link.text)}]({link.url})" for link in links]
    whole = sum(estimate(line) + 1 for line in lines)
    shown: list[str] = []
    spent = 0
    for line in lines[start:]:
        cost = estimate(line) + 1
        if spent + cost > budget and shown:
            return Shown("\n".join(shown), spent, whole, (), start + len(shown))
        shown.append(_cut(line, budget))
        spent += cost
    return Shown("\n".join(shown), spent, whole, (), None)


def _line(text: str) -> str:
    return " ".join(text.split())
