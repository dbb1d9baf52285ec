"""One layer of content encoding, decoded in bounded steps, so that a small body can't fill the memory or the disk."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final

from tasks.attempts import StageError

_STEP: Final = 1 << 18
"""Most bytes decoded at once."""
_GZIP: Final = 16 + zlib.MAX_WBITS
_MAGIC: Final = b"\x1f\x8b"


class Decoder:
    """Decodes the chunks of one body. `ended` says whether the encoding's own end was seen."""

    def __init__(self, encoding: str | None) -> None:
        names = [name.strip().lower() for name in (encoding or "").split(",")]
        layers = [name for name in names if name not in {"", "identity"}]
        if len(layers) > 1 or not {"gzip", "x-gzip"}.issuperset(layers):
            told = ", ".join(layers)[:60]
            raise StageError("encoding_unsupported", f"The body is encoded as “{told}”, which was not asked for.")
        self._inflating = zlib.decompressobj(_GZIP) if layers else None
        self._fresh = True
        self._after = b""
        self._padding = False

    @property
    def ended(self) -> bool:
        """Whether nothing is missing as far as the encoding can tell."""
        return self._inflating is None or self._inflating.eof or self._fresh

    def decode(self, chunk: bytes) -> Iterator[bytes]:
        """The decoded bytes of `chunk`, at most a quarter of a megabyte at a time.

        Raises:
            StageError: `encoding_broken`.
        """
        if self._inflating is None:
            yield chunk
            return
        pending = self._after + chunk
        self._after = b""
        while pending and not self._padding:
            self._fresh = False
            if self._inflating.eof:
                if pending == _MAGIC[:1]:
                    self._after = pending  # half a beginning: the next chunk tells of what
                    return
                if not pending.startswith(_MAGIC):
                    self._padding = True  # what comes after the last member is none of the body
                    return
                self._inflating = zlib.decompressobj(_GZIP)
            try:
                decoded = self._inflating.decompress(pending, _STEP)
            except zlib.error as error:
                raise StageError(
                    "encoding_broken", "The gzip encoding of the body is broken.", transient=True
                ) from error
            if decoded:
                yield decoded
            pending = self._inflating.unused_data if self._inflating.eof else self._inflating.unconsumed_tail
