"""What an attachment should make its writer think of: an earlier one that is the same, a verdict that it upsets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from ledger import verdicts
from ledger.records import Attachment, Evidence
from ledger.values import Verdict

if TYPE_CHECKING:
    from ledger.store import Reader

AGAINST: Final[Mapping[Verdict, Mapping[str, str]]] = {
    "verified": {"contradicts": "contradicts"},
    "contradicted": {"supports": "speaks against"},
    "partially_verified": {"contradicts": "contradicts"},
    "unverifiable": {"supports": "speaks against", "contradicts": "speaks against", "partial": "speaks against"},
}
"""Which relations speak against a verdict that stands, and in which word."""


CUT: Final[Mapping[str, str]] = {
    "word": "starts or ends inside a word",
    "maybe-number": "may start or end inside a number",
    "negation": "leaves out a negation that stands right beside it",
}
"""What a quote may cut, in words."""


def of_conflict(attached: Attachment) -> list[str]:
    """The warning that a quote which is said to support the claim seems to oppose it."""
    if attached.opposes is None:
        return []
    told = (
        f"{attached.attachment_id} is said to support {attached.claim_id}, but {attached.opposes} (claim / quote). If "
        "so, exclude it with revise_record and attach it as contradicts, or correct the claim; the report lists it."
    )
    return [told]


def of_flags(attached: Attachment) -> list[str]:
    """The warning that the quote lies in words that the policy flags."""
    told = (
        f"{attached.attachment_id} quotes words that signals of the page flag ({', '.join(attached.flags)}): they may "
        "be there for programs and not for people. Look for the same statement elsewhere; the report lists it."
    )
    return [told] if attached.flags else []


def of_cuts(attached: Attachment) -> list[str]:
    """The warning that the quote cuts what stands around it."""
    told = " and ".join(CUT[cut] for cut in attached.cuts)
    return [f"{attached.attachment_id} {told}: quote the whole statement, as it stands there."] if told else []


def same_before(reader: Reader, attached: Attachment) -> list[str]:
    """The warning that the same quote was tied to the same claim before, and still counts."""
    rows = reader.fetch(
        "SELECT a.attachment_id FROM attachments AS a "
        "SEMI JOIN effective_attachments AS e ON e.session_id = a.session_id AND e.attachment_id = a.attachment_id "
        "WHERE a.session_id = ? AND a.claim_id = ? AND a.evidence_id = ? AND a.relation = ? "
        'AND a."start" = ? AND a."end" = ? AND a.attachment_id <> ? ORDER BY a.seq LIMIT 1',
        [
            attached.session_id,
            attached.claim_id,
            attached.evidence_id,
            attached.relation,
            attached.start,
            attached.end,
            attached.attachment_id,
        ],
    )
    return [
        f"{earlier} is the same quote for the same claim: exclude {attached.attachment_id} with revise_record unless "
        "it is meant."
        for (earlier,) in rows
    ]


def of_source(evidence: Evidence) -> list[str]:
    """The warning that the source was cut short."""
    if evidence.complete:
        return []
    cut = f"{evidence.evidence_id} was cut short: its missing end may say otherwise, and the report lists it."
    return [f"{cut} Fetch it with refetch=true, or look for another copy."]


def against_verdict(reader: Reader, attached: Attachment) -> list[str]:
    """The warning that the claim's verdict does not go with what was just attached."""
    past = verdicts.history(reader, attached.session_id, attached.claim_id)
    against = AGAINST[past[-1].verdict] if past else {}
    if attached.relation not in against:
        return []
    stands = f"{attached.claim_id} has the verdict {past[-1].verdict}"
    return [f"{stands}, which this quote {against[attached.relation]}: set_verdict again and say so in the rationale."]
