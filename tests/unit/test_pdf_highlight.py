from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import pikepdf
import pypdfium2
import pytest
from pikepdf import Encryption, Name, ObjectStreamMode, Permissions
from PIL import Image, ImageChops

from evidence.pdf import PdfError, read_pdf
from evidence.pdf_boxes import PdfPages
from evidence.pdf_highlight import AUTHOR, Mark, highlighted, readable
from tests.highlights import LINES, PAGES, WHEN, assert_covers, colour, grown, ink, marked, share
from tests.hostile_pdfs import FILES, SAYS
from tests.pdf_files import file_of, pdf, words

PLAIN = PAGES["plain"].file(LINES)
MARK = Mark(1, ((199, 577, 320, 590),), "and rebuilt by the council")
SCALE = 2


def drawn(data: bytes, number: int = 1, password: str | None = None) -> Image.Image:
    document = pypdfium2.PdfDocument(data, password=password)
    try:
        return document[number - 1].render(scale=SCALE).to_pil().convert("RGB")
    finally:
        document.close()


OPEN: list[pikepdf.Pdf] = []


@pytest.fixture(autouse=True)
def _close() -> Iterator[None]:
    yield
    while OPEN:
        OPEN.pop().close()


def opened(data: bytes, password: str = "") -> pikepdf.Pdf:
    """Open until the end of the test, and its objects with it."""
    OPEN.append(pikepdf.open(io.BytesIO(data), password=password))
    return OPEN[-1]


def annotations(data: bytes, number: int = 1, password: str = "") -> list[pikepdf.Object]:
    return list(opened(data, password).pages[number - 1].get("/Annots", []))


def saved(data: bytes = PLAIN, **how: object) -> bytes:
    out = io.BytesIO()
    opened(data).save(out, **how)
    return out.getvalue()


def edges(values: pikepdf.Object) -> list[float]:
    return [float(value) for value in values]


@pytest.mark.promise("MARK-1")
@pytest.mark.parametrize("page", PAGES.values(), ids=PAGES)
def test_colour_covers_the_quoted_words_and_little_else(page):
    mark = page.mark()
    area = colour(drawn(marked(page.file([]), mark)))
    quoted, others = (ink(drawn(page.file(lines))) for lines in (page.quoted, page.others))
    assert_covers(area, quoted, others, page.em * SCALE)
    shown = drawn(marked(page.file(page.placed), mark))
    assert share(ink(shown), ink(drawn(page.file(page.placed)))) > 0.99, "the words are as dark as before"
    assert share(ImageChops.lighter(colour(shown), grown(ink(shown), 1)), area) > 0.99


@pytest.mark.promise("MARK-1")
def test_quote_over_a_page_end_is_marked_on_both_pages():
    data = pdf([words([(72, 60, "The harbour was closed for")]), words([(72, 720, "many years after the storm.")])])
    text = read_pdf(data, max_pages=2)
    marks = []
    with PdfPages(data) as pages:
        for page, quote in zip(text.pages, ("closed for", "many years"), strict=True):
            own = text.text[page.start : page.end]
            found = pages.find(page.number, own, own.index(quote), own.index(quote) + len(quote))
            marks.append(Mark(page.number, tuple(found.boxes), "closed for many years"))
    copy = marked(data, *marks)
    assert [len(annotations(copy, number)) for number in (1, 2)] == [1, 1]
    assert all(colour(drawn(copy, number)).getbbox() for number in (1, 2))


def test_annotation_says_what_readers_show():
    made = annotations(marked(PLAIN, MARK))[0]
    assert (made.Type, made.Subtype, int(made.F)) == (Name.Annot, Name.Highlight, 4)
    assert str(made["/T"]) == AUTHOR
    assert str(made.Contents) == MARK.contents
    assert str(made.M) == str(made.CreationDate) == "D:20260102030405Z"
    assert edges(made.Rect) == [199, 577, 320, 590]
    assert edges(made.QuadPoints) == [199, 590, 320, 590, 199, 577, 320, 577]
    assert str(made.AP.N.Resources.ExtGState.Multiply.BM) == "/Multiply"
    assert made.P.objgen == opened(marked(PLAIN, MARK)).pages[0].obj.objgen


def test_quads_are_one_per_line_and_lines_that_overlap_are_no_darker():
    copy = marked(PLAIN, Mark(1, ((100, 100, 200, 120), (100, 110, 200, 130), (300, 100, 310, 200)), "x"))
    made = annotations(copy)[0]
    assert len(made.QuadPoints) == 24
    assert edges(made.Rect) == [100, 100, 310, 200]
    assert edges(made.QuadPoints)[16:] == [310, 200, 310, 100, 300, 200, 300, 100], "a line that runs downwards"
    shown = drawn(copy)
    inside = {shown.getpixel((150 * SCALE, (792 - y) * SCALE)) for y in (105, 115, 125)}
    assert len(inside) == 1


@pytest.mark.parametrize("contents", ["引用した文", "(un)balanced \\ (", "", "half \ud83d of a pair", "naïve\nzwei"])
def test_quote_of_any_script_is_the_comment(contents):
    made = annotations(marked(PLAIN, Mark(1, MARK.quads, contents)))[0]
    assert str(made.Contents) == contents.replace("\ud83d", "\ufffd")


def test_same_marks_at_the_same_time_make_the_same_file():
    assert marked(PLAIN, MARK) == marked(PLAIN, MARK)


def _annotated() -> bytes:
    """Two pages that share one list of annotations, a link and a note."""
    rest = b"/MediaBox [0 0 612 792] /Annots 5 0 R"
    return file_of([
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>",
        b"<< /Type /Page /Parent 2 0 R %b >>" % rest,
        b"<< /Type /Page /Parent 2 0 R %b >>" % rest,
        b"[<< /Type /Annot /Subtype /Text /Rect [10 10 30 30] /Contents (a note) >> 6 0 R null]",
        b"<< /Type /Annot /Subtype /Link /Rect [50 50 90 90] /A << /S /URI /URI (http://example.org/) >> >>",
    ])  # fmt: skip


@pytest.mark.promise("MARK-2")
def test_annotations_that_were_there_stay_and_none_comes_on_another_page():
    copy = marked(_annotated(), MARK)
    first, second = annotations(copy, 1), annotations(copy, 2)
    assert [str(one.Subtype) for one in first if one is not None] == ["/Text", "/Link", "/Highlight"]
    assert str(first[0].Contents) == "a note"
    assert [str(one.Subtype) for one in second if one is not None] == ["/Text", "/Link"]
    twice = annotations(marked(copy, Mark(1, MARK.quads, "again")), 1)
    assert [str(one.Contents) for one in twice if one is not None and one.Subtype == Name.Highlight] == [
        MARK.contents,
        "again",
    ]


@pytest.mark.parametrize("entry", [b"/Annots 7", b"/Annots (x)", b"/Annots [(x) 1]", b"/Annots 99 0 R"])
def test_list_of_annotations_that_is_none_gives_way(entry):
    copy = marked(pdf([words(LINES)], page=entry), MARK)
    assert colour(drawn(copy)).getbbox()


LOCKS = {
    "40 bits": Encryption(owner="o", user="u", R=2, aes=False, metadata=False),
    "128 bits": Encryption(owner="o", user="u", R=3, aes=False, metadata=False),
    "AES 128": Encryption(owner="o", user="u", R=4),
    "AES 256": Encryption(owner="o", user="u", R=6),
}


@pytest.mark.promise("MARK-2")
@pytest.mark.parametrize("lock", LOCKS.values(), ids=LOCKS)
@pytest.mark.parametrize("password", ["u", "o"])
def test_locked_copy_opens_with_the_passwords_of_the_original(lock, password):
    locked = saved(encryption=lock)
    copy = highlighted(locked, [MARK], modified=WHEN, password=password)
    for secret in ("u", "o"):
        assert colour(drawn(copy.data, password=secret)).getbbox()
        assert str(annotations(copy.data, password=secret)[0].Contents) == MARK.contents
    with pytest.raises(pikepdf.PasswordError):
        opened(copy.data)
    assert MARK.contents.encode() not in copy.data
    assert opened(copy.data, "u").encryption.P == opened(locked, "u").encryption.P
    assert copy.warnings == ()


@pytest.mark.promise("MARK-2")
@pytest.mark.parametrize("password", [None, "wrong", "owner"])
def test_file_with_an_owner_password_only_opens_without_one_and_keeps_its_lock(password):
    allowed = Permissions(modify_annotation=False, extract=False)
    locked = saved(encryption=Encryption(owner="owner", user="", allow=allowed))
    copy = highlighted(locked, [MARK], modified=WHEN, password=password)
    kept = opened(copy.data)
    assert kept.is_encrypted
    assert kept.allow == allowed
    assert colour(drawn(copy.data)).getbbox()
    assert copy.warnings == (() if password == "owner" else ("comments_forbidden",))


@pytest.mark.parametrize("revision", [3, 4, 6])
def test_password_beyond_ascii_opens_old_and_new_locks(revision):
    old = {"aes": False, "metadata": False} if revision == 3 else {}
    locked = saved(encryption=Encryption(owner="o", user="pässwört", R=revision, **old))
    assert highlighted(locked, [MARK], modified=WHEN, password="pässwört").data
    assert read_pdf(readable(locked, "pässwört"), max_pages=1).text.startswith("The harbour")


def test_missing_and_wrong_passwords_are_told_apart():
    locked = saved(encryption=Encryption(owner="o", user="u"))
    for act in (
        lambda word: highlighted(locked, [MARK], modified=WHEN, password=word),
        lambda word: readable(locked, word),
    ):
        for password, kind in ((None, "encrypted"), ("", "wrong_password"), ("x" * 500, "wrong_password")):
            with pytest.raises(PdfError) as caught:
                act(password)
            assert caught.value.kind == kind
            assert "x" * 9 not in caught.value.message


def test_signed_pdf_is_marked_with_a_warning():
    signature = b"/AcroForm << /SigFlags 3 /Fields [<< /FT /Sig /T (s) /V << /Type /Sig /ByteRange [0 1 2 3] >> >>] >>"
    signed = pdf([words(LINES)], root=signature)
    assert highlighted(signed, [MARK], modified=WHEN).warnings == ("signed",)
    empty = pdf([words(LINES)], root=b"/AcroForm << /SigFlags 1 /Fields [<< /FT /Sig /T (s) >>] >>")
    assert highlighted(empty, [MARK], modified=WHEN).warnings == ()


def test_layout_of_the_file_is_kept():
    linear, packed = saved(linearize=True), saved(object_stream_mode=ObjectStreamMode.generate)
    assert opened(marked(linear, MARK)).is_linearized
    assert not opened(marked(PLAIN, MARK)).is_linearized
    assert b"/ObjStm" in marked(packed, MARK)
    assert len(marked(packed, MARK)) < len(packed) + 2_000
    for data in (linear, packed):
        assert colour(drawn(marked(data, MARK))).getbbox()


def test_streams_are_kept_byte_for_byte():
    content = opened(PLAIN).pages[0].Contents.read_raw_bytes()
    assert content in PLAIN
    packed = saved(compress_streams=True)
    raw = opened(packed).pages[0].Contents.read_raw_bytes()
    assert raw in marked(packed, MARK)


@pytest.mark.parametrize("name", ["only a header", "no pages", "deep tree", "tree in a loop"])
def test_file_that_is_no_document_is_refused(name):
    for act in (lambda data: highlighted(data, [MARK], modified=WHEN), readable):
        with pytest.raises(PdfError) as caught:
            act(FILES[name])
        assert caught.value.kind == "broken"


@pytest.mark.parametrize("name", ["wrong table", "table in a loop", "junk first", "huge boxes"])
def test_damaged_file_is_mended_before_it_is_read_and_marked(name):
    data = FILES[name]
    mended = readable(data)
    text = read_pdf(mended, max_pages=1).text
    assert SAYS in text
    with PdfPages(mended) as pages:
        found = pages.find(1, text, text.index("budget"), text.index("budget") + 6)
    copy = marked(data, Mark(1, tuple(found.boxes), "budget"))
    assert colour(drawn(copy)).getbbox()


def test_sound_file_is_read_as_it_is():
    assert readable(PLAIN) is PLAIN
    assert readable(PLAIN, "not needed") is PLAIN


@pytest.mark.parametrize("marks", [[Mark(2, MARK.quads, "x")], [Mark(0, MARK.quads, "x")], [Mark(1, (), "x")]])
def test_mark_without_a_place_is_a_fault_of_the_caller(marks: Sequence[Mark]):
    with pytest.raises(ValueError, match=r"no page|rectangle"):
        highlighted(PLAIN, marks, modified=WHEN)
