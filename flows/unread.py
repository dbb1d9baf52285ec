"""A source as it came, for who reads it elsewhere: no look into it, no record of its text."""

from __future__ import annotations

from flows.acquire import Acquisition
from flows.own_files import own_places
from flows.sources import StageName, Unobtainable
from tasks.attempts import StageError
from tasks.bodies import Body
from tasks.file_read import read_local


class Unread(Acquisition):
    """One source whose body alone is wanted: over HTTP, without the browser; or from a file."""

    async def body(self) -> Body:
        """The staged body.

        Raises:
            Unobtainable: it could not be had, or was cut short.
        """
        stage: StageName = "file" if self.source.url is None else "http"
        try:
            return await (self._remote(self.source.url) if self.source.url else self._local(str(self.source.path)))
        except StageError as error:
            self._fail(stage, error)
            raise Unobtainable(self.source, self.failures, []) from error
        finally:
            if self._robots is not None:
                self._robots.cancel()

    async def _remote(self, url: str) -> Body:
        await self._ask_robots(url)
        body, _ = await self._body(url)
        if not body.complete:
            raise StageError("truncated", f"The body was cut short after {body.bytes:,} bytes: its end is missing.")
        return body

    async def _local(self, path: str) -> Body:
        own = own_places(self.services.home)
        roots = list(self.source.roots)
        body: Body = await read_local(path, roots=roots, own=own, staging=self._staging, **self._common)
        return body
