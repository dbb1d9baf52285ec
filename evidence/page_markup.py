"""The saved snapshot: the page's own markup without anything that runs, loads another document or leads away."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from evidence.page_tags import ATTRIBUTE, words

_DOCTYPE: Final = re.compile(r"\A(?:\s|(?><!--.*?-->)|\ufeff)*+(<!doctype[^>]*>)", re.IGNORECASE | re.DOTALL)
_RUNS: Final = re.compile(r"\A[\x00-\x20]*(?:javascript|vbscript|data|file|blob):", re.IGNORECASE)
_ADDRESSES: Final = frozenset({"href", "xlink:href", "src", "background", "cite", "poster", "longdesc"})
_DROPPED: Final = words("action formaction ping srcdoc autofocus autoplay nonce integrity http-equiv manifest target")
_HEAD: Final = (
    '<meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src \'none\';'
    " img-src data:; font-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">"
)


def doctype(html: str) -> str:
    """The document's own doctype, so that the snapshot is laid out in the same mode; empty where it has none."""
    found = _DOCTYPE.match(html[:4_096])
    return found[1].replace("\n", " ") if found else ""


def head_start() -> str:
    """What comes first inside ``<head>``: the charset of the file, and a policy that forbids every load."""
    return _HEAD


def escape(text: str) -> str:
    """`text` as the content of an element."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def open_tag(tag: str, attributes: Mapping[str, str | None]) -> str:
    """The start tag with the attributes that can do no harm."""
    if not attributes:
        return f"<{tag}>"
    kept = [tag]
    for name, value in attributes.items():
        harmless, is_address = _attribute(name)
        if not harmless:
            continue
        if value is None:
            kept.append(name)
        elif not is_address or _may_lead_to(tag, value):
            quoted = value.replace("&", "&amp;").replace('"', "&quot;")
            kept.append(f'{name}="{quoted}"')
    return f"<{' '.join(kept)}>"


@lru_cache(maxsize=1_024)
def _attribute(name: str) -> tuple[bool, bool]:
    """Whether an attribute of that name may stay, and whether it is an address."""
    lowered = name.lower()
    harmless = not lowered.startswith("on") and lowered not in _DROPPED and ATTRIBUTE.fullmatch(name) is not None
    return harmless, lowered in _ADDRESSES


def _may_lead_to(tag: str, address: str) -> bool:
    if not _RUNS.match(address):
        return True
    return tag in {"img", "image", "input"} and address.lstrip().lower().startswith("data:image/")


def keeps_meta(attributes: Mapping[str, str | None]) -> bool:
    """Whether a ``<meta>`` may stay: not the ones that act like a header or set the charset of the old file."""
    return "http-equiv" not in attributes and "charset" not in attributes


def keeps_link(attributes: Mapping[str, str | None]) -> bool:
    """Whether a ``<link>`` may stay: style sheets only, since the rest prefetches or connects."""
    return (attributes.get("rel") or "").lower().split() == ["stylesheet"]


def raw_text(text: str) -> str:
    """`text` as the content of ``<style>``."""
    return text.replace("</", "<\\/")
