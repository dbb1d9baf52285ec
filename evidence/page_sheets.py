"""What the page's own ``<style>`` elements keep from a reader's eye, as far as it shows without laying out the page.

Only rules that hold for every screen and every moment count: no media conditions, no states such as ``:hover``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode, SelectolaxError

from evidence.page_style import Showing, declarations, judged

_SHEET_CHARACTERS: Final = 500_000
_NESTED: Final = 4
_HIDING_RULES: Final = 60
_OTHER_RULES: Final = 120
_COMMENT: Final = re.compile(r"/\*.*?\*/", re.DOTALL)
_FLATTENED: Final = re.compile(r"@(?:layer|scope)\b|@media\s+(?:all|screen|only\s+screen)\s*$", re.IGNORECASE)
_STATEFUL: Final = re.compile(
    r"::|:(?:hover|focus|active|target|checked|visited|before|after|first-letter|first-line|placeholder|has\(|host)|no-?js",
    re.IGNORECASE,
)
_NAMES: Final = re.compile(r"[.#]((?:[\w-]|[^\x00-\x7f])+)")
_PARTS: Final = re.compile(r"(#[\w-]+)|(\.[\w-]+|\[[^\]]*\]|:[\w-]+)|([a-z][\w-]*)", re.IGNORECASE)
_BRACE: Final = re.compile(r"[{}]")
_WHOLE: Final = frozenset({"html", "body"})

Weight = tuple[int, int, int, int]
"""Specificity, then the place in the sheet."""


@dataclass(frozen=True, slots=True)
class _Rule:
    selector: str
    declared: dict[str, str]
    weight: Weight


def hidden_elements(tree: LexborHTMLParser, html: str) -> dict[int, Showing]:
    """For the elements (by `mem_id`) that style sheets hide: how. Elements that they show are not listed."""
    sheet = "\n".join(node.text(deep=True) for node in tree.css("style"))[:_SHEET_CHARACTERS]
    rules = [rule for rule in _rules(sheet) if _may_match(rule.selector, html)]
    hiding = [rule for rule in rules if judged(rule.declared) != "shown"][:_HIDING_RULES]
    if not hiding:
        return {}
    decided: dict[int, dict[str, tuple[Weight, str]]] = {}
    for rule in hiding:
        for node in _matches(tree, rule.selector):
            if node.tag not in _WHOLE:
                decided.setdefault(node.mem_id, {})
    concerned = {name for rule in hiding for name in rule.declared}
    others = [rule for rule in rules if rule not in hiding and not concerned.isdisjoint(rule.declared)][:_OTHER_RULES]
    for rule in [*hiding, *others]:
        for node in _matches(tree, rule.selector):
            values = decided.get(node.mem_id)
            if values is not None:
                for name, value in rule.declared.items():
                    if name not in values or values[name][0] <= rule.weight:
                        values[name] = (rule.weight, value)
    states = {key: judged({name: value for name, (_, value) in values.items()}) for key, values in decided.items()}
    for key in _restored(tree, rules, decided):
        states[key] = "shown"
    return {key: state for key, state in states.items() if state != "shown"}


def _restored(
    tree: LexborHTMLParser, rules: list[_Rule], decided: dict[int, dict[str, tuple[Weight, str]]]
) -> set[int]:
    """Elements without a font size whose children have one again: a trick of layout that hides nothing."""
    sizeless = {
        key
        for key, values in decided.items()
        if judged({"font-size": values["font-size"][1] if "font-size" in values else "1"}) != "shown"
        and judged({name: value for name, (_, value) in values.items() if name != "font-size"}) == "shown"
    }
    restored: set[int] = set()
    for rule in rules if sizeless else []:
        if "font-size" in rule.declared and judged({"font-size": rule.declared["font-size"]}) == "shown":
            for node in _matches(tree, rule.selector):
                above = node.parent
                while above is not None:
                    restored.add(above.mem_id)
                    above = above.parent
    return restored & sizeless


def _matches(tree: LexborHTMLParser, selector: str) -> list[LexborNode]:
    try:
        return tree.css(selector)
    except (SelectolaxError, ValueError):
        return []  # a selector of a newer CSS matches nothing that can be told here


def _may_match(selector: str, html: str) -> bool:
    return not _STATEFUL.search(selector) and all(name in html for name in _NAMES.findall(selector))


def _rules(sheet: str) -> Iterator[_Rule]:
    for order, (prelude, block) in enumerate(_blocks(_COMMENT.sub(" ", sheet))):
        declared = declarations(block)
        if not declared:
            continue
        for selector in prelude.split(","):
            if selector.strip():
                yield _Rule(selector.strip(), declared, (*_specificity(selector), order))


def _blocks(sheet: str, depth: int = 0) -> Iterator[tuple[str, str]]:
    """The rules as (selectors, declarations), with those inside unconditional at-rules and without the conditional."""
    position = 0
    while (start := sheet.find("{", position)) >= 0:
        prelude = sheet[position:start].rpartition(";")[2].strip()
        end = _closing(sheet, start)
        inner = sheet[start + 1 : end]
        if not prelude.startswith("@"):
            yield prelude, inner
        elif depth < _NESTED and _FLATTENED.match(prelude):
            yield from _blocks(inner, depth + 1)
        position = end + 1


def _closing(sheet: str, start: int) -> int:
    depth = 0
    for found in _BRACE.finditer(sheet, start):
        depth += 1 if found[0] == "{" else -1
        if depth == 0:
            return found.start()
    return len(sheet)


def _specificity(selector: str) -> tuple[int, int, int]:
    found = _PARTS.findall(selector)
    ids, classes, tags = (sum(bool(part[place]) for part in found) for place in range(3))
    return ids, classes, tags
