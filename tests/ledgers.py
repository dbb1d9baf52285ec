"""Fresh ledgers, made once in a process: the schema takes longer to make than to copy, and is the same in each."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from ledger.store import LEDGER_NAME, Ledger


@cache
def _empty() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        Ledger.open(Path(folder)).close()
        return (Path(folder) / LEDGER_NAME).read_bytes()


def fresh_ledger(home: Path) -> Ledger:
    """Open a ledger without rows in `home`, where none is yet."""
    home.mkdir(parents=True, exist_ok=True)
    with (home / LEDGER_NAME).open("xb") as file:
        file.write(_empty())
    return Ledger.open(home)
