"""Words that change what a clause says: negation, doubt, hearsay, condition, time, scope, status, qualifier.

A mark is no content: it is compared by the guards. Its reach says where its words stand: after it in English and
Chinese, before it in Japanese and Korean, whose predicates come last, or all of the clause.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import regex

from evidence.scoring.mark_kinds import MarkKind, Reach, Row
from evidence.scoring.marks_en import ENGLISH
from evidence.scoring.marks_ja import JAPANESE
from evidence.scoring.marks_ko import KOREAN
from evidence.scoring.marks_zh import CHINESE

_ROWS: Final[dict[str, tuple[Row, ...]]] = {"en": ENGLISH, "ja": JAPANESE, "ko": KOREAN, "zh": CHINESE}


@dataclass(frozen=True, slots=True)
class Mark:
    """The code points ``[start, end)`` of a text that change what is said; `reach` is where the words stand."""

    kind: MarkKind
    start: int
    end: int
    reach: Reach


def _pattern(language: str) -> regex.Pattern[str]:
    bound = (r"(?<![\p{L}\p{N}])", r"(?![\p{L}\p{N}])") if language == "en" else ("", "")
    listed = "|".join(
        f"{bound[0]}(?P<r{number}>{'|'.join(line.strip() for line in words.strip().splitlines())}){bound[1]}"
        for number, (_, _, words) in enumerate(_ROWS[language])
    )
    return regex.compile(listed, regex.IGNORECASE)


_PATTERNS: Final = {language: _pattern(language) for language in _ROWS}


def marks(text: str, language: str) -> tuple[Mark, ...]:
    """The marks of `text`, in order, none overlapping another. Other languages than en, ja, ko and zh have none."""
    pattern = _PATTERNS.get(language)
    if pattern is None:
        return ()
    found: list[Mark] = []
    for match in pattern.finditer(text):
        kind, reach, _ = _ROWS[language][int((match.lastgroup or "r0")[1:])]
        found.append(Mark(kind, match.start(), match.end(), reach))
    return tuple(found)
