"""Words around a number that make it a limit, or say that it is not exact."""

from __future__ import annotations

from typing import Final, Literal

import regex

Bound = Literal["exact", "at_least", "at_most", "less", "more"]
_NEAR: Final = 30


def _any(words: str, form: str) -> regex.Pattern[str]:
    """A pattern for the words of a list: English ones stand alone, others anywhere; `_` is a space in a phrase."""
    forms = [word.replace("_", " ") for word in words.split()]
    english = [rf"\b{word}\b" for word in forms if word.isascii()]
    return regex.compile(
        form.format("|".join([*english, *(word for word in forms if not word.isascii())])), regex.IGNORECASE
    )


_BEFORE: Final[dict[Bound, regex.Pattern[str]]] = {
    "at_least": _any(
        "at_least no_less_than not_less_than no_fewer_than minimum_of 至少 最少 不少于 不低于 최소 적어도 少なくとも",
        r"(?:{}) ?$",
    ),
    "at_most": _any(
        "up_to at_most no_more_than not_more_than maximum_of as_many_as as_much_as 最多 最大で 最大 最长 最高で 不超过"
        " 至多 最長で 최대 최장 延长到",
        r"(?:{}) ?$",
    ),
    "more": _any(
        "more_than over above greater_than longer_than exceeding exceeds older_than 超过 多于 高于", r"(?:{}) ?$"
    ),
    "less": _any("less_than fewer_than under below shorter_than younger_than 少于 低于 不到 不足", r"(?:{}) ?$"),
}
_TITLE: Final[dict[Bound, regex.Pattern[str]]] = {
    "at_most": _any("maximum max upper_limit 最大 最高 最長 最长 최대", r"(?:{})[^.;,。、\d]{{0,40}}$"),
    "at_least": _any("minimum min lower_limit 最小 最低 最少 최소", r"(?:{})[^.;,。、\d]{{0,40}}$"),
}
"""Words that head a sentence about a limit."""
_AFTER: Final[dict[Bound, regex.Pattern[str]]] = {
    "at_least": _any(
        r"or_more or_older or_above or_longer and_older and_over 以上 이상 명_이상 개_이상", r"\s?(?:\+|{})"
    ),
    "at_most": _any(
        "or_less or_fewer or_younger or_below 以下 以内 まで(?!に) 冊まで 人まで 個まで 回まで 이하 이내 까지",
        r"\s?(?:{})",
    ),
    "more": _any("超 を超え 余り あまり 초과 를_넘 을_넘 이_넘", r"\s?(?:{})"),
    "less": _any("未満 未满 미만", r"\s?(?:{})"),
}
_ABOUT_BEFORE: Final = _any(
    "about around approximately approx roughly nearly almost some circa an_estimated close_to just_over just_under"
    " ≈ 約 约 およそ おおよそ ほぼ 大约 大約 将近 近 大概 약 대략 거의",
    r"(?:~|{}) ?$",
)
_ABOUT_AFTER: Final = _any("or_so ほど 程度 前後 くらい ぐらい 左右 上下 多(?!い|く) 余 정도 가량 안팎", r" ?(?:{})")


def bound_of(text: str, start: int, end: int) -> Bound:
    """Whether ``text[start:end]`` is a limit, by the words beside it."""
    near = max(0, start - _NEAR)
    for bound, before in _BEFORE.items():
        if before.search(text, near, start):
            return bound
    for bound, after in _AFTER.items():
        if after.match(text, end):
            return bound
    for bound, title in _TITLE.items():
        if title.search(text, max(0, start - 2 * _NEAR), start):
            return bound
    return "exact"


def about(text: str, start: int, end: int) -> bool:
    """Whether it is told as not exact."""
    return bool(_ABOUT_BEFORE.search(text, max(0, start - _NEAR), start) or _ABOUT_AFTER.match(text, end))
