"""Where sentences end: English and Japanese first, Chinese and Korean full stops too.

A wrong cut costs a reader more than a missing one, so a stop counts as the end only where nothing speaks against it:
addresses, abbreviations, list numbers, decimals, names such as ``Yahoo!``, and quotations inside of a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import regex

_LINE_ENDS: Final = r"[\r\n\u0085\u2028\u2029]"
_STOP: Final = regex.compile(
    rf"""
    (?P<full>[。．！？!?｡‼⁇-⁉︒]++)(?P<closing>[」』）)\]】〉》〕”’"']*+)[ \t\u3000]*+{_LINE_ENDS}*+
    | (?P<dot>\.++)(?P<dot_closing>[」』）)\]】〉》〕”’"']*+)(?=\s|\Z)[ \t\u3000]*+{_LINE_ENDS}*+
    | (?P<line>{_LINE_ENDS}++)
    """,
    regex.VERBOSE,
)
_ADDRESS: Final = regex.compile(
    r"(?:https?://|ftp://|mailto:|www\.)[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=%]+"
    r"|(?<![A-Za-z0-9.\-])(?:[A-Za-z0-9\-]{1,63}\.){1,6}[A-Za-z]{2,24}/[A-Za-z0-9\-._~:/?#@!$&'()*+,;=%]+",
    regex.IGNORECASE,
)
_AFTER_ADDRESS: Final = ".,;:!?'*_~)]"
_ABBREVIATED: Final = (
    "mr mrs ms mx dr prof st jr sr rev hon gen col maj capt lt sgt gov sen rep pres supt messrs mme mlle "
    "vs etc al cf viz approx est ca inc ltd co corp bros dept univ assn no nos vol vols fig figs eq eqs sec ch chap "
    "pp ed eds trans ver art para jan feb mar apr jun jul aug sept sep oct nov dec mt ft ave blvd rd tel ext ibid op "
    "bzw usw nr"
)
_ABBREVIATIONS: Final = frozenset(_ABBREVIATED.split())
_WORD_BEFORE: Final = regex.compile(r"(?r)(?<![\p{L}\p{N}.'’/@:_=#&-])((?:\p{L}\p{M}*\.)*\p{L}[\p{L}\p{M}]{0,11})")
_NUMBER_BEFORE: Final = regex.compile(r"(?r)[0-9０-９]{1,3}")
_NAMES: Final = frozenset(
    {"ahoy", "hey", "jeopardy", "joomla", "kahoot", "oklahoma", "panic", "say", "wham", "yahoo", "yum"}
)
_GOES_ON: Final = regex.compile(
    r"(?!そ[うのれこんし]|だ[がかけっ]|でも|では|でき|とき|とこ|とに|とは|とも|とて|とり|ので|のち|のみ|はじ|はい|はっ|かつ|かれ|から、"
    r"|がん|にわ|にも|もし|もう|もっ|もち|もと|やが|やは|やっ|よう|よっ|ね[えぇ]|など、)"
    r"(?:[とっはがをにへのもでやだかねよなさみくしら]|[、，,・:：;；」』）)…]|라|이라|하|고\b)"
)
_LOWER: Final = regex.compile(r"[ \t]*\p{Ll}")
_LOWER_BEFORE: Final = regex.compile(r"(?r)\p{Ll} ")
_LOOK_BACK: Final = 24


def sentence_ends(text: str, start: int, end: int) -> Iterator[int]:
    """The ends of the sentences of the block ``text[start:end]``, in order; the last one is `end`."""
    addresses = _addresses(text, start, end)
    address = next(addresses, None)
    piece = start
    for match in _STOP.finditer(text, start, end):
        while address and address[1] <= match.start():
            address = next(addresses, None)
        if address and address[0] <= match.start() < address[1]:
            continue
        if match.end() < end and _is_end(text, piece, match):
            yield match.end()
            piece = match.end()
    if piece < end:
        yield end


def _addresses(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in _ADDRESS.finditer(text, start, end):
        yield match.start(), match.start() + len(match.group().rstrip(_AFTER_ADDRESS))


def _is_end(text: str, piece: int, match: regex.Match[str]) -> bool:
    if match["line"] or text[match.end() - 1] in "\r\n\u0085\u2028\u2029":
        return True
    if match["dot"]:
        return not _dot_goes_on(text, piece, match)
    return not _full_stop_goes_on(text, piece, match)


def _dot_goes_on(text: str, piece: int, match: regex.Match[str]) -> bool:
    stop = match.start()
    if match["dot_closing"]:
        return bool(_LOWER.match(text, match.end()))
    if len(match["dot"]) > 1:
        return False
    if _numbers_a_list(text, piece, stop):
        return True
    word = _WORD_BEFORE.match(text, pos=max(piece, stop - _LOOK_BACK), endpos=stop)
    if word is None:
        return False
    found = word[1]
    if found == "I" and _LOWER_BEFORE.match(text, pos=piece, endpos=word.start()):
        return False
    return len(found) == 1 or "." in found or found.lower() in _ABBREVIATIONS


def _full_stop_goes_on(text: str, piece: int, match: regex.Match[str]) -> bool:
    stop, after = match["full"], match.end()
    if match["closing"]:
        return bool(_GOES_ON.match(text, after) or _LOWER.match(text, after)) and text[after - 1] != "\u3000"
    before = text[match.start() - 1] if match.start() > piece else ""
    if stop == "．":
        return (before.isdigit() and text[after].isdigit()) or _numbers_a_list(text, piece, match.start())
    if stop in {"!", "！"}:
        word = _WORD_BEFORE.match(text, pos=max(piece, match.start() - _LOOK_BACK), endpos=match.start())
        if word and word[1].lower() in _NAMES:
            return True
    return stop in {"!", "?"} and before.isascii() and bool(_LOWER.match(text, after))


def _numbers_a_list(text: str, piece: int, stop: int) -> bool:
    """Whether the stop belongs to the number that the piece begins with (``1. First``)."""
    number = _NUMBER_BEFORE.match(text, pos=max(piece, stop - 4), endpos=stop)
    return number is not None and not text[piece : number.start()].strip()
