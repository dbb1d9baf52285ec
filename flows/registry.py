"""Which flow does which kind of job. Modules are loaded when needed: the hub must not import Prefect at its start."""

from __future__ import annotations

import importlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ledger.chain import NO_SESSION
from ledger.values import JobKind

if TYPE_CHECKING:
    from prefect import Flow

__all__ = ["DEPLOYMENT_NAME", "FLOWS", "NO_SESSION", "TAG", "WORKER_TYPE", "WORK_POOL", "FlowEntry", "entry_named"]

DEPLOYMENT_NAME: Final = "hub"
WORK_POOL: Final = "uratori"
WORKER_TYPE: Final = "uratori-hub"
TAG: Final = "uratori"
SHOWN_BYTES: Final = 200_000
"""Parameters of a run as JSON; Prefect takes 524,288 bytes."""


_NAMES: Final[Mapping[JobKind, str]] = {"recheck": "recheck-quotes", "reexport": "reexport-reports"}
"""Flows in Prefect's pages whose kind alone would not tell what they do."""


@dataclass(frozen=True)
class FlowEntry:
    """A flow: its module under `flows`, its function (both names), and what it is for.

    Attributes:
        places: how many jobs of its kind run at the same time. Apart from each other: a finalize waits for pictures.
        cron: when its deployment would run by itself; off until a person turns it on.
    """

    kind: JobKind
    places: int
    description: str
    cron: str = ""

    @property
    def entrypoint(self) -> str:
        """As Prefect writes it."""
        return f"flows/{self.kind_module}.py:{self.function}"

    @property
    def kind_module(self) -> str:
        """The module in `flows`."""
        return "pictures" if self.kind == "render_pictures" else self.kind

    @property
    def function(self) -> str:
        """The flow function in that module."""
        return self.kind

    @property
    def name(self) -> str:
        """The flow's name in Prefect."""
        return _NAMES.get(self.kind, self.kind.replace("_", "-"))

    def load(self) -> Flow[..., Any]:
        """The flow itself."""
        flow: Flow[..., Any] = getattr(importlib.import_module(f"flows.{self.kind_module}"), self.function)
        return flow


FLOWS: Final[Mapping[JobKind, FlowEntry]] = {
    entry.kind: entry
    for entry in (
        FlowEntry(
            "start_session", 4, "Start a session from a page: fetch it and take its article as the text to check."
        ),
        FlowEntry("fetch_evidence", 6, "Fetch pages, PDFs and files and keep them as evidence of a session."),
        FlowEntry("render_pictures", 2, "Draw the attached quotes of a session on their saved pages."),
        FlowEntry("finalize", 2, "Close a session: check every gate and write its three reports."),
        FlowEntry("export_report", 2, "Write a session's report as one HTML or PDF file."),
        FlowEntry("verify_claims", 4, "Look up quotes on web pages and PDFs, and make the links that open at them."),
        FlowEntry("cite_fragment", 6, "Make the link that opens a page at quoted words."),
        FlowEntry("check_fragments", 4, "Check whether links to quoted words still select them."),
        FlowEntry("highlight_pdf", 2, "Mark quotes in a copy of a PDF."),
        FlowEntry(
            "extract_evidence", 4, "Weigh claims against a page: what supports them there, and what opposes them."
        ),
        FlowEntry("assess_page", 4, "Assess a page: what it tries to do to who reads it."),
        FlowEntry("reexport", 1, "Write the reports of all sessions, or of some, into a folder.", "30 3 * * *"),
        FlowEntry("recheck", 2, "Look again at the sources of quotes: same, moved, changed, gone, or unread."),
    )
}


def entry_named(flow_name: str) -> FlowEntry | None:
    """The flow with that name in Prefect, if it is one of ours."""
    return next((entry for entry in FLOWS.values() if entry.name == flow_name), None)


def flow_parameters(session_id: str, parameters: Mapping[str, Any], job_id: str) -> dict[str, Any]:
    """What the flow function is called with."""
    session = {} if session_id == NO_SESSION else {"session_id": session_id}
    return {**session, **parameters, "job_id": job_id}


@cache
def prepared(flow: Flow[..., Any], storage: Path | None, *, named: bool) -> Flow[..., Any]:
    """The flow as the runner executes it, with options that spare requests to Prefect's server.

    Without a `storage` of its own the engine asks for the default one three times a run. A run that is `named` already
    is not renamed. Kept, since making a flow reads its source.
    """
    made: Flow[..., Any] = flow.with_options(result_storage=storage, persist_result=False)
    if named:
        made.flow_run_name = None
    return made


def shown_parameters(parameters: dict[str, Any]) -> dict[str, Any]:
    """The parameters as the run shows them: Prefect refuses a run with large ones, and they are in the job's row too.

    The flow itself is called with all of them (`FlowRunner.execute`).
    """
    if len(json.dumps(parameters, default=str)) <= SHOWN_BYTES:
        return parameters
    return {
        name: value if len(json.dumps(value, default=str)) <= SHOWN_BYTES // 20 else "too large to show; see the job"
        for name, value in parameters.items()
    }
