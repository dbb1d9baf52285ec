"""What the sample sessions of reports have in common: their text, their clock."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta

SID = "fc_20260704T012233_0badcafe"
START = datetime(2026, 7, 4, 1, 22, 33, tzinfo=UTC)

TEXT = (
    "The Harbour Bridge and its keepers\n"
    "\n"
    "The bridge was opened on 19 March 1932 after eight years of work. It carries rail, road and foot traffic, and its "
    "arch spans 503 metres. About 1,400 men built it, of whom 16 died. Painters never stop: once they reach the end, "
    "they start again. 🌉\n"
    "\n"
    "東京タワーは1958年12月23日に完成した。高さは333メートルで、当時は世界一の自立式鉄塔だった。塗り替えは約5年ごとに行われる。\n"
    "\n"
    "Both are said to be loved by everyone who sees them.\n"
)


class Clock:
    """Gives moments three seconds apart."""

    def __init__(self, start: datetime = START) -> None:
        self.now = start

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=3)
        return self.now


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def place(part: str, text: str = TEXT) -> tuple[int, int]:
    start = text.index(part)
    return start, start + len(part)
