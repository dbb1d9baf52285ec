"""What is held of a page already, so that a server can say whether it still has the same."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Final

from evidence.sniff import Media
from flows.raw_files import raw_saved
from ledger.folders import SavedFolder
from ledger.reader import Reader
from ledger.records import Evidence, PageCopy
from tasks.bodies import Body, Held, StagedFile, Unchanged

_CONFIRMED_MOST: Final = 50
"""How many confirmations of confirmations are followed."""
_CHUNK: Final = 1 << 20


@dataclass(frozen=True)
class HeldPage:
    """The raw file of a page that came over HTTP, whole, with what its server called this version of it."""

    saved: Evidence | PageCopy
    folder: SavedFolder
    path: str
    media: Media
    content_type: str | None
    validators: Held

    def body(self, word: Unchanged, staging: str) -> Body | None:
        """The held bytes, copied under `staging`, as if the server had sent them; None when they changed meanwhile."""
        try:
            with os.fdopen(self.folder.open(self.path), "rb") as saved, StagedFile(staging) as staged:
                while chunk := saved.read(_CHUNK):
                    staged.write(chunk)
                path, sha256 = staged.finish()
        except (OSError, ValueError):
            return None
        if sha256 != self.saved.body_sha256:
            return None
        return Body(
            staged=path,
            sha256=sha256,
            bytes=staged.size,
            media=self.media,
            content_type=self.content_type,
            **word.model_dump(),
        )


def held_page(reader: Reader, folder: SavedFolder, saved: Evidence | PageCopy) -> HeldPage | None:
    """What can be asked about, if the saved bytes are those of a whole answer that names its version.

    The caller has compared the files with their record.
    """
    raw, exchange = raw_saved(saved), saved.exchange
    whole = isinstance(saved, PageCopy) or saved.complete
    if raw is None or exchange is None or exchange.content != "body" or not whole:
        return None
    head = _head(reader, saved)
    validators = Held(etag=head.get("etag"), last_modified=head.get("last-modified"), url=saved.final_url)
    if not validators.conditions:
        return None
    file, media = raw
    told = (head.get("content-type"), saved.media_type)
    content_type = next((one for one in told if one and "/" in one), None)
    return HeldPage(saved, folder, file.path, media, content_type, validators)


def _head(reader: Reader, saved: Evidence | PageCopy) -> dict[str, str]:
    """The head of the answer that brought the bytes, with what later confirmations of them said anew."""
    heads: list[dict[str, str]] = []
    current: Evidence | PageCopy | None = saved
    while current is not None and current.exchange is not None and len(heads) < _CONFIRMED_MOST:
        heads.append(current.exchange.response_headers)
        confirmed = current.exchange.confirmed
        current = reader.find(type(current), current.session_id, confirmed) if confirmed else None
    return {name: value for head in reversed(heads) for name, value in head.items()}
