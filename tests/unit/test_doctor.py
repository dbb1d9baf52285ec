"""Each thing that may be missing is told with the command that brings it."""

from __future__ import annotations

import json
import os
import socket
import sqlite3
from importlib import metadata
from pathlib import Path

import pytest

from mcp_bridge import doctor
from mcp_bridge.lock import HubLock, read_holder


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_this_installation_has_its_packages() -> None:
    assert doctor.packages().ok, doctor.packages().detail


@pytest.mark.promise("INSTALL-2")
def test_a_missing_and_a_wrong_package_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = ["pydantic>=2", "uratori-no-such-package", 'only-elsewhere; sys_platform == "none"', "prefect==0.0.1"]
    monkeypatch.setattr(metadata, "requires", lambda _name: wanted)
    check = doctor.packages()
    assert not check.ok
    assert "uratori-no-such-package is missing" in check.detail
    assert "not ==0.0.1" in check.detail
    assert "only-elsewhere" not in check.detail
    assert "pip install" in (check.fix or "")


def test_a_home_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    check = doctor.writable(tmp_path / "file" / "home")
    assert not check.ok
    assert "URATORI_HOME" in (check.fix or "")


def test_little_room_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert doctor.space(home).ok
    monkeypatch.setattr(doctor, "SPACE_WANTED", 1 << 62)
    assert not doctor.space(home).ok


def test_a_taken_port_is_told_with_its_holder() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        check = doctor.free_port("prefect port", "127.0.0.1", port, held=False)
        assert not check.ok
        assert f"process {os.getpid()}" in check.detail
        assert "URATORI_PREFECT_PORT" in (check.fix or "")
        assert doctor.free_port("port", "127.0.0.1", port, held=True).ok, "the hub has it itself"


def test_no_hub_is_no_problem_and_a_dead_address_is(home: Path) -> None:
    home.mkdir()
    assert doctor.hub(home).ok
    lock = HubLock(home)
    lock.take()
    assert doctor.hub(home).ok, "it is starting"
    holder = read_holder(home)
    assert holder is not None
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    lock.write({**holder, "url": f"http://127.0.0.1:{port}"})
    check = doctor.hub(home)
    assert not check.ok
    assert check.fix == "uratori down --force"
    lock.release()


def test_a_database_without_a_schema_is_not_prepared(home: Path) -> None:
    assert not doctor.prefect(home, None).ok
    folder = home / "prefect"
    folder.mkdir(parents=True)
    (folder / "prefect.db").write_bytes(b"")
    assert not doctor.prefect(home, None).ok
    connection = sqlite3.connect(folder / "prefect.db")
    connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
    assert not doctor.prefect(home, None).ok
    connection.execute("INSERT INTO alembic_version VALUES ('x')")
    connection.commit()
    connection.close()
    assert doctor.prefect(home, None).ok


def test_a_named_server_that_does_not_answer_is_told(home: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    check = doctor.prefect(home, f"http://127.0.0.1:{port}/api")
    assert not check.ok
    assert "URATORI_PREFECT_API_URL" in (check.fix or "")


@pytest.mark.promise("INSTALL-2")
def test_no_chromium_is_told_with_a_way_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mcp_bridge.chromium_setup.find", lambda: None)
    check = doctor.chromium()
    assert not check.ok
    assert "uratori setup" in (check.fix or "")


def test_a_chromium_that_does_not_start_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\necho 'no library' >&2; exit 127\n", encoding="utf-8")
    broken.chmod(0o755)
    monkeypatch.setattr("mcp_bridge.chromium_setup.find", lambda: broken)
    check = doctor.chromium()
    assert not check.ok
    assert "does not start" in check.detail


def test_missing_fonts_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mcp_bridge.chromium_setup.has_cjk_fonts", lambda: False)
    assert "fonts" in (doctor.fonts().fix or "")


def test_a_wrong_setting_ends_the_examination_with_its_name(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("URATORI_HOME", str(home))
    monkeypatch.setenv("URATORI_PORT", "many")
    checks = doctor.run(lambda _check: None)
    assert [check.name for check in checks if not check.ok] == ["settings"]
    assert "URATORI_PORT" in checks[-1].detail


def test_checks_are_json(home: Path) -> None:
    assert json.loads(json.dumps(doctor.python().__dict__))["ok"] is True


def test_extras_are_told_and_a_backend_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "docx" in doctor.extras().detail
    monkeypatch.setattr(doctor, "find_spec", lambda _: None)
    assert doctor.extras().detail.startswith("installed: none; pip install 'uratori[NAME]' adds docx")
    assert doctor.backend("rules").ok
    check = doctor.backend("rules+oracle")
    assert not check.ok
    assert "URATORI_EVIDENCE_BACKEND" in (check.fix or "")
