""".docx files written part by part."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006"
NAMESPACES = (
    'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" '
    f'xmlns:r="{_OFFICE}/relationships" xmlns:m="{_OFFICE}/math" '
    'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
)
_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/></Types>'
)


def relations(*rows: tuple[str, str, str]) -> str:
    """A part of relationships: id, the last word of the type, target (external where it holds ``:``)."""
    outside = ' TargetMode="External"'
    made = "".join(
        f'<Relationship Id="{name}" Type="{_OFFICE}/relationships/{kind}" Target="{target}"'
        f"{outside if ':' in target else ''}/>"
        for name, kind, target in rows
    )
    return f'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{made}</Relationships>'


def part(root: str, inside: str) -> str:
    """A part of WordprocessingML."""
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:{root} {NAMESPACES}>{inside}</w:{root}>'


def paragraph(text: str, style: str = "") -> str:
    """A paragraph; `text` is markup where it begins with ``<``."""
    properties = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{properties}{text if text.startswith('<') else run(text)}</w:p>"


def run(text: str, properties: str = "") -> str:
    """A run of text."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def docx(body: str, further: Mapping[str, str | bytes] | None = None) -> bytes:
    """A file with that body; `further` are other parts by name, or such that take the place of the usual ones."""
    parts: dict[str, str | bytes] = {
        "[Content_Types].xml": _TYPES,
        "_rels/.rels": relations(("rId1", "officeDocument", "word/document.xml")),
        "word/document.xml": part("document", f"<w:body>{body}</w:body>"),
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in (parts | dict(further or {})).items():
            package.writestr(name, content)
    return file.getvalue()
