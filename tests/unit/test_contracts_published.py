"""A published schema loses no field and changes no type without a new version."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mcp_bridge.contracts import VERSION

ROOT = Path(__file__).resolve().parents[2]
PUBLISHED = Path(__file__).parent.parent / "published" / f"contract-{VERSION}.json"
"""The fields of every contract when its version was published, with their types: some come, none goes."""


def fields(schema: dict[str, Any], at: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """Every field of a schema with its type, as ``items[].url`` and ``string``; references are followed."""

    def told(one: Any, path: str, below: int) -> Iterator[tuple[str, str]]:
        if not isinstance(one, dict) or below > 8:
            return
        if "$ref" in one:
            yield from told(schema["$defs"][one["$ref"].rsplit("/", 1)[1]], path, below + 1)
            return
        for other in (*one.get("anyOf", ()), *one.get("oneOf", ()), *one.get("allOf", ())):
            yield from told(other, path, below + 1)
        if isinstance(one.get("type"), str) and path and one["type"] != "null":
            yield path, one["type"]
        if "items" in one:
            yield from told(one["items"], f"{path}[]", below + 1)
        for name, value in one.get("properties", {}).items():
            yield from told(value, f"{path}.{name}".lstrip("."), below + 1)

    yield from told(schema, at, depth)


def now() -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted((ROOT / "contracts").rglob("*.schema.json")):
        kinds: dict[str, set[str]] = {}
        for name, kind in fields(json.loads(path.read_text(encoding="utf-8"))):
            kinds.setdefault(name, set()).add(kind)
        found[path.relative_to(ROOT / "contracts").as_posix()] = {name: sorted(one) for name, one in kinds.items()}
    return found


def test_what_was_published_under_this_version_still_holds() -> None:
    published = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    today = now()
    lost = [
        f"{name}: {field} was {kinds}, is {today.get(name, {}).get(field)}"
        for name, every in published.items()
        for field, kinds in every.items()
        if not set(kinds) <= set(today.get(name, {}).get(field, ()))
    ]
    assert lost == [], "a contract lost a field or a type: give mcp_bridge.contracts a new VERSION"


def test_every_contract_was_published() -> None:
    published = json.loads(PUBLISHED.read_text(encoding="utf-8"))
    assert set(published) == set(now()), "add the fields of the new contract to the published ones"
