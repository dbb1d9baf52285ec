"""Shadow trees that a page's markup declares, put where a reader sees them."""

from __future__ import annotations

from collections import defaultdict
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

_TEMPLATES: Final = "template[shadowrootmode]"
SCOPE: Final = "u-shadow"
"""The attribute of an element with a shadow tree, by which the tree's own style sheets keep to it."""


def flatten(tree: LexborHTMLParser, html: str) -> None:
    """Put each declared shadow tree into its element, and the element's own children into the tree's slots.

    Children without a slot are taken out: no browser shows them. `html` is what `tree` was parsed from.
    """
    if "shadowrootmode" not in html:
        return
    pending = tree.css(_TEMPLATES)
    number = 0
    while pending:
        template = pending.pop()
        host, contents = template.parent, template.template_fragments()
        if host is None or not host.is_element_node or not contents:
            continue
        number += 1
        pending += contents[0].css(_TEMPLATES)
        _scope(host, contents[0], str(number))
        _assign(host, template, contents[0])
        for node in list(contents[0].iter(include_text=True)):
            template.insert_before(node, move=True)
        template.remove()


def _scope(host: LexborNode, contents: LexborNode, number: str) -> None:
    sheets = contents.css("style")
    if sheets:
        host.attrs[SCOPE] = number
    for sheet in sheets:
        words = sheet.text(deep=True).replace("</", "<\\/")
        scoped = LexborHTMLParser(f'<style>[{SCOPE}="{number}"]{{{words}}}</style>').css_first("style")
        if scoped is not None:
            sheet.replace_with(scoped)


def _assign(host: LexborNode, template: LexborNode, contents: LexborNode) -> None:
    """Move the children of `host` into the slots that are made for them."""
    children: dict[str, list[LexborNode]] = defaultdict(list)
    for node in host.iter(include_text=True):
        if node.mem_id != template.mem_id:
            children[(node.attributes.get("slot") or "") if node.is_element_node else ""].append(node)
    for slot in contents.css("slot"):
        assigned = children.pop(slot.attributes.get("name") or "", [])
        for node in assigned:
            slot.insert_before(node, move=True)
        if assigned:
            slot.remove()
    for left in children.values():
        for node in left:
            node.remove()
