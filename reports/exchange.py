"""How a source came over the network and what read it, as a reader is shown it; the ledger has all of it in full."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from ledger.records import Evidence, Session
from ledger.values import Exchange
from reports.labels import Labels

#: Longest line of a head that is shown, and the most lines of one; the saved exchange file has the rest.
LINE = 300
LINES = 60


@dataclass(frozen=True, slots=True)
class Transfer:
    """What is shown of an exchange; sizes in bytes, heads line by line. None and empty: not known."""

    version: str | None
    framing: str | None
    encoding: str | None
    wire: int | None
    size: int | None
    seconds: float | None
    started: datetime | None
    tls: str | None
    rendered: bool
    confirmed: str | None
    robots: str | None
    asked: Sequence[str]
    answered: Sequence[str]

    def figures(self, labels: Labels) -> list[str]:
        """Protocol, sizes, framing and time, each in a few words of one language."""
        said = [self.version] if self.version else []
        if self.wire is not None:
            key = "transfer.encoded" if self.encoding else "transfer.wire"
            said.append(labels.text(key, n=f"{self.wire:,}", encoding=self.encoding))
        said += [labels.text("transfer.size", n=f"{self.size:,}")] if self.size is not None else []
        said += [labels.word("framing", self.framing)] if self.framing else []
        said += [labels.text("attempts.seconds", n=self.seconds)] if self.seconds is not None else []
        return said


def transfer(exchange: Exchange | None) -> Transfer | None:
    """What is shown of an exchange, if there was one."""
    if exchange is None:
        return None
    return Transfer(
        version=exchange.http_version,
        framing=exchange.framing,
        encoding=exchange.content_encoding,
        wire=exchange.wire_bytes,
        size=exchange.body_bytes,
        seconds=round(exchange.seconds, 1) if exchange.seconds is not None else None,
        started=exchange.started_at,
        tls=exchange.tls_sha256,
        rendered=exchange.content == "rendered_dom",
        confirmed=exchange.confirmed,
        robots=exchange.robots,
        asked=_head(exchange.request_headers),
        answered=_head(exchange.response_headers),
    )


def readers(record: Evidence | Session) -> list[str]:
    """What read the source, each with its version."""
    return [f"{name} {version}" for name, version in sorted(record.readers.items())]


def role(exchange: Exchange | None, recorded: str) -> str:
    """The word for a saved file's role: the raw file of a rendered page is not what the server sent."""
    return "rendered" if recorded == "raw" and exchange is not None and exchange.content == "rendered_dom" else recorded


def _head(headers: Mapping[str, str]) -> list[str]:
    lines = [f"{name}: {value}" for name, value in headers.items()]
    shown = [line if len(line) <= LINE else f"{line[:LINE]}…" for line in lines[:LINES]]
    return [*shown, "…"] if len(lines) > LINES else shown
