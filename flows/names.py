"""Readable names of runs, for a person in Prefect's pages and in the report."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from typing import Any
from urllib.parse import urlsplit

SHORT = 60


def host(url: str) -> str:
    """The host of a URL, or the start of whatever was given instead."""
    try:
        return urlsplit(url).hostname or url[:SHORT]
    except ValueError:
        return url[:SHORT]


def source_name(source: Mapping[str, Any]) -> str:
    """A source in a few letters: the host of a URL, the name of a file."""
    if source.get("type") == "file":
        return PurePath(str(source.get("path", ""))).name[:SHORT] or "file"
    return host(str(source.get("url", "")))


def run_name(kind: str, parameters: Mapping[str, Any]) -> str:
    """The name of a job's flow run: what is done, in which session, with what."""
    session = parameters.get("session_id") or ""
    if kind == "fetch_evidence":
        sources = list(parameters.get("sources") or [])
        more = f" +{len(sources) - 1}" if len(sources) > 1 else ""
        return f"fetch {session}: {source_name(sources[0]) if sources else 'nothing'}{more}"
    if kind == "start_session":
        return f"start session from {host(str(parameters.get('url', '')))}"
    if kind == "render_pictures":
        ids = list(parameters.get("attachment_ids") or [])
        return f"pictures {session}: {len(ids)} attachment{'' if len(ids) == 1 else 's'}"
    if kind == "export_report":
        return f"export {session}: {parameters.get('format', '')}"
    return f"{kind.replace('_', ' ')} {session}".strip()


def current_run_name(kind: str) -> str:
    """The name of the flow run that is starting now; Prefect calls this before the flow's body."""
    from prefect.runtime import flow_run  # noqa: PLC0415 - names are used where Prefect is not loaded

    return run_name(kind, flow_run.parameters)
