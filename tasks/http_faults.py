"""The names of what can go wrong between a request and its answer's head, and whether it may pass by itself."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Final

import httpx

from evidence import limits
from tasks.attempts import StageError

PASSING: Final = frozenset({408, 425, 429, 502, 503, 504})
"""Statuses that may be another one soon."""
UNASKED: Final = frozenset({206, 304})
"""Answers to a request that was not made: for a part, or only for news."""
_BROKE: Final = {
    "disconnected": "The server closed the connection before it had sent the head of an HTTP answer.",
    "peer closed": "The server closed the connection before the end of its answer.",
}
"""By what the HTTP library says of an answer that ended early; anything else it says is of an answer that is none."""
_HEAD_TOO_LONG: Final = "buffer too long"
_DIGITS_MOST: Final = 10
_FAR_SECONDS: Final = 10_000_000_000
"""Three hundred years: a calendar has an end."""
_TOLD_MOST: Final = 200
"""Characters of a server's own words in a message."""


@asynccontextmanager
async def named_failures(seconds: float) -> AsyncIterator[None]:
    """Name what the HTTP client raises in a try of so many seconds: a StageError of a kind that `fetch_http` lists."""
    try:
        yield
    except (TimeoutError, httpx.TimeoutException) as error:
        raise StageError("timeout", f"No complete answer within {seconds:g} seconds.", transient=True) from error
    except httpx.ConnectError as error:
        if _is_certificate(error):
            raise StageError("certificate", f"The certificate is not trusted: {error}") from error
        raise StageError("connection", f"No connection: {error}", transient=True) from error
    except (httpx.LocalProtocolError, httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
        raise StageError("protocol", f"The request can't be sent: {error}") from error
    except httpx.RemoteProtocolError as error:
        raise _no_http(str(error)) from error
    except httpx.TransportError as error:
        told = str(error).strip() or "the server closed it before the answer was whole."
        raise StageError("connection", f"The connection broke: {told}", transient=True) from error


def _no_http(said: str) -> StageError:
    if _HEAD_TOO_LONG in said:
        return StageError("too_large", "The head of the answer is too large.")
    for phrase, told in _BROKE.items():
        if phrase in said:
            return StageError("connection", told, transient=True)
    return StageError("protocol", f"The answer is no HTTP: {said[:_TOLD_MOST]}")


def _is_certificate(error: BaseException | None) -> bool:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return True
        error = error.__cause__ or error.__context__
    return False


def check_head(response: httpx.Response) -> None:
    """Refuse a flood of header fields. Their size is bounded where they are parsed, at about 100 KB."""
    fields = len(response.headers.raw)
    if fields > limits.RESPONSE_FIELDS:
        raise StageError(
            "too_large", f"The head of the answer has {fields} fields; at most {limits.RESPONSE_FIELDS} are read."
        )


def check_status(response: httpx.Response) -> None:
    """Refuse an answer that is no page.

    Raises:
        StageError: `http_status` (with `retry_after` where the server names it), `asked_to_wait` where that is longer
            than a job waits, or `protocol` for an answer to something that was not asked for.
    """
    status = response.status_code
    named = f"The server answered {status} {response.reason_phrase[:_TOLD_MOST]}".rstrip()
    if status in UNASKED:
        raise StageError("protocol", f"{named}, which answers a request that was not made.", http_status=status)
    if 200 <= status < 300:
        return
    asked = retry_after(response.headers.get("retry-after")) if status in PASSING else None
    if asked is not None and asked > limits.RETRY_AFTER_SECONDS:
        until = datetime.now(UTC) + timedelta(seconds=min(asked, _FAR_SECONDS))
        told = f"{named}, and asks to be left alone for {asked:.0f} seconds, until {until:%Y-%m-%d %H:%M} UTC."
        raise StageError("asked_to_wait", told, http_status=status, retry_after=asked)
    raise StageError("http_status", f"{named}.", transient=status in PASSING, http_status=status, retry_after=asked)


def retry_after(value: str | None) -> float | None:
    """The seconds that a Retry-After header asks for, in either of its forms; None where it has none of them."""
    value = (value or "").strip()
    if value.isascii() and value.isdecimal():
        return float(value[:_DIGITS_MOST])
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return max(0.0, (moment - datetime.now(UTC)).total_seconds())
