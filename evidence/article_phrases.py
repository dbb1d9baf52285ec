"""Lines that stand beside an article, told by their words; the phrases of each language are in `evidence.beside`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from evidence.beside import en, ja, ko, zh

_LANGUAGES: Final = (en, ja, ko, zh)
_AROUND: Final = r"[\s:()\[\]【】「」《》<>〈〉•·.…!?#\d,、条件개則▶▼▲■◆●★☆»›+-]*"
"""Signs and counts that stand with such words."""
LEAD_CHARACTERS: Final = 60
NOISE_CHARACTERS: Final = 160
DATED_CHARACTERS: Final = 48
"""How long a line may be to be such a one."""


def _any(expressions: Iterable[str]) -> str:
    return f"(?:{'|'.join(expressions)})"


LEAD: Final = re.compile(_AROUND + _any(one for language in _LANGUAGES for one in language.LEADS) + _AROUND)
"""All the words over a part beside the article: ``related stories``, ``コメント 12件``."""
NOISE: Final = re.compile(_any(one for language in _LANGUAGES for one in language.NOISE))
"""How a line begins that tells of the page and not of its subject."""
COUNTED: Final = re.compile(_any(one for language in _LANGUAGES for one in language.COUNTED))
"""What counts the page's readers: in a short line, the line tells of the page."""
DATED: Final = re.compile(
    r"\d{1,4}\s*[-./年년月월:]\s*\d{1,2}|\b\d{1,2} [a-z]{3,9} \d{4}|[a-z]{3,9} \d{1,2}, \d{4}"
    r"|\b(?:ago|yesterday|reply|report|says|said|like|flag)\b"
    r"|前$|昨日|返信|共感|답글|어제|전$|신고|回复|回覆|昨天|举报|赞",
    re.IGNORECASE,
)
"""What stands with the remark of a reader, or a teaser, in a line of its own."""
