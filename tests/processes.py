"""Looking at processes, for tests that kill them."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path


def with_environment(name: str, value: str) -> list[int]:
    """The processes that were started with that environment variable (Linux), except this one."""
    needle = f"{name}={value}".encode()
    found = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit() or int(entry.name) == os.getpid():
            continue
        try:
            variables = (entry / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if needle in variables and alive(int(entry.name)):
            found.append(int(entry.name))
    return sorted(found)


def alive(pid: int) -> bool:
    """Whether the process exists and is no zombie."""
    told = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, encoding="utf-8", check=False
    )
    return bool(told.stdout.strip()) and not told.stdout.strip().startswith("Z")


def gone(pids: list[int], seconds: float) -> list[int]:
    """Those of `pids` that still live after waiting at most `seconds` for their end."""
    deadline = time.monotonic() + seconds
    left = [pid for pid in pids if alive(pid)]
    while left and time.monotonic() < deadline:
        time.sleep(0.05)  # the kernel gives no event for the end of a process that is no child of ours
        left = [pid for pid in left if alive(pid)]
    return left
