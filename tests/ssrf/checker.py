"""The public checker mcp-ssrf-check, against a hub as it is by default and against one that may reach loopback.

The first must pass every check. The second must fail the check of addresses and no other: that proves that the checker
does reach the fetch path.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.prepared import prepare

OPENED = {"URATORI_ALLOW_PRIVATE_ADDRESSES": "true"}
ADDRESSES = "tool-url-ssrf"
NOT_SCORED = {"origin-null"}
"""What the checker reports and never judges."""


def judge() -> list[str]:
    """Check both hubs at once; a line for whatever is not as it must be."""
    with ThreadPoolExecutor() as both:
        closed, opened = both.map(_checked, ("default", "loopback opened"), ({}, OPENED))
    return _not_all_pass(closed) + _not_just_addresses(opened)


def _checked(label: str, settings: dict[str, str]) -> list[dict[str, Any]]:
    """All checks of a hub with these settings, in both lifecycles of the protocol (addresses in one: it is slow)."""
    with _hub(settings) as url:
        checks = _run(url, "--lifecycle", "stateful", "--fetch-tool", "fetch_url")
        stateless = _run(url, "--lifecycle", "stateless", "--skip", "ssrf,session")
    found = checks + [check for check in stateless if check["id"] != ADDRESSES]
    told = ", ".join(f"{check['id']} {check['status']}" for check in found)
    print(f"   mcp-ssrf-check, {label}: {told}", flush=True)
    return found


def _run(url: str, *options: str) -> list[dict[str, Any]]:
    with tempfile.TemporaryDirectory() as out:
        report = Path(out) / "report.json"
        # What is reached has been reached when the tool answers, so there is little to wait for afterwards.
        bounds = ("--timeout", "60", "--settle", "0.1", "--json-out", str(report))
        done = subprocess.run(
            [sys.executable, "-m", "mcp_ssrf_check.cli", "--url", url, *bounds, *options],
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        if not report.exists():
            raise RuntimeError(f"mcp-ssrf-check gave no report: {done.stdout[-800:]}{done.stderr[-800:]}")
        checks: list[dict[str, Any]] = json.loads(report.read_text(encoding="utf-8"))["checks"]
        return checks


@contextmanager
def _hub(settings: dict[str, str]) -> Iterator[str]:
    """A hub with `fetch_url`, none of our own environment's settings but these; the address of its protocol."""
    home = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    prepare(home)
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("URATORI_")}
    with (home / "hub.txt").open("wb") as log:
        hub = subprocess.Popen(
            [sys.executable, "-m", "tests.ssrf.hub"],
            env={**inherited, **settings, "URATORI_HOME": str(home)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            encoding="utf-8",
        )
    assert hub.stdout is not None
    try:
        line = hub.stdout.readline()
        if not line.startswith("MCP "):
            raise RuntimeError(f"the hub did not start: {(home / 'hub.txt').read_text(encoding='utf-8')[-800:]}")
        yield line.removeprefix("MCP ").strip()
    finally:
        hub.terminate()
        hub.wait(30)
        hub.stdout.close()
        shutil.rmtree(home, ignore_errors=True)


def _not_all_pass(checks: list[dict[str, Any]]) -> list[str]:
    return [
        f"mcp-ssrf-check, default: {check['id']} is {check['status']}: {check['detail']}"
        for check in checks
        if check["status"] != "pass" and check["id"] not in NOT_SCORED
    ]


def _not_just_addresses(checks: list[dict[str, Any]]) -> list[str]:
    [addresses] = [check for check in checks if check["id"] == ADDRESSES]
    wrong = _not_all_pass([check for check in checks if check is not addresses])
    evidence = addresses["evidence"]
    expected = {"direct", "localhost"} | (
        {"ipv6-loopback", "ipv4-mapped-ipv6"} if evidence["listener"]["ipv6"] else set()
    )
    reached = {name for name, found in evidence["spellings"].items() if found["outcome"] == "reached"}
    if addresses["status"] != "fail" or reached != expected:
        wrong.append(
            f"mcp-ssrf-check, loopback opened: {ADDRESSES} is {addresses['status']}, reached {sorted(reached)}"
        )
    return wrong
