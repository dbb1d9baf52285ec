"""Formulas in a line: what is raised or lowered, and the signs that stand for how the parts are laid out."""

from __future__ import annotations

from typing import Final

from selectolax.lexbor import LexborNode

from evidence.page_css import Declared
from evidence.page_frames import Frame
from evidence.scripted import scripted

__all__ = ["closing_sign", "opening_sign", "script_of", "scripted"]

_PLACES: Final[dict[str, tuple[str, ...]]] = {
    "msup": ("", "sup"),
    "msub": ("", "sub"),
    "msubsup": ("", "sub", "sup"),
    "mover": ("", "sup"),
    "munder": ("", "sub"),
    "munderover": ("", "sub", "sup"),
}
_ROOTS: Final = frozenset({"msqrt", "mroot"})


def script_of(tag: str, parent: Frame | None, declared: Declared) -> str:
    """``"sup"`` or ``"sub"`` where the element is raised or lowered."""
    if tag in {"sup", "sub"}:
        return tag
    if parent is not None and parent.tag in _PLACES:
        places = _PLACES[parent.tag]
        return places[min(parent.children - 1, len(places) - 1)]
    raised = declared["vertical-align"][0] if "vertical-align" in declared else ""
    return {"super": "sup", "sub": "sub"}.get(raised, "")


def opening_sign(node: LexborNode, parent: Frame) -> str:
    """What is written before an element of a formula: the bar of a fraction, the sign of a root, a bracket."""
    sign = ""
    if parent.tag == "mfrac":
        sign = ("/" if parent.children == 2 else "") + ("(" if _has_several(node) else "")
    return f"{sign}√(" if node.tag in _ROOTS else sign


def closing_sign(node: LexborNode, parent: Frame) -> str:
    """What is written after it."""
    sign = ")" if node.tag in _ROOTS else ""
    return f"{sign})" if parent.tag == "mfrac" and _has_several(node) else sign


def _has_several(node: LexborNode) -> bool:
    """Whether it is a row of more than one part."""
    first = node.first_child if node.tag == "mrow" else None
    while first is not None and not first.is_element_node:
        first = first.next
    return first is not None and any(True for _ in _later_elements(first))


def _later_elements(node: LexborNode) -> list[LexborNode]:
    following = node.next
    while following is not None and not following.is_element_node:
        following = following.next
    return [] if following is None else [following]
