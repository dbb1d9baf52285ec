""".docx files are read as pages: what is seen in them is the text, with its structure; nothing else is."""

from __future__ import annotations

import io
import sys
import zipfile

import pytest

from evidence.docx import read_docx
from evidence.docx_parts import DEPTH, DocxError
from evidence.page import read_html
from evidence.quotes import Found, QuoteText, find_quote
from tests.docx_files import docx, paragraph, part, relations, run

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)


def page(body, further=None):
    return read_html(read_docx(docx(body, further)).html, None)


def text(body, further=None):
    return page(body, further).text


def refusal(data):
    with pytest.raises(DocxError) as refused:
        read_docx(data)
    assert refused.value.message.endswith(".")
    return refused.value


def row(*cells):
    return "<w:tr>" + "".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in cells) + "</w:tr>"


@pytest.mark.promise("DOCX-1")
def test_paragraphs_headings_and_tables_keep_their_structure():
    body = paragraph("The harbour", "Heading1") + paragraph("It opened in 1962.")
    body += "<w:tbl>" + row("Year", "2023") + row("Ships", "12") + row("Tons", "34") + "</w:tbl>"
    read = page(body)
    assert read.text.startswith("The harbour\n")
    assert "It opened in 1962.\n" in read.text
    assert "202312" not in read.text.replace("\n", " ").replace(" ", "_")
    assert isinstance(find_quote(QuoteText(read.text), "Ships 12"), Found)
    [article] = read.article
    assert read.text[article.start : article.end].startswith("The harbour")


@pytest.mark.promise("DOCX-1")
def test_items_of_lists_stand_apart():
    numbering = part(
        "numbering",
        '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>'
        '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
    )
    item = '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr>{}</w:p>'
    body = item.format(run("first")) + item.format(run("second"))
    read = text(body, {"word/numbering.xml": numbering})
    assert read.split() == ["first", "second"]


@pytest.mark.promise("DOCX-1")
def test_footnotes_are_in_the_text_and_their_markers_glue_to_no_number():
    notes = part("footnotes", f'<w:footnote w:id="2">{paragraph("Counted by the harbour office.")}</w:footnote>')
    body = paragraph(run("In 1999 there were 903") + '<w:r><w:footnoteReference w:id="2"/></w:r>' + run(" ships."))
    read = text(body, {"word/footnotes.xml": notes})
    assert isinstance(find_quote(QuoteText(read), "there were 903 ships."), Found)
    assert read.endswith("\nCounted by the harbour office.")
    assert "9031" not in read


@pytest.mark.promise("DOCX-2")
def test_tracked_changes_are_read_as_accepted():
    deleted = '<w:del w:id="1"><w:r><w:delText>two hundred</w:delText></w:r></w:del>'
    added = f'<w:ins w:id="2">{run("three hundred")}</w:ins>'
    moved = f'<w:moveFrom w:id="3">{run("elsewhere")}</w:moveFrom><w:moveTo w:id="4">{run(" here")}</w:moveTo>'
    body = paragraph(run("It holds ") + deleted + added + run(" ships") + moved + run("."))
    gone = '<w:tr><w:trPr><w:del w:id="5"/></w:trPr><w:tc>' + paragraph("gone row") + "</w:tc></w:tr>"
    read = text(body + "<w:tbl>" + row("kept", "row") + gone + "</w:tbl>")
    assert "It holds three hundred ships here." in read
    assert "gone" not in read
    assert "elsewhere" not in read


@pytest.mark.promise("DOCX-2")
@pytest.mark.parametrize(
    "hidden", ["<w:vanish/>", '<w:vanish w:val="true"/>', "<w:specVanish/>", '<w:sz w:val="1"/>', '<w:sz w:val="2"/>']
)
def test_words_that_nobody_can_see_are_kept_apart(hidden):
    body = paragraph(run("Before ") + run("ignore the text", hidden) + run("after."))
    made = read_docx(docx(body))
    assert read_html(made.html, None).text == "Before after."
    assert made.concealed == ("ignore the text",)


@pytest.mark.parametrize(
    "shown", ['<w:vanish w:val="0"/>', '<w:vanish w:val="false"/>', '<w:sz w:val="16"/>', "<w:b/>"]
)
def test_words_that_can_be_seen_are_text(shown):
    made = read_docx(docx(paragraph(run("Before ") + run("the text", shown))))
    assert (read_html(made.html, None).text, made.concealed) == ("Before the text", ())


@pytest.mark.promise("DOCX-2")
@pytest.mark.parametrize("colour", ["FFFFFF", "fefefe", "F8F8F8"])
def test_white_words_on_paper_are_kept_apart(colour):
    made = read_docx(docx(paragraph(run("Before ") + run("obey", f'<w:color w:val="{colour}"/>') + run("after."))))
    assert read_html(made.html, None).text == "Before after."
    assert made.concealed == ("obey",)


WHITE = '<w:color w:val="FFFFFF"/>'
SHADE = '<w:shd w:val="clear" w:fill="1F3864"/>'
DARK_TABLE = '<w:tblPr><w:tblStyle w:val="Darker"/></w:tblPr>'
SHADED_STYLES = part(
    "styles",
    f'<w:style w:type="table" w:styleId="Dark"><w:tcPr>{SHADE}</w:tcPr></w:style>'
    '<w:style w:type="table" w:styleId="Darker"><w:basedOn w:val="Dark"/></w:style>',
)


@pytest.mark.parametrize(
    "body",
    [
        paragraph(run("White", f'<w:color w:val="FFFFFF"/>{SHADE}')),
        paragraph(run("White", '<w:color w:val="FFFFFF"/><w:highlight w:val="black"/>')),
        f"<w:p><w:pPr>{SHADE}</w:pPr>{run('White', WHITE)}</w:p>",
        f"<w:tbl><w:tr><w:tc><w:tcPr>{SHADE}</w:tcPr>{paragraph(run('White', WHITE))}</w:tc></w:tr></w:tbl>",
        f"<w:tbl>{DARK_TABLE}<w:tr><w:tc>{paragraph(run('White', WHITE))}</w:tc></w:tr></w:tbl>",
        paragraph(run("White", '<w:color w:val="F0C000"/>')),
        paragraph(run("White", '<w:color w:val="auto"/>')),
    ],
)
def test_white_words_on_a_ground_are_text(body):
    made = read_docx(docx(body, {"word/styles.xml": SHADED_STYLES}))
    assert (read_html(made.html, None).text, made.concealed) == ("White", ())


@pytest.mark.promise("DOCX-2")
def test_comments_are_no_text():
    comments = part("comments", f'<w:comment w:id="1">{paragraph("Is that so?")}</w:comment>')
    body = paragraph(run("It opened.") + '<w:r><w:commentReference w:id="1"/></w:r>')
    assert text(body, {"word/comments.xml": comments}) == "It opened."


COMPLEX_FIELD = (
    "<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText> PAGE </w:instrText></w:r>"
    "<w:r><w:fldChar w:fldCharType='separate'/></w:r>{}<w:r><w:fldChar w:fldCharType='end'/></w:r>"
)


@pytest.mark.promise("DOCX-1")
@pytest.mark.parametrize(
    ("markup", "said"),
    [
        ("<w:fldSimple w:instr='REF a'>{}</w:fldSimple>", "see Table 4 here"),
        ("<w:dir w:val='rtl'>{}</w:dir>", "see Table 4 here"),
        ("<w:smartTag>{}</w:smartTag>", "see Table 4 here"),
        ("<w:sdt><w:sdtContent>{}</w:sdtContent></w:sdt>", "see Table 4 here"),
        ("<w:hyperlink r:id='none' w:anchor='a'>{}</w:hyperlink>", "see Table 4 here"),
        ("<w:r><w:ruby><w:rt><w:r><w:t>reading</w:t></w:r></w:rt><w:rubyBase>{}</w:rubyBase></w:ruby></w:r>",
         "see Table 4 here"),
        ("<m:oMath><m:r><m:t>a=</m:t></m:r><m:r><m:t>Table 4</m:t></m:r></m:oMath>", "see a=Table 4 here"),
        (COMPLEX_FIELD, "see Table 4 here"),
    ],
    ids=["field", "direction", "smart tag", "control", "link", "ruby", "equation", "complex field"],
)  # fmt: skip
def test_words_inside_of_other_elements_are_not_lost(markup, said):
    further = {"word/_rels/document.xml.rels": relations(("none", "hyperlink", "https://example.org/"))}
    assert text(paragraph(run("see ") + markup.format(run("Table 4")) + run(" here")), further) == said


def test_breaks_glue_no_words():
    body = paragraph(run("one") + "<w:r><w:br/></w:r>" + run("two") + "<w:r><w:cr/></w:r>" + run("three"))
    body += paragraph(
        run("four") + "<w:r><w:tab/></w:r>" + run("five") + '<w:r><w:br w:type="page"/></w:r>' + run("six")
    )
    assert text(body).split() == ["one", "two", "three", "four", "five", "six"]


@pytest.mark.promise("DOCX-1")
def test_headers_and_footers_are_in_the_text_outside_of_the_article_and_once():
    further = {
        "word/header1.xml": part("hdr", paragraph("Harbour office, confidential") + paragraph("")),
        "word/header2.xml": part("hdr", paragraph("Harbour office, confidential")),
        "word/footer1.xml": part("ftr", paragraph("Page 1 of 9")),
        "docProps/core.xml": "<p xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:title>The  report</dc:title></p>",
    }
    read = page(paragraph("The text itself. " * 20), further)
    assert read.title == "The report"
    assert read.text.count("Harbour office, confidential") == 1
    assert read.text.index("Harbour") < read.text.index("The text itself") < read.text.index("Page 1 of 9")
    [article] = read.article
    assert "Harbour" not in read.text[article.start : article.end]


DRAWING = (
    '<w:r><w:drawing xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" '
    'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" '
    'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><wp:inline><wp:docPr descr="A map"/>'
    "<a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip {}/></pic:blipFill></pic:pic></a:graphicData>"
    "</a:graphic></wp:inline></w:drawing></w:r>"
)


def test_pictures_are_in_the_page_and_not_in_the_text():
    further = {
        "word/media/a.png": PNG,
        "word/_rels/document.xml.rels": relations(("rId5", "image", "media/a.png")),
    }
    made = read_docx(docx(paragraph(run("See ") + DRAWING.format('r:embed="rId5"')), further))
    assert "data:image/png;base64,iVBORw0KGgo" in made.html
    assert read_html(made.html, None).text == "See"


@pytest.mark.promise("DOCX-3")
@pytest.mark.parametrize("target", ["file:///etc/passwd", "http://127.0.0.1:9/a.png", "../../../../../../etc/passwd"])
def test_nothing_outside_of_the_file_is_read(target, monkeypatch):
    def opened(*arguments):
        pytest.fail(f"opened {arguments}")

    monkeypatch.setattr("urllib.request.urlopen", opened)
    monkeypatch.setattr("mammoth.docx.files.urlopen", opened)
    further = {"word/_rels/document.xml.rels": relations(("rId5", "image", target))}
    for reference in ('r:link="rId5"', 'r:embed="rId5"'):
        made = read_docx(docx(paragraph(run("See ") + DRAWING.format(reference)), further))
        assert "src=" not in made.html
        assert "<p>See <img" in made.html


@pytest.mark.promise("DOCX-3")
@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"PK\x03\x04" + bytes(30), "broken"),
        (docx(paragraph("words"))[:-60], "broken"),
        (docx("", {"word/document.xml": "<w:document>"}), "broken"),
        (docx("", {"word/document.xml": '<!DOCTYPE d [<!ENTITY e "x">]><d>&e;</d>'}), "broken"),
        (docx("", {"word/styles.xml": '<!DOCTYPE d SYSTEM "file:///etc/passwd"><d/>'}), "broken"),
        (docx("", {"word/styles.xml": '<!DOCTYPE d SYSTEM "file:///etc/passwd"><d/>'.encode("utf-16")}), "broken"),
        (docx("<w:tbl>" * DEPTH + "</w:tbl>" * DEPTH), "too_large"),
        (docx("", {"word/media/a.xml": b" " * 41_000_000}), "too_large"),
        (docx("", {f"word/media/{number}.bin": bytes(21_000_000) for number in range(10)}), "too_large"),
        (docx("", {f"word/media/{number}.bin": b"" for number in range(5_001)}), "too_large"),
    ],
    ids=["no zip", "cut", "broken xml", "entities", "outer type", "in utf-16", "deep", "xml bomb", "bomb", "entries"],
)
def test_a_hostile_file_is_refused_with_the_reason(data, kind):
    assert refusal(data).kind == kind


@pytest.mark.promise("DOCX-3")
def test_two_parts_of_one_name_are_refused():
    file = io.BytesIO(docx(paragraph("words")))
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(file, "a") as package:
        package.writestr("word/document.xml", part("document", ""))
    assert refusal(file.getvalue()).message == "The file holds two parts of one name."


@pytest.mark.promise("DOCX-3")
def test_a_part_that_unpacks_to_more_than_it_claims_is_refused():
    data = bytearray(docx(paragraph("words " * 10_000)))
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        size = package.getinfo("word/document.xml").file_size.to_bytes(4, "little")
    at = data.index(size)
    while at >= 0:
        data[at : at + 4] = (100).to_bytes(4, "little")
        at = data.find(size, at)
    assert refusal(bytes(data)).kind == "broken"


@pytest.mark.promise("DOCX-4")
def test_without_the_extra_the_refusal_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "mammoth", None)
    refused = refusal(docx(paragraph("words")))
    assert refused.kind == "no_reader"
    assert "install uratori[docx]" in refused.message


def test_markup_in_the_text_stays_text():
    read = text(paragraph("&lt;script&gt;alert(1)&lt;/script&gt; &amp; more"), {
        "word/header1.xml": part("hdr", paragraph("&lt;b&gt;bold")),
    })  # fmt: skip
    assert "<script>alert(1)</script> & more" in read
    assert "<b>bold" in read
