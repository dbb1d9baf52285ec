"""Registering ranges: what is recorded, what is refused, and what is warned of."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from evidence.ranges import Range
from ledger.claims import ItemInput
from ledger.overlaps import Overlaps
from tests.pace import pace
from tests.unit.ledger_world import TEXT, World, open_world, refused


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    with open_world(tmp_path / "home") as made:
        yield made


def item(start: int, end: int, **fields: Any) -> ItemInput:
    return ItemInput(
        **{"kind": "claim", "claim": TEXT[max(start, 0) : end] or "x", "start": start, "end": end, **fields}
    )


# Ranges ---------------------------------------------------------------------------------------------------------------


@pytest.mark.promise("RANGE-1")
@pytest.mark.parametrize(
    ("start", "end", "said"),
    [
        (-1, 3, "below 0"),
        (5, 3, "after"),
        (4, 4, "empty"),
        (0, len(TEXT) + 1, f"{len(TEXT) + 1} is beyond the text, which has {len(TEXT)}"),
        (len(TEXT), len(TEXT), "empty"),
    ],
)
def test_a_bad_range_is_refused(world: World, start: int, end: int, said: str) -> None:
    refusal = refused(world, lambda: world.register(item(start, end)), "RANGE_INVALID")
    assert said in refusal.message


@pytest.mark.promise("RANGE-1")
def test_a_range_inside_a_character_is_refused_with_the_nearest_boundaries(tmp_path: Path) -> None:
    text = "A 👨‍👩‍👧 family"
    with open_world(tmp_path, text) as world:
        refusal = refused(world, lambda: world.claim(0, 4), "RANGE_INVALID")
        assert "use 2 or 7" in refusal.message
        assert world.claim(0, 7) == "claim_1"


@pytest.mark.promise("RANGE-2")
def test_one_bad_item_registers_none_and_every_bad_one_is_listed(world: World) -> None:
    items = [item(0, 5), item(7, 7), item(3, 900), item(1, 2, claim=" "), item(0, 1, kind="non_claim", claim=None)]
    refusal = refused(world, lambda: world.register(*items), "ITEMS_INVALID")
    assert [bad["index"] for bad in refusal.facts["bad"]] == [1, 2, 3, 4]
    assert refusal.facts["bad_total"] == 4
    assert "items[1] (kind=claim)" in refusal.message


def test_the_list_of_bad_items_is_bounded(world: World) -> None:
    refusal = refused(world, lambda: world.register(*[item(1, 1)] * 300), "ITEMS_INVALID")
    assert len(refusal.facts["bad"]) == 20
    assert refusal.facts["bad_total"] == 300
    assert len(refusal.message) < 2_500


@pytest.mark.parametrize("count", [0, 5_001])
def test_no_items_or_too_many_are_refused(world: World, count: int) -> None:
    refused(world, lambda: world.register(*[item(0, 1)] * count), "ITEMS_INVALID")


def test_ids_count_per_type_in_the_order_given(world: World) -> None:
    items = [item(0, 5), item(5, 9, kind="non_claim", claim=None, reason="x"), item(9, 12)]
    assert [record.record_id for record in world.register(*items)[0]] == ["claim_1", "non_claim_1", "claim_2"]


# Warnings -------------------------------------------------------------------------------------------------------------


@pytest.mark.promise("RANGE-5")
def test_a_claim_in_words_foreign_to_its_range_is_warned_of(world: World) -> None:
    assert world.register(item(0, 30))[1] == []
    [warning] = world.register(item(31, 49, claim="Penguins breed underground"))[1]
    assert "claim_2 [31, 49)" in warning
    assert "shares nothing" in warning


@pytest.mark.promise("RANGE-5")
def test_overlaps_are_named_and_touching_is_no_overlap(world: World) -> None:
    world.register(item(0, 10))
    assert world.register(item(10, 20))[1] == []
    assert world.register(item(5, 15))[1] == ["claim_3 [5, 15) overlaps claim_1, claim_2."]


def test_an_excluded_record_overlaps_nothing(world: World) -> None:
    world.exclude("claim", world.claim(0, 10))
    assert world.register(item(0, 10))[1] == []


def test_many_overlaps_are_counted_and_the_first_named(world: World) -> None:
    world.register(*[item(0, 10)] * 9)
    assert world.register(item(0, 3))[1] == [
        "claim_10 [0, 3) overlaps claim_1, claim_2, claim_3, claim_4, claim_5 and 4 more."
    ]


@pytest.mark.promise("RANGE-5")
def test_a_wide_non_claim_is_warned_of(world: World) -> None:
    wide = world.register(item(0, len(TEXT), kind="non_claim", claim=None, reason="x"))[1]
    assert wide == [f"non_claim_1 [0, {len(TEXT)}): one non_claim covers more than a paragraph."]
    half = world.register(item(0, 50, kind="non_claim", claim=None, reason="x"))[1]
    assert half[0] == "non_claim_2 [0, 50): one non_claim covers more than half of the text."


def test_overlaps_agree_with_comparing_each_with_each() -> None:
    for seed in range(60):
        chance = random.Random(seed)
        ranged = []
        for number in range(chance.randrange(1, 25)):
            start = chance.randrange(20)
            ranged.append((f"r{number}", Range(start, start + chance.randrange(1, 9))))
        overlaps = Overlaps(ranged)
        for name, place in ranged:
            true = {other for other, spot in ranged if other != name and spot.overlaps(place)}
            names, count = overlaps.of(name)
            assert count == len(true)
            assert set(names) <= true
            assert len(names) == len(set(names)) == min(5, len(true))


def test_five_thousand_ranges_over_each_other_are_no_square(world: World) -> None:
    began = time.process_time()
    Overlaps([(f"r{number}", Range(number % 7, 5_000 + number % 11)) for number in range(5_000)]).of("r77")
    assert time.process_time() - began < 1 * pace()
