"""Outside judges: a checker of what a fetch may reach, the protocol's conformance suite, the inspector's command line.

    python -m tests.judges

The last two are Node programs, pinned below and installed with npm into ``node_modules`` beside the environment. Where
there is no npm this says so and goes without: that these judges were absent is printed, never hidden.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.e2e.conftest import SETTINGS
from tests.ssrf import checker

ROOT = Path(__file__).parents[1]
PINNED = ("@modelcontextprotocol/conformance@0.2.0-alpha.12", "@modelcontextprotocol/inspector@2.12.0", "node@22.23.3")
# The suite's other scenarios ask for tools that only its fixture server has.
SCENARIOS = (
    "server-initialize",
    "server-session-lifecycle",
    "ping",
    "tools-list",
    "resources-list",
    "prompts-list",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
    "caching",
    "sep-2164-resource-not-found",
    "http-header-validation",
    "server-stateless",
)
# Two checks of this scenario call a fixture tool named test_missing_capability.
KNOWN_FAILURES = {
    "server-stateless": {"sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400"}
}


def install() -> Path | None:
    """The folder of the judges' programs; None where Node's package manager is missing."""
    npm = shutil.which("npm")
    if npm is None:
        return None
    folder = ROOT / ".venv" / "judges"
    stamp = folder / "installed.json"
    if not stamp.exists() or json.loads(stamp.read_text(encoding="utf-8")) != list(PINNED):
        folder.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", *PINNED]
        subprocess.run(command, cwd=folder, check=True, timeout=300)
        stamp.write_text(json.dumps(PINNED), encoding="utf-8")
    return folder / "node_modules" / ".bin"


def run(programs: Path, *arguments: str, timeout: float = 90) -> subprocess.CompletedProcess[str]:
    """Run one of the programs under the pinned Node."""
    return subprocess.run(
        [str(programs / "node"), *arguments],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=timeout,
        check=False,
        cwd=programs.parents[1],
    )


def conformance(programs: Path, url: str) -> list[str]:
    """Run every scenario; returns a line for each that failed."""
    failures = []
    for scenario in SCENARIOS:
        with tempfile.TemporaryDirectory() as out:
            done = run(
                programs, str(programs / "conformance"), "server", "--url", url, "--scenario", scenario, "-o", out
            )
            checks = [
                check
                for path in Path(out).rglob("checks.json")
                for check in json.loads(path.read_text(encoding="utf-8"))
            ]
        failed = [check for check in checks if check.get("status") == "FAILURE"]
        passed = sum(check.get("status") == "SUCCESS" for check in checks)
        ok = bool(checks) and {str(check.get("id")) for check in failed} <= KNOWN_FAILURES.get(scenario, set())
        print(
            f"   conformance {scenario}: {passed} checks hold, {len(failed)} do not{'' if ok else '  <-- not expected'}"
        )
        if not ok:
            reasons = (
                "; ".join(f"{c.get('id')}: {c.get('errorMessage')}" for c in failed)
                or done.stdout[-800:] + done.stderr[-800:]
            )
            failures.append(f"{scenario}: {reasons}")
    return failures


def inspector(programs: Path, home: Path, url: str) -> list[str]:
    """List the tools over both transports and call one; returns what went wrong."""
    failures = []
    command = [sys.executable, "-m", "mcp_bridge.entry", "mcp"]
    environment = [
        part for key, value in {**SETTINGS, "URATORI_HOME": str(home)}.items() for part in ("-e", f"{key}={value}")
    ]
    for label, target in (("stdio", [*environment, *command]), ("http", [url, "--transport", "http"])):
        for method in (["tools/list"], ["prompts/list"], ["tools/call", "--tool-name", "list_sessions"]):
            done = run(programs, str(programs / "mcp-inspector"), "--cli", *target, "--method", *method)
            try:
                answer = json.loads(done.stdout)
            except json.JSONDecodeError:
                failures.append(f"inspector {label} {method[0]}: {done.stdout[-300:]} {done.stderr[-300:]}")
                continue
            count = len(answer.get("tools", answer.get("prompts", answer.get("content", []))))
            print(f"   inspector {label} {method[0]}: {count}")
            if not count or answer.get("isError"):
                failures.append(f"inspector {label} {method[0]}: {done.stdout[:300]}")
    return failures


def main() -> int:
    """Run the judges; the exit code is 1 when one of them is not content."""
    failures = checker.judge() + _protocol()
    for failure in failures:
        print(f"   NOT CONTENT: {failure}")
    return 1 if failures else 0


def _protocol() -> list[str]:
    programs = install()
    if programs is None:
        print("   SKIPPED: npm is not installed, so the conformance suite and the inspector were not run")
        return []
    home = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    hub = subprocess.Popen(
        [sys.executable, "-m", "mcp_bridge.entry", "up"],
        env={**os.environ, **SETTINGS, "URATORI_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert hub.stdout is not None
    try:
        # The hub prints its addresses when its doors are open.
        opened = re.search(r"MCP (\S+)", hub.stdout.readline())
        if opened is None:
            return ["the hub did not start"]
        return conformance(programs, opened[1]) + inspector(programs, home, opened[1])
    finally:
        hub.terminate()
        hub.wait(30)
        hub.stdout.close()
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    raise SystemExit(main())
