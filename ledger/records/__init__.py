"""The rows of the ledger, one frozen model per table. No connection here: any layer may import these.

A record is inserted once and never changed. `Record.canonical` is what the chain hashes, so a field's meaning never
changes either: a new meaning is a new field in a new migration.
"""

from __future__ import annotations

from ledger.records.base import Record
from ledger.records.judgements import Attachment, Exclusion, Restoration, VerdictEntry
from ledger.records.outputs import Finalization, Picture, ReportFile
from ledger.records.rechecks import Recheck
from ledger.records.sources import CopyExpiry, Evidence, PageCopy
from ledger.records.texts import Claim, NonClaim, Session
from ledger.records.work import AttemptEnd, AttemptStart, IdempotencyEntry, Job, JobOutcome, JobRun

__all__ = [
    "RECORDS",
    "Attachment",
    "AttemptEnd",
    "AttemptStart",
    "Claim",
    "CopyExpiry",
    "Evidence",
    "Exclusion",
    "Finalization",
    "IdempotencyEntry",
    "Job",
    "JobOutcome",
    "JobRun",
    "NonClaim",
    "PageCopy",
    "Picture",
    "Recheck",
    "Record",
    "ReportFile",
    "Restoration",
    "Session",
    "VerdictEntry",
]

RECORDS: tuple[type[Record], ...] = (
    Session,
    Claim,
    NonClaim,
    Evidence,
    Attachment,
    VerdictEntry,
    Exclusion,
    Restoration,
    Job,
    JobRun,
    JobOutcome,
    AttemptStart,
    AttemptEnd,
    Picture,
    Recheck,
    Finalization,
    ReportFile,
    PageCopy,
    CopyExpiry,
    IdempotencyEntry,
)
