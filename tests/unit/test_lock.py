"""The lock that decides who is the hub."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from mcp_bridge.lock import HubLock, LockHeld, is_held, last_holder, read_holder


def test_a_holder_is_named_to_whoever_comes_second(tmp_path: Path) -> None:
    first = HubLock(tmp_path)
    first.take()
    with pytest.raises(LockHeld, match=f"process {os.getpid()}") as held:
        HubLock(tmp_path).take(patience=0)
    assert held.value.holder is not None
    assert held.value.holder["pid"] == os.getpid()
    first.release()


def test_who_holds_is_known_from_the_first_moment(tmp_path: Path) -> None:
    assert read_holder(tmp_path) is None
    assert not is_held(tmp_path)
    lock = HubLock(tmp_path)
    lock.take()
    holder = read_holder(tmp_path)
    assert holder is not None
    assert (holder["pid"], holder["socket"]) == (os.getpid(), "")
    assert is_held(tmp_path)
    lock.release()


def test_a_shorter_content_leaves_no_rest_of_the_longer(tmp_path: Path) -> None:
    lock = HubLock(tmp_path)
    lock.take()
    holder = read_holder(tmp_path)
    assert holder is not None
    lock.write({**holder, "url": "http://127.0.0.1:1" * 20})
    lock.write({**holder, "url": "short"})
    again = read_holder(tmp_path)
    assert again is not None
    assert again["url"] == "short"
    lock.release()


def test_what_a_dead_hub_wrote_is_no_holder(tmp_path: Path) -> None:
    lock = HubLock(tmp_path)
    lock.take()
    content = (tmp_path / "hub.lock").read_bytes()
    lock.release()
    (tmp_path / "hub.lock").write_bytes(content)
    assert read_holder(tmp_path) is None
    last = last_holder(tmp_path)
    assert last is not None
    assert last["pid"] == os.getpid()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b'{"pid": "x"}', b"\xff\xfe"])
def test_an_unreadable_file_names_nobody(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "hub.lock").write_bytes(content)
    assert last_holder(tmp_path) is None
    HubLock(tmp_path).take()


def test_a_lock_whose_file_was_replaced_is_not_intact(tmp_path: Path) -> None:
    lock = HubLock(tmp_path)
    lock.take()
    assert lock.intact()
    (tmp_path / "hub.lock").unlink()
    assert not lock.intact()
    (tmp_path / "hub.lock").write_bytes(b"")
    assert not lock.intact()
    lock.release()


def test_writing_without_the_lock_is_a_fault(tmp_path: Path) -> None:
    holder = {"pid": 1, "version": "1", "started_at": "", "url": "", "socket": "", "prefect_url": "", "log": ""}
    with pytest.raises(RuntimeError):
        HubLock(tmp_path).write(holder)
