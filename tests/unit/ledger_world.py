"""A small ledger in a temporary folder, and short ways to fill it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from evidence.ranges import Range
from ledger import attachments, claims, evidence_log, revisions, sessions, status, verdicts
from ledger.claims import ItemInput
from ledger.evidence_log import EvidenceDraft
from ledger.finalizing import record_finalization
from ledger.folders import SessionFolder, stage_bytes
from ledger.new_files import NewFile
from ledger.records import Attachment, Claim, Evidence, Exclusion, Finalization, NonClaim, Restoration, VerdictEntry
from ledger.refusals import Refusal
from ledger.store import Ledger
from ledger.views import Blocker
from tests.ledgers import fresh_ledger

TEXT = "The bridge is 120 metres long. It opened in 1962.\n\nCome and see it!"


@dataclass
class World:
    """An open ledger and one session."""

    home: Path
    ledger: Ledger
    session: str

    @property
    def folder(self) -> SessionFolder:
        return SessionFolder(self.home, self.session)

    @property
    def text(self) -> str:
        return self.folder.source_text()

    def start(self, text: str = TEXT, **fields: Any) -> str:
        with self.ledger.write("_") as writer:
            return sessions.create_session(writer, self.home, text, **{"source_kind": "text", **fields}).session_id

    def register(self, *items: ItemInput) -> tuple[list[Claim | NonClaim], list[str]]:
        with self.ledger.write(self.session) as writer:
            return claims.register(writer, self.session, self.text, items)

    def claim(self, start: int = 0, end: int = 30, claim: str = "The bridge is 120 metres long") -> str:
        return self.register(ItemInput(kind="claim", start=start, end=end, claim=claim))[0][0].record_id

    def non_claim(self, start: int, end: int) -> str:
        return self.register(ItemInput(kind="non_claim", start=start, end=end, reason="An appeal"))[0][0].record_id

    def evidence(self, text: str = "Length: 120 metres.", files: tuple[NewFile, ...] = (), **fields: Any) -> Evidence:
        base = {"provenance": "http", "discovered_via": "agent_search", "url": "https://example.org/bridge"}
        with self.ledger.write(self.session) as writer:
            draft = EvidenceDraft.model_validate({**base, **fields})
            return evidence_log.record_evidence(writer, self.session, self.folder, draft, text, files)

    def attach(self, claim_id: str, evidence_id: str, relation: str = "supports", **fields: Any) -> Attachment:
        found = {
            "start": 8,
            "end": 18,
            "matched_text": "120 metres",
            "kind": "exact",
            "occurrence": 1,
            "occurrences": 1,
        }
        found.update(fields.pop("found", {}))
        with self.ledger.write(self.session) as writer:
            return attachments.record_attachment(
                writer,
                self.session,
                claim_id=claim_id,
                evidence_id=evidence_id,
                quote="120 metres",
                found=found,
                relation=relation,  # type: ignore[arg-type]
                rationale="It says so",
                **fields,
            )

    def verdict(self, claim_id: str, verdict: str, rationale: str = "It says so") -> VerdictEntry:
        with self.ledger.write(self.session) as writer:
            return verdicts.set_verdict(writer, self.session, claim_id, verdict, rationale)  # type: ignore[arg-type]

    def revise(
        self, action: str, target_type: str, target_id: str, reason: str = "A mistake"
    ) -> Exclusion | Restoration:
        with self.ledger.write(self.session) as writer:
            return revisions.revise(writer, self.session, action, target_type, target_id, reason)  # type: ignore[arg-type]

    def exclude(self, target_type: str, target_id: str) -> Exclusion | Restoration:
        return self.revise("exclude", target_type, target_id)

    def restore(self, target_type: str, target_id: str) -> Exclusion | Restoration:
        return self.revise("restore", target_type, target_id)

    def archive(self) -> None:
        self.exclude("session", self.session)

    def staged(self, data: bytes, suffix: str = "") -> Path:
        return stage_bytes(self.home, data, suffix)

    def rows(self) -> int:
        """How many links all chains have together."""
        with self.ledger.read() as reader:
            return int(reader.fetch("SELECT count(*) FROM chain")[0][0])

    def checked(self) -> str:
        """Bring the session to where it may be finalized; the claim's id."""
        claim_id = self.claim(0, 34)
        self.non_claim(34, len(self.text))
        self.attach(claim_id, self.evidence().evidence_id)
        self.verdict(claim_id, "verified")
        return claim_id


@contextmanager
def open_world(home: Path, text: str = TEXT, **fields: Any) -> Iterator[World]:
    """A fresh ledger in `home` with one session of `text`."""
    ledger = fresh_ledger(home)
    try:
        world = World(ledger.home, ledger, "")
        world.session = world.start(text, **fields)
        yield world
    finally:
        ledger.close()


def painted_gaps(length: int, ranges: list[Range]) -> list[Range]:
    """The oracle: paint each character, then read off what stayed white."""
    painted = [False] * length
    for place in ranges:
        for index in range(max(place.start, 0), min(place.end, length)):
            painted[index] = True
    gaps: list[Range] = []
    for index, done in enumerate(painted):
        if done:
            continue
        if gaps and gaps[-1].end == index:
            gaps[-1] = Range(gaps[-1].start, index + 1)
        else:
            gaps.append(Range(index, index + 1))
    return gaps


def refused(world: World, call: Callable[[], object], code: str) -> Refusal:
    """The call is refused with this code and changes nothing."""
    before = world.rows()
    with pytest.raises(Refusal) as caught:
        call()
    assert caught.value.code == code, caught.value
    assert world.rows() == before
    return caught.value


def blocked(world: World) -> dict[str, int]:
    with world.ledger.read() as reader:
        found = status.blockers(reader, world.session, world.folder)
    return {blocker.gate: blocker.total for blocker in found}


def finalize(world: World) -> Finalization | list[Blocker]:
    with world.ledger.write(world.session) as writer:
        return record_finalization(writer, world.session, world.folder)


def attention(world: World) -> list[tuple[str, str | None, str | None]]:
    with world.ledger.read() as reader:
        found = status.attention(reader, world.session)
    return [(item.reason, item.claim_id, item.evidence_id) for item in found]


__all__ = ["TEXT", "Refusal", "World", "attention", "blocked", "finalize", "open_world", "painted_gaps", "refused"]
