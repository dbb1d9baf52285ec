# ruff: noqa: PLC0415 - the lock comes before heavy imports, as in the real hub
"""A real hub process on fake parts: an MCP server with three small tools, a ledger that is one file, no engine.

Environment: `FAKE_OPEN_JOBS` (a file; while it exists a job is open), `FAKE_SICK` (a file; while it exists the ledger
is not healthy), `FAKE_REFUSES` (a reason not to start), `FAKE_SLOW` (seconds before the ledger opens),
`FAKE_VERSION` (another version).
"""

import argparse
import gc
import os
import time
from pathlib import Path
from types import SimpleNamespace

import mcp_bridge.home

if os.environ.get("FAKE_VERSION"):
    mcp_bridge.home.own_version = lambda: os.environ["FAKE_VERSION"]

from mcp_bridge import hub_start


class FakePages:
    def sessions(self, first=0):
        return "<!doctype html><title>sessions</title>"

    def session(self, session_id):
        from ledger.refusals import Refusal

        raise Refusal("SESSION_UNKNOWN", f"No session has the id {session_id}.", "Use a real hub.")

    def attempts(self, session_id, host, outcome, first=0):
        return "<!doctype html><title>attempts</title>"


def assembly():
    from ledger.refusals import Refusal
    from mcp_bridge.caller import current_caller
    from mcp_bridge.parts import Assembly, Parts
    from mcp_bridge.server import UratoriServer

    class FakeLedger:
        def __init__(self, home):
            self.home = home

        @property
        def healthy(self):
            return not (os.environ.get("FAKE_SICK") and Path(os.environ["FAKE_SICK"]).exists())

        def close(self):
            if self.home.exists():
                (self.home / "closed").write_text("checkpoint", encoding="utf-8")

    def open_ledger(home):
        if os.environ.get("FAKE_REFUSES"):
            raise Refusal("LEDGER_NEWER", os.environ["FAKE_REFUSES"], "Install the newer version.")
        time.sleep(float(os.environ.get("FAKE_SLOW", "0")))
        with (home / "opened").open("a", encoding="utf-8") as log:
            log.write(f"{os.getpid()}\n")
        return FakeLedger(home)

    def make_parts(settings, ledger, url):
        app = SimpleNamespace(stopping=False)
        server = UratoriServer("fake", version="1", instructions="fake hub", log_level="WARNING", app=app)

        @server.tool()
        def who() -> dict[str, str]:
            caller = current_caller()
            return {"transport": caller.transport, "cwd": str(caller.cwd), "pid": str(os.getpid()), "url": url}

        @server.tool()
        def echo(text: str) -> str:
            return text

        @server.tool()
        def wait(path: str) -> str:
            Path(path).write_text("waiting", encoding="utf-8")
            while Path(path).exists():
                time.sleep(0.01)
            return "done"

        async def nothing():
            return None

        async def refuse(_question):
            raise Refusal("ENGINE_UNAVAILABLE", "There is no engine.", "Use a real hub.")

        def busy():
            return bool(os.environ.get("FAKE_OPEN_JOBS")) and Path(os.environ["FAKE_OPEN_JOBS"]).exists()

        return Parts(
            app=app,
            server=server,
            open=nothing,
            close=nothing,
            busy=busy,
            answers={"engine": refuse},
            engine_state=lambda: "stopped",
            prefect_url=lambda: "",
            pages=FakePages(),
        )

    return Assembly(open_ledger=open_ledger, make_parts=make_parts)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--report-fd", type=int)
    arguments = parser.parse_args()
    hub_start.stand_alone()
    report = hub_start.Report(arguments.report_fd)
    home = mcp_bridge.home.home_dir()
    lock = hub_start.take(home, report)
    gc.disable()
    from mcp_bridge.hub_process import serve

    gc.freeze()
    gc.enable()
    serve(home, lock, report, assembly=assembly())


if __name__ == "__main__":
    main()
