"""The fold beside the collator of the browser that it stands for."""

from __future__ import annotations

import asyncio

from benchmarks.fragment_weights import ask, characters, sequences
from evidence.fragment_fold import KANA, fold
from tests.flow.browsers import needs_chromium

pytestmark = needs_chromium


def test_what_the_collator_takes_for_equal_folds_alike() -> None:
    """Letters of living scripts, in pairs as well; kana are told apart afterwards, by rules of Chromium's own."""
    points = [char for char in characters() if char < "\u3000" or "\uf900" <= char <= "\uffef"]
    weightless, groups = asyncio.run(ask(points, sequences()))
    assert [hex(point) for point in weightless if fold(chr(point))] == []
    assert [group for group in groups if len(set(map(fold, group))) > 1 and not any(map(KANA.match, group))] == []
