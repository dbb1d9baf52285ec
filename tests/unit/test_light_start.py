"""What a hub loads before it answers: the heavy libraries come with the first need, in the thread that needs them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STARTED = """
import json, sys
from pathlib import Path
from types import SimpleNamespace
import mcp_bridge.assembly, mcp_bridge.hub_process
from flows.settings import Settings
from mcp_bridge.server import create_server

settings = Settings(home=Path("unused"))
create_server(settings, SimpleNamespace(settings=settings))
print(json.dumps(sorted({*sys.modules, *(name.partition(".")[0] for name in sys.modules)})))
"""


def test_a_hub_with_all_its_tools_has_loaded_neither_prefect_nor_the_browser_nor_pdf_tables() -> None:
    found = subprocess.run(
        [sys.executable, "-c", STARTED], cwd=ROOT, capture_output=True, check=True, encoding="utf-8", timeout=60
    )
    loaded = set(json.loads(found.stdout))
    assert "mcp" in loaded
    assert loaded & {"prefect", "playwright", "pdfplumber", "mammoth"} == set()
    assert loaded & {"evidence.scoring.rules", "evidence.scoring.baseline"} == set()
