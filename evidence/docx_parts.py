"""The parts of a .docx file, a zip of XML: opened with bounds, and without what a reader of the document can't see."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final
from xml.etree import ElementTree as ET
from xml.parsers import expat

ENTRIES: Final = 5_000
"""Files inside of the file."""
XML_BYTES: Final = 40_000_000
"""Bytes of one part of XML, and of all together, unpacked."""
FILE_BYTES: Final = 200_000_000
"""Bytes of all that is inside, unpacked."""
DEPTH: Final = 200
"""Elements inside of elements."""
TINY: Final = 2
"""Half points: letters of this size are for machines."""
NEAR_WHITE: Final = 243
"""Red, green and blue of letters (of 255) that nobody makes out on paper."""
_STYLES: Final = "word/styles.xml"
_COLOUR: Final = re.compile(r"[0-9A-Fa-f]{6}")
_PROPERTIES: Final = frozenset({"rPr", "pPr", "tcPr", "tblPr"})
_DRAWN: Final = frozenset({"txbxContent", "drawing", "pict", "AlternateContent"})
"""What may lie on a ground of its own."""
_XML: Final = re.compile(r"(?:\.xml|\.rels)\Z", re.IGNORECASE)
_TEXT: Final = re.compile(r"word/(?:document|footnotes|endnotes|header\d*|footer\d*)\.xml\Z")
_EDGE: Final = re.compile(r"word/(header|footer)\d*\.xml\Z")
_DELETED: Final = frozenset({"del", "moveFrom", "rt", "delText", "instrText"})


class DocxError(Exception):
    """A .docx file that can't be read; `kind` is a stable word: `broken`, `too_large`, `no_reader`."""

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message


@dataclass
class Parts:
    """What is inside: `package` is the file anew, as a converter reads it.

    `headers`, `footers`: the lines of text that stand there, each once. `concealed`: words that nobody can see.
    `shaded`: the ids of styles that put a colour behind the text.
    """

    package: bytes
    title: str | None
    headers: list[str] = field(default_factory=list)
    footers: list[str] = field(default_factory=list)
    concealed: list[str] = field(default_factory=list)
    shaded: frozenset[str] = frozenset()


@dataclass(frozen=True)
class _Ground:
    """What is behind the text: `bare` paper, or something that may have any colour. `shaded`: styles that colour it."""

    shaded: frozenset[str]
    bare: bool = True

    def within(self, element: ET.Element) -> _Ground:
        """The same inside of the element."""
        if self.bare and (_local(element) in _DRAWN or _shades(element, self.shaded)):
            return replace(self, bare=False)
        return self


def read_parts(data: bytes) -> Parts:
    """Open a .docx file.

    Raises:
        DocxError: it is no such file, is damaged, or unpacks to too much.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package:
            entries = _entries(package)
            parts = Parts(package=b"", title=None, shaded=_shaded_styles(package, entries))
            parts.package = _anew(package, entries, parts)
            return parts
    except (zipfile.BadZipFile, zipfile.LargeZipFile, NotImplementedError, EOFError, RuntimeError, OSError) as error:
        raise DocxError("broken", f"The file is damaged or locked: {error}.") from error
    except (expat.ExpatError, ET.ParseError, LookupError, UnicodeError) as error:
        raise DocxError("broken", f"The file holds broken XML: {error}.") from error


def _entries(package: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """What is inside, after a look at what it claims to unpack to; nothing unpacks to more than it claims."""
    entries = [entry for entry in package.infolist() if not entry.is_dir()]
    names = {entry.filename for entry in entries}
    if len(names) < len(entries):
        raise DocxError("broken", "The file holds two parts of one name.")
    if not any(name.endswith("document.xml") for name in names) or "[Content_Types].xml" not in names:
        raise DocxError("broken", "The file is no Word document.")
    xml = sum(entry.file_size for entry in entries if _XML.search(entry.filename))
    if len(entries) > ENTRIES or xml > XML_BYTES or sum(entry.file_size for entry in entries) > FILE_BYTES:
        raise DocxError("too_large", "The file unpacks to more than is read.")
    return entries


def _anew(package: zipfile.ZipFile, entries: list[zipfile.ZipInfo], parts: Parts) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as target:
        for entry in entries:
            body = package.read(entry)
            if _XML.search(entry.filename):
                _check(body)
                body = _part(entry.filename, body, parts)
            target.writestr(entry.filename, body)
    return made.getvalue()


def _check(body: bytes) -> None:
    """Raise DocxError for XML that declares a document type or is nested too deeply."""
    depth = 0

    def started(_name: str, _attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > DEPTH:
            raise DocxError("too_large", f"The file's elements are nested more than {DEPTH} deep.")

    def ended(_name: str) -> None:
        nonlocal depth
        depth -= 1

    def declared(*_type: object) -> None:
        raise DocxError("broken", "The file declares a document type, which no Word document does.")

    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = started, ended
    parser.StartDoctypeDeclHandler = declared
    parser.Parse(body, True)


def _part(name: str, body: bytes, parts: Parts) -> bytes:
    if name == "docProps/core.xml":
        title = next((one.text or "" for one in _tree(body).iter() if _local(one) == "title"), "")
        parts.title = " ".join(title.split()) or None
    if not _TEXT.search(name):
        return body
    root = _tree(body)
    _clean(root, parts.concealed, _Ground(parts.shaded, bare=not any(_local(one) == "background" for one in root)))
    edge = _EDGE.search(name)
    if edge is not None:
        known = parts.headers if edge[1] == "header" else parts.footers
        known += [line for line in dict.fromkeys(_lines(root)) if line not in known]
    return bytes(ET.tostring(root, encoding="utf-8", xml_declaration=True))


def _tree(body: bytes) -> ET.Element:
    return ET.fromstring(body)  # noqa: S314 - see `_check`


def _local(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]


def _shaded_styles(package: zipfile.ZipFile, entries: list[zipfile.ZipInfo]) -> frozenset[str]:
    """The styles that shade what they are for, and those based on them."""
    if not any(entry.filename == _STYLES for entry in entries):
        return frozenset()
    body = package.read(_STYLES)
    _check(body)
    styles = [one for one in _tree(body) if _local(one) == "style"]
    based: dict[str, list[str]] = {}
    found: set[str] = set()
    for style in styles:
        name = _attribute(style, "styleId") or ""
        for one in style.iter():
            if _local(one) == "basedOn":
                based.setdefault(_attribute(one, "val") or "", []).append(name)
            elif _is_shade(one):
                found.add(name)
    new = list(found)
    while new:
        derived = [name for name in based.get(new.pop(), []) if name not in found]
        found.update(derived)
        new += derived
    return frozenset(found)


def _attribute(element: ET.Element, name: str) -> str | None:
    return next((value for key, value in element.attrib.items() if key.endswith("}" + name)), None)


def _is_shade(element: ET.Element) -> bool:
    """Whether it says that a colour other than white lies behind the text."""
    if _local(element) == "highlight":
        return _attribute(element, "val") not in {"none", "white"}
    if _local(element) != "shd":
        return False
    plain = _attribute(element, "val") in {None, "clear", "nil"} and _attribute(element, "themeFill") is None
    return not (plain and (_attribute(element, "fill") or "auto").lower() in {"auto", "ffffff"})


def _shades(element: ET.Element, shaded: frozenset[str]) -> bool:
    """Whether the element puts a colour behind what is in it."""
    for properties in (child for child in element if _local(child) in _PROPERTIES):
        for one in properties:
            if _is_shade(one) or (_local(one).endswith("Style") and _attribute(one, "val") in shaded):
                return True
    return False


def _clean(element: ET.Element, concealed: list[str], ground: _Ground) -> None:
    """Take out what can't be seen, and put what the converter does not know into what it does."""
    children: list[ET.Element] = []
    for child in element:
        children += _instead(child, concealed, ground)
    element[:] = children
    for child in children:
        _clean(child, concealed, ground.within(child))


def _instead(element: ET.Element, concealed: list[str], ground: _Ground) -> list[ET.Element]:
    name, space = _local(element), element.tag.rpartition("}")[0] + "}"
    if name == "r" and (_is_hidden(element) or (ground.within(element).bare and _is_white(element))):
        concealed += filter(None, ["".join(_words(element)).strip()])
        return []
    if name in {"fldSimple", "dir", "bdo"}:
        return [one for child in element for one in _instead(child, concealed, ground)]
    if name == "ruby":
        bases = [child for child in element if _local(child) == "rubyBase"]
        return [one for base in bases for child in base for one in _instead(child, concealed, ground)]
    if name in {"cr", "ptab"}:
        element.tag = space + ("br" if name == "cr" else "tab")
        element.attrib.clear()
    return [_equation(element)] if name in {"oMath", "oMathPara"} else [element]


def _is_hidden(run: ET.Element) -> bool:
    """Whether a run is set as hidden, or in letters that are too small to be read."""
    for properties in (child for child in run if _local(child) == "rPr"):
        for one in properties:
            value = next((value for key, value in one.attrib.items() if key.endswith("}val")), None)
            if _local(one) in {"vanish", "specVanish"} and value not in {"0", "false", "off"}:
                return True
            if _local(one) == "sz" and (value or "").isdecimal() and int(value or "0") <= TINY:
                return True
    return False


def _is_white(run: ET.Element) -> bool:
    """Whether a run is set in white or nearly so."""
    for properties in (child for child in run if _local(child) == "rPr"):
        for one in properties:
            value = _attribute(one, "val") or "" if _local(one) == "color" else ""
            if _COLOUR.fullmatch(value) and min(bytes.fromhex(value)) >= NEAR_WHITE:
                return True
    return False


def _equation(element: ET.Element) -> ET.Element:
    """An equation as a run of its letters, in order."""
    word = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
    run = ET.Element(word + "r")
    ET.SubElement(run, word + "t").text = "".join(_words(element))
    return run


def _words(element: ET.Element) -> Iterator[str]:
    """The text of an element as it is read, without what was deleted."""
    name = _local(element)
    if name in _DELETED:
        return
    if name == "t":
        yield element.text or ""
    elif name in {"tab", "br"}:
        yield " "
    for child in element:
        yield from _words(child)


def _lines(root: ET.Element) -> Iterator[str]:
    for paragraph in (one for one in root.iter() if _local(one) == "p"):
        line = " ".join("".join(_words(paragraph)).split())
        if line:
            yield line
