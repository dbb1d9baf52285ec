"""What pages say that come instead of an article, in all the languages of `evidence.phrases` at once.

Each entry there is a regular expression that knows no case; apostrophes in a text are straight and white space is
single when it is searched. `SAYS`: a sentence or a part of one. `NAMES`: the whole of a title or heading; a page of
that name is a wall only if something else says so too. `BUTTONS`: the whole label of a button. The language that a page
gives for itself is not trusted: all are searched at once.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final

from evidence.phrases import de, en, es, fr, ja, ko, zh

_LANGUAGES: Final = (en, ja, ko, zh, de, fr, es)


def _any(expressions: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(expressions), re.IGNORECASE)


def _by_kind(languages: Iterable[Mapping[str, tuple[str, ...]]]) -> dict[str, re.Pattern[str]]:
    merged: dict[str, list[str]] = defaultdict(list)
    for language in languages:
        for kind, expressions in language.items():
            merged[kind] += expressions
    return {kind: _any(expressions) for kind, expressions in merged.items()}


SAYS: Final = _by_kind(language.SAYS for language in _LANGUAGES)
NAMES: Final = _by_kind(language.NAMES for language in _LANGUAGES)
BUTTONS: Final = _by_kind(language.BUTTONS for language in _LANGUAGES)
LISTS: Final = _any(one for language in _LANGUAGES for one in language.LISTS)
"""The heading of a list, whole."""
EXPLAINS: Final = _any(one for language in _LANGUAGES for one in language.EXPLAINS)
"""In a heading that announces an explanation."""
TAKES_PART: Final = _any(one for language in _LANGUAGES for one in language.TAKES_PART)
"""What a login is asked for that no reader needs: to comment, to vote."""
LOGIN_ADDRESS: Final = re.compile(
    r"(?:^|[./])(?:log-?in|sign-?in|idp?|sso|auth|accounts?)(?:[./?]|$)|wp-login\.php|/session/new", re.IGNORECASE
)
CONSENT_ADDRESS: Final = re.compile(
    r"(?:^|[./])(?:consent|cookie-?wall|age-?gate|privacy-?gate)(?:[./?]|$)", re.IGNORECASE
)
