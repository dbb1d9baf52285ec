"""Words around a number that make it a limit, or say that it is not exact."""

from __future__ import annotations

from typing import Final, Literal

import regex

Bound = Literal["exact", "at_least", "at_most", "less", "more"]
_NEAR: Final = 30


def _words(listed: str) -> str:
    """A pattern of the words of a list: English ones stand alone, others anywhere; `_` is a space in a phrase."""
    forms = [word.replace("_", " ") for word in listed.split()]
    return "|".join(rf"\b{word}\b" if word[0].isascii() and word[0].isalpha() else word for word in forms)


_BEFORE: Final[dict[Bound, str]] = {
    "at_least": """
        at_least no_less_than not_less_than no_fewer_than minimum_of upwards_of 至少 最少 不少于 不低于
        最低でも 최소 적어도 少なくとも ≥ >= ≧
    """,
    "at_most": """
        up_to at_most no_more_than not_more_than maximum_of as_many_as as_much_as within no_later_than 最多
        最大で 最大 最长 最高で 不超过 至多 最長で 최대 최장 延长到 ≤ <= ≦
    """,
    "more": """
        more_than over above greater_than longer_than exceeding exceeds exceed exceeded in_excess_of older_than
        higher_than surpassed topped 超过 超過 多于 高于 突破 逾 > ＞
    """,
    "less": """
        less_than fewer_than under below shorter_than younger_than lower_than 少于 低于 不到 不足 不满 < ＜
    """,
}
_TITLE: Final[dict[Bound, str]] = {
    "at_most": "maximum max upper_limit 最大 最高 最長 最长 최대",
    "at_least": "minimum min lower_limit 最小 最低 最少 최소",
}
"""Words that head a sentence about a limit."""
_AFTER: Final[dict[Bound, str]] = {
    "at_least": r"""
        \+(?!\d) or_more or_older or_above or_longer or_higher and_older and_over and_above 以上 이상 명_이상 개_이상
    """,
    "at_most": """
        or_less or_fewer or_younger or_below or_lower and_under 以下 以内 まで(?!に) 冊まで 人まで
        個まで 回まで 이하 이내 까지
    """,
    "more": "超(?!え?な) を?超え を上回 余り あまり 초과 [를을이가]?_?넘",
    "less": "未満 未满 미만 に満たな を下回 에_못_미치",
}
_ABOUT_BEFORE: Final = """
    about around approximately approx\\. approx roughly nearly almost some circa an_estimated estimated close_to
    just_over just_under ≈ ~ 約 约 およそ おおよそ ほぼ 大约 大約 将近 近 大概 약 대략 거의
"""
_ABOUT_AFTER: Final = (
    "or_so ほど 程度 前後 くらい ぐらい 左右 上下 多(?!い|く) 余(?!り) 정도 가량 안팎 여(?=_?[명개곳건])"
)


def _named(table: dict[Bound, str]) -> str:
    return "|".join(f"(?P<{name}>{_words(listed)})" for name, listed in table.items())


_BEFORE_PATTERN: Final = regex.compile(rf"(?r)(?:{_named(_BEFORE)})[ ]?(?:[约約약][ ]?)?", regex.IGNORECASE)
_TITLE_PATTERN: Final = regex.compile(rf"(?r)(?:{_named(_TITLE)})[^.;,。、\d]{{0,40}}", regex.IGNORECASE)
_TITLES: Final = regex.compile("|".join(_words(listed) for listed in _TITLE.values()), regex.IGNORECASE)
_AFTER_PATTERN: Final = regex.compile(rf"\s?(?:{_named(_AFTER)})", regex.IGNORECASE)
_ABOUT_BEFORE_PATTERN: Final = regex.compile(rf"(?r)(?:{_words(_ABOUT_BEFORE)})[ ]?", regex.IGNORECASE)
_ABOUT_AFTER_PATTERN: Final = regex.compile(rf" ?(?:{_words(_ABOUT_AFTER)})", regex.IGNORECASE)


def bound_of(text: str, start: int, end: int) -> Bound:
    """Whether ``text[start:end]`` is a limit, by the words beside it."""
    found = _BEFORE_PATTERN.match(text, max(0, start - _NEAR), start) or _AFTER_PATTERN.match(text, end)
    if found is None and _TITLES.search(text, max(0, start - 2 * _NEAR), start):
        found = _TITLE_PATTERN.match(text, max(0, start - 2 * _NEAR), start)
    return _BOUNDS[found.lastgroup or ""] if found else "exact"


_BOUNDS: Final[dict[str, Bound]] = {bound: bound for bound in (*_BEFORE, *_AFTER)}


def about(text: str, start: int, end: int) -> bool:
    """Whether it is told as not exact."""
    before = _ABOUT_BEFORE_PATTERN.match(text, max(0, start - _NEAR), start)
    return bool(before or _ABOUT_AFTER_PATTERN.match(text, end))
