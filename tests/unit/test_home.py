"""Where everything lives."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import platformdirs
import pytest

from mcp_bridge.home import SOCKET_BYTES_MOST, home_dir, newer, prepare_home, runtime_dir, socket_path


def test_the_default_is_the_platforms_own_place() -> None:
    told = {name: value for name, value in os.environ.items() if name != "URATORI_HOME"}
    assert home_dir(told) == Path(platformdirs.user_data_dir("uratori", appauthor=False))


@pytest.mark.parametrize(
    ("given", "expected"),
    [("/data/u", "/data/u"), ("~/u", f"{Path.home()}/u"), ("u", f"{Path.cwd()}/u"), ("/data/../x", "/x")],
)
def test_a_given_directory_is_made_absolute(given: str, expected: str) -> None:
    assert home_dir({"URATORI_HOME": given}) == Path(expected)


@pytest.mark.promise("HUB-5")
def test_a_new_directory_is_for_its_user_alone(tmp_path: Path) -> None:
    home = tmp_path / "deep" / "home"
    prepare_home(home)
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert stat.S_IMODE((home / "logs").stat().st_mode) == 0o700


def test_the_socket_path_is_short_however_long_the_home_is(tmp_path: Path) -> None:
    home = tmp_path / ("long" * 50) / ("name" * 50)
    path = socket_path(home, {})
    assert len(os.fsencode(path)) <= SOCKET_BYTES_MOST
    assert path == socket_path(home, {}), "every process finds the same"
    assert path != socket_path(tmp_path / "other", {})
    path.parent.rmdir()


def test_two_names_of_one_directory_have_one_socket(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (tmp_path / "link").symlink_to(home)
    assert socket_path(home, {}) == socket_path(tmp_path / "link", {})


@pytest.fixture
def short_path() -> Iterator[Path]:
    """A folder whose name leaves room for a socket's."""
    folder = Path(tempfile.mkdtemp(prefix="u-", dir="/tmp"))
    yield folder
    shutil.rmtree(folder)


@pytest.mark.promise("HUB-5")
def test_a_runtime_folder_that_others_can_enter_is_not_used(tmp_path: Path, short_path: Path) -> None:
    open_to_all = short_path / "run"
    open_to_all.mkdir(mode=0o755)
    used = runtime_dir(tmp_path / "home", {"XDG_RUNTIME_DIR": str(open_to_all)})
    assert open_to_all not in used.parents
    open_to_all.chmod(0o700)
    assert open_to_all in runtime_dir(tmp_path / "home", {"XDG_RUNTIME_DIR": str(open_to_all)}).parents


def test_a_runtime_folder_that_someone_put_a_link_into_is_not_used(tmp_path: Path) -> None:
    run = tmp_path / "run"
    run.mkdir(mode=0o700)
    (tmp_path / "elsewhere").mkdir(mode=0o700)
    (run / "uratori").symlink_to(tmp_path / "elsewhere")
    assert tmp_path not in runtime_dir(tmp_path / "home", {"XDG_RUNTIME_DIR": str(run)}).parents


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("0.2.0", "0.1.9", True),
        ("0.10.0", "0.9.0", True),
        ("1.0", "1.0", False),
        ("0.1.0", "0.2.0", False),
        ("0+source", "0.1.0", False),
        ("0.1.0", "0+source", True),
    ],
)
def test_versions_are_compared_by_their_numbers(one: str, other: str, expected: bool) -> None:
    assert newer(one, other) is expected
