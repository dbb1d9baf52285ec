"""The part of a URL that names words of a page: ``#id:~:text=[prefix-,]start[,end][,-suffix]``, as Chromium reads it.

It follows the WICG draft, but that a percent sign which encodes nothing makes a directive malformed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote

DELIMITER: Final = ":~:"
_NAME: Final = "text="
_BROKEN: Final = re.compile(r"%(?![0-9A-Fa-f]{2})")


@dataclass(frozen=True, slots=True)
class Directive:
    """What a link selects: `start`, or from `start` to `end`, right after `prefix` and right before `suffix`."""

    start: str
    end: str = ""
    prefix: str = ""
    suffix: str = ""

    def __str__(self) -> str:
        """The directive as it stands in a URL."""
        terms = [f"{encoded(self.prefix)}-"] if self.prefix else []
        terms += [encoded(term) for term in (self.start, self.end) if term]
        terms += [f"-{encoded(self.suffix)}"] if self.suffix else []
        return _NAME + ",".join(terms)


def encoded(term: str) -> str:
    """A term as it stands in a URL: nothing in it can be taken for syntax."""
    return quote(term, safe="").replace("-", "%2D")


def split(url: str) -> tuple[str, str]:
    """A URL as the browser asks for it, its element id kept, and its directives as written, parted by ``&``."""
    page, hash_mark, fragment = url.partition("#")
    element, _, directives = fragment.partition(DELIMITER)
    return f"{page}{hash_mark}{element}" if element else page, directives


def joined(url: str, directives: list[Directive]) -> str:
    """The link to several places of one page; an element id in `url` is kept, directives in it are not.

    Chromium follows the first 16 directives.
    """
    page, _ = split(url)
    return f"{page}{'' if '#' in page else '#'}{DELIMITER}{'&'.join(map(str, directives))}"


def parse(url_or_fragment: str) -> list[Directive]:
    """The text directives of a URL or of a fragment (``#…``, ``:~:…``, ``text=…``); malformed ones are left out."""
    _, hash_mark, fragment = url_or_fragment.partition("#")
    directives = fragment if hash_mark else url_or_fragment
    if hash_mark or DELIMITER in directives:
        directives = directives.partition(DELIMITER)[2]
    found = (parse_directive(written) for written in directives.split("&"))
    return [directive for directive in found if directive is not None]


def parse_directive(written: str) -> Directive | None:
    """One directive, ``text=…``; None where it has another name or is malformed."""
    if not written.startswith(_NAME) or _BROKEN.search(written):
        return None
    terms = written.removeprefix(_NAME).split(",")
    prefix = terms.pop(0) if terms[0].endswith("-") else None
    suffix = terms.pop() if terms and terms[-1].startswith("-") else None
    if len(terms) not in (1, 2):
        return None
    context = [(prefix or "-")[:-1], (suffix or "-")[1:]]
    if prefix == "-" or suffix == "-" or not all(terms) or any("-" in term for term in (*terms, *context)):
        return None
    start, end = unquote(terms[0]), unquote(terms[1]) if len(terms) == 2 else ""
    return Directive(start, end, unquote(context[0]), unquote(context[1]))
