"""How a body came, as the ledger and the session folder keep it: written down before anything of it is parsed."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field

from ledger.folders import stage_bytes
from ledger.values import Exchange, Redirect, Value
from tasks.bodies import Body


class ExchangeFile(Value):
    """What the file of the role `exchange` holds, as JSON: which URL was asked for, and all that came of it.

    `sha256` is of the saved raw file, which is what `exchange.content` says.
    """

    schema_name: Literal["uratori/exchange/1"] = Field("uratori/exchange/1", serialization_alias="schema")
    url: str
    redirects: list[Redirect]
    final_url: str | None
    status: int | None
    sha256: str
    complete: bool
    exchange: Exchange


def exchange_of(
    body: Body,
    *,
    content: Literal["body", "rendered_dom"] = "body",
    confirmed: str | None = None,
    robots: str | None = None,
) -> Exchange:
    """The exchange that a body came by. `confirmed`: the evidence whose bytes a 304 confirmed."""
    return Exchange(
        content=content,
        request_headers=body.request_headers,
        response_headers=body.headers,
        http_version=body.http_version,
        peer=body.peer,
        tls_sha256=body.tls_sha256,
        framing=body.framing,
        content_encoding=body.content_encoding,
        wire_bytes=body.wire_bytes,
        body_bytes=body.bytes,
        started_at=body.started_at,
        ended_at=body.ended_at,
        seconds=round(body.seconds, 3),
        confirmed=confirmed,
        robots=robots,
    )


def stage_exchange(home: Path, job_id: str, url: str, body: Body, exchange: Exchange) -> str:
    """Write the exchange durably beside the staged body; the file's path."""
    told = ExchangeFile(
        url=url,
        redirects=body.redirects,
        final_url=body.final_url,
        status=body.status,
        sha256=body.sha256,
        complete=body.complete,
        exchange=exchange,
    )
    data = told.model_dump_json(by_alias=True, indent=1).encode("utf-8", "replace")
    return str(stage_bytes(home, data, ".json", job_id=job_id))
