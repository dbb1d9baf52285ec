"""prefect.yaml, the registry and the hub's own deployments say the same."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest
import yaml

from flows import deployments, names
from flows.registry import DEPLOYMENT_NAME, FLOWS, TAG, WORK_POOL, entry_named
from tests.flow.engine_world import World

pytest_plugins = ["tests.flow.engine_fixture"]
# Prefect's event client leaves the socket of a stopped server to the collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")
ROOT = Path(__file__).parents[2]


def in_file() -> list[dict[str, Any]]:
    content = yaml.safe_load((ROOT / "prefect.yaml").read_text("utf-8"))
    found: list[dict[str, Any]] = content["deployments"]
    return found


@pytest.mark.promise("ENGINE-7")
def test_prefect_yaml_names_every_flow_by_its_entrypoint() -> None:
    told = {
        (row["flow_name"], row["name"], row["entrypoint"], row["description"], row["work_pool"]["name"], *row["tags"])
        for row in in_file()
    }
    assert told == {
        (entry.name, DEPLOYMENT_NAME, entry.entrypoint, entry.description, WORK_POOL, TAG) for entry in FLOWS.values()
    }
    assert all(row["enforce_parameter_schema"] for row in in_file())
    scheduled = {row["flow_name"]: row["schedules"] for row in in_file() if "schedules" in row}
    assert scheduled == {
        entry.name: [{"cron": entry.cron, "active": False, "slug": deployments.SCHEDULE}]
        for entry in FLOWS.values()
        if entry.cron
    }, "off, and no other: those that a person has set stay when it is deployed anew"
    for row in in_file():
        path, _, function = row["entrypoint"].partition(":")
        assert f"async def {function}(" in (ROOT / path).read_text("utf-8")


@pytest.mark.parametrize("kind", FLOWS)
def test_each_flow_is_named_and_takes_plain_json(kind: Any) -> None:
    flow = FLOWS[kind].load()
    assert flow.name == FLOWS[kind].name
    assert flow.isasync
    parameters = list(inspect.signature(flow.fn).parameters.values())
    assert (parameters[-1].name, parameters[-1].default) == ("job_id", None)
    schema = flow.parameters.model_dump_for_openapi()
    for name, told in schema["properties"].items():
        assert "description" in told, f"{kind}.{name} has no description for the form"


@pytest.mark.promise("ENGINE-7")
def test_the_hubs_server_has_the_same_deployments(world: World) -> None:
    def rows() -> list[dict[str, Any]]:
        async def read() -> list[dict[str, Any]]:
            response = await world.engine.runner.client.request("POST", "/deployments/filter", json={})
            found: list[dict[str, Any]] = response.json()
            return found

        return world.in_runner(read)

    by_entrypoint = {row["entrypoint"]: row for row in rows()}
    for told in in_file():
        row = by_entrypoint[told["entrypoint"]]
        assert not deployments.differs(row, deployments.wanted(entry_named(told["flow_name"])))
        assert (row["name"], row["work_pool_name"], row["paused"]) == (DEPLOYMENT_NAME, WORK_POOL, False)
    assert world.in_runner(lambda: deployments.create(world.engine.runner)) == 0


@pytest.mark.parametrize(
    ("kind", "parameters", "name"),
    [
        (
            "fetch_evidence",
            {"session_id": "fc_1", "sources": [{"type": "url", "url": "https://example.com/a"}] * 3},
            "fetch fc_1: example.com +2",
        ),
        (
            "fetch_evidence",
            {"session_id": "fc_1", "sources": [{"type": "file", "path": "/a/b.pdf"}]},
            "fetch fc_1: b.pdf",
        ),
        ("start_session", {"url": "https://example.com/a"}, "start session from example.com"),
        ("render_pictures", {"session_id": "fc_1", "attachment_ids": ["a"]}, "pictures fc_1: 1 attachment"),
        ("finalize", {"session_id": "fc_1"}, "finalize fc_1"),
        ("export_report", {"session_id": "fc_1", "format": "pdf"}, "export fc_1: pdf"),
        ("fetch_evidence", {"sources": [{"type": "url", "url": "http://[broken"}]}, "fetch : http://[broken"),
    ],
)
def test_runs_have_readable_names(kind: str, parameters: dict[str, Any], name: str) -> None:
    assert names.run_name(kind, parameters) == name
