"""The one stored text of a web page, and everything that is known about places in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final
from urllib.parse import urljoin

from selectolax.lexbor import LexborHTMLParser

from evidence import page_markup
from evidence.limits import PROSE_CHARACTERS
from evidence.page_addresses import Addresses
from evidence.page_article import find_article
from evidence.page_asides import AsideKind
from evidence.page_bounds import bounded
from evidence.page_colours import Colour
from evidence.page_controls import Control
from evidence.page_notes import explained_signs
from evidence.page_shadow import flatten
from evidence.page_sheets import Sheets
from evidence.page_walk import Walk
from evidence.page_writer import COLLAPSED, TextWriter
from evidence.ranges import Range
from evidence.structure import Structure, read_structure

_FRAMES_MOST: Final = 20


@dataclass(frozen=True, slots=True)
class Link:
    """A link on the page; its text lies at ``[start, end)``."""

    url: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NoteMark:
    """A footnote marker that was left out of the text at `at`; `href` is where it led, as written."""

    text: str
    at: int
    href: str | None


@dataclass(frozen=True, slots=True)
class Alt:
    """What stands for a picture; it is no part of the text. The picture, with the address as written, stood at `at`."""

    text: str
    at: int
    src: str | None


@dataclass(frozen=True, slots=True)
class Concealed:
    """Text that no reader of the page could see and that is not part of the stored text; it stood at `at`."""

    text: str
    at: int


@dataclass(frozen=True, slots=True)
class Aside:
    """Words of the source that no reader sees and that are not part of the text; they stood at `at`."""

    kind: AsideKind
    text: str
    at: int


@dataclass(frozen=True, slots=True)
class PageText:
    """A page as text. Every offset counts code points of `text`.

    `article`: where the article is; `hidden`: text shown on demand only; `prose`: how much of the article is in no
    link, in Latin-equivalent characters (`evidence.prose`). `marked_html`: the page sanitised for rendering without a
    network, with ``<!--u:START-->`` before each text node that contributed; START is the offset in `text` of the node's
    first character that is no white space. From there on node and text are equal but for white space that the text
    folds, invisible characters that it drops, and raised or lowered digits, letters and signs, one for one (``2`` in
    the node, ``²`` in the text). `frames`: the pages that it shows in frames, which are pages of their own.
    `styles_cut`: its style sheets are too much to be judged, so that text which they hide may be taken for shown.
    `starts_hidden`: it conceals all of its text, an article's worth, until its scripts run; this was taken for shown.
    `asides`: words of its source that nobody sees (`evidence.page_asides`); `quoted`: its code and quotations.
    """

    text: str
    title: str | None
    language: str | None
    article: tuple[Range, ...]
    hidden: tuple[Range, ...]
    prose: int
    links: tuple[Link, ...]
    pdf_links: tuple[str, ...]
    marked_html: str
    structure: Structure
    notes: tuple[NoteMark, ...] = ()
    concealed: tuple[Concealed, ...] = ()
    alts: tuple[Alt, ...] = ()
    frames: tuple[str, ...] = ()
    styles_cut: bool = False
    starts_hidden: bool = False
    asides: tuple[Aside, ...] = ()
    quoted: tuple[Range, ...] = ()
    controls: tuple[Control, ...] = ()


def read_html(html: str, base_url: str | None) -> PageText:
    """Read a page; `base_url` is its address after redirects. Never fails: bad markup is a page too."""
    tree = LexborHTMLParser(bounded(html.encode("utf-8", "replace").decode("utf-8")), scripting=True)
    flatten(tree, html)
    sheets = Sheets(node.text(deep=True) for node in tree.css("style"))
    walk = _walk(tree, sheets)
    starts_hidden = not walk.writer.starts and sum(len(words) for _, words in walk.concealed) >= PROSE_CHARACTERS
    if starts_hidden:
        # Its scripts show it: who conceals words from readers has others for them to read.
        sheets = Sheets(node.text(deep=True) for node in tree.css("style"))
        walk = _walk(tree, sheets, unveils=True)
    text = walk.writer.text()
    structure = read_structure(tree, base_url)
    metadata = dict(structure.metadata)
    base = _base(tree, base_url)
    title = _title(tree) or metadata.get("title")
    article = find_article(walk.writer, text, walk.regions, [title or "", metadata.get("title", "")])
    return PageText(
        text=text,
        title=title,
        language=_language(tree),
        article=article.ranges,
        hidden=_hidden(walk.writer),
        prose=article.prose,
        links=_links(walk, text, base),
        pdf_links=structure.pdf_links,
        marked_html=page_markup.doctype(html) + "".join(walk.html),
        structure=structure,
        notes=tuple(NoteMark(sign, at, href) for sign, at, href in walk.notes),
        concealed=tuple(
            Concealed(words, at)
            for at, words in sorted([*walk.concealed, *walk.writer.smuggled], key=lambda entry: entry[0])
        ),
        alts=tuple(Alt(words, at, src) for at, words, src in walk.alts),
        frames=_frames(tree, base),
        styles_cut=sheets.cut,
        starts_hidden=starts_hidden,
        asides=tuple(Aside(kind, words, at) for kind, at, words in walk.asides),
        quoted=tuple(Range(start, end) for start, end in walk.quoted),
        controls=tuple(walk.controls),
    )


def _walk(tree: LexborHTMLParser, sheets: Sheets, *, unveils: bool = False) -> Walk:
    walk = Walk(sheets, explained_signs(tree), ground=_ground(tree), unveils=unveils)
    root = tree.root
    if root is not None:
        walk.run(root)
    return walk


def _ground(tree: LexborHTMLParser) -> Colour | str:
    """What is behind the text unless the page says it: white, unless a sheet from elsewhere may say it."""
    return "unknown" if tree.css_matches('link[rel~="stylesheet" i]') else (255, 255, 255)


def _title(tree: LexborHTMLParser) -> str | None:
    node = tree.css_first("head title") or tree.css_first("title")
    return " ".join(node.text(deep=True).split()) or None if node is not None else None


def _language(tree: LexborHTMLParser) -> str | None:
    root = tree.root
    said = root.attributes.get("lang") or root.attributes.get("xml:lang") if root is not None else None
    return said.strip() or None if said else None


def _base(tree: LexborHTMLParser, base_url: str | None) -> str:
    node = tree.css_first("base[href]")
    href = node.attributes.get("href") if node is not None else None
    return urljoin(base_url or "", href) if href else base_url or ""


def _links(walk: Walk, text: str, base: str) -> tuple[Link, ...]:
    resolved = Addresses(base)
    return tuple(
        Link(url, text[start:end], start, end)
        for href, start, end in walk.links
        if (url := resolved.absolute(href)) is not None
    )


def _frames(tree: LexborHTMLParser, base: str) -> tuple[str, ...]:
    addresses = Addresses(base)
    found = (addresses.absolute(node.attributes.get("src") or "") for node in tree.css("frame, iframe")[:_FRAMES_MOST])
    return tuple(dict.fromkeys(address for address in found if address))


def _hidden(writer: TextWriter) -> tuple[Range, ...]:
    ranges: list[Range] = []
    open_run = False
    for start, end, mark in zip(writer.starts, writer.ends, writer.marks, strict=True):
        if not mark & COLLAPSED:
            open_run = False
        elif open_run:
            ranges[-1] = Range(ranges[-1].start, end)
        else:
            ranges.append(Range(start, end))
            open_run = True
    return tuple(ranges)
