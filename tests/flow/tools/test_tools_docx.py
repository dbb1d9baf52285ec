"""A session from a .docx file, and what is said where the reader for such files is missing."""

from __future__ import annotations

import pytest
from mcp import Client

from tests.docx_files import docx, paragraph
from tests.flow.tools.tool_world import ToolWorld

pytestmark = pytest.mark.anyio


@pytest.mark.promise("DOCX-4")
async def test_a_session_starts_from_a_docx_file(world: ToolWorld, client: Client) -> None:
    body = paragraph("The bridge", "Heading1") + paragraph("It is 120 metres long and opened in 1962.")
    (world.cwd / "draft.docx").write_bytes(docx(body))
    started = await world.call(client, "start_session", source={"type": "file", "path": "draft.docx"})
    assert not started.error, started.text
    segments = await world.call(client, "read_source_segments", session_id=started["session_id"])
    assert "It is 120 metres long and opened in 1962." in str(segments.data)
    (world.cwd / "other.docx").write_bytes(b"PK\x03\x04" + bytes(26) + b"word/document.xml")
    refused = await world.call(client, "start_session", source={"type": "file", "path": "other.docx"})
    assert (refused["code"], refused["facts"]["kind"]) == ("FILE_KIND_UNSUPPORTED", "docx_broken")
    assert list((world.home / "staging").iterdir()) == []
