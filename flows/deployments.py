"""The deployments of prefect.yaml on the hub's own server, so that a person finds each flow in Prefect's pages."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from flows.registry import DEPLOYMENT_NAME, FLOWS, TAG, WORK_POOL, FlowEntry
from flows.runner import FlowRunner

SCHEDULE: Final = "nightly"


def wanted(entry: FlowEntry) -> dict[str, Any]:
    """What the flow's deployment must look like. Loads the flow."""
    return {
        "description": entry.description,
        "tags": [TAG],
        "entrypoint": entry.entrypoint,
        "parameter_openapi_schema": entry.load().parameters.model_dump_for_openapi(),
        "enforce_parameter_schema": True,
    }


async def create(runner: FlowRunner) -> int:
    """Make the deployments that are missing and set right those that differ; schedules and pauses are left alone.

    The work pool must exist. In the runner's loop.

    Returns:
        how many were made or changed.
    """
    response = await runner.client.request(
        "POST", "/deployments/filter", json={"deployments": {"name": {"any_": [DEPLOYMENT_NAME]}}}
    )
    present = {row["flow_id"]: row for row in response.json()}
    changed = 0
    for entry in FLOWS.values():
        spec = await asyncio.to_thread(wanted, entry)
        flow_id = await runner.client.create_flow_from_name(entry.name)
        row = present.get(str(flow_id))
        if row is None:
            body = {"flow_id": str(flow_id), "name": DEPLOYMENT_NAME, "work_pool_name": WORK_POOL, **spec}
            if entry.cron:
                body["schedules"] = [{"schedule": {"cron": entry.cron}, "active": False, "slug": SCHEDULE}]
            await runner.client.request("POST", "/deployments/", json=body)
        elif differs(row, spec):
            await runner.client.request("PATCH", "/deployments/{id}", path_params={"id": row["id"]}, json=spec)
        else:
            continue
        changed += 1
    return changed


def differs(row: Mapping[str, Any], spec: Mapping[str, Any]) -> bool:
    """Whether the server's deployment differs from what is wanted."""
    return any(row.get(name) != value for name, value in spec.items())
