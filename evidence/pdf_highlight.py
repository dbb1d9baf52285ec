"""Highlight annotations in a copy of a PDF, as the marker of any PDF reader makes them. Bytes in, bytes out."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from typing import Final, Literal

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, String

from evidence.pdf import PdfError
from evidence.pdf_layer import Rectangle

AUTHOR: Final = "uratori"
YELLOW: Final = (Decimal(1), Decimal("0.886"), Decimal("0.361"))
"""As in the pictures of quotes (`evidence.paint`)."""
_PRINTED: Final = 4
"""The annotation flag that has it printed with its page."""
_VERSION: Final = "1.4"
"""The first version of PDF that knows blend modes."""

Warned = Literal["signed", "comments_forbidden"]
"""`signed`: no signature of the original holds for the copy. `comments_forbidden`: whoever locked the original did not
want comments in it."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A highlight on one page (`page` counts from 1): `quads` has a rectangle per line, in the page's own space.

    `contents` is the comment that readers show with it.
    """

    page: int
    quads: tuple[Rectangle, ...]
    contents: str


@dataclass(frozen=True, slots=True)
class Highlighted:
    """The copy, and what a person should know of it."""

    data: bytes
    warnings: tuple[Warned, ...] = ()


def highlighted(data: bytes, marks: Sequence[Mark], *, modified: datetime, password: str | None = None) -> Highlighted:
    """A copy with the marks as annotations, each with its own appearance, so that every reader draws the same.

    Whatever else is in the file stays as it is: other annotations, encryption with its passwords and permissions,
    object streams, the order of a linearized file.

    Args:
        data: the PDF.
        marks: what to mark; a page that is named twice has two annotations.
        modified: the time that the annotations are given.
        password: that of the user or of the owner, where the file asks for one.

    Raises:
        PdfError: `encrypted`, `wrong_password` or `broken`.
        ValueError: a mark is on no page or has no rectangle.
    """
    with _opened(data, password) as pdf:
        for number in sorted({mark.page for mark in marks}):
            if not 1 <= number <= len(pdf.pages):
                raise ValueError(f"the PDF has no page {number}")
            page = pdf.pages[number - 1].obj
            there = page.get(Name.Annots)
            made = [_annotation(pdf, page, mark, modified) for mark in marks if mark.page == number]
            # A new array: pages may share one.
            page.Annots = pdf.make_indirect(Array([*(there if isinstance(there, Array) else ()), *made]))
        return Highlighted(_saved(pdf, linearize=pdf.is_linearized), tuple(_warnings(pdf, data)))


def readable(data: bytes, password: str | None = None) -> bytes:
    """The PDF as `highlighted` understands it, for reading: unlocked, and mended where it is damaged.

    The same bytes where it is neither locked nor damaged: then every reader sees the same pages.

    Raises:
        PdfError: as `highlighted`.
    """
    with _opened(data, password) as pdf:
        if pdf.get_warnings() or (password and pdf.is_encrypted):
            return _saved(pdf, linearize=False, unlocked=True)
        return data


def _opened(data: bytes, password: str | None) -> Pdf:
    """The file, opened without a password, or with all the rights that the password gives."""
    found: Pdf | None = None
    for secret in _encoded(password):
        try:
            pdf = pikepdf.open(io.BytesIO(data), password=secret)
            empty = not len(pdf.pages)
        except pikepdf.PasswordError:
            continue
        except pikepdf.PdfError as error:
            raise PdfError("broken", "The PDF is damaged or cut short and can't be opened.") from error
        if empty:
            raise PdfError("broken", "The PDF has no pages.")
        found = pdf
        if not pdf.is_encrypted or pdf.owner_password_matched:
            break
    if found is not None:
        return found
    if password is None:
        raise PdfError("encrypted", "The PDF asks for a password.")
    raise PdfError("wrong_password", "The password does not open the PDF.")


def _encoded(password: str | None) -> list[bytes]:
    """No password, and the bytes that the one given may stand for: newer files take UTF-8, older ones Latin-1."""
    given = password or ""
    return list(dict.fromkeys([b"", given.encode("utf-8", "replace"), given.encode("latin-1", "replace")]))


def _annotation(pdf: Pdf, page: pikepdf.Object, mark: Mark, modified: datetime) -> pikepdf.Object:
    if not mark.quads:
        raise ValueError("a mark needs a rectangle")
    boxes = [[Decimal(f"{edge:.3f}") for edge in quad] for quad in mark.quads]
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    around = [min(lefts), min(bottoms), max(rights), max(tops)]
    contents = mark.contents.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    name = hashlib.sha256(repr((mark.page, boxes, contents)).encode("utf-8")).hexdigest()[:24]
    date = String(modified.astimezone(UTC).strftime("D:%Y%m%d%H%M%SZ"))
    return pdf.make_indirect(
        Dictionary(
            Type=Name.Annot,
            Subtype=Name.Highlight,
            Rect=Array(around),
            QuadPoints=Array([edge for box in boxes for edge in _corners(box)]),
            C=Array(YELLOW),
            F=_PRINTED,
            T=String(AUTHOR),
            Contents=String(contents),
            NM=String(f"{AUTHOR}-{name}"),
            M=date,
            CreationDate=date,
            P=page,
            AP=Dictionary(N=_appearance(pdf, boxes, around)),
        )
    )


def _corners(box: Sequence[Decimal]) -> tuple[Decimal, ...]:
    """The corners in the order that readers expect: both of the line's upper edge, then both of its lower edge.

    Of a rectangle that is higher than wide the line runs downwards, with its upper edge to the right.
    """
    left, bottom, right, top = box
    if top - bottom > right - left:
        return right, top, right, bottom, left, top, left, bottom
    return left, top, right, top, left, bottom, right, bottom


def _appearance(pdf: Pdf, boxes: Sequence[Sequence[Decimal]], around: Sequence[Decimal]) -> pikepdf.Object:
    """One shape, so that lines which overlap are not twice as dark, multiplied with what is below: ink stays ink."""
    shape = " ".join(f"{left} {bottom} {right - left} {top - bottom} re" for left, bottom, right, top in boxes)
    colour = " ".join(map(str, YELLOW))
    form = pdf.make_stream(f"/Multiply gs {colour} rg {shape} f".encode("ascii"))
    form.Type, form.Subtype = Name.XObject, Name.Form
    form.BBox = Array(around)
    form.Resources = Dictionary(ExtGState=Dictionary(Multiply=Dictionary(Type=Name.ExtGState, BM=Name.Multiply)))
    return form


def _warnings(pdf: Pdf, data: bytes) -> list[Warned]:
    found: list[Warned] = []
    # A signature names the bytes that it covers, so its own are never packed.
    if b"/ByteRange" in data and (Name.AcroForm in pdf.Root or Name.Perms in pdf.Root):
        found.append("signed")
    if pdf.is_encrypted and not pdf.allow.modify_annotation and not pdf.owner_password_matched:
        found.append("comments_forbidden")
    return found


def _saved(pdf: Pdf, *, linearize: bool, unlocked: bool = False) -> bytes:
    out = io.BytesIO()
    locked = pdf.is_encrypted and not unlocked
    pdf.save(
        out,
        min_version=_VERSION,
        fix_metadata_version=False,
        stream_decode_level=None if locked else pikepdf.StreamDecodeLevel.none,
        linearize=linearize,
        encryption=locked,
        deterministic_id=not locked,
    )
    return out.getvalue()
