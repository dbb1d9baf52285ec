"""Japanese words: by SudachiPy and its small dictionary (extra ``ja``), else by ICU's boundaries and the scripts."""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

import regex
from icu4py.breakers import WordBreaker

from evidence.scoring.analysis_values import Analyser, Token, TokenKind

if TYPE_CHECKING:
    from sudachipy import Morpheme

_NEGATIONS: Final = frozenset({"ない", "無い", "ぬ", "ん", "ず", "まい"})
_KINDS: Final[dict[str, TokenKind]] = {
    "助詞": "function",
    "助動詞": "function",
    "接続詞": "function",
    "感動詞": "function",
    "連体詞": "function",
    "補助記号": "punctuation",
    "空白": "punctuation",
    "記号": "punctuation",
}
_IN_KANA_TEXT: Final = """
    為る:する 有る:ある 在る:ある 居る:いる 成る:なる 出来る:できる 事:こと 物:もの 為:ため 様:よう 所:ところ 其れ:それ
"""
_IN_KANA: Final = dict(pair.split(":") for pair in _IN_KANA_TEXT.split())
"""Words that say little, which the dictionary writes in kanji and everyone in kana."""
_PIECE_BYTES: Final = 40_000
_KANJI_FIRST: Final = regex.compile(r"(?P<stem>\p{Han}[\p{Han}\p{Hiragana}々]*?\p{Han}|\p{Han})[\p{Hiragana}]*$")
_PARTICLES_TEXT: Final = """
    は が を に で と も の へ や か から まで より など だけ のみ ほど くらい ばかり しか でも では には とは
    ので のに けど し さ せ れ られ れる られる た て だ です ます まし ませ でし だっ な たい そう よう こと
    もの ため これ それ あれ この その あの ここ そこ いる い ある あり あっ おり する いう なる なっ なり
    という として について によって により における また および ただし しかし そして ください お ご
"""
_PARTICLES: Final = frozenset(_PARTICLES_TEXT.split())


class Sudachi:
    """The dictionary's forms, normalised, so that one word written in kana and in kanji is one."""

    name = "ja:sudachipy"

    def __init__(self) -> None:
        from sudachipy import Dictionary, SplitMode  # noqa: PLC0415 - only where the extra is installed

        self._tokenizer = Dictionary(dict="small").tokenizer(SplitMode.B)

    def tokens(self, text: str, start: int, end: int) -> list[Token]:
        """The tokens of ``text[start:end]``."""
        found: list[Token] = []
        for begins in range(start, end, _PIECE_BYTES // 4):
            piece = text[begins : min(end, begins + _PIECE_BYTES // 4)]
            found += [
                Token(begins + one.begin(), begins + one.end(), _lemma(one), _kind(one))
                for one in self._tokenizer.tokenize(piece)
                if one.surface().strip()
            ]
        return found


class ByBoundaries:
    """ICU's word boundaries; a word that begins with kanji is known by them, without its ending."""

    name = "ja:icu"

    def tokens(self, text: str, start: int, end: int) -> list[Token]:
        """The tokens of ``text[start:end]``."""
        found: list[Token] = []
        piece = text[start:end]
        for begins, ends in WordBreaker(piece, "ja").segments():
            written = piece[begins:ends]
            stem = _KANJI_FIRST.fullmatch(written)
            kind: TokenKind = "function" if written in _PARTICLES else "content"
            if written.rstrip("いかくっ") in ("な", "無") or written in _NEGATIONS:
                kind = "negation"
            found.append(Token(start + begins, start + ends, stem["stem"] if stem else written, kind))
        return found


def _lemma(one: Morpheme) -> str:
    form: str = one.normalized_form()
    return _IN_KANA.get(form, form)


def _kind(one: Morpheme) -> TokenKind:
    kind, more, *_ = one.part_of_speech()
    if one.normalized_form() in _NEGATIONS and kind in ("助動詞", "形容詞"):
        return "negation"
    if more == "数詞":
        return "number"
    if more == "固有名詞":
        return "name"
    if more == "助動詞語幹":
        return "function"
    return _KINDS.get(kind, "content")


@lru_cache(maxsize=1)
def japanese() -> Analyser:
    """The best analyser that is installed."""
    both = find_spec("sudachipy") and find_spec("sudachidict_small")
    return Sudachi() if both else ByBoundaries()
