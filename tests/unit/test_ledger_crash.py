"""What was acknowledged survives the process; what a damaged log lost is told; one process holds the ledger."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger.chain import verify
from ledger.records import Claim
from ledger.refusals import Refusal
from ledger.store import LEDGER_NAME, Ledger

ROOT = Path(__file__).parents[2]
SCRIPT = """
import os, sys
from pathlib import Path
from tests.unit.ledger_world import open_world
with open_world(Path(sys.argv[1])) as world:
    for _ in range(int(sys.argv[2])):
        world.claim()
    print(world.session, flush=True)
    sys.stdin.read()
    os._exit(9)
"""


def child(home: Path, claims: int) -> tuple[subprocess.Popen[str], str]:
    """A process that has made so many claims and holds the ledger until its input ends; then it dies hard."""
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(home), str(claims)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    )
    assert process.stdout is not None
    session = process.stdout.readline().strip()
    assert session
    return process, session


def killed(home: Path, claims: int) -> str:
    process, session = child(home, claims)
    process.communicate("", timeout=30)
    assert process.returncode == 9
    return session


@pytest.mark.promise("LEDGER-4")
def test_what_was_acknowledged_survives_a_hard_death(tmp_path: Path) -> None:
    session = killed(tmp_path, 15)
    ledger = Ledger.open(tmp_path)
    with ledger.read() as reader:
        assert len(reader.all(Claim, session)) == 15
    assert verify(ledger, session) == []
    ledger.close()


def overwritten(data: bytes) -> bytes:
    middle = len(data) // 2
    return data[:middle] + bytes(range(64)) + data[middle + 64 :]


def cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


@pytest.mark.promise("CHAIN-2")
@pytest.mark.parametrize("harm", [overwritten, cut])
def test_rows_lost_to_a_damaged_log_are_told(tmp_path: Path, harm: Callable[[bytes], bytes]) -> None:
    session = killed(tmp_path, 40)
    log = tmp_path / f"{LEDGER_NAME}.wal"
    log.write_bytes(harm(log.read_bytes()))
    try:
        ledger = Ledger.open(tmp_path)
    except Refusal as refused:
        assert refused.code == "LEDGER_DAMAGED"  # noqa: PT017 - either answer is a plain one
        return
    found = verify(ledger, session)
    ledger.close()
    assert ("missing", "anchor") in [(finding.what, finding.where) for finding in found]


def test_a_ledger_held_by_another_process_is_refused(tmp_path: Path) -> None:
    process, _ = child(tmp_path, 1)
    try:
        with pytest.raises(Refusal) as refused:
            Ledger.open(tmp_path)
        assert refused.value.code == "LEDGER_LOCKED"
    finally:
        process.communicate("", timeout=30)


AUDITED = """
import sys
from pathlib import Path
opened = []
def hook(event, args):
    if event == "open" and str(args[0]).endswith((".duckdb", ".duckdb.wal")):
        opened.append(str(args[0]))
sys.addaudithook(hook)
from ledger import sessions, status
from ledger.chain import verify
from ledger.store import Ledger
from tests.unit.ledger_world import World
home = Path(sys.argv[1])
ledger = Ledger.open(home)
world = World(ledger.home, ledger, "")
world.session = world.start()
world.checked()
with ledger.read() as reader:
    status.extract(reader, world.session)
    sessions.session_rows(reader, home=home)
assert verify(ledger, world.session, world.folder) == []
assert ledger.checkpoint()
ledger.close()
Ledger.open(home).close()
print(opened)
"""


@pytest.mark.promise("LEDGER-10")
def test_nothing_but_duckdb_opens_the_ledger_file(tmp_path: Path) -> None:
    command = [sys.executable, "-c", AUDITED, str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", timeout=60, check=False)
    assert (done.stdout.strip(), done.returncode) == ("[]", 0), done.stderr


def test_a_file_that_was_only_just_created_is_an_empty_ledger(tmp_path: Path) -> None:
    (tmp_path / LEDGER_NAME).touch()
    ledger = Ledger.open(tmp_path)
    with ledger.read() as reader:
        assert reader.fetch("SELECT count(*) FROM sessions") == [(0,)]
    ledger.close()
