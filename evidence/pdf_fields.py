"""Whether a page of a PDF has fields to fill in: what they hold is no part of its text layer."""

from __future__ import annotations

import ctypes
from typing import Any, Final

import pypdfium2.raw as pdfium

_ANNOTATIONS: Final = 2_000
"""Annotations of a page that are looked at."""
_NO_WORDS: Final = frozenset({"Btn", "Sig"})
"""Kinds of fields that hold no words: boxes to tick, signatures."""


def has_fields(page: Any) -> bool:
    """Whether an opened page has a field for words, filled in or not."""
    count = min(max(pdfium.FPDFPage_GetAnnotCount(page.raw), 0), _ANNOTATIONS)
    return any(_is_field(page.raw, at) for at in range(count))


def _is_field(raw: Any, at: int) -> bool:
    annotation = pdfium.FPDFPage_GetAnnot(raw, at)
    if not annotation:
        return False
    try:
        is_widget = pdfium.FPDFAnnot_GetSubtype(annotation) == pdfium.FPDF_ANNOT_WIDGET
        return is_widget and _kind(annotation) not in _NO_WORDS
    finally:
        pdfium.FPDFPage_CloseAnnot(annotation)


def _kind(annotation: Any) -> str:
    """`Tx`, `Ch`, `Btn`, `Sig`; empty where the field that the annotation belongs to says it."""
    buffer = (ctypes.c_ushort * 4)()
    length = pdfium.FPDFAnnot_GetStringValue(annotation, b"FT", buffer, ctypes.sizeof(buffer))
    return "".join(map(chr, buffer[: max(length // 2 - 1, 0)])) if length <= ctypes.sizeof(buffer) else ""
