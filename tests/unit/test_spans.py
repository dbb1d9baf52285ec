from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from evidence.ranges import Range
from evidence.spans import Span, spans


def test_a_text_without_length_has_no_spans() -> None:
    assert spans(0, [("claim_1", Range(0, 3))]) == []


def test_ids_keep_the_order_given_and_gaps_have_none() -> None:
    tiles = spans(10, [("b", Range(2, 6)), ("a", Range(4, 99)), ("empty", Range(3, 3))])
    assert tiles == [Span(0, 2, ()), Span(2, 4, ("b",)), Span(4, 6, ("b", "a")), Span(6, 10, ("a",))]


@settings(deadline=None)
@given(st.integers(0, 30), st.lists(st.tuples(st.integers(-3, 35), st.integers(-3, 35)), max_size=8))
def test_spans_agree_with_painting_each_code_point(length: int, pairs: list[tuple[int, int]]) -> None:
    ranged = [(str(number), Range(*pair)) for number, pair in enumerate(pairs)]
    tiles = spans(length, ranged)
    painted = [tuple(name for name, one in ranged if one.start <= at < one.end) for at in range(length)]
    assert [ids for tile in tiles for ids in [tile.ids] * (tile.end - tile.start)] == painted
    assert [tile.start for tile in tiles[1:]] == [tile.end for tile in tiles[:-1]]
