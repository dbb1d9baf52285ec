"""How outside text gets into a report without becoming part of its structure.

Every value that a Markdown template prints passes `markdown_text`; only what `Markup` already marks as safe does not.
"""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import quote, urlsplit

from markupsafe import Markup

#: Stands for a line break inside one line of Markdown.
BREAK = " ↵ "

_BREAKS = re.compile(r"\r\n|[\n\r\v\f\x85\u2028\u2029]")
_BLANKS = re.compile(r"[ \t]+")
#: Controls, and characters that reorder or hide what stands beside them: shown by name, since they could show one
#: thing to a reader and another to a machine. Joiners and variation selectors stay: scripts and emoji need them.
_UNSEEN = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff"
    "\U000e0000-\U000e007f]"
)
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}
_ALWAYS = re.compile(r"[\\`*\[\]{}#|~$^@&<>]|(?<![^\W_])_|_(?![^\W_])")
_AUTOLINK = re.compile(r"(?i)\b(https?|ftp|mailto|xmpp)(:)|\b(www)(\.)")
_LINE_START = re.compile(r"^([ \t]*)(?:([-+=!:])|(\d{1,9})([.)])(?=\s|$))")
_SCHEMES = ("http", "https")


def visible(text: str) -> str:
    """The text with characters that cannot be seen, or that reorder others, written as ``⟨U+202E⟩``."""
    return _UNSEEN.sub(lambda found: f"⟨U+{ord(found.group()):04X}⟩", text)


def one_line(text: str) -> str:
    """The text in one line: every line break becomes a visible sign, runs of blanks one space."""
    return _BLANKS.sub(" ", _BREAKS.sub(BREAK, text)).strip(" ")


def _line(text: str) -> str:
    escaped = _AUTOLINK.sub(lambda m: f"{m[1]}\x00:" if m[1] else f"{m[3]}\x00.", text)
    escaped = _ALWAYS.sub(lambda m: _ENTITIES.get(m.group(), "\\" + m.group()), escaped).replace("\x00", "\\")
    return _LINE_START.sub(lambda m: f"{m[1]}\\{m[2]}" if m[2] else f"{m[1]}{m[3]}\\{m[4]}", escaped)


def markdown_text(value: object) -> Markup:
    """Any text as one line of Markdown that shows exactly that text: no markup, link, table cell or HTML comes of it.

    `Markup` is taken to be safe Markdown already and passes as it is.
    """
    if isinstance(value, Markup):
        return value
    return Markup(_line(visible(one_line(str(value)))))  # noqa: S704 - this is the escaping


def markdown_quote(text: str, prefix: str = "> ") -> Markup:
    """Any text as a Markdown block quote, its own line breaks kept; each line starts with `prefix`."""
    lines = [_line(visible(_BLANKS.sub(" ", line).strip(" "))) for line in _BREAKS.split(text.strip())]
    ended = [f"{line}  " if line and index + 1 < len(lines) else line for index, line in enumerate(lines)]
    return Markup("\n".join(f"{prefix}{line}" if line else prefix.rstrip() for line in ended))  # noqa: S704


def markdown_code(value: object) -> Markup:
    """An id, hash or path as a code span; text that could end the span or a table cell is escaped instead."""
    text = str(value)
    if not text or re.search(r"[`|<>&\s]", text) or _UNSEEN.search(text):
        return markdown_text(text)
    return Markup(f"`{text}`")  # noqa: S704


def web_url(url: str | None) -> str | None:
    """The URL with unsafe characters percent-encoded, if it is http or https with a host; else None."""
    if not url:
        return None
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:
        return None
    if parts.scheme.lower() not in _SCHEMES or not host:
        return None
    return quote(url, safe="%/:=&?~#+!$,;'@()*[]-._")


def markdown_link(url: str | None, text: str | None = None) -> Markup:
    """A link to a web address that shows `text` (by default the address); any other address is shown as text."""
    target = web_url(url)
    label = markdown_text(text if text is not None else url or "")
    if target is None:
        return label
    return Markup(f"[{label}](<{target}>)")  # noqa: S704


def relative_path(path: str | None) -> str | None:
    """A path inside the session folder as a relative URL; None for anything that leads elsewhere."""
    if not path or path.startswith(("/", "\\")) or "\\" in path or "\x00" in path:
        return None
    parts = path.split("/")
    if any(part in {"", ".", ".."} for part in parts):
        return None
    return "/".join(quote(part, safe="-._~") for part in parts)


def script_json(value: Any) -> Markup:
    """A value as compact JSON that cannot end the ``script`` element it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)  # noqa: S704
