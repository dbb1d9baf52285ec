"""Readable names of runs, for a person in Prefect's pages and in the report."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import PurePath
from typing import Any, Final
from urllib.parse import urlsplit

from flows.wording import counted

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
    named = _NAMES.get(kind)
    return named(session, parameters) if named else f"{kind.replace('_', ' ')} {session}".strip()


def _fetch(session: str, parameters: Mapping[str, Any]) -> str:
    sources = list(parameters.get("sources") or [])
    more = f" +{len(sources) - 1}" if len(sources) > 1 else ""
    return f"fetch {session}: {source_name(sources[0]) if sources else 'nothing'}{more}"


def _counted(parameters: Mapping[str, Any], name: str, noun: str) -> str:
    return counted(len(list(parameters.get(name) or [])), noun)


_NAMES: Final[Mapping[str, Callable[[str, Mapping[str, Any]], str]]] = {
    "fetch_evidence": _fetch,
    "start_session": lambda _, given: f"start session from {host(str(given.get('url', '')))}",
    "render_pictures": lambda session, given: f"pictures {session}: {_counted(given, 'attachment_ids', 'attachment')}",
    "export_report": lambda session, given: f"export {session}: {given.get('format', '')}",
    "verify_claims": lambda _, given: f"verify {_counted(given, 'claims', 'claim')}",
    "reexport": lambda _, given: (
        f"re-export {_counted(given, 'sessions', 'session') if given.get('sessions') else 'all'}"
    ),
    "recheck": lambda session, _: f"recheck {session or 'all sessions'}",
    "cite_fragment": lambda _, given: f"cite {host(str(given.get('url', '')))}",
    "highlight_pdf": lambda _, given: (
        f"highlight {source_name({'type': 'url' if given.get('url') else 'file', **given})}"
    ),
    "extract_evidence": lambda _, given: (
        f"weigh {_counted(given, 'claims', 'claim')} on {host(str(given.get('url', '')))}"
    ),
    "assess_page": lambda _, given: f"assess {host(str(given.get('url', '')))}",
    "check_fragments": lambda _, given: f"check {_counted(given, 'links', 'link')}",
}


def current_run_name(kind: str) -> str:
    """The name of the flow run that is starting now; Prefect calls this before the flow's body."""
    from prefect.runtime import flow_run  # noqa: PLC0415 - names are used where Prefect is not loaded

    return run_name(kind, flow_run.parameters)
