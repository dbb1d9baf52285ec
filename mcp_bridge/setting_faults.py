"""Wrong settings in the words of whoever set them: the variable, what was given, and the form that is wanted."""

from __future__ import annotations

import os
import re
import types
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, Literal, Union, get_args, get_origin

import annotated_types
from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_settings import SettingsError

from flows.settings import Settings
from mcp_bridge.server import TOOLSETS

PREFIX: Final = "URATORI_"
SHOWN_MOST: Final = 100
EXAMPLES: Final = {
    "allow_hosts": 'names, such as ["example.org"]',
    "allowed_roots": 'paths, such as ["/home/me/texts"]',
    "export_roots": 'paths, such as ["/home/me/reports"]',
    "fetch_ports": "whole numbers, such as [8000]",
}
_FIELD: Final = re.compile(r'field "(\w+)"')


def told(error: ValidationError | SettingsError, env: Mapping[str, str] = os.environ) -> str:
    """All that is wrong, in one line without a full stop at its end."""
    if isinstance(error, ValidationError):
        names = list(dict.fromkeys(str(one["loc"][0]) for one in error.errors() if one["loc"]))
    else:
        names = _FIELD.findall(str(error))
    faults = [fault(name, env) for name in names if name in Settings.model_fields]
    return "; ".join(faults) or str(error).rstrip(".")


def fault(name: str, env: Mapping[str, str] = os.environ) -> str:
    """One setting that has a wrong value."""
    variable = f"{PREFIX}{name.upper()}"
    given = next((value for key, value in env.items() if key.upper() == variable), None)
    shown = "" if given is None or name == "token" else f" is {_shortened(given)!r}, but"
    return f"{variable}{shown} must be {form(name)}"


def form(name: str) -> str:
    """What a setting's value must look like."""
    if name == "toolsets":
        return f"names out of {', '.join(TOOLSETS)}, separated by commas, such as ledger,citations"
    field = Settings.model_fields[name]
    kind = field.annotation
    if get_origin(kind) in (Union, types.UnionType):
        [kind, *_] = [one for one in get_args(kind) if one is not type(None)]
    if get_origin(kind) is list:
        return f"a JSON list of {EXAMPLES[name]}"
    if get_origin(kind) is Literal:
        return f"one of {', '.join(map(str, get_args(kind)))}"
    if kind is bool:
        return "true or false"
    if kind in (int, float):
        return f"{'a whole number' if kind is int else 'a number'}{_bounds(field)}"
    return "a path" if kind is Path else "a text"


def _bounds(field: FieldInfo) -> str:
    found: dict[str, Any] = {}
    for one in field.metadata:
        for word, kind in (("ge", annotated_types.Ge), ("gt", annotated_types.Gt), ("le", annotated_types.Le)):
            if isinstance(one, kind):
                found[word] = getattr(one, word)
    if {"ge", "le"} <= found.keys():
        return f" from {found['ge']} to {found['le']}"
    if "gt" in found:
        return f" above {found['gt']}"
    return f" not below {found['ge']}" if "ge" in found else ""


def _shortened(text: str) -> str:
    return text if len(text) <= SHOWN_MOST else f"{text[:SHOWN_MOST]}…"
