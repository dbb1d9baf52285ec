"""What rechecks say of each quote, the newest first, and of all of them together."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import groupby
from typing import get_args

from ledger.records import Recheck
from ledger.values import RecheckResult
from ledger.views import AttemptView, SessionExtract

RESULTS: tuple[RecheckResult, ...] = get_args(RecheckResult)


@dataclass(frozen=True, slots=True)
class Run:
    """Rechecks in a row that say the same."""

    result: RecheckResult
    first: datetime
    last: datetime
    number: int


class Rechecks:
    """The rechecks of one extract."""

    def __init__(self, extract: SessionExtract) -> None:
        self._extract = extract

    @cached_property
    def _of(self) -> dict[str, list[Recheck]]:
        found: dict[str, list[Recheck]] = defaultdict(list)
        for one in self._extract.rechecks:
            found[one.attachment_id].insert(0, one)
        return found

    def shown(self, attachment_id: str) -> list[Recheck]:
        """The newest; where that could not read its source, the newest that could as well."""
        found = self._of.get(attachment_id, [])
        standing = next((one for one in found if one.result != "unread"), None)
        return found[:1] if standing is None or standing is found[0] else [found[0], standing]

    def standing(self, attachment_id: str) -> Recheck | None:
        """The newest that could read its source."""
        return next((one for one in self.shown(attachment_id) if one.result != "unread"), None)

    def before(self, attachment_id: str) -> list[Run]:
        """The others, those in a row that say the same as one, the newest first."""
        shown = self.shown(attachment_id)
        rest = [one for one in self._of.get(attachment_id, []) if one not in shown]
        runs = (list(same) for _, same in groupby(rest, key=lambda one: one.result))
        return [Run(run[0].result, run[-1].recorded_at, run[0].recorded_at, len(run)) for run in runs]

    @cached_property
    def newest(self) -> list[Recheck]:
        """The newest of each attachment that counts, in the order of the attachments."""
        return [found[0] for name in self._extract.effective.attachments if (found := self._of.get(name))]

    @property
    def at(self) -> datetime | None:
        """When the latest was made."""
        return max((one.recorded_at for one in self.newest), default=None)

    @property
    def counts(self) -> list[tuple[RecheckResult, int]]:
        """How many quotes that count are in each state."""
        counted = Counter(one.result for one in self.newest)
        return [(result, counted[result]) for result in RESULTS]

    @property
    def unlike(self) -> list[Recheck]:
        """The newest of those that are not as they were."""
        return [one for one in self.newest if one.result != "same"]

    @cached_property
    def _tries(self) -> dict[str, AttemptView]:
        named = {name for one in self._extract.rechecks for name in one.attempts}
        return {view.start.attempt_id: view for view in self._extract.attempts if view.start.attempt_id in named}

    def owns(self, view: AttemptView) -> bool:
        """Whether a try was one of a recheck."""
        return view.start.attempt_id in self._tries

    def tries(self, recheck: Recheck) -> Sequence[AttemptView]:
        """The tries to get the source."""
        return [self._tries[name] for name in recheck.attempts if name in self._tries]
