"""The built wheel works where MCP clients start it: in an empty directory, with an empty home."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from tests.e2e import flow_of_work as work
from tests.e2e.conftest import SETTINGS
from tests.site import Site

pytestmark = pytest.mark.anyio
ROOT = Path(__file__).parents[2]
PACKAGES = ("evidence", "flows", "ledger", "mcp_bridge", "reports", "tasks")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, timeout=100)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel; the dependencies come from the environment that runs the tests."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=False, symlinks=True)
    library = next(folder.glob("lib/python*/site-packages"))
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python")]
    command = [*pip, "install", "-q", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(command, check=True, capture_output=True, timeout=100)
    # A .pth inside a directory named by a .pth is not read, so the checkout's editable install stays out.
    (library / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"], encoding="utf-8")
    return folder


def test_the_wheel_holds_the_packages_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    assert tops == set(PACKAGES)
    assert any(name.endswith(".sql") for name in names)
    assert any(name.startswith("reports/templates/") for name in names)
    assert {"mcp_bridge/prefect.yaml", "mcp_bridge/samples/history.html"} <= set(names)
    assert not any(part.startswith("test") for name in names for part in name.split("/"))


@pytest.mark.promise("INSTALL-1")
async def test_a_check_from_the_installed_wheel_in_an_empty_directory(
    installed: Path, own_home: Path, tmp_path: Path, site: Site
) -> None:
    clean = {key: value for key, value in os.environ.items() if key in {"PATH", "LANG", "TMPDIR"}}
    home = tmp_path / "home"
    home.mkdir()
    parameters = StdioServerParameters(
        command=str(installed / "bin" / "uratori"),
        args=["mcp"],
        env={**clean, **SETTINGS, "HOME": str(home), "URATORI_HOME": str(own_home)},
        cwd=tmp_path,
    )
    with anyio.fail_after(110):
        async with Client(stdio_client(parameters)) as client:
            session = await work.start(client)
            finished = await work.whole_check(client, session, site.url("/ferry"), site.url("/report.pdf"))
    assert Path(finished["report"]["html"]).is_file()
