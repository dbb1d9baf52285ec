"""Coverage of a text under every kind of text, range and revision: what counts, what is left, and what is refused."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evidence import graphemes
from evidence.limits import SEGMENT_CHARACTERS, SEGMENTS_PER_CALL, SOURCE_CHARACTERS
from evidence.ranges import Range
from evidence.segments import Granularity, segments
from ledger import status
from ledger.claims import ItemInput, range_problem
from ledger.refusals import Refusal
from tests.faults import Fault
from tests.unit.ledger_world import TEXT, World, open_world, painted_gaps

MIXED = "A e\u0301 👨\u200d👩\u200d👧 🇯🇵🇺🇸 か\u3099 \u1112\u1161\u11ab\r\nz"
TEXTS = st.lists(
    st.one_of(
        st.text(max_size=12),
        st.sampled_from(
            ["。", "「はい。」", "Mr. ", "3.5", "\r\n", "\n\n", "\n\u3000\n", " \t ", "🇯🇵", "👨\u200d👩", "e\u0301"]
        ),
        st.sampled_from(["x" * 1_100, " " * 1_100, "e" + "\u0301" * 1_100]),
    ),
    min_size=1,
    max_size=15,
).map("".join)


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home", TEXT) as made:
        yield made


def left(world: World, most: int = 10_000) -> list[Range]:
    with world.ledger.read() as reader:
        gaps, total = status.gaps(reader, world.session, most)
        coverage = status.coverage(reader, world.session)
        blocked = {one.gate for one in status.blockers(reader, world.session)}
    assert total == len(gaps) == coverage.gaps
    assert coverage.complete == (not gaps)
    assert ("coverage_gaps" in blocked) == bool(gaps)
    return gaps


@pytest.mark.promise("SEG-1")
@pytest.mark.promise("GATE-1")
@pytest.mark.fault("F-30", "Any text, segment by segment, one of them left out to the last (15 generated texts)")
def test_segments_cover_any_text_and_one_left_out_is_the_gap(world: World, fault: Fault) -> None:
    @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
    @given(TEXTS.filter(lambda text: bool(text.strip())), st.sampled_from(get_args(Granularity)), st.data())
    def show(text: str, granularity: Granularity, data: st.DataObject) -> None:
        text = text.encode("utf-8", "replace").decode()
        world.session = world.start(text)
        tiles = segments(text, granularity)
        assert "".join(text[one.start : one.end] for one in tiles) == text
        items = [ItemInput(kind="non_claim", start=one.start, end=one.end, reason="A part") for one in tiles]
        at = data.draw(st.integers(0, len(items) - 1))
        rest = items[:at] + items[at + 1 :]
        for first in range(0, len(rest), SEGMENTS_PER_CALL):
            world.register(*rest[first : first + SEGMENTS_PER_CALL])
        assert left(world) == [Range(items[at].start, items[at].end)]
        world.register(items[at])
        assert left(world) == []

    show()
    fault.happened("Refused for exactly the range left out; covered when it came.", kept="Every character, once.")


@pytest.mark.promise("RANGE-1")
@pytest.mark.fault(
    "F-30", "Ranges that are empty, reversed, outside or inside of a character (every pair of a mixed text)"
)
def test_a_range_is_taken_only_from_boundary_to_boundary(world: World, fault: Fault) -> None:
    world.session = world.start(MIXED)
    good = {(s, e) for s in range(len(MIXED) + 1) for e in range(s + 1, len(MIXED) + 1)}
    good = {pair for pair in good if all(graphemes.is_boundary(MIXED, at) for at in pair)}
    pairs = [(s, e) for s in range(-2, len(MIXED) + 3) for e in range(-2, len(MIXED) + 3)]
    assert {pair for pair in pairs if range_problem(MIXED, *pair) is None} == good
    before = world.rows()
    fine = ItemInput(kind="non_claim", start=0, end=1, reason="A part")
    for start, end in [(0, 0), (3, 2), (-1, 2), (0, len(MIXED) + 1), (0, 3), (3, 5), (len(MIXED), len(MIXED))]:
        bad = ItemInput(kind="non_claim", start=start, end=end, reason="A part")
        for items in ([bad], [fine, bad]):
            with pytest.raises(Refusal) as refused:
                world.register(*items)
            assert refused.value.code == ("RANGE_INVALID" if len(items) == 1 else "ITEMS_INVALID")
    assert world.rows() == before
    assert left(world) == [Range(0, len(MIXED))]
    fault.happened(
        "Refused with the nearest ends that would do, and the good ranges of the call with it.", kept="No row."
    )


@pytest.mark.promise("GATE-1")
@pytest.mark.fault("F-30", "Overlapping ranges, registered, revoked and restored in any order (2 runs of 25 moves)")
def test_coverage_follows_every_revision(world: World, fault: Fault) -> None:
    for seed in range(2):
        chance = random.Random(seed)
        world.session = world.start(TEXT)
        counting: dict[tuple[str, str], Range] = {}
        revoked: dict[tuple[str, str], Range] = {}
        for _ in range(25):
            move = chance.choice(["claim", "claim", "non_claim", "exclude", "restore"])
            if move in {"claim", "non_claim"}:
                start = chance.randrange(len(TEXT))
                place = Range(start, chance.randrange(start, len(TEXT)) + 1)
                made = world.claim if move == "claim" else world.non_claim
                counting[move, made(place.start, place.end)] = place
            else:
                here, there = (counting, revoked) if move == "exclude" else (revoked, counting)
                if here:
                    name = chance.choice(sorted(here))
                    world.revise(move, *name)
                    there[name] = here.pop(name)
            assert left(world) == painted_gaps(len(TEXT), list(counting.values()))
    fault.happened(
        "After each move covered is what painting each character says, overlaps once.",
        kept="Every record and revision.",
    )


@pytest.mark.fault("F-30", "A claim of one character, of one letter and of one emoji of five code points")
def test_one_character_is_claim_enough(world: World, fault: Fault) -> None:
    for text in ("7", "駅", "👨\u200d👩\u200d👧"):
        world.session = world.start(text)
        world.claim(0, len(text), claim=text)
        assert left(world) == []
    fault.happened("Taken, and the whole text covered.", kept="The claim with its range.")


@pytest.mark.fault("F-30", "Ten million characters, and one more")
def test_the_longest_text_is_covered_to_its_last_character(world: World, fault: Fault) -> None:
    text = "a" * (SOURCE_CHARACTERS - 1) + "z"
    world.session = world.start(text)
    world.non_claim(0, SOURCE_CHARACTERS - 1)
    assert left(world) == [Range(SOURCE_CHARACTERS - 1, SOURCE_CHARACTERS)]
    world.claim(SOURCE_CHARACTERS - 1, SOURCE_CHARACTERS, claim="z")
    assert left(world) == []
    with world.ledger.read() as reader:
        assert status.coverage(reader, world.session).percent == "100.00%"
    before = world.rows()
    with pytest.raises(Refusal) as refused:
        world.start(text + "z")
    assert (refused.value.code, world.rows()) == ("SOURCE_TOO_LARGE", before)
    fault.happened(
        "Less than a thousandth of a percent is a gap; one character more than the limit is refused.",
        kept="The text whole, or no session.",
    )


@pytest.mark.fault("F-30", "Nothing but white space, and white space around words")
def test_white_space_is_no_source_and_yet_counts_in_one(world: World, fault: Fault) -> None:
    before = world.rows()
    for text in ("", " ", "\r\n\t \u3000\u00a0\u2028\n", " " * 100_000):
        with pytest.raises(Refusal) as refused:
            world.start(text)
        assert refused.value.code == "SOURCE_EMPTY"
    assert world.rows() == before
    text = "\n \u3000word \n\n "
    world.session = world.start(text)
    world.claim(3, 7, claim="word")
    assert left(world) == [Range(0, 3), Range(7, len(text))]
    fault.happened("Refused as a source; between words it has to be covered like them.", kept="No session; the gaps.")


@pytest.mark.promise("SEG-1")
@pytest.mark.fault("F-30", "Line ends, stops, open quotes, flags, joiners or marks by the hundred thousand (12 kinds)")
def test_no_repetition_breaks_or_blocks_the_cut(fault: Fault) -> None:
    units = ["\n", "\r\n", " \n", "\u3000", ".", "。", "「", "(", "🇯🇵", "👨\u200d", "\u0301", "http://a/"]
    for unit in units:
        text = "a" + unit * (200_000 // len(unit))
        for granularity in get_args(Granularity):
            tiles = segments(text, granularity)
            assert [one.start for one in tiles[1:]] == [one.end for one in tiles[:-1]]
            assert (tiles[0].start, tiles[-1].end) == (0, len(text))
            assert max(one.end - one.start for one in tiles) <= SEGMENT_CHARACTERS
    fault.happened("Cut into ranges of at most 1,000 characters without a gap.", kept="The text to the character.")
