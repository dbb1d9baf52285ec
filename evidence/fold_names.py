"""The names of the folds. They are kept with every match: a name never changes its meaning. Reports say them so."""

from __future__ import annotations

from typing import Final, Literal, get_args

Fold = Literal[
    "ignorable",
    "hyphenation",
    "line-end",
    "cjk-space",
    "spacing",
    "letter-spacing",
    "quote-mark",
    "dash",
    "radical",
    "composed",
    "citation-marker",
    "page-end",
    "hidden-text",
    "comparison",
    "superscript",
    "subscript",
    "fraction",
    "compatibility",
    "case",
    "kana",
]
"""`ignorable`: characters that nobody sees. `hyphenation`: a hyphen at a line end. `line-end`: a word or number broken
over lines without one. `cjk-space`: white space beside characters that are written without. `spacing`: other white
space, never between two words or digits. `letter-spacing`: s p a c e d words. `quote-mark`, `dash`, `comparison`:
another sign of the same family. `radical`: a radical for its ideograph. `composed`: a mark apart from its letter.
`citation-marker`: [12] and its like. `page-end`: the foot of a page and the head of the next. `hidden-text`: what a
page shows on demand only. `superscript`, `subscript`, `fraction`, `compatibility`: the plain form of a special one.
`case`, `kana`: for who accepts them."""
FOLDS: Final[tuple[Fold, ...]] = get_args(Fold)
REFUSED_FOLDS: Final[frozenset[Fold]] = frozenset({"case", "kana"})
"""Folds that a quote is refused for, unless the caller accepts them (the citation tools do)."""
