"""Numbers in sentences: one noun or many."""

from __future__ import annotations


def counted(number: int, noun: str, nouns: str | None = None) -> str:
    """`1 range` or `3 ranges`; `nouns` where the plural is not the noun with an s."""
    return f"{number:,} {noun if number == 1 else nouns or f'{noun}s'}"


def agreeing(number: int, one: str, many: str) -> str:
    """The verb (or whatever changes with the number) that goes with so many."""
    return one if number == 1 else many
