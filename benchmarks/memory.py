"""How much memory a process takes while something is done. Linux only: it reads ``/proc``."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

EVERY_SECONDS: Final = 0.02


def pss(pid: int) -> int:
    """The proportional set size of a process in bytes; 0 when it is gone."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)


def parsers(hub: int) -> list[int]:
    """The parsing processes of a hub."""
    found = []
    for entry in Path(f"/proc/{hub}/task").glob("*/children"):
        for pid in entry.read_text("ascii").split():
            try:
                command = Path(f"/proc/{pid}/cmdline").read_bytes()
            except OSError:
                continue
            if b"tasks.parse_worker" in command:
                found.append(int(pid))
    return found


@dataclass
class Grown:
    """Bytes: the hub before, at its highest and after; its parsing processes at their highest."""

    before: int
    peak: int = 0
    after: int = 0
    parsers: int = 0
    samples: int = field(default=0, repr=False)

    @property
    def growth(self) -> int:
        """How much the hub grew at most."""
        return self.peak - self.before


@contextmanager
def watched(hub: int) -> Iterator[Grown]:
    """Watch the hub and its parsers; the figures are complete when the block has ended."""
    grown = Grown(before=pss(hub))
    ended = threading.Event()

    def look() -> None:
        while not ended.wait(EVERY_SECONDS):
            grown.peak = max(grown.peak, pss(hub))
            grown.parsers = max(grown.parsers, sum(map(pss, parsers(hub))))
            grown.samples += 1

    thread = threading.Thread(target=look, name="memory", daemon=True)
    thread.start()
    try:
        yield grown
    finally:
        ended.set()
        thread.join()
        grown.after = pss(hub)
        grown.peak = max(grown.peak, grown.after)
