"""highlight_pdf: quotes marked in a copy of a PDF."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.types import ToolAnnotations
from pydantic import Field, SecretStr

from evidence import limits
from flows.highlight_given import check_given
from flows.registry import NO_SESSION
from mcp_bridge.highlights import Highlighted, highlighted
from mcp_bridge.paths import read_roots, readable, write_roots
from mcp_bridge.targets import Output, checked_path
from mcp_bridge.waiting import run_job

if TYPE_CHECKING:
    from mcp_bridge.app import App

DESCRIPTION = """\
Marks quotes in a copy of a PDF, as annotations that any reader shows. Needs no session. Never changes the original; \
writes nothing if no quote is found. Returns file_path, page_numbers and what came of each quote."""

OUTPUT: Final = Output("highlight_pdf", "a PDF", (".pdf",), "highlighted")


def _unbounded(schema: dict[str, Any]) -> None:
    """The bounds are checked, not told."""
    for key in ("maxLength", "minLength", "minItems"):
        schema.pop(key, None)


def _plain(schema: dict[str, Any]) -> None:
    """That it is secret, its name says."""
    for arm in schema.get("anyOf", [schema]):
        for key in ("format", "writeOnly"):
            arm.pop(key, None)


Quote = Annotated[str, Field(min_length=1, max_length=limits.QUOTE_CHARACTERS_MOST, json_schema_extra=_unbounded)]


def register(server: MCPServer[Any], app: App) -> None:
    """Add the tool."""

    def prepared(url: str | None, path: str | None, output_path: str | None, *, overwrite: bool) -> dict[str, Any]:
        """The source and the target as the job takes them."""
        check_given(url, path)
        settings = app.settings
        source = None if path is None else readable(path, settings, most_bytes=limits.EVIDENCE_WIRE_BYTES)
        target: Path | None = None
        if output_path is not None:
            target = checked_path(settings, OUTPUT, output_path, overwrite=overwrite, source=source)
        return {
            "url": url.strip() if url is not None else None,
            "path": str(source) if source is not None else None,
            "output_path": str(target) if target is not None else None,
            "read_roots": [str(root) for root in read_roots(settings)] if source is not None else None,
            "roots": [str(root) for root in write_roots(settings)] if target is not None else None,
        }

    @server.tool(
        title="Highlight PDF",
        description=DESCRIPTION,
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=True, idempotent_hint=False, open_world_hint=True
        ),
    )
    async def highlight_pdf(
        cited_text: Annotated[
            Quote
            | Annotated[
                list[Quote], Field(min_length=1, max_length=limits.HIGHLIGHTS_PER_CALL, json_schema_extra=_unbounded)
            ],
            Field(description="Its words, or a list."),
        ],
        context: Context,
        url: Annotated[str | None, Field(max_length=8_000, description="Of the PDF.")] = None,
        path: Annotated[str | None, Field(max_length=4_096, description="Local, instead.")] = None,
        lang: Annotated[str | None, Field(max_length=35, description="E.g. en.")] = None,
        occurrence: Annotated[
            int | None, Field(ge=1, le=limits.OCCURRENCES_MOST, description="This place only.")
        ] = None,
        output_path: Annotated[str | None, Field(max_length=4_096, description="Absolute, .pdf.")] = None,
        overwrite: Annotated[bool, Field(description="Replace a file.")] = False,
        password: Annotated[
            SecretStr | None, Field(max_length=500, description="Not stored.", json_schema_extra=_plain)
        ] = None,
    ) -> Highlighted:
        given = await asyncio.to_thread(prepared, url, path, output_path, overwrite=overwrite)
        word = app.services.passwords.keep(password.get_secret_value()) if password else None
        parameters = {
            **given,
            "cited_text": [cited_text] if isinstance(cited_text, str) else cited_text,
            "lang": lang,
            "occurrence": occurrence,
            "overwrite": overwrite,
            "password_word": word,
        }
        view = await run_job(
            app,
            "highlight_pdf",
            NO_SESSION,
            parameters,
            idempotency_key=None,
            seconds=limits.WAIT_SECONDS,
            context=context,
        )
        return await asyncio.to_thread(highlighted, view)
