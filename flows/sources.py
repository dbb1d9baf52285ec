"""One source: what to get, on what terms, and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from ledger.values import Decision, Exchange, Risk, Signal
from tasks.bodies import Body
from tasks.parsed import ParsedSource

StageName = Literal["http", "browser", "file"]
_REASONS: Final = 2


@dataclass(frozen=True)
class Source:
    """What to get: a URL, or a file under the roots. `given` is how the caller named the file."""

    url: str | None = None
    path: str | None = None
    roots: tuple[str, ...] = ()
    given: str | None = field(default=None, compare=False)

    @property
    def item(self) -> str:
        """How attempts name it."""
        return self.url if self.url is not None else Path(self.path or "").name


@dataclass(frozen=True)
class Failure:
    """A stage that did not give the source."""

    stage: StageName
    kind: str
    message: str
    http_status: int | None = None


class Unobtainable(Exception):
    """No stage gave the source.

    Attributes:
        source: what was asked for.
        failures: what each stage said, in order.
        pdf_links: PDFs that the page links to, absolute.
        copies: other addresses of the page that it names (`ParsedSource.copies`).
        frames: pages that it shows in frames.
    """

    def __init__(
        self,
        source: Source,
        failures: list[Failure],
        pdf_links: list[str],
        copies: dict[str, str] | None = None,
        frames: list[str] | None = None,
    ) -> None:
        super().__init__(f"{source.item}: {failures[-1].message if failures else 'nothing was tried'}")
        self.source = source
        self.failures = failures
        self.pdf_links = pdf_links
        self.copies = copies or {}
        self.frames = frames or []


@dataclass(frozen=True)
class Judged:
    """What a policy says of a source, as the ledger keeps it."""

    signals: list[Signal]
    risk: Risk
    decision: Decision

    @property
    def why(self) -> str:
        """What weighs most, in a sentence or two."""
        said = [f"{one.name}: {one.detail}" for one in self.signals if one.severity != "info"][:_REASONS]
        return f"The source is of {self.risk} risk. {' '.join(said)}"


@dataclass(frozen=True)
class Acquired:
    """A source that was got and read.

    Attributes:
        stage: how it was got.
        body: the staged file that was parsed, and what is known of where it came from.
        exchange: how it came over the network, and the staged file that was written of that before it was parsed.
        chromium: the version of the browser that rendered it.
        screenshot: a picture of the rendered page, if the browser made one.
        judged: what the policy says of it, where it was asked already.
    """

    stage: StageName
    body: Body
    parsed: ParsedSource
    exchange: Exchange | None = None
    exchange_staged: str | None = None
    chromium: str | None = None
    screenshot: str | None = None
    judged: Judged | None = None

    @property
    def readers(self) -> dict[str, str]:
        """What read it, each with its version."""
        return self.parsed.readers | ({"chromium": self.chromium} if self.chromium else {})


@dataclass(frozen=True)
class Terms:
    """What counts as the source: also a page with little prose, also a body that was cut short.

    `short_at_last`: a page with little prose counts when no other stage has more of it. `tables`: those of a PDF are
    read too. `batch`: nobody asks for this very page, so robots.txt is obeyed where it is read. `unjudged`: the policy
    profile refuses nothing, since the page is fetched to be looked at by it.
    """

    accept_short: bool = False
    accept_incomplete: bool = False
    short_at_last: bool = False
    tables: bool = True
    batch: bool = False
    unjudged: bool = False
