"""`uratori`: the commands of a person. Each imports what it needs when it runs."""
# ruff: noqa: PLC0415 - a command must not pay for what the others import

from __future__ import annotations

import asyncio
import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from mcp_bridge.cli_hub import ask, call, fail, hub, say
from mcp_bridge.cli_words import RECHECK
from mcp_bridge.home import home_dir, own_version

app = typer.Typer(
    name="uratori",
    help="Checks a text against its sources and keeps the proof.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
NOT_RUNNING = 3


class Language(StrEnum):
    """What a report's own words are in."""

    EN = "en"
    JA = "ja"


class ExportFormat(StrEnum):
    """What a report is written as."""

    HTML = "html"
    PDF = "pdf"


@app.callback(invoke_without_command=True)
def main(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """Run a command; with none, show the help."""
    if version:
        say(own_version())
        raise typer.Exit
    if context.invoked_subcommand is None:
        say(context.get_help())


@app.command()
def mcp() -> None:
    """Speak MCP on stdin and stdout: what an MCP client starts."""
    from mcp_bridge.bridge import main as bridge

    bridge()


@app.command()
def up() -> None:
    """Run the hub in the foreground until Ctrl-C."""
    from mcp_bridge.hub_process import serve
    from mcp_bridge.hub_start import Report, take

    home = home_dir()
    report = Report(None)
    lock = take(home, report)
    serve(home, lock, report, foreground=True, opened=lambda url: say(f"viewer {url}/  MCP {url}/mcp  data {home}"))


@app.command()
def down(
    force: Annotated[bool, typer.Option("--force", help="Kill the hub if it has not ended after 10 s.")] = False,
) -> None:
    """Stop the hub and what it started; open jobs go on with the next one."""
    from mcp_bridge.hub_control import stop

    if not stop(home_dir(), force=force, say=say):
        raise typer.Exit(1)


@app.command()
def status(as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False) -> None:
    """Show whether a hub runs, and its addresses."""
    from mcp_bridge.hub_control import state

    found = state(home_dir())
    if as_json:
        print(json.dumps(found, ensure_ascii=False))
    elif not found["running"]:
        say(f"no hub runs; the first client starts one\ndata     {found['home']}\nlog      {found['log']}")
    else:
        say(f"hub      process {found.get('pid', '?')}, version {found.get('version', '?')}")
        say(f"since    {found.get('started_at', '')}")
        say(f"viewer   {found.get('viewer') or 'starting'}")
        say(f"MCP      {found.get('mcp') or 'starting'}   (stdio: uratori mcp)")
        say(f"Prefect  {found.get('prefect') or 'not running: it starts with the first session, or by `uratori ui`'}")
        say(f"data     {found['home']}")
        say(f"log      {found['log']}")
    if not found["running"]:
        raise typer.Exit(NOT_RUNNING)


@app.command()
def doctor(as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False) -> None:
    """Say what this installation misses, and the command that brings it."""
    from mcp_bridge.doctor import Check, run

    def tell(check: Check) -> None:
        if not as_json:
            say(f"{'ok     ' if check.ok else 'MISSING'}  {check.name:<15} {check.detail}")
            if check.fix:
                say(f"{'':25}fix: {check.fix}")

    checks = run(tell)
    good = all(check.ok for check in checks)
    if as_json:
        print(json.dumps({"ok": good, "checks": [check.__dict__ for check in checks]}, ensure_ascii=False, indent=2))
    if not good:
        raise typer.Exit(1)


@app.command()
def setup() -> None:
    """Find or install Chromium, and prepare Prefect's database."""
    from mcp_bridge.setup import run

    if not run(say):
        raise typer.Exit(1)


@app.command()
def ui() -> None:
    """Start Prefect's server if it does not run, and print the address of its pages."""
    say(ask("engine")["prefect_url"])


@app.command()
def verify(session_id: Annotated[str, typer.Argument(metavar="SESSION")]) -> None:
    """Recompute a session's chain and the hash of every saved file."""
    findings = ask("verify", session_id=session_id)["findings"]
    for finding in findings:
        say(f"{finding['what']:<12} {finding['where']}: {finding['detail']}")
    if findings:
        raise fail(f"{len(findings)} differences in {session_id}; the first is the first thing that differs")
    say(f"{session_id}: the chain and every saved file are as recorded")


@app.command()
def gc() -> None:
    """Remove the files of pages that were kept for links longer ago than URATORI_CITE_DAYS; their rows stay."""
    answer = ask("gc")
    said = {0: "no page", 1: "1 page"}.get(answer["expired"], f"{answer['expired']} pages")
    say(f"{said} kept for links longer than {answer['days']} days; their files are removed, what was recorded stays")


@app.command(help=RECHECK)
def recheck(
    session_id: Annotated[str | None, typer.Argument(metavar="SESSION")] = None,
    every: Annotated[bool, typer.Option("--all", help="All sessions that are not archived.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """See `RECHECK`."""
    from mcp_bridge import cli_recheck

    if every == (session_id is not None):
        raise typer.BadParameter("give a SESSION, or --all")
    with hub(cli_recheck.NOT_CHECKED):
        answer = cli_recheck.recheck(home_dir(), session_id, Path.cwd())
    if as_json:
        print(json.dumps(answer, ensure_ascii=False))
    else:
        for line in cli_recheck.lines(answer):
            say(line)
    raise typer.Exit(cli_recheck.exit_code(answer["results"]))


@app.command()
def reexport(
    folder: Annotated[Path | None, typer.Argument(metavar="FOLDER")] = None,
    session: Annotated[list[str] | None, typer.Option(help="A session; repeat it for several. Else all.")] = None,
    format: Annotated[ExportFormat, typer.Option(help="The kind of files.")] = ExportFormat.HTML,  # noqa: A002
    again: Annotated[bool, typer.Option("--again", help="Also those that did not change.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """Write the reports of all sessions into a folder, those that changed. Exit code 1 where some failed."""
    from mcp_bridge import cli_reexport

    with hub(cli_reexport.NOT_DONE):
        answer = cli_reexport.reexport(
            home_dir(), folder, session or [], format.value, only_changed=not again, told=say
        )
    if as_json:
        print(json.dumps(answer, ensure_ascii=False))
    else:
        for line in cli_reexport.lines(answer):
            say(line)
    raise typer.Exit(cli_reexport.SOME_FAILED if answer["failed"] else 0)


@app.command()
def sessions(
    limit: Annotated[int, typer.Option(help="How many, newest first.", min=1, max=200)] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="As JSON.")] = False,
) -> None:
    """List the sessions, newest first."""
    from mcp_bridge.cli_sessions import table_of

    answer = call("list_sessions", Path.cwd(), limit=limit)
    if as_json:
        print(json.dumps(answer, ensure_ascii=False))
        return
    Console(width=None if sys.stdout.isatty() else 160).print(table_of(answer["sessions"]))
    say(f"{len(answer['sessions'])} of {answer['total']}")


@app.command()
def export(
    session_id: Annotated[str, typer.Argument(metavar="SESSION")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="A path that ends in .html or .pdf.")],
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace an existing file.")] = False,
    language: Annotated[
        Language | None, typer.Option(help="Of the report's own words; the session's language if left out.")
    ] = None,
) -> None:
    """Write a session's report as one HTML or PDF file with its pictures inside."""
    out = out.resolve()
    kind = out.suffix.lower().lstrip(".")
    if kind not in ("html", "pdf") or not out.parent.is_dir():
        raise fail("OUT must end in .html or .pdf, in a folder that exists")
    words = {"session_id": session_id, "format": kind, "output_path": str(out), "overwrite": overwrite}
    words |= {"language": language.value} if language else {}
    answer = call("export_report", out.parent, **words, wait_seconds=300)
    if answer.get("status") == "running":
        raise fail(f"still being made; it will be at {out} (job {answer.get('job_id')})")
    say(str(out))


@app.command()
def migrate() -> None:
    """Bring the ledger to this version's schema now, instead of at the next start of a hub."""
    from ledger.refusals import Refusal
    from ledger.store import Ledger
    from mcp_bridge.hub_start import Report, take

    home = home_dir()
    lock = take(home, Report(None))
    try:
        Ledger.open(home).close()
    except Refusal as refusal:
        raise fail(f"{refusal.message} {refusal.suggestion}") from None
    finally:
        lock.release()
    say(f"the ledger in {home} has the schema of version {own_version()}")


def _quiet_home(folder: Path) -> Path:
    """The data directory in `folder`, in which no hub runs any more."""
    from mcp_bridge.hub_control import stop

    home = folder.resolve() / "data"
    if home.exists() and not stop(home, force=True, say=lambda _line: None):
        raise fail(f"the hub of an earlier run in {home} does not end")
    return home


@app.command()
def demo(
    folder: Annotated[Path, typer.Option(help="Where its data goes.")] = Path(".uratori/demo"),
) -> None:
    """Check a sample text from beginning to end on a hub of its own."""
    from mcp_bridge import demo as sample
    from mcp_bridge.stdio_client import CallRefused

    home = _quiet_home(folder)
    try:
        sample.show(asyncio.run(sample.run_demo(home, folder.resolve() / "work")), home)
    except CallRefused as refused:
        raise fail(str(refused)) from None


@app.command()
def bench(
    folder: Annotated[Path, typer.Option(help="Where its data goes; emptied first.")] = Path(".uratori/bench"),
) -> None:
    """Measure a whole check, call by call."""
    import shutil

    from mcp_bridge import bench as measured
    from mcp_bridge.stdio_client import CallRefused

    home = _quiet_home(folder)
    if home.exists():
        shutil.rmtree(home)
    try:
        measured.show(*asyncio.run(measured.run_bench(home, folder.resolve() / "work")))
    except CallRefused as refused:
        raise fail(str(refused)) from None
    finally:
        _quiet_home(folder)


def run() -> None:
    """The console script, for everything but `mcp`."""
    app()
