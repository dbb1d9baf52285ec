"""The script that a newcomer starts with: it names the one command that it can't do itself."""

from __future__ import annotations

import importlib.util
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ModuleType:
    loader = SourceFileLoader("run_script", str(ROOT / "run"))
    spec = importlib.util.spec_from_loader("run_script", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    loader.exec_module(module)
    monkeypatch.setattr(module, "VENV", tmp_path / "venv")
    monkeypatch.setattr(module, "PYTHON", tmp_path / "venv" / "bin" / "python")
    return module


def test_a_python_without_venv_is_told_with_the_package_that_brings_it(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    bare = tmp_path / "python"
    bare.write_text('#!/bin/sh\ncase "$2" in *version*) echo 3.11;; *) exit 1;; esac\n', "utf-8")
    bare.chmod(0o755)
    monkeypatch.setattr(script, "suitable_python", lambda: str(bare))
    with pytest.raises(SystemExit, match=r"sudo apt-get install -y python3\.11-venv"):
        script.make_venv()


def test_an_old_python_uses_a_newer_one_beside_it(
    script: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    newer = tmp_path / "python3.12"
    newer.write_text("#!/bin/sh\n", "utf-8")
    newer.chmod(0o755)
    monkeypatch.setattr("sys.version_info", (3, 9, 2))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert script.suitable_python() == str(newer)
    newer.unlink()
    with pytest.raises(SystemExit, match="apt-get install -y python3 "):
        script.suitable_python()


def test_an_unknown_layer_names_the_layers(script: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "make_venv", lambda: None)
    monkeypatch.setattr(script, "install", lambda _kind: None)
    with pytest.raises(SystemExit, match="lint, types, unit, flow, e2e, judges"):
        script.test(["units"])
