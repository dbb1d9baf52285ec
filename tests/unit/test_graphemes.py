from __future__ import annotations

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from evidence import graphemes

PIECES = st.lists(
    st.sampled_from(
        [
            "a",
            "e\u0301",
            "👨\u200d👩\u200d👧",
            "🇯🇵",
            "🇯",
            "한",
            "\u1112\u1161\u11ab",
            "\r\n",
            "\n",
            "葛\U000e0100",
            "👍🏽",
            "क्षि",
            " ",
        ]
    ),
    max_size=30,
)


@settings(deadline=None)
@given(PIECES.map("".join))
def test_boundaries_are_those_of_extended_grapheme_clusters(text: str) -> None:
    expected = {0, len(text)} | {match.end() for match in regex.finditer(r"\X", text)}
    assert {at for at in range(len(text) + 1) if graphemes.is_boundary(text, at)} == expected


@settings(deadline=None)
@given(PIECES.map("".join), st.data())
def test_floor_and_ceil_are_the_nearest_boundaries(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text)))
    low, high = graphemes.floor(text, at), graphemes.ceil(text, at)
    assert low <= at <= high
    assert graphemes.is_boundary(text, low)
    assert graphemes.is_boundary(text, high)
    assert not any(graphemes.is_boundary(text, inner) for inner in range(low + 1, high))


@pytest.mark.parametrize("index", [-1, 4])
def test_an_index_outside_of_the_text_is_an_error(index: int) -> None:
    with pytest.raises(ValueError, match="outside"):
        graphemes.is_boundary("abc", index)
