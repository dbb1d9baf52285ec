"""Korean words: by Kiwi (extra ``ko``), else by spaces, particles and common endings."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

import regex

from evidence.scoring.analysis_values import Analyser, Token, TokenKind

if TYPE_CHECKING:
    from kiwipiepy import Token as KiwiToken

_NEGATIONS: Final = frozenset({"안", "못", "없다", "않다", "아니다", "못하다", "말다"})
_CONTENT: Final = frozenset(
    {"NNG", "XR", "VV", "VA", "MAG", "MM", "NP", "SL", "SH", "NNB", "VV-R", "VA-R", "VV-I", "VA-I"}
)
_LIGHT: Final = frozenset({"NNB", "NP", "MM"})
_WORD: Final = regex.compile(r"\p{Hangul}+")
_PARTICLES_TEXT: Final = """
    은 는 이 가 을 를 에 의 도 만 와 과 로 으로 에서 에게 께 께서 한테 까지 부터 보다 처럼 마다 조차 밖에 이나
    나 이며 며 이고 에는 에도 에서는 에서도 으로는 으로도 로는 이라고 라고 이란 란 이라는 라는 들은 들이 들을
    들의
"""
_ENDINGS_TEXT: Final = """
    이다 이었다 였다 입니다 이었습니다 인 하다 했다 한다 합니다 했습니다 하였다 하는 하고 하여 해 해서 하며
    하기 하지 할 한 했던 되다 되었다 됐다 된다 됩니다 되었습니다 되는 되고 되어 되어서 된 될 되지 받았다 받는다
    받은 시켰다 시킨다 었다 았다 는다 습니다 었습니다 았습니다 어서 아서 으며 지만 지 는 은 을 다 고 며 어 아
"""
_PARTICLES: Final = sorted(_PARTICLES_TEXT.split(), key=len, reverse=True)
_BY_LENGTH: Final = sorted({*_PARTICLES_TEXT.split(), *_ENDINGS_TEXT.split()}, key=len, reverse=True)
_DENIED: Final = regex.compile(r"안|못|(?:없|않|아니|못하|아닙)\p{Hangul}*")
_FUNCTION_TEXT: Final = """
    그 이 저 및 또는 그리고 그러나 하지만 수 것 등 때 중 더 가장 매우 대한 위한 통해 따라 있다 있는 있습니다
    있었다
"""
_FUNCTION: Final = frozenset(_FUNCTION_TEXT.split())


class Kiwi:
    """The morphemes; a noun with 하다 is the noun.

    Read word by word: read in whole sentences, as many more claims of a known set were wrongly supported as rightly.
    """

    name = "ko:kiwipiepy"

    def __init__(self) -> None:
        from kiwipiepy import Kiwi as Analyzer  # noqa: PLC0415 - only where the extra is installed

        self._kiwi = Analyzer(num_workers=1)

    def tokens(self, text: str, start: int, end: int) -> list[Token]:
        """The tokens of ``text[start:end]``."""
        found: list[Token] = []
        for one in self._kiwi.tokenize(text[start:end]):
            begins = max(start + one.start, found[-1].end if found else start)
            ends = start + one.start + one.len
            if ends > begins:
                found.append(Token(begins, ends, one.lemma, _kind(one)))
        return found


class BySpaces:
    """Words between spaces, parted from the particle or the ending that is known."""

    name = "ko:particles"

    def tokens(self, text: str, start: int, end: int) -> list[Token]:
        """The tokens of ``text[start:end]``."""
        found: list[Token] = []
        for match in _WORD.finditer(text, start, end):
            written = match.group()
            if _DENIED.fullmatch(written):
                found.append(Token(match.start(), match.end(), written, "negation"))
                continue
            stem = written if written in _FUNCTION else _stem(written)
            kind: TokenKind = "function" if written in _FUNCTION else "content"
            found.append(Token(match.start(), match.start() + len(stem), stem, kind))
            if len(stem) < len(written):
                found.append(Token(match.start() + len(stem), match.end(), written[len(stem) :], "function"))
        return found


def without_particle(written: str) -> str:
    """A word between spaces without the particle that is known, where it has one."""
    for particle in _PARTICLES:
        if written.endswith(particle) and len(written) > len(particle) + 1:
            return written[: -len(particle)]
    return written


def _stem(written: str) -> str:
    for ending in _BY_LENGTH:
        least = 1 if len(ending) > 1 else 2
        if written.endswith(ending) and len(written) - len(ending) >= least:
            return written[: -len(ending)]
    return written


def _kind(one: KiwiToken) -> TokenKind:
    if one.lemma in _NEGATIONS:
        return "negation"
    if one.tag == "NNP":
        return "name"
    if one.tag in ("SN", "NR"):
        return "number"
    if one.tag in _CONTENT:
        return "function" if one.tag in _LIGHT else "content"
    return "punctuation" if one.tag.startswith("S") else "function"


@lru_cache(maxsize=1)
def korean() -> Analyser:
    """The best analyser that is installed."""
    return Kiwi() if find_spec("kiwipiepy") else BySpaces()
