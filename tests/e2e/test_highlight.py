"""Quotes marked in PDFs from a real client: one from the web, a locked one from the client's folder."""

from __future__ import annotations

import io
from pathlib import Path

import anyio
import pikepdf
import pytest

from mcp_bridge.stdio_client import CallRefused, call
from tests.e2e.conftest import Connect
from tests.pdf_files import pdf, words
from tests.site import PDF_LINES, Site

pytestmark = pytest.mark.anyio

SECRET = "Vq7-secret-wörd"


def locked() -> bytes:
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf([words([(72, 700, "The council approved the budget.")])]))) as file:
        file.save(out, encryption=pikepdf.Encryption(owner="owner", user=SECRET))
    return out.getvalue()


def marks(path: str, password: str = "") -> list[str]:
    with pikepdf.open(path, password=password) as file:
        return [str(one.Contents) for page in file.pages for one in page.get("/Annots", [])]


@pytest.mark.promise("MARK-3")
@pytest.mark.promise("MARK-4")
async def test_quotes_are_marked_from_the_web_and_in_a_locked_file(
    connected: Connect, site: Site, home: Path, tmp_path: Path
) -> None:
    (tmp_path / "budget.pdf").write_bytes(locked())
    target = tmp_path / "marked.pdf"
    given = {"path": "budget.pdf", "cited_text": "approved the budget", "output_path": str(target)}
    with anyio.fail_after(90):
        async with connected() as client:
            quotes = [PDF_LINES[0][1], PDF_LINES[1][1]]
            web = await call(client, "highlight_pdf", url=site.url("/report.pdf"), cited_text=quotes)
            with pytest.raises(CallRefused) as no:
                await call(client, "highlight_pdf", **given)
            assert no.value.structured["code"] == "PDF_ENCRYPTED"
            with pytest.raises(CallRefused) as no:
                await call(client, "highlight_pdf", **given, password=SECRET.upper())
            assert no.value.structured["code"] == "PDF_PASSWORD_WRONG"
            assert not target.exists()
            local = await call(client, "highlight_pdf", **given, password=SECRET)
    assert (web["page_numbers"], web["match_count"]) == ([1, 2], 2)
    assert marks(web["file_path"]) == quotes
    assert local["file_path"] == str(target)
    assert marks(str(target), SECRET) == ["approved the budget"]
    kept = [path for path in home.rglob("*") if path.is_file() and not path.is_symlink()]
    for form in (SECRET.encode(), SECRET.encode("latin-1"), b"Vq7-secret", b"VQ7-SECRET"):
        assert [path.name for path in kept if form in path.read_bytes()] == []
    assert any(b"approved the budget" in path.read_bytes() for path in kept), "what is kept would be found"
