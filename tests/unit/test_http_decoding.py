"""One layer of gzip, wherever the network cuts it."""

from __future__ import annotations

import gzip
import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tasks.attempts import StageError
from tasks.http_decoding import Decoder


def decoded(decoder: Decoder, packed: bytes, cuts: list[int]) -> bytes:
    """What comes out when the bytes come in pieces, cut at these places."""
    places = sorted({0, len(packed), *(cut % (len(packed) + 1) for cut in cuts)})
    pieces = [packed[start:end] for start, end in itertools.pairwise(places)]
    return b"".join(part for piece in pieces for part in decoder.decode(piece))


@given(
    st.lists(st.binary(max_size=300), min_size=1, max_size=4),
    st.sampled_from([b"", b"\0\0\0", b"\x1f", b"\x1fx", b"junk"]),
    st.lists(st.integers(min_value=0), max_size=12),
)
def test_members_are_joined_and_padding_left_out_wherever_they_are_cut(members, padding, cuts):
    decoder = Decoder("gzip")
    packed = b"".join(gzip.compress(member, mtime=0) for member in members) + padding
    assert decoded(decoder, packed, cuts) == b"".join(members)
    assert decoder.ended


@given(st.binary(min_size=1, max_size=300), st.integers(min_value=1), st.lists(st.integers(min_value=0), max_size=5))
def test_a_gzip_that_is_cut_anywhere_has_not_ended(body, cut, cuts):
    packed = gzip.compress(body, mtime=0)
    decoder = Decoder("gzip")
    assert body.startswith(decoded(decoder, packed[: 1 + cut % (len(packed) - 1)], cuts))
    assert not decoder.ended


@pytest.mark.parametrize("label", [None, "", "identity", " Identity , "])
def test_what_is_not_encoded_passes_as_it_is(label):
    decoder = Decoder(label)
    assert (list(decoder.decode(b"\x1f\x8bx")), decoder.ended) == ([b"\x1f\x8bx"], True)


@pytest.mark.parametrize("label", ["br", "gzip, gzip", "identity, zstd", "utf-8"])
def test_other_labels_are_refused(label):
    with pytest.raises(StageError) as refused:
        Decoder(label)
    assert refused.value.kind == "encoding_unsupported"


def test_no_step_is_large():
    decoder = Decoder("gzip")
    steps = [len(step) for step in decoder.decode(gzip.compress(bytes(10_000_000)))]
    assert sum(steps) == 10_000_000
    assert max(steps) <= 1 << 18
