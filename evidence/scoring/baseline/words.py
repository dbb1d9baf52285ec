"""The word tables of the original's scoring, as published; stems are written as its stemmer leaves them."""

from __future__ import annotations

import calendar
from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


STOP: Final = _words(
    "the and for with that this from into your must now are all per there page include includes includ contain "
    "contains list built flow runtime plan touch browser both modern feature app model style"
)
QUALIFIERS: Final = _words(
    "all every fully native global worldwide only always never entire default maximum minimum max min"
)
NO_ANCHORS: Final = QUALIFIERS | _words(
    "support avail available feature features modern app apps model provid replac service system platform"
)
FUNCTION: Final = _words(
    "the and for with that this from into your are was were its has have had will can not but you our"
)
"""Words that are no context of a phrase; the original's 24 are not published, these are the usual ones."""

KOREAN: Final = {
    "제공": "provides",
    "지원": "supports",
    "인터페이스": "interface",
    "네트워크": "network",
    "요청": "request fetching",
    "리소스": "resources",
    "가져오": "fetching",
    "사용": "used",
    "문서": "documentation",
    "검색": "search",
    "추출": "extract",
    "세션": "session",
    "언어": "language",
    "컴파일": "compiled",
    "증거": "evidence",
    "근거": "evidence",
    "인터프리": "interpreted",
    "해석": "interpreted",
}
CHINESE: Final = {
    "提供": "provides",
    "支持": "supports",
    "接口": "interface",
    "网络": "network",
    "请求": "request",
    "资源": "resources",
    "获取": "fetching",
    "抓取": "fetching",
    "文档": "documentation",
    "搜索": "search",
    "提取": "extract",
    "语言": "language",
    "编译": "compiled",
    "解释": "interpreted",
    "证据": "evidence",
    "依据": "evidence",
}

DURATIONS: Final = _words("second minut hour day week month year sec min hr")
MONTHS: Final = tuple(calendar.month_name[number].lower() for number in range(1, 13))
VERSION_WORDS: Final = _words("version release releas upgrade upgrading upgrad changelog remix migration migrat")

UNIVERSAL: Final = _words("all every global worldwide entire universal")
EXCLUSIVE: Final = _words("only exclusive solely")
LIMITED: Final = _words("selected some certain regional region varies subset specific")
PREVIEW: Final = _words("preview beta alpha experimental prelaunch")
GENERAL: Final = _words("launched generally ga")
DEPRECATED: Final = _words("deprecated legacy retired sunset unsupported")

PHRASES: Final = (
    ("available", "not available"),
    ("available", "unavailable"),
    ("required", "not required"),
    ("allowed", "not allowed"),
    ("supported", "not supported"),
    ("enabled", "not enabled"),
    ("enabled", "disabled"),
    ("synchronous", "asynchronous"),
    ("blocking", "non blocking"),
    ("mutable", "immutable"),
    ("stateful", "stateless"),
    ("encrypted", "unencrypted"),
)
FAMILIES: Final = {
    "default": (" default ", " defaults ", " by default "),
    "maximum": (" maximum ", " max ", " up to ", " at most ", " no more than "),
    "minimum": (" minimum ", " min ", " at least ", " no less than "),
}
OPPOSITES: Final[tuple[tuple[frozenset[str], frozenset[str], frozenset[str]], ...]] = (
    (
        frozenset(("compil", "compiled")),
        frozenset(("interpret", "interpreted")),
        _words("language runtime model"),
    ),
    (frozenset(("single", "current")), frozenset(("multi",)), frozenset(("thread", "threaded"))),
    (frozenset(("synchronou", "synchronous")), frozenset(("asynchronou", "asynchronous")), frozenset()),
)
"""Execution model, threading model, run-time behaviour: both sides, and the words that must follow, if any."""
