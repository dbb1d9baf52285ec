"""What reading a text gives: its words with their dictionary forms, and what could not be read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from evidence.ranges import Range

TokenKind = Literal["content", "name", "function", "negation", "number", "punctuation"]


@dataclass(frozen=True, slots=True)
class Token:
    """The code points ``[start, end)`` of the text; `lemma` is the dictionary form."""

    start: int
    end: int
    lemma: str
    kind: TokenKind
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Analysis:
    """The tokens in order; `analyser` is what read them; `unread` are the ranges that nothing here reads."""

    language: str
    tokens: tuple[Token, ...]
    analyser: str
    unread: tuple[Range, ...]


class Analyser(Protocol):
    """What reads the runs of one script; `name` is told with every verdict, as ``ja:sudachipy``."""

    name: str

    def tokens(self, text: str, start: int, end: int) -> list[Token]:
        """The tokens of ``text[start:end]``, in order, none over another."""
        ...
