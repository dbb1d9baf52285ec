"""Serving the files of a session folder to a person's browser, where pages of strangers lie beside our report."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from anyio import to_thread
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from ledger.chain import Finding
from ledger.folders import open_inside

KINDS: Final = {
    ".md": "text/markdown; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".gif": "image/gif",
    ".pdf": "application/pdf",
    ".html": "text/html; charset=utf-8",
}
REPORT: Final = "report.html"
SESSION_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
Difference = Callable[[str, str], Finding | None]
"""How a file (session, path) differs from what was recorded; called in a worker thread."""
CHUNK: Final = 1 << 16
NOTHING: Final = "default-src 'none'; frame-ancestors 'none'"
SCRIPT: Final = re.compile(rb"<script(?![^>]*\bsrc=)[^>]*>(.*?)</script>", re.DOTALL | re.IGNORECASE)


class SessionFiles:
    """The files under `sessions`, one folder per session; never a link, never anything above it."""

    def __init__(self, home: Path, difference: Difference | None = None) -> None:
        self._folder = home / "sessions"
        self._difference = difference

    async def serve(self, request: Request) -> Response:  # noqa: PLR0911 - each refusal is one answer
        """Answer `/sessions/{session_id}/{path}`."""
        session_id, path = request.path_params["session_id"], request.path_params["path"]
        if not SESSION_ID.fullmatch(session_id):
            return problem(400, "This is no session id.")
        parts = path.split("/")
        if any(part in ("", ".", "..") or "\0" in part or "\\" in part for part in parts):
            return problem(403, "The path leaves the session's folder.")
        suffix = Path(path).suffix.lower()
        if suffix not in KINDS:
            return problem(415, f"Only files of these kinds are served: {', '.join(KINDS)}.")
        try:
            descriptor = open_inside(self._folder, [session_id, *parts])
        except FileNotFoundError:
            return problem(404, "There is no such file.")
        except OSError:
            return problem(403, "The file can't be served.")
        if told := await self._differs(session_id, path):
            os.close(descriptor)
            return problem(409, told)
        return _answer(descriptor, path, suffix, head=request.method == "HEAD")

    async def _differs(self, session_id: str, path: str) -> str | None:
        """Why the file may not be shown as what was recorded."""
        if self._difference is None:
            return None
        found = await to_thread.run_sync(self._difference, session_id, path)
        if found is None:
            return None
        advice = "finalize writes reports anew." if path.startswith("report.") else "uratori verify lists what differs."
        return f"{path} is not the file that was recorded ({found.what}): {found.detail} {advice}"


def problem(status: int, message: str) -> Response:
    """A refusal as JSON."""
    return JSONResponse({"error": {"code": f"HTTP_{status}", "message": message}}, status)


def _answer(descriptor: int, path: str, suffix: str, *, head: bool) -> Response:
    size = os.fstat(descriptor).st_size
    kind, headers = KINDS[suffix], {"Content-Length": str(size), "Cache-Control": "no-cache"}
    if suffix == ".html" and path == REPORT:
        headers["Content-Security-Policy"] = report_policy(os.pread(descriptor, size, 0))
    elif suffix == ".html":
        # A saved page is a stranger's: on our own origin it is text to be kept, never a page to be run.
        kind = "text/plain; charset=utf-8"
        headers["Content-Disposition"] = "attachment"
        headers["Content-Security-Policy"] = f"sandbox; {NOTHING}"
    elif suffix != ".pdf":  # a browser's own PDF viewer runs under the page's policy
        headers["Content-Security-Policy"] = NOTHING
    if head:
        os.close(descriptor)
        return Response(None, 200, headers, kind)
    return StreamingResponse(_chunks(descriptor), 200, headers, kind)


def report_policy(page: bytes) -> str:
    """What the report may do: run the scripts that it was written with, and show its own pictures. No network."""
    digests = (base64.b64encode(hashlib.sha256(body).digest()).decode("ascii") for body in SCRIPT.findall(page))
    scripts = " ".join(f"'sha256-{digest}'" for digest in dict.fromkeys(digests)) or "'none'"
    return (
        f"default-src 'none'; script-src {scripts}; style-src 'unsafe-inline'; img-src 'self' data:; font-src data:; "
        "connect-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


def _chunks(descriptor: int) -> Iterator[bytes]:
    with os.fdopen(descriptor, "rb") as file:
        while chunk := file.read(CHUNK):
            yield chunk
