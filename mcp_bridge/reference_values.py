"""docs/errors.md, docs/settings.md and docs/limits.md: the codes, settings and limits as the code has them."""

from __future__ import annotations

import ast
import inspect
import json
import typing
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union

from pydantic.fields import FieldInfo

from evidence import limits
from flows.settings import Settings
from ledger.refusals import CODES

COMPUTED_DEFAULTS: Final = {"home": "the user data directory"}
"""Defaults that depend on the machine, in words."""


def errors_page() -> str:
    """The text of docs/errors.md."""
    rows = "\n".join(f"| `{code}` | {_cell(meaning)} |" for code, meaning in CODES.items())
    return (
        "# Error codes\n\nMade from `ledger/refusals.py` by `python -m mcp_bridge.reference --write`; do not edit.\n\n"
        "A refused call changes nothing. Its result has `isError`, and as structured content `code`, `message`, "
        "`suggestion` (the next call to make) and `facts`. Codes are never renamed.\n\n"
        f"| code | meaning |\n|---|---|\n{rows}\n"
    )


def settings_page() -> str:
    """The text of docs/settings.md.

    Raises:
        ValueError: a setting has no description.
    """
    rows = "\n".join(_setting(name, field) for name, field in Settings.model_fields.items())
    return (
        "# Settings\n\nMade from `flows/settings.py` by `python -m mcp_bridge.reference --write`; do not edit.\n\n"
        "Settings are environment variables, read when the hub starts: a running hub keeps its own until it is "
        'stopped (`uratori down`). Lists are JSON, e.g. `["/srv/texts"]`. The user data directory is '
        "`~/.local/share/uratori` on Linux and `~/Library/Application Support/uratori` on macOS.\n\n"
        f"| setting | type | default | what it does |\n|---|---|---|---|\n{rows}\n"
    )


def _setting(name: str, field: FieldInfo) -> str:
    if not field.description:
        raise ValueError(f"the setting {name} has no description")
    variable = f"{Settings.model_config['env_prefix']}{name.upper()}"
    bounds = [_bound(rule) for rule in field.metadata]
    kind = ", ".join([_type(field.annotation), *(bound for bound in bounds if bound)])
    return f"| `{variable}` | {kind} | {_default(name, field)} | {_cell(field.description)} |"


def _type(annotation: Any) -> str:
    origin, arguments = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Literal:
        return " \\| ".join(f"`{value}`" for value in arguments)
    if origin in (Union, UnionType):
        return " or ".join(_type(one) for one in arguments if one is not NoneType)
    if origin is list:
        return f"list of {_type(arguments[0])}s"
    names = {str: "text", int: "integer", float: "number", bool: "true or false", Path: "path"}
    return names[annotation]


def _bound(rule: Any) -> str:
    words = {"ge": "at least", "gt": "more than", "le": "at most"}
    return ", ".join(f"{text} {getattr(rule, name)}" for name, text in words.items() if hasattr(rule, name))


def _default(name: str, field: FieldInfo) -> str:
    if name in COMPUTED_DEFAULTS:
        return COMPUTED_DEFAULTS[name]
    value = field.get_default(call_default_factory=True, validated_data={})
    if isinstance(value, Path):
        # A machine's own path has no place in a document.
        raise TypeError(f"say the default of the setting {name} in words")
    if value in (None, []):
        return "none"
    return f"`{value if isinstance(value, str) else json.dumps(value)}`"


def limits_page() -> str:
    """The text of docs/limits.md.

    Raises:
        ValueError: a limit has no meaning written below it.
    """
    rows = "\n".join(
        f"| `{name}` | {getattr(limits, name):,} | {_cell(meaning)} |" for name, meaning in limit_meanings().items()
    )
    return (
        "# Limits\n\nMade from `evidence/limits.py` by `python -m mcp_bridge.reference --write`; do not edit.\n\n"
        "What is beyond a limit is refused, or given in parts with the call that goes on. Characters are Unicode code "
        "points.\n\n"
        f"| limit | value | what it bounds |\n|---|---|---|\n{rows}\n"
    )


def limit_meanings() -> dict[str, str]:
    """The text below each constant of `evidence/limits.py`, which Python does not keep, by name.

    Raises:
        ValueError: a constant has none.
    """
    body = ast.parse(inspect.getsource(limits)).body
    meanings = {}
    for statement, following in zip(body, [*body[1:], None], strict=True):
        if not isinstance(statement, ast.AnnAssign):
            continue
        match following:
            case ast.Expr(value=ast.Constant(value=str(meaning))):
                meanings[ast.unparse(statement.target)] = inspect.cleandoc(meaning)
            case _:
                raise ValueError(f"the limit {ast.unparse(statement.target)} has no meaning written below it")
    return meanings


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
