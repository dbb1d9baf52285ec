"""Tables of words, read: a row on a line."""

from __future__ import annotations


def rows(table: str) -> list[str]:
    """The rows of a table of words, in small letters; a line that is set in further goes on the one before."""
    found: list[str] = []
    for line in table.splitlines():
        if line.startswith(" " * 10) and found:
            found[-1] += f" {line.strip().lower()}"
        elif line.strip():
            found.append(line.strip().lower())
    return found


def groups(table: str) -> dict[str, frozenset[str]]:
    """For each word the other words of its rows."""
    found: dict[str, set[str]] = {}
    for row in rows(table):
        words = row.split()
        for word in words:
            found.setdefault(word, set()).update(words)
    return {word: frozenset(words - {word}) for word, words in found.items()}


def sides(table: str) -> dict[str, frozenset[str]]:
    """For each word the words of the other side of its rows; a bar parts the sides."""
    found: dict[str, set[str]] = {}
    for row in rows(table):
        left, right = (side.split() for side in row.split("|"))
        for one in left:
            found.setdefault(one, set()).update(right)
        for one in right:
            found.setdefault(one, set()).update(left)
    return {word: frozenset(words) for word, words in found.items()}
