"""How many pages are read right with right, missing and wrong labels: `python -m benchmarks.charsets [--misread]`.

The texts (``tests/pages/charsets``) are our own: 33 languages and ways of writing, a set that the detection was tuned
on and one that was written afterwards. Each is measured in the encodings that its language was written in before
UTF-8, in UTF-8 and in UTF-16, as a heading, a paragraph and a page. A page counts as read right when its text is the
same to the character. Other detectors are measured beside ours where they are installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from evidence.charset import decode
from evidence.charset_codecs import CODECS, read

ROOT: Final = Path(__file__).resolve().parents[1] / "tests" / "pages" / "charsets"
CENTRAL: Final = ("windows-1250", "iso-8859-2")
CYRILLIC: Final = ("windows-1251", "koi8-r", "iso-8859-5", "ibm866")
ENCODINGS: Final[dict[str, tuple[str, ...]]] = {
    "ja": ("shift_jis", "euc-jp", "iso-2022-jp"),
    "ko": ("euc-kr",),
    "ko-uhc": ("euc-kr",),
    "zh-Hans": ("gb18030",),
    "zh-rare": ("gb18030",),
    "zh-Hant": ("big5",),
    "zh-HK": ("big5",),
    **dict.fromkeys(("pl", "cs", "hu", "hr", "ro"), CENTRAL),
    "ru": CYRILLIC,
    "uk": ("windows-1251", "koi8-u"),
    "bg": ("windows-1251",),
    **dict.fromkeys(("de", "fr", "es", "pt", "it", "sv", "fi", "en"), ("windows-1252",)),
    "el": ("windows-1253", "iso-8859-7"),
    "tr": ("windows-1254",),
    "he": ("windows-1255",),
    "ar": ("windows-1256", "iso-8859-6"),
    "fa": ("windows-1256",),
    **dict.fromkeys(("lt", "lv", "et"), ("windows-1257",)),
    "vi": ("windows-1258",),
    "th": ("windows-874",),
}
"""Language (or way of writing it) → the encodings that it was written in. `ko-uhc` has syllables and `zh-rare`
characters that only the extensions of EUC-KR and GBK hold."""
UNICODE: Final = ("utf-8", "utf-16le", "utf-16be")
LABELS: Final = (
    "utf-8",
    "iso-8859-1",
    "shift_jis",
    "euc-jp",
    "euc-kr",
    "gb2312",
    "big5",
    "windows-1250",
    "windows-1251",
)
"""What wrong labels say: defaults of servers, and the neighbours' encodings."""
_TONES: Final = "\u0300\u0301\u0303\u0309\u0323"
_PAGE: Final = (
    '<!doctype html><html><head><title>{title}</title><link rel="stylesheet" href="/style.css"></head><body>'
    '<ul class="nav"><li><a href="/">Home</a></li><li><a href="/en/">English</a></li></ul><h1>{title}</h1>{text}</body>'
)

Shape = Literal["heading", "paragraph", "page"]
Part = Literal["tuning", "held-out"]
PARTS: Final[tuple[Part, ...]] = ("tuning", "held-out")


@dataclass(frozen=True, slots=True)
class Sample:
    """A page in one encoding, and its text."""

    language: str
    encoding: str
    shape: Shape
    body: bytes
    text: str


def samples(part: Part) -> Iterator[Sample]:
    """The pages of one part: every language in each of its encodings and in Unicode, in three shapes."""
    for language, encodings in ENCODINGS.items():
        title, *paragraphs = (ROOT / part / f"{language}.txt").read_text(encoding="utf-8").strip().split("\n\n")
        shapes: dict[Shape, str] = {
            "heading": f"<h1>{title}</h1>",
            "paragraph": f"<p>{paragraphs[0]}</p>",
            "page": _PAGE.format(title=title, text="".join(f"<p>{paragraph}</p>" for paragraph in paragraphs)),
        }
        for encoding in (*encodings, *UNICODE):
            for shape, page in shapes.items():
                body = encoded(page, encoding)
                yield Sample(language, encoding, shape, body, read(body, encoding))


def encoded(text: str, encoding: str) -> bytes:
    """`text` as an editor saves it in `encoding`: what the encoding lacks as character references."""
    if encoding == "windows-1258":
        text = "".join(_toned(character) for character in text)
    return text.encode(CODECS[encoding], "xmlcharrefreplace")


def _toned(character: str) -> str:
    """A Vietnamese letter as windows-1258 has it: the tone, though not the vowel's own mark, as a character apart."""
    parts = unicodedata.normalize("NFD", character)
    vowel = unicodedata.normalize("NFC", "".join(part for part in parts if part not in _TONES))
    toned = vowel + "".join(part for part in parts if part in _TONES)
    return toned if len(toned) > 1 and not _has(character) else character


def _has(character: str) -> bool:
    try:
        character.encode("cp1258")
    except UnicodeEncodeError:
        return False
    return True


def reads(sample: Sample, label: str | None) -> bool:
    """Whether the page is read right under `label` (None: it has none)."""
    content_type = f"text/html; charset={label}" if label else None
    return decode(sample.body, content_type, html=True).text == sample.text


def wrong_labels(sample: Sample) -> list[str]:
    """The labels under which the page would be read as something else by their word."""
    return [label for label in LABELS if decode_by_word(sample.body, label) != sample.text]


def decode_by_word(body: bytes, label: str) -> str:
    """`body` read in the encoding of `label`, whatever it looks like."""
    name = {"iso-8859-1": "windows-1252", "gb2312": "gb18030"}.get(label, label)
    return read(body, name)


Detector = Callable[[bytes], str | None]


def detectors() -> Iterator[tuple[str, Detector]]:
    """Other detectors that are installed, by name; each yields the Python codec that it found."""

    def chardet(body: bytes) -> str | None:
        encoding: str | None = importlib.import_module("chardet").detect(body)["encoding"]
        return encoding

    def charset_normalizer(body: bytes) -> str | None:
        found = importlib.import_module("charset_normalizer").from_bytes(body).best()
        return found.encoding if found else None

    def cchardet(body: bytes) -> str | None:
        encoding: str | None = importlib.import_module("cchardet").detect(body)["encoding"]
        return encoding

    for detector in (chardet, charset_normalizer, cchardet):
        if importlib.util.find_spec(detector.__name__):
            yield detector.__name__, detector


def _found(sample: Sample, detector: Detector) -> bool:
    try:
        return sample.body.decode(detector(sample.body) or "utf-8", "replace") == sample.text
    except LookupError:
        return False


def _row(name: str, results: list[bool]) -> str:
    return f"  {name:<42} {sum(results):>5} of {len(results):>5}   {sum(results) / len(results):.3f}"


def main() -> None:
    """Print the shares of pages that are read right."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--misread", action="store_true", help="list what is read wrong")
    misread = parser.parse_args().misread
    for part in PARTS:
        pages = list(samples(part))
        legacy = [page for page in pages if page.encoding not in UNICODE]
        print(
            f"{part}: {len(pages)} pages, {len(legacy)} of them in {len({page.encoding for page in legacy})} encodings"
        )
        print(_row("right label", [reads(page, page.encoding) for page in pages]))
        print(_row("no label, Unicode", [reads(page, None) for page in pages if page not in legacy]))
        for shape in ("heading", "paragraph", "page"):
            mine = [page for page in legacy if page.shape == shape]
            print(_row(f"no label, {shape}", [reads(page, None) for page in mine]))
            for name, detector in detectors():
                print(_row(f"    {name}", [_found(page, detector) for page in mine]))
            wrong = [(page, label) for page in pages if page.shape == shape for label in wrong_labels(page)]
            print(_row(f"wrong label, {shape}", [reads(page, label) for page, label in wrong]))
        if misread:
            for page in pages:
                labels = [
                    label or "none" for label in (None, page.encoding, *wrong_labels(page)) if not reads(page, label)
                ]
                if labels:
                    print(f"  misread: {page.language} {page.encoding} {page.shape} labelled {', '.join(labels)}")


if __name__ == "__main__":
    main()
