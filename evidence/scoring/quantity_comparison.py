"""Whether a page's quantity is a claim's."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from evidence.scoring.dates import Comparison, When, compare_times
from evidence.scoring.quantity import Quantity
from evidence.scoring.units import UNITS, Unit

_ROUND: Final = Decimal("0.05")
_CLOSE: Final = Decimal("0.01")
_FRACTION: Final = Decimal("0.015")
"""How far a percentage may be from a fraction: 33 percent, or 33.3, is a third."""
_MIXED: Final = frozenset({"length", "mass", "area", "volume", "speed", "energy", "power", "pressure"})
"""Dimensions with units of two systems, between which values are rounded."""
_PER: Final = {name: UNITS[name].factor for name in ("second", "minute", "hour", "day", "week", "month", "year")}
_MONTHLY: Final = frozenset({"month", "year", "decade", "century"})


def compare(claim: Quantity, evidence: Quantity) -> Comparison:
    """Whether the page's quantity is the claim's.

    ``same``: equal, whatever the units; ``within``: the claim leaves room for it (a limit, about, a less precise date);
    ``differs``; ``incomparable``: another kind of thing, or the claim says more than the page.
    """
    if claim.dimension in ("date", "clock") or evidence.dimension in ("date", "clock"):
        return _compare_times(claim, evidence)
    scaled = _scaled(claim, evidence)
    if scaled is None or not _told_alike(claim, evidence):
        return "incomparable"
    mine, its, tolerance = scaled
    if claim.per != evidence.per and claim.per and evidence.per:
        mine, its = _times(mine, 1 / _PER[claim.per]), _times(its, 1 / _PER[evidence.per])
        tolerance = max(tolerance, _CLOSE)
    if claim.bound == evidence.bound and _near(mine, its, tolerance):
        return "same"
    return _compare_bounds(claim, evidence, mine, its, tolerance)


def _told_alike(claim: Quantity, evidence: Quantity) -> bool:
    """Whether both are told for the same, or for times (per month, per year); one that is not told is as the other."""
    told = {claim.per, evidence.per} - {""}
    return len(told) < 2 or "person" not in told


def _compare_times(claim: Quantity, evidence: Quantity) -> Comparison:
    if claim.dimension != evidence.dimension:
        return _year_or_count(claim, evidence)
    mine = When(0, 0, int(claim.low), int(claim.high), claim.unit)
    its = When(0, 0, int(evidence.low), int(evidence.high), evidence.unit)
    return compare_times(mine, its)


def _year_or_count(claim: Quantity, evidence: Quantity) -> Comparison:
    """A year on one side may look like a bare count on the other."""
    year, count = (claim, evidence) if claim.dimension == "date" else (evidence, claim)
    if year.unit == "year" and count.dimension == "count" and year.low // 10_000 == count.low == count.high:
        return "same"
    return "incomparable"


Ends = tuple[Decimal, Decimal]
Scaled = tuple[Ends, Ends, Decimal]


def _scaled(claim: Quantity, evidence: Quantity) -> Scaled | None:
    """Both values in one unit, and by which share a value may be off; None where they measure different things."""
    mine, its = (claim.low, claim.high), (evidence.low, evidence.high)
    if "version" in (claim.dimension, evidence.dimension):
        return _versions(claim, evidence)
    if claim.unit == evidence.unit and claim.dimension == evidence.dimension:
        return mine, its, Decimal(0)
    if "identifier" in (claim.dimension, evidence.dimension):
        return None
    if "temperature" in (claim.dimension, evidence.dimension):
        return _temperatures(claim, evidence)
    one, other = UNITS.get(claim.unit), UNITS.get(evidence.unit)
    return _converted(one, other, mine, its) if one is not None and other is not None else None


def _converted(one: Unit, other: Unit, mine: Ends, its: Ends) -> Scaled | None:
    if "pounds" in (one.dimension, other.dimension):
        return _pounds(one, other, mine, its)
    if one.dimension != other.dimension:
        return None
    if one.dimension == "data" and _in_powers_of_two(one, other, mine, its):
        return mine, mine, Decimal(0)
    tolerance = Decimal(0)
    if one.dimension == "percent" and "fraction" in (one.name, other.name):
        tolerance = _FRACTION
    elif one.dimension == "time" and (one.name in _MONTHLY) != (other.name in _MONTHLY):
        tolerance = _ROUND
    elif one.dimension in _MIXED and (one.factor / other.factor).log10() % 1:
        tolerance = _CLOSE
    return _times(mine, one.factor), _times(its, other.factor), tolerance


def _times(values: Ends, factor: Decimal) -> Ends:
    return values[0] * factor, values[1] * factor


def _in_powers_of_two(one: Unit, other: Unit, mine: Ends, its: Ends) -> bool:
    """Whether they are equal when a gigabyte is 1,024 megabytes."""
    steps = round(float((one.factor / other.factor).log10()) / 3)
    return all(value * Decimal(1024) ** steps == there for value, there in zip(mine, its, strict=True))


def _versions(claim: Quantity, evidence: Quantity) -> Scaled | None:
    values = []
    for one in (claim, evidence):
        if one.dimension == "version":
            values.append(one.low)
        elif one.dimension == "count" and 0 <= one.low < 1000:
            whole, _, part = str(one.low).partition(".")
            values.append(Decimal(int(whole)) * 10**8 + Decimal(int(part or 0)) * 10**4)
        else:
            return None
    return (values[0], values[0]), (values[1], values[1]), Decimal(0)


def _temperatures(claim: Quantity, evidence: Quantity) -> Scaled | None:
    if claim.dimension != evidence.dimension:
        return None
    ends = []
    for one in (claim, evidence):
        low, high = one.low, one.high
        if one.unit == "fahrenheit" and "degree" not in (claim.unit, evidence.unit):
            low, high = ((value - 32) * 5 / 9 for value in (low, high))
        ends.append((low, high))
    return ends[0], ends[1], _CLOSE if "fahrenheit" in (claim.unit, evidence.unit) else Decimal(0)


def _pounds(one: Unit, other: Unit, mine: Ends, its: Ends) -> Scaled | None:
    """`pounds` are money beside money, and weight beside weight."""
    if "money:GBP" in (one.dimension, other.dimension):
        return mine, its, Decimal(0)
    if "mass" not in (one.dimension, other.dimension):
        return None
    pound = UNITS["pound"]
    factors = [pound.factor if unit.dimension == "pounds" else unit.factor for unit in (one, other)]
    return _times(mine, factors[0]), _times(its, factors[1]), _CLOSE


def _near(mine: Ends, its: Ends, tolerance: Decimal) -> bool:
    return all(abs(one - other) <= tolerance * max(abs(one), abs(other)) for one, other in zip(mine, its, strict=True))


_DOWN: Final = frozenset({"at_most", "less"})
_UP: Final = frozenset({"at_least", "more"})


def _compare_bounds(
    claim: Quantity,
    evidence: Quantity,
    mine: Ends,
    its: Ends,
    tolerance: Decimal,
) -> Comparison:
    equal = _near(mine, its, tolerance)
    if claim.bound == "exact" and evidence.bound == "exact":
        return _compare_exact(claim, mine, its)
    if claim.bound == "exact":
        inside = its[0] <= mine[0] if evidence.bound in _UP else mine[1] <= its[1]
        return "incomparable" if inside or equal else "differs"
    if evidence.bound == "exact":
        inside = mine[0] <= its[0] if claim.bound in _UP else its[1] <= mine[1]
        strict = equal and claim.bound in ("less", "more")
        return "within" if inside and not strict else "differs"
    if {claim.bound, evidence.bound} <= _DOWN or {claim.bound, evidence.bound} <= _UP:
        return "same" if equal else "differs"
    return "differs" if equal else "incomparable"


def _compare_exact(claim: Quantity, mine: Ends, its: Ends) -> Comparison:
    if its[0] != its[1] and mine[0] == mine[1]:
        return "incomparable" if its[0] <= mine[0] <= its[1] else "differs"
    inside = mine[0] != mine[1] and its[0] == its[1] and mine[0] <= its[0] <= mine[1]
    near = claim.approximate and _near(mine, its, _ROUND)
    rounded = claim.magnitude and _near(mine, its, _ROUND) and _rounds_to(mine[0], its[0])
    return "within" if inside or near or rounded else "differs"


def _rounds_to(mine: Decimal, its: Decimal) -> bool:
    """Whether the claim's value is the page's, rounded to the digits the claim gives (2.5 million for 2,512,000)."""
    digits = len(mine.normalize().as_tuple().digits)
    if its == 0 or mine == 0:
        return False
    return its.normalize().scaleb(-its.adjusted()).quantize(Decimal(1).scaleb(1 - digits)) == mine.normalize().scaleb(
        -mine.adjusted()
    )
