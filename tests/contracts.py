"""Every answer of a tool that a test gets is held against its published contract."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from jsonschema import Draft202012Validator

CONTRACTS: Final = Path(__file__).resolve().parents[1] / "contracts"


@cache
def contract(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((CONTRACTS / f"{name}.schema.json").read_text("utf-8")))


def keeps(tool: str, answer: dict[str, Any], *, refused: bool) -> None:
    """That the answer is as the contract of the tool, or of refusals, says."""
    if refused and answer.get("code") is None:
        return  # an error of the protocol, which is not ours to shape
    name = "refusal" if refused else f"tools/{tool}"
    faults = [f"{error.json_path}: {error.message[:200]}" for error in contract(name).iter_errors(answer)]
    assert not faults, f"{tool} breaks contracts/{name}.schema.json: {faults[:5]}"
