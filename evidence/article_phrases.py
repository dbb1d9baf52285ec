"""Lines that stand beside an article, told by their words; the phrases of each language are in `evidence.beside`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from evidence.beside import en, ja, ko, zh

_LANGUAGES: Final = (en, ja, ko, zh)
_AROUND: Final = r"[\s:()\[\]【】「」《》<>〈〉•·.…!?#\d,、条件개則▶▼▲■◆●★☆»›+-]*"
"""Signs and counts that stand with such words."""
_LEAD_CHARACTERS: Final = 60
NOISE_CHARACTERS: Final = 240
DATED_CHARACTERS: Final = 48
"""How long a line may be to be such a one."""


def _any(expressions: Iterable[str]) -> str:
    return f"(?:{'|'.join(expressions)})"


_LEAD_ENGLISH: Final = re.compile(_AROUND + _any(en.LEADS) + _AROUND)
_LEAD: Final = re.compile(_AROUND + _any(one for language in _LANGUAGES for one in language.LEADS) + _AROUND)
_NOISE_ENGLISH: Final = re.compile(_any(en.NOISE))
_NOISE: Final = re.compile(_any(one for language in _LANGUAGES for one in language.NOISE))
_CALLS_ENGLISH: Final = [(word, re.compile(call)) for word, call in en.CALLS.items()]
_CALLS: Final = [(word, re.compile(call)) for language in _LANGUAGES for word, call in language.CALLS.items()]
_COUNTED_ENGLISH: Final = re.compile(_any(en.COUNTED))
_COUNTED: Final = re.compile(_any(one for language in _LANGUAGES for one in language.COUNTED))


def leads(said: str) -> bool:
    """Whether a line is all the words over a part beside the article: ``related stories``, ``コメント 12件``."""
    if len(said) > _LEAD_CHARACTERS:
        return False
    return (_LEAD_ENGLISH if said.isascii() else _LEAD).fullmatch(said) is not None


def is_noise(said: str, *, prose: bool) -> bool:
    """Whether a line tells of the page and not of its subject; one that is `prose` does not by counting alone."""
    if any(word in said and call.search(said) for word, call in (_CALLS_ENGLISH if said.isascii() else _CALLS)):
        return True
    begins, holds = (_NOISE_ENGLISH, _COUNTED_ENGLISH) if said.isascii() else (_NOISE, _COUNTED)
    return begins.match(said) is not None or (not prose and holds.search(said) is not None)


DATED: Final = re.compile(
    r"\d{1,4}\s*[-./年년月월:]\s*\d{1,2}|\b\d{1,2} [a-z]{3,9} \d{4}|[a-z]{3,9} \d{1,2}, \d{4}"
    r"|\b(?:ago|yesterday|reply|report|says|said|like|flag)\b"
    r"|前$|昨日|返信|共感|답글|어제|전$|신고|回复|回覆|昨天|举报|赞",
    re.IGNORECASE,
)
"""What stands with the remark of a reader, or a teaser, in a line of its own."""
