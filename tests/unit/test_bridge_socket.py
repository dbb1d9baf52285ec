"""The folder of the hub's socket: whose it is, and who may clear it away."""

from __future__ import annotations

import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from mcp_bridge.bridge_socket import BridgeSocket, sweep


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for the runtime files of this user: short, since sockets have a length limit."""
    run = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(run))
    yield run
    shutil.rmtree(run)


def left_by_the_dead(base: Path, name: str) -> Path:
    folder = base / name
    folder.mkdir(mode=0o700)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(folder / "hub.sock"))
    return folder


def test_only_what_dead_hubs_left_is_removed(run: Path, tmp_path: Path) -> None:
    with_lock = BridgeSocket(tmp_path / "home")
    base = with_lock.path.parent.parent
    dead = left_by_the_dead(base, "0" * 12)
    empty = base / ("1" * 12)
    empty.mkdir(mode=0o700)
    foreign = left_by_the_dead(base, "something")
    more = left_by_the_dead(base, "2" * 12)
    (more / "notes").write_text("", encoding="utf-8")
    open_to_all = left_by_the_dead(base, "3" * 12)
    open_to_all.chmod(0o755)
    answering = base / ("4" * 12)
    answering.mkdir(mode=0o700)
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
            listener.bind(str(answering / "hub.sock"))
            listener.listen()
            assert sweep([base]) == 2
        assert not dead.exists()
        assert not empty.exists()
        kept = (with_lock.path, foreign, more / "hub.sock", open_to_all, answering)
        assert [path for path in kept if not path.exists()] == []
    finally:
        with_lock.listener.close()
        with_lock.remove()
    assert not with_lock.path.parent.exists()


def test_a_killed_hubs_folder_is_taken_again(run: Path, tmp_path: Path) -> None:
    first = BridgeSocket(tmp_path / "home")
    first.listener.close()
    shutil.rmtree(first.path.parent)
    left_by_the_dead(first.path.parent.parent, first.path.parent.name)
    second = BridgeSocket(tmp_path / "home")
    assert second.path == first.path
    second.listener.close()
    second.remove()


def test_a_hub_that_has_lost_its_home_keeps_its_socket(run: Path, tmp_path: Path) -> None:
    old = BridgeSocket(tmp_path / "home")
    new = BridgeSocket(tmp_path / "home")
    assert new.path != old.path
    for one in (old, new):
        one.listener.close()
        one.remove()
        assert not one.path.parent.exists()


def test_a_base_that_is_not_there_or_not_private_is_let_be(tmp_path: Path) -> None:
    assert sweep([tmp_path / "none"]) == 0
    tmp_path.chmod(0o755)
    left = left_by_the_dead(tmp_path, "0" * 12)
    assert sweep([tmp_path]) == 0
    assert left.exists()
