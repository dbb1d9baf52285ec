"""A hub that uses a Prefect server which somebody else runs (URATORI_PREFECT_API_URL)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest

from flows.settings import Settings
from mcp_bridge.prefect_child import PrefectChild
from mcp_bridge.stdio_client import connect
from tests.e2e import flow_of_work as work
from tests.e2e.conftest import SETTINGS, data_directory, uratori
from tests.flow.bridge_client import until
from tests.site import Site

pytestmark = pytest.mark.anyio


@pytest.fixture
def server() -> Iterator[PrefectChild]:
    with data_directory() as home:
        child = PrefectChild.start(Settings(home=home), 0)
        until(child.healthy, 60)
        yield child
        child.stop()


@pytest.mark.promise("ENGINE-9")
async def test_flows_are_runs_of_the_server_that_the_setting_names(
    server: PrefectChild, own_home: Path, tmp_path: Path, site: Site
) -> None:
    settings = {**SETTINGS, "URATORI_PREFECT_API_URL": f"http://127.0.0.1:{server.port}/api"}
    with anyio.fail_after(100):
        async with connect(own_home, tmp_path, settings) as client:
            session = await work.start(client)
            [item] = (await work.fetch(client, session, site.url("/ferry")))["items"]
            assert item["ok"]
            assert f":{server.port}" in uratori(own_home, "ui").stdout
            uratori(own_home, "down")
    assert server.healthy(), "a hub never stops a server that it did not start"
