"""What is said of an answer that did not come, or not whole."""

from __future__ import annotations

import asyncio
import re

import httpx
import pytest

from tasks.attempts import StageError
from tasks.http_faults import check_status, named_failures


def told(error: Exception) -> StageError:
    async def fail() -> None:
        async with named_failures(1):
            raise error

    with pytest.raises(StageError) as caught:
        asyncio.run(fail())
    return caught.value


@pytest.mark.parametrize(
    ("error", "kind", "says"),
    [
        (httpx.ReadError(""), "connection", "The connection broke: the server closed it before the answer was whole."),
        (httpx.ReadError("reset"), "connection", "The connection broke: reset"),
        (
            httpx.RemoteProtocolError("Server disconnected without sending a response."),
            "connection",
            "The server closed the connection before it had sent the head of an HTTP answer.",
        ),
        (httpx.RemoteProtocolError("illegal status line"), "protocol", "The answer is no HTTP: illegal status line"),
    ],
)
def test_what_broke_is_said_in_whole_sentences(error: Exception, kind: str, says: str) -> None:
    failure = told(error)
    assert (failure.kind, failure.message, failure.transient) == (kind, says, kind == "connection")


@pytest.mark.parametrize("asked", ["86400", "9" * 30, "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_a_long_wait_is_told_with_its_end(asked: str) -> None:
    with pytest.raises(StageError, match=r"until \d{4}-\d\d-\d\d \d\d:\d\d UTC") as caught:
        check_status(httpx.Response(503, headers={"Retry-After": asked}))
    assert caught.value.kind == "asked_to_wait"
    assert not re.search("may be over", caught.value.message)
