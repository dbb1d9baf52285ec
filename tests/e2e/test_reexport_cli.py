"""`uratori reexport` on a real hub: files, reasons and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import anyio
import pytest

from mcp_bridge.stdio_client import call
from tests.e2e.conftest import Connect, uratori

pytestmark = pytest.mark.anyio


@pytest.mark.promise("EXPORT-8")
async def test_a_batch_ends_with_one_where_a_session_is_broken(connected: Connect, home: Path, tmp_path: Path) -> None:
    with anyio.fail_after(100):
        async with connected() as client:
            made = [
                (await call(client, "start_session", source={"type": "text", "text": f"Pier {number} is old."}))[
                    "session_id"
                ]
                for number in range(2)
            ]
        good, broken = made
        (home / "sessions" / broken / "source.txt").write_text("Other.", encoding="utf-8")
        folder = tmp_path / "out"
        asked = ("reexport", str(folder), "--session", good, "--session", broken)
        first = await anyio.to_thread.run_sync(lambda: uratori(home, *asked, timeout=90))
        again = await anyio.to_thread.run_sync(
            lambda: uratori(home, "reexport", str(folder), "--session", good, "--json", timeout=90)
        )
    assert first.returncode == 1, first.stderr
    assert f"failed   {broken}: EVIDENCE_CHANGED" in first.stdout
    assert f"1 written, 0 unchanged, 1 failed, in {folder}" in first.stdout
    assert "Pier 0 is old." in (folder / f"{good}.html").read_text(encoding="utf-8")
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["counts"] == {"written": 0, "unchanged": 1, "failed": 0}
