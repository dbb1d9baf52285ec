"""Registering ranges of the source text as claims or as saying nothing checkable; all or nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, Final, Literal

from evidence.graphemes import ceil, floor
from evidence.limits import LISTED_IDS, SEGMENT_CHARACTERS, SEGMENTS_PER_CALL
from evidence.ranges import Range
from evidence.wording import shares_words
from ledger.overlaps import Overlaps
from ledger.reader import Reader
from ledger.records import Claim, NonClaim
from ledger.refusals import Refusal
from ledger.values import Value
from ledger.writer import Writer

_PARAGRAPHS: Final = re.compile(r"(?>\r\n|\r|\n)[^\S\r\n]*(?>\r\n|\r|\n)")


class ItemInput(Value):
    """One range to register: a claim in the agent's words, or a non_claim with its reason."""

    kind: Literal["claim", "non_claim"]
    start: int
    end: int
    claim: str | None = None
    claim_kind: str | None = None
    reason: str | None = None


def range_problem(text: str, start: int, end: int) -> str | None:
    """What is wrong with ``[start, end)`` as a range of `text`; None when nothing is."""
    length = len(text)
    if start < 0:
        return f"start {start} is below 0"
    if start > end:
        return f"start {start} is after end {end}"
    if start == end:
        return f"the range [{start}, {end}) is empty"
    if end > length:
        return f"end {end} is beyond the text, which has {length} characters"
    for name, index in (("start", start), ("end", end)):
        before, after = floor(text, index), ceil(text, index)
        # Only a character longer than a segment may be cut, as its segments are.
        if 0 < after - before <= SEGMENT_CHARACTERS:
            return f"{name} {index} lies inside a character; use {before} or {after}"
    return None


def _problem(text: str, item: ItemInput) -> str | None:
    if item.kind == "claim" and not (item.claim or "").strip():
        return "a claim needs `claim`, the statement in your words"
    if item.kind == "non_claim" and not (item.reason or "").strip():
        return "a non_claim needs `reason`, why it says nothing checkable"
    if item.kind == "claim" and item.reason is not None:
        return "`reason` belongs to a non_claim"
    if item.kind == "non_claim" and (item.claim is not None or item.claim_kind is not None):
        return "`claim` and `claim_kind` belong to a claim"
    return range_problem(text, item.start, item.end)


def check_items(text: str, items: Sequence[ItemInput]) -> None:
    """Refusals ITEMS_INVALID (lists every bad item, bounded) and, for a single item's range, RANGE_INVALID."""
    if not 1 <= len(items) <= SEGMENTS_PER_CALL:
        raise Refusal(
            "ITEMS_INVALID",
            f"{len(items)} items were given; a call takes 1 to {SEGMENTS_PER_CALL}. Nothing was recorded.",
            "Call read_source_segments for the ranges, and register them in one or more calls.",
            {"items": len(items), "most": SEGMENTS_PER_CALL},
        )
    bad = [(index, item, said) for index, item in enumerate(items) if (said := _problem(text, item)) is not None]
    if not bad:
        return
    if len(items) == 1 and range_problem(text, items[0].start, items[0].end) == bad[0][2]:
        raise Refusal(
            "RANGE_INVALID",
            f"The {items[0].kind} was not recorded: {bad[0][2]}.",
            "Call read_source_segments for ranges of this text: code points, end exclusive.",
            {"start": items[0].start, "end": items[0].end, "source_length": len(text)},
        )
    listed = bad[:LISTED_IDS]
    told = "; ".join(f"items[{index}] (kind={item.kind}): {said}" for index, item, said in listed)
    more = f"; and {len(bad) - len(listed)} more" if len(bad) > len(listed) else ""
    raise Refusal(
        "ITEMS_INVALID",
        f"{len(bad)} of {len(items)} items are bad, so nothing was recorded: {told}{more}.",
        "Correct these items and send the same array again.",
        {
            "bad_total": len(bad),
            "items": len(items),
            "bad": [{"index": index, "kind": item.kind, "problem": said} for index, item, said in listed],
            "source_length": len(text),
        },
    )


def register(
    writer: Writer, session_id: str, text: str, items: Sequence[ItemInput]
) -> tuple[list[Claim | NonClaim], list[str]]:
    """Record every item, in the order given, or none. The records, and warnings that name their item.

    `text` is the session's source text. Refusals SESSION_UNKNOWN, SESSION_ARCHIVED, ITEMS_INVALID, RANGE_INVALID.
    """
    writer.open_session(session_id)
    check_items(text, items)
    known = effective_ranges(writer, session_id)
    now = writer.now()
    records: list[Claim | NonClaim] = []
    for item in items:
        place: dict[str, Any] = {"session_id": session_id, "recorded_at": now, "start": item.start, "end": item.end}
        if item.kind == "claim":
            claim_id = writer.next_id(Claim, session_id)
            records.append(Claim(**place, claim_id=claim_id, claim=item.claim or "", claim_kind=item.claim_kind))
        else:
            records.append(
                NonClaim(**place, non_claim_id=writer.next_id(NonClaim, session_id), reason=item.reason or "")
            )
    writer.add(*records)
    return records, _warnings(text, records, known)


def effective_ranges(reader: Reader, session_id: str) -> list[tuple[str, Range]]:
    """The effective claims and non-claims: id and range."""
    rows = reader.query("effective_ranges", session_id=session_id)
    return [(str(row["id"]), Range(int(row["start"]), int(row["end"]))) for row in rows]


def over_a_paragraph(passage: str) -> bool:
    """Whether a passage holds text of more than one paragraph."""
    return _PARAGRAPHS.search(passage.strip()) is not None


def over_half(start: int, end: int, length: int) -> bool:
    """Whether ``[start, end)`` is more than half of a text of this length."""
    return 2 * (end - start) > length


def _warnings(text: str, records: Sequence[Claim | NonClaim], known: Sequence[tuple[str, Range]]) -> list[str]:
    overlaps = Overlaps([*known, *((record.record_id, Range(record.start, record.end)) for record in records)])
    warnings = []
    for record in records:
        place = f"{record.record_id} [{record.start}, {record.end})"
        said = text[record.start : record.end]
        if isinstance(record, Claim):
            if not shares_words(record.claim, said):
                warnings.append(f"{place}: the claim's wording shares nothing with the text of its range.")
        elif over_a_paragraph(said):
            warnings.append(f"{place}: one non_claim covers more than a paragraph.")
        elif over_half(record.start, record.end, len(text)):
            warnings.append(f"{place}: one non_claim covers more than half of the text.")
        names, count = overlaps.of(record.record_id)
        if count:
            more = f" and {count - len(names)} more" if count > len(names) else ""
            warnings.append(f"{place} overlaps {', '.join(names)}{more}.")
    return warnings
