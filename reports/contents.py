"""What an exclusion took out, field by field, ready to be said in either language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from ledger.views import ExclusionView
from reports.labels import Labels
from reports.reading import clock

#: Fields whose values are recorded words, and the group of labels that says them.
GROUPS: Mapping[str, str] = {
    "match_kind": "match",
    "folds": "fold",
    "cuts": "cut",
    "relation": "relation",
    "provenance": "provenance",
    "discovered_via": "discovered",
    "charset_rule": "charset_rule",
    "page_kind": "page_kind",
    "risk": "risk",
    "decision": "decision",
}
#: Said beside the exclusion already, by other fields, or too long for a line.
SKIPPED = frozenset({"session_id", "start", "end", "occurrences", "exchange"})


def _range(item: Mapping[str, Any]) -> str:
    return f"[{item['start']}, {item['end']})"


_LISTED: Mapping[str, Callable[[Any], str]] = {
    "redirects": lambda hop: f"{hop['status']} {hop['url']} → {hop['location']}",
    "signals": lambda signal: f"{signal['name']}: {signal['detail']}",
    "article": _range,
    "hidden": _range,
    "files": lambda saved: str(saved["path"]),
    "expected_terms": lambda term: f"{'✓' if term['found'] else '✕'} {term['term']}",
}


class Content:
    """One field: `name` for the group ``field``, `values` to be said by `group` (None: as they are)."""

    def __init__(self, name: str, values: list[str], group: str | None = None) -> None:
        self.name = name
        self.values = values
        self.group = group

    def label(self, labels: Labels) -> str:
        """The field's name in one language."""
        return labels.word("field", self.name)

    def text(self, labels: Labels) -> str:
        """The field's value in one language."""
        return ", ".join(_word(labels, self.group, value) for value in self.values)


def _word(labels: Labels, group: str | None, value: str) -> str:
    if group == "":
        return labels.text(value)
    return labels.word(group, value) if group else value


def contents(view: ExclusionView) -> list[Content]:
    """The fields of what was excluded that say something."""
    target = view.target
    found = [
        content
        for name, value in target.items()
        if name not in SKIPPED and value not in (None, [], {}) and (content := _content(name, value, target))
    ]
    if "start" in target and "end" in target:
        found.insert(0, Content("range", [_range(target)]))
    return found


def _content(name: str, value: Any, target: Mapping[str, Any]) -> Content | None:
    if name == "recorded_at":
        return Content(name, [_moment(value)])
    if isinstance(value, bool):
        return Content(name, ["yes" if value else "no"], "")
    if name == "pages" and isinstance(value[0], Mapping):
        return Content(name, [str(len(value))])
    if name == "occurrence":
        return Content(name, [f"{value} / {target.get('occurrences', value)}"])
    if isinstance(value, Mapping):
        value = [f"{key} {one}" for key, one in value.items()]
    if isinstance(value, list):
        return Content(name, [_LISTED.get(name, str)(item) for item in value], GROUPS.get(name))
    return Content(name, [str(value)], GROUPS.get(name))


def _moment(value: Any) -> str:
    try:
        return clock(datetime.fromisoformat(str(value)))
    except ValueError:
        return str(value)
