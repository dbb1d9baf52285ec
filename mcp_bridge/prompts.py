"""The prompt that leads an agent through a whole check."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

from mcp.server import MCPServer
from mcp.shared.exceptions import MCPError
from mcp.types import INVALID_PARAMS
from pydantic import Field

from ledger.refusals import Refusal
from mcp_bridge.prompt_texts import words

if TYPE_CHECKING:
    from mcp_bridge.app import App


def check_text_steps(text: str | None, path: str | None, language: str | None) -> str:
    """The prompt's text for a text or a file.

    Raises:
        Refusal: ARGUMENT_INVALID unless exactly one of the two is given.
    """
    if (text is None) == (path is None):
        raise Refusal(
            "ARGUMENT_INVALID",
            "check_text needs either text or path, and not both.",
            "Give the text itself as text, or the path of its file as path.",
            {"known_arguments": ["language", "path", "text"]},
        )
    told = words(language)
    source = told.text
    if path is not None:
        source = told.file.format(value=json.dumps({"type": "file", "path": path}, ensure_ascii=False))
    also = told.language.format(value=json.dumps(language, ensure_ascii=False)) if language else ""
    steps = told.steps.format(source=source, language=also)
    return steps if text is None else f"{steps}\n{told.heading}\n\n{text}"


def register(server: MCPServer[Any], _app: App) -> None:
    """Add the prompt."""

    @server.prompt(title="Check a text", description="Leads through a whole check of a text against its sources.")
    def check_text(
        text: Annotated[str | None, Field(description="The text to check; or give path.")] = None,
        path: Annotated[
            str | None, Field(description="The file to check (text, .md, .csv, .html, .pdf); or text.")
        ] = None,
        language: Annotated[str | None, Field(description="Of the text and of the report, e.g. en or ja.")] = None,
    ) -> str:
        try:
            return check_text_steps(text or None, path or None, language or None)
        except Refusal as refusal:
            raise MCPError(code=INVALID_PARAMS, message=f"{refusal.message} {refusal.suggestion}") from refusal
