"""From a staged body to its one text: what a parse yields, and the parse itself. No engine, so a worker starts fast."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from evidence import limits
from evidence.charset import decode
from evidence.docx import read_docx
from evidence.kinds import page_kind
from evidence.page import PageText, read_html
from evidence.page_controls import ControlKind
from evidence.pdf import CONCEALED_PLACES, read_pdf
from evidence.pdf_page import CONCEALED
from evidence.pdf_pages import PageState, unread_of
from evidence.prose import weight
from evidence.ranges import Range
from evidence.readers import readers
from evidence.sniff import Media
from ledger.values import PdfPage, Value
from tasks.bodies import StagedFile

FRAMES = 5
"""Pages in frames that are told of a page."""
LINKS = 1_000
LINK_CHARACTERS = 1_000
"""How many links of a page are looked at for what they carry, and how much of each address."""


class LeftOut(Value):
    """Words of the page that are not in the text (a footnote marker, concealed text); they stood at `at`."""

    text: str
    at: int
    href: str | None = None


class Beside(Value):
    """Words of the page's source that nobody sees (`evidence.page_asides`); they stood at `at`."""

    kind: str
    text: str
    at: int


class PageLink(Value):
    """A link: its absolute address, and where its words are in the text."""

    url: str
    start: int
    end: int


class PageControl(Value):
    """A form, a field or a button (`evidence.page_controls`), which stood at `at`."""

    kind: ControlKind
    type: str
    words: str
    at: int


class Table(Value):
    """A table with the text of its cells, row by row: data of the source, like its text. `page` counts from 1."""

    page: int | None
    rows: list[list[str]]


class ParsedSource(Value):
    """The one text of a source and what is known of places in it (code points, half-open).

    `kind`, `article`, `hidden`, `marked_staged`, `metadata` are of web pages only; `pages`, `unread` of PDFs
    only. `unread`: the numbers of the pages that are not plain text, by what they are (`evidence.pdf_page`).
    `prose`: Latin-equivalent characters (`evidence.prose`) of the article outside links; of the whole text where there
    is no page. `charset_rule` says what decided the charset. `readers`: what read it, with versions. `ruled`: the pages
    that may hold tables; `tables_problem`: why `tables` lacks some of them. `fields`: those with
    fields to fill in. `copies`: other addresses of the same page that it names, by what they are
    (`evidence.structure`), and where it leads on to by itself (``leads_to``).
    `frames`: the first pages that it shows in frames; `styles_cut`, `starts_hidden`, `asides`, `quoted`, `controls` as
    in `PageText`; `links`: the first of its links.
    `marked_staged`: the file beside the staged body that holds the page for rendering (`PageText.marked_html`).
    """

    text: str
    media: Media
    title: str | None = None
    language: str | None = None
    article: list[Range] = Field(default_factory=list)
    hidden: list[Range] = Field(default_factory=list)
    pages: list[PdfPage] = Field(default_factory=list)
    pages_with_text: int = 0
    unread: dict[PageState, list[int]] = Field(default_factory=dict)
    marked_staged: str | None = None
    prose: int = 0
    pdf_links: list[str] = Field(default_factory=list)
    copies: dict[str, str] = Field(default_factory=dict)
    notes: list[LeftOut] = Field(default_factory=list)
    concealed: list[LeftOut] = Field(default_factory=list)
    metadata: dict[str, str] = Field(default_factory=dict)
    kind: str | None = None
    kind_reasons: list[str] = Field(default_factory=list)
    charset: str | None = None
    charset_rule: str | None = None
    ruled: list[int] = Field(default_factory=list)
    tables: list[Table] = Field(default_factory=list)
    tables_problem: str | None = None
    fields: list[int] = Field(default_factory=list)
    frames: list[str] = Field(default_factory=list)
    styles_cut: bool = False
    starts_hidden: bool = False
    asides: list[Beside] = Field(default_factory=list)
    quoted: list[Range] = Field(default_factory=list)
    links: list[PageLink] = Field(default_factory=list)
    controls: list[PageControl] = Field(default_factory=list)
    readers: dict[str, str] = Field(default_factory=dict)

    @property
    def reads_as_article(self) -> bool:
        """The success test: enough prose, and on a web page not something that comes instead of it.

        What a paywall lets everyone read is a page that everyone can check.
        """
        if self.media == "html":
            return self.prose >= limits.PROSE_CHARACTERS and self.kind in {"article", "list", "paywall"}
        if self.media == "pdf":
            return bool(self.text.strip()) and sum(map(len, self.unread.values())) < max(len(self.pages), 1)
        return bool(self.text.strip())


class ParseRequest(Value):
    """What to parse: a staged file, and what its fetch said of it. `url` is the address after redirects.

    `tables`: read the tables of a PDF too.
    """

    staged: str
    media: Media
    content_type: str | None = None
    url: str | None = None
    status: int | None = None
    max_pages: int = limits.PDF_PAGES
    tables: bool = True


class TablesRequest(Value):
    """A staged PDF, and the pages (from 1) whose tables to read within that time."""

    staged: str
    pages: list[int]
    seconds: float


class TablesRead(Value):
    """The tables of a PDF; `left` are the pages for which there was no time or room."""

    tables: list[Table]
    left: list[int]


def parse(request: ParseRequest) -> ParsedSource:
    """Parse a staged body in this process.

    Raises:
        PdfError, DocxError: the PDF or .docx file can't be read.
        ValueError: the media type is none that holds text.
        OSError: the file can't be read.
    """
    data = Path(request.staged).read_bytes()
    if request.media == "pdf":
        return parse_pdf(data, request.max_pages)
    if request.media == "docx":
        return _docx(data, request)
    if request.media not in {"html", "text", "markdown"}:
        raise ValueError(f"no text is read from {request.media}")
    decoded = decode(data, request.content_type, html=request.media == "html")
    if request.media == "html":
        page = read_html(decoded.text, request.url)
        return _page(page, request, decoded.charset, decoded.rule)
    text = decoded.text.replace("\0", "")  # as in a page: nobody sees it, and no quote has it
    return ParsedSource(
        text=text,
        media=request.media,
        prose=weight(text.strip()),
        charset=decoded.charset,
        charset_rule=decoded.rule,
        readers=readers(*_decoded_by(decoded.rule)),
    )


def parse_tables(request: TablesRequest) -> TablesRead:
    """Read the tables of a staged PDF. Any error of pdfplumber or of its parser may come out of it."""
    from evidence.pdf_tables import read_tables  # noqa: PLC0415  (slow to import, and seldom needed)

    read = read_tables(Path(request.staged).read_bytes(), request.pages, seconds=request.seconds)
    return TablesRead(tables=[Table(page=table.page, rows=table.rows) for table in read.found], left=read.left)


def too_large(parsed: ParsedSource) -> str | None:
    """Why more came of a parse than a hub takes into its memory; None when it is within bounds."""
    if len(parsed.text) > limits.EVIDENCE_CHARACTERS:
        return f"The source has {len(parsed.text):,} characters; at most {limits.EVIDENCE_CHARACTERS:,} are kept."
    if len(parsed.model_dump_json(exclude={"text"})) > limits.FACTS_BYTES:
        return "The source has more notes, hidden parts, tables or other marks than can be kept beside its text."
    return None


def _page(page: PageText, request: ParseRequest, charset: str | None, rule: str | None) -> ParsedSource:
    kind, reasons = page_kind(page, status=request.status, url=request.url)
    leads_to = page.structure.leads_to
    return ParsedSource(
        text=page.text,
        media="html",
        title=page.title,
        language=page.language,
        article=list(page.article),
        hidden=list(page.hidden),
        marked_staged=_staged(request, page.marked_html),
        prose=page.prose,
        pdf_links=list(page.pdf_links),
        copies=dict(page.structure.copies) | ({"leads_to": leads_to} if leads_to else {}),
        notes=[LeftOut(text=note.text, at=note.at, href=note.href) for note in page.notes],
        concealed=[LeftOut(text=words.text, at=words.at) for words in page.concealed],
        metadata=dict(page.structure.metadata),
        kind=kind,
        kind_reasons=list(reasons),
        frames=list(page.frames[:FRAMES]),
        styles_cut=page.styles_cut,
        starts_hidden=page.starts_hidden,
        asides=[Beside(kind=one.kind, text=one.text, at=one.at) for one in page.asides],
        quoted=list(page.quoted),
        links=[PageLink(url=one.url[:LINK_CHARACTERS], start=one.start, end=one.end) for one in page.links[:LINKS]],
        controls=[PageControl(kind=one.kind, type=one.type, words=one.words, at=one.at) for one in page.controls],
        charset=charset,
        charset_rule=rule,
        readers=readers("selectolax", "beautifulsoup4", *_decoded_by(rule)),
    )


def _staged(request: ParseRequest, html: str) -> str:
    """Write the page for rendering beside the body, durably: it may be large, and nobody needs it in memory."""
    with StagedFile(str(Path(request.staged).parent)) as file:
        file.write(html.encode("utf-8", "replace"))
        return file.finish()[0]


def _decoded_by(rule: str | None) -> list[str]:
    return ["chardet"] if rule == "detected" else []


def _docx(data: bytes, request: ParseRequest) -> ParsedSource:
    """A .docx file is read as the page that it is converted to; it is of no kind that pages of the web are of."""
    made = read_docx(data)
    parsed = _page(read_html(made.html, request.url), request, None, None)
    return parsed.model_copy(
        update={
            "media": "docx",
            "kind": None,
            "kind_reasons": [],
            "concealed": [
                *parsed.concealed,
                *(LeftOut(text=words[:CONCEALED], at=0) for words in made.concealed[:CONCEALED_PLACES]),
            ],
            "readers": parsed.readers | readers("mammoth"),
        }
    )


def parse_pdf(data: bytes, max_pages: int = limits.PDF_PAGES) -> ParsedSource:
    """A PDF of at most so many pages, in this process. Raises PdfError."""
    read = read_pdf(data, max_pages=max_pages)
    return ParsedSource(
        text=read.text,
        media="pdf",
        title=read.title,
        prose=weight(read.text.strip()),
        pages=[PdfPage(number=page.number, label=page.label, start=page.start, end=page.end) for page in read.pages],
        pages_with_text=read.pages_with_text,
        unread=unread_of(page.state for page in read.pages),
        concealed=[LeftOut(text=words, at=at) for words, at in read.concealed],
        ruled=[page.number for page in read.pages if page.ruled],
        fields=[page.number for page in read.pages if page.fields],
        readers=readers("pypdfium2"),
    )
