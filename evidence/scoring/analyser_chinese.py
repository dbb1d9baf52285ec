"""Chinese words: by jieba, folded to simplified characters by OpenCC (extra ``zh``), else by ICU's boundaries."""

from __future__ import annotations

import warnings
from functools import lru_cache
from importlib.util import find_spec
from typing import Final

import regex
from icu4py.breakers import WordBreaker

from evidence.scoring.analysis_values import Analyser, Token, TokenKind

_NEGATIONS_TEXT: Final = """
    不 没 没有 未 无 非 尚未 并未 并非 从未 不再 不会 不能 無 沒 沒有 別 别
"""
_NEGATIONS: Final = frozenset(_NEGATIONS_TEXT.split())
_NAMES: Final = ("nr", "ns", "nt", "nz")
_FUNCTION_FLAGS: Final = ("u", "p", "c", "r", "q", "y", "d", "f", "e", "o", "k", "h")
_FUNCTION_TEXT: Final = """
    的 了 在 是 于 以 和 与 及 等 从 到 把 被 将 对 向 由 为 而 或 并 也 就 都 还 又 其 这 那 该 此 之 所 每 各
    个 位 名 座 自 起 已 已经 共 有 地 得 着 过 上 中 里 后 前 時 时 于是 因此 但 但是 如果 其中 以及 通过 根据
    关于
"""
_FUNCTION: Final = frozenset(_FUNCTION_TEXT.split())
_WITH_AT: Final = "出生于 毕业于 成立于 始建于 建成于 建于 生于 创办于 创立于 发行于 出版于 去世于 就读于 任教于 任职于"
_LEMMAS: Final = {word: word.removesuffix("于") for word in _WITH_AT.split()} | {"生于": "出生", "建于": "建成"}
"""Verbs with the preposition that the dictionary does not part from them, or parts from them in some places."""
_STUCK: Final = "了是把被将由于在的"
_HAN: Final = regex.compile(r"\p{Han}")
_LETTER: Final = regex.compile(r"[\p{L}\p{N}]")


class Jieba:
    """jieba's words and parts of speech; lemmas are in simplified characters."""

    name = "zh:jieba"

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # its source has escapes that Python warns of each time it is compiled
            import jieba.posseg  # noqa: PLC0415 - only where the extra is installed
        from opencc import OpenCC  # noqa: PLC0415

        tokenizer = jieba.Tokenizer()
        # Its own start keeps the dictionary in the shared temporary folder, and believes what it finds there.
        tokenizer.FREQ, tokenizer.total = tokenizer.gen_pfdict(tokenizer.get_dict_file())
        tokenizer.initialized = True
        for word in _WITH_AT.split():
            tokenizer.add_word(word)
        self._known = tokenizer.FREQ
        self._words = jieba.posseg.POSTokenizer(tokenizer)
        self._simplified = OpenCC("t2s")

    def tokens(self, text: str, start: int, end: int) -> list[Token]:
        """The tokens of ``text[start:end]``."""
        found: list[Token] = []
        at = start
        written = text[start:end]
        simplified = self._simplified.convert(written)
        alike = len(simplified) == len(written)
        for whole, flag in self._words.lcut(simplified if alike else written):
            for word in self._parts(whole):
                lemma = word if alike or not _HAN.search(word) else self._simplified.convert(word)
                found.append(Token(at, at + len(word), _LEMMAS.get(lemma, lemma), _kind(lemma, flag)))
                at += len(word)
        return found

    def _parts(self, word: str) -> tuple[str, ...]:
        """Two words of two signs that the dictionary has as one too; a small word that a guess took with a name."""
        halves = word[:2], word[2:]
        if len(word) == 4 and all(len(half) == 2 and self._known.get(half) for half in halves):
            return halves
        if len(word) > 2 and not self._known.get(word) and word[0] in _STUCK:
            return word[0], word[1:]
        return (word,)


class ByBoundaries:
    """ICU's word boundaries."""

    name = "zh:icu"

    def tokens(self, text: str, start: int, end: int) -> list[Token]:
        """The tokens of ``text[start:end]``."""
        piece = text[start:end]
        found: list[Token] = []
        for begins, ends in WordBreaker(piece, "zh").segments():
            denied = piece[begins] in "不没沒未" and piece[begins:ends] not in _NEGATIONS
            for left, right in ((begins, begins + 1), (begins + 1, ends)) if denied else ((begins, ends),):
                if left < right:
                    word = piece[left:right]
                    found.append(Token(start + left, start + right, word, _kind(word, "")))
        return found


def _kind(word: str, flag: str) -> TokenKind:
    if word in _NEGATIONS:
        return "negation"
    if not _LETTER.search(word):
        return "punctuation"
    if word in _FUNCTION or flag.startswith(_FUNCTION_FLAGS):
        return "function"
    if flag == "m":
        return "number"
    return "name" if flag.startswith(_NAMES) else "content"


@lru_cache(maxsize=1)
def chinese() -> Analyser:
    """The best analyser that is installed."""
    return Jieba() if find_spec("jieba") and find_spec("opencc") else ByBoundaries()
