"""The MCP server, made by one factory so that every face (socket, HTTP, tests, suites) has the same manners."""

from __future__ import annotations

import importlib
import json
import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import metadata
from typing import TYPE_CHECKING, Any, Final, Protocol

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.utilities.func_metadata import FuncMetadata
from mcp.shared.exceptions import MCPError
from mcp.types import (
    INVALID_PARAMS,
    CallToolResult,
    GetPromptResult,
    Icon,
    InputRequiredResult,
    TextContent,
    ToolAnnotations,
)
from pydantic import BaseModel, SecretStr

from flows.settings import Settings
from ledger.refusals import Refusal
from mcp_bridge import prompts, refusing, resources
from mcp_bridge.answers import Answer
from mcp_bridge.instructions import instructions
from mcp_bridge.schemas import compact, flat, named

if TYPE_CHECKING:
    from mcp_bridge.app import App

logger = logging.getLogger(__name__)

Registration = Callable[[MCPServer[Any], "App"], None]

TOOLSETS: Final[Mapping[str, tuple[str, ...]]] = {
    "ledger": (
        "start_session",
        "read_source_segments",
        "register_claim",
        "mark_non_claim",
        "register_segments",
        "fetch_evidence",
        "submit_agent_capture",
        "suggest_quotes",
        "attach_evidence",
        "set_verdict",
        "revise_record",
        "get_status",
        "finalize",
        "export_report",
        "wait_job",
        "list_sessions",
    ),
    "citations": (
        "verify_claims",
        "generate_text_fragment",
        "check_fragment_url",
        "highlight_pdf",
        "recheck_session",
        "wait_job",
    ),
    "evidence": ("extract_evidence", "read_page", "diff_snapshots", "assess_page", "wait_job"),
    "research": (),
    "browser": (),
}
"""The tools of each toolset, in the order they are listed; each is the module of that name in `mcp_bridge.tools`."""


class _Registers(Protocol):
    def register(self, server: MCPServer[Any], app: App) -> None: ...


class _Arguments(FuncMetadata):
    """How one tool reads its arguments and writes its answer."""

    def pre_parse_json(self, data: dict[str, Any]) -> dict[str, Any]:
        """Some clients send lists and objects as JSON text: read those, and leave every text that may be one alone."""
        parsed = dict(data)
        for name, value in data.items():
            field = self.arg_model.model_fields.get(name)
            if field is None or not isinstance(value, str) or value.lstrip()[:1] not in ("[", "{"):
                continue
            if _takes_text(field.annotation):
                continue
            try:
                parsed[name] = json.loads(value)
            except (ValueError, RecursionError):
                continue
        return parsed

    def convert_result(self, result: Any) -> CallToolResult | InputRequiredResult:
        """The answer as structured content and as compact text (an `Answer` words its own text)."""
        if not isinstance(result, BaseModel) or isinstance(result, CallToolResult | InputRequiredResult):
            return super().convert_result(result)
        structured = result.told() if isinstance(result, Answer) else result.model_dump(mode="json")
        text = result.as_text() if isinstance(result, Answer) else json.dumps(structured, ensure_ascii=False)
        return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=structured)


def _takes_text(annotation: Any) -> bool:
    if annotation in (str, SecretStr):
        return True
    return any(_takes_text(part) for part in getattr(annotation, "__args__", ()) if part is not annotation)


class UratoriServer(MCPServer[Any]):
    """An `MCPServer` whose every tool refuses unknown arguments and answers refusals with a code."""

    def __init__(self, *args: Any, app: App | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._app = app
        self.answers: dict[str, dict[str, Any]] = {}
        """The answer of each tool with all its fields; `tools/list` tells the lesser ones by name."""
        self.contracts: dict[str, dict[str, Any]] = {}
        """The schema of each tool's answer, as its model makes it."""

    def add_tool(
        self,
        fn: Callable[..., Any],
        name: str | None = None,
        title: str | None = None,
        description: str | None = None,
        annotations: ToolAnnotations | None = None,
        icons: list[Icon] | None = None,
        meta: dict[str, Any] | None = None,
        structured_output: bool | None = None,
    ) -> None:
        """Add a tool with closed, compact schemas."""
        super().add_tool(
            fn,
            name=name,
            title=title,
            description=description,
            annotations=annotations,
            icons=icons,
            meta=meta,
            structured_output=structured_output,
        )
        tool = self._tool_manager.get_tool(name or fn.__name__)
        if tool is None:
            raise LookupError(f"tool {name or fn.__name__} was not added")
        tool.parameters = {**compact(tool.parameters, closed=True), "additionalProperties": False}
        made = tool.fn_metadata
        if made.output_schema is not None and isinstance(made.output_model, type):
            self.contracts[tool.name] = made.output_schema
            self.answers[tool.name] = flat(made.output_schema)
            made.output_schema = named(made.output_schema)
            tool.fn_metadata = _Arguments(
                arg_model=made.arg_model,
                output_schema=made.output_schema,
                output_model=made.output_model,
                wrap_output=made.wrap_output,
            )

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[Any, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Run a tool; every way it can say no is a result with `is_error`, a code and the next call."""
        if self._app is not None and getattr(self._app, "stopping", False):
            return refusing.refused(
                Refusal(
                    "HUB_STOPPING",
                    "The hub is shutting down and takes no new calls; nothing was changed.",
                    f"Call {name} again in a few seconds: the next call starts a new hub.",
                )
            )
        tool = self._tool_manager.get_tool(name)
        if tool is None:
            known_tools = (one.name for one in self._tool_manager.list_tools())
            return refusing.refused(refusing.unknown_tool(name, known_tools))
        known: list[str] = list(tool.parameters.get("properties", {}))
        unknown = [given for given in arguments if given not in known]
        if unknown:
            return refusing.refused(refusing.unknown_arguments(name, unknown, known, arguments))
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            answer = refusing.answer_to(name, error, arguments, known)
            if answer is None:
                raise
            return answer

    async def get_prompt(
        self, name: str, arguments: dict[str, Any] | None = None, context: Context[Any, Any] | None = None
    ) -> GetPromptResult | InputRequiredResult:
        """A prompt; a wrong name or argument is an error of the protocol that says which there are."""
        known = {prompt.name: prompt for prompt in self._prompt_manager.list_prompts()}
        if name not in known:
            raise MCPError(INVALID_PARAMS, f"There is no prompt {name[:80]!r}; there is {', '.join(known)}.")
        takes = known[name].arguments or []
        names = [one.name for one in takes]
        unknown = [given[:80] for given in arguments or {} if given not in names]
        missing = [one.name for one in takes if one.required and one.name not in (arguments or {})]
        if unknown or missing:
            wrong = [f"has no argument {', '.join(map(repr, unknown))}"] if unknown else []
            wrong += [f"needs {', '.join(missing)}"] if missing else []
            told = f"its arguments are {', '.join(names)}" if names else "it takes no arguments"
            raise MCPError(INVALID_PARAMS, f"{name} {' and '.join(wrong)}; {told}.")
        return await super().get_prompt(name, arguments, context)


def selected_tools(toolsets: str) -> list[str]:
    """The tools of a comma-separated list of toolsets.

    Raises:
        ValueError: a toolset of that name does not exist.
    """
    names = [name.strip() for name in toolsets.split(",") if name.strip()]
    wrong = [name for name in names if name not in TOOLSETS]
    if wrong:
        raise ValueError(f"unknown toolset {', '.join(wrong)}; there are {', '.join(TOOLSETS)}")
    return list(dict.fromkeys(tool for toolset in TOOLSETS if toolset in names for tool in TOOLSETS[toolset]))


def create_server(settings: Settings, app: App, extra: Sequence[Registration] = ()) -> UratoriServer:
    """The server with the tools of the toolsets that are set, the prompt and the resources.

    Args:
        settings: which toolsets, language, log level.
        app: what the tools work on.
        extra: functions that register further tools, prompts or resources (conformance suites bring fixtures).
    """
    tools = selected_tools(settings.toolsets)
    server = UratoriServer(
        "uratori",
        title="uratori",
        description="Checks a text against its sources and keeps the proof.",
        instructions=instructions(tools),
        version=metadata.version("uratori"),
        log_level=settings.log_level,
        app=app,
    )
    for name in tools:
        module: _Registers = importlib.import_module(f"mcp_bridge.tools.{name}")
        module.register(server, app)
    prompts.register(server, app)
    resources.register(server, app)
    _register_all(server, app, extra)
    return server


def _register_all(server: UratoriServer, app: App, registrations: Iterable[Registration]) -> None:
    for register in registrations:
        register(server, app)
