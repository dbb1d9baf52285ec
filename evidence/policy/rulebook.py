"""The signs of instructions as they are written down in ``rules/`` (see the README there), read when first needed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

_HEAD: Final = re.compile(r"\[(\w+) (\d+(?:\.\d+)?)(?: (mood|literal))?\]")
_PIECE: Final = re.compile(r"\{([A-Z_]+)\}")
_NAMED: Final = re.compile(r"([A-Z_]+|discussion) =")


@dataclass(frozen=True, slots=True)
class Rule:
    """Signs of one family: the pattern is matched where one of `starts` stands.

    `mood`: whether it counts in full only where it commands ("ignore…", "you must ignore…"), and little where it is
    told of somebody ("they ignore…"). `literal`: `starts` need be no words of their own.
    """

    family: str
    weight: float
    starts: tuple[str, ...]
    pattern: re.Pattern[str]
    mood: bool
    literal: bool


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The rules of one file, and what a text about attacks has (None: nothing)."""

    rules: tuple[Rule, ...]
    discussion: re.Pattern[str] | None


@cache
def rulebook(name: str) -> Rulebook:
    """The rules of ``rules/NAME.rules``.

    Raises:
        ValueError: the file is not as the README says.
    """
    pieces: dict[str, str] = {}
    rules: list[Rule] = []
    for head, body in _entries(files("evidence.policy").joinpath("rules", f"{name}.rules").read_text("utf-8")):
        named, ruled = _NAMED.fullmatch(head), _HEAD.fullmatch(head)
        if named is not None:
            pieces[named[1]] = _whole("".join(body), pieces)
        elif ruled is not None:
            rules.append(_rule(ruled, body, pieces))
        else:
            raise ValueError(f"{name}.rules has a line that begins nothing: {head}")
    discussion = pieces.get("discussion")
    return Rulebook(tuple(rules), re.compile(discussion) if discussion else None)


def _entries(text: str) -> Iterator[tuple[str, list[str]]]:
    """The lines that begin something, each with the indented ones under it."""
    head: str | None = None
    body: list[str] = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            body.append(line.lstrip(" "))
            continue
        if head is not None:
            yield head, body
        head, body = line, []
    if head is not None:
        yield head, body


def _rule(head: re.Match[str], body: list[str], pieces: dict[str, str]) -> Rule:
    begin = next((number for number, line in enumerate(body) if line.startswith("= ")), None)
    if not begin:
        raise ValueError(f"{head[0]} lacks its words or its pattern")
    literal = head[3] == "literal"
    words = "".join(body[:begin]) if literal else " ".join(body[:begin])
    starts = words.split("|") if literal else [word.partition("'")[0] for word in words.split()]
    pattern = _whole("".join([body[begin][2:], *body[begin + 1 :]]), pieces)
    return Rule(head[1], float(head[2]), tuple(dict.fromkeys(starts)), re.compile(pattern), head[3] == "mood", literal)


def _whole(pattern: str, pieces: dict[str, str]) -> str:
    return _PIECE.sub(lambda found: pieces[found[1]], pattern)
