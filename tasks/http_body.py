"""The body of an answer, received in bounded steps: its sizes, its pace, its end."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final

import httpx

from evidence import limits
from tasks.attempts import StageError, Try
from tasks.bodies import StagedFile
from tasks.http_decoding import Decoder

_RATIO_FROM: Final = 1_000_000
"""Decoded bytes from which on their ratio to the wire's counts."""


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """`seconds` bounds one whole try, headers and body, and a third of it each connection.

    The byte counts are before and after decoding. In every `pace_seconds` a body must bring `rate` bytes per second.
    """

    seconds: float = 30.0
    wire_bytes: int = limits.EVIDENCE_WIRE_BYTES
    decoded_bytes: int = limits.EVIDENCE_DECODED_BYTES
    decoded_times: int = limits.DECODED_TIMES
    redirects: int = limits.REDIRECTS
    rate: int = limits.BODY_RATE
    pace_seconds: float = 10.0


class Reception:
    """The receiving of one body. `wire` counts its bytes before decoding."""

    def __init__(self, bounds: FetchLimits, doing: Try) -> None:
        self.bounds = bounds
        self.doing = doing
        self.wire = 0

    async def receive(self, response: httpx.Response, staged: StagedFile) -> bool:
        """Write the body; False when it is not whole: the connection or the encoding ended too early.

        Raises:
            StageError: `too_large`, `too_slow`, `encoding_broken`, `encoding_unsupported`.
            httpx.TransportError: it ended before the first byte.
        """
        decoder = Decoder(response.headers.get("content-encoding"))
        declared = int(response.headers.get("content-length", 0))
        if declared > self.bounds.wire_bytes:
            raise StageError("too_large", f"The body has {declared} bytes; at most {self.bounds.wire_bytes} are read.")
        enough = int(self.bounds.rate * self.bounds.pace_seconds)
        goal = enough
        self.doing.bytes = 0
        try:
            async with asyncio.timeout(self.bounds.pace_seconds) as pace:
                async for chunk in response.aiter_raw():
                    self._take(chunk, decoder, staged)
                    if self.wire >= goal:
                        goal = self.wire + enough
                        pace.reschedule(asyncio.get_running_loop().time() + self.bounds.pace_seconds)
        except TimeoutError as error:
            told = f"The body came at less than {self.bounds.rate} bytes per second."
            raise StageError("too_slow", told, transient=True) from error
        except (httpx.RemoteProtocolError, httpx.ReadError):
            if not self.wire:
                raise
            return False
        return decoder.ended

    def _take(self, chunk: bytes, decoder: Decoder, staged: StagedFile) -> None:
        """Write what a chunk decodes to, within the bounds."""
        self.wire += len(chunk)
        self.doing.bytes = self.wire
        bounds = self.bounds
        if self.wire > bounds.wire_bytes:
            raise StageError("too_large", f"The body is larger than {bounds.wire_bytes} bytes.")
        for decoded in decoder.decode(chunk):
            staged.write(decoded)
            if staged.size > bounds.decoded_bytes:
                raise StageError("too_large", f"The body decodes to more than {bounds.decoded_bytes} bytes.")
            if staged.size > max(_RATIO_FROM, bounds.decoded_times * self.wire):
                told = f"The body decodes to more than {bounds.decoded_times} times its size."
                raise StageError("too_large", told)
