"""Kinds of documents are told by their bytes."""

from __future__ import annotations

import pytest

from evidence.sniff import sniff

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)


@pytest.mark.promise("PARSE-2")
@pytest.mark.parametrize(
    ("body", "label", "name", "media"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "text/html", "a.html", "pdf"),
        (b"\n%PDF-1.4 x", "application/pdf", None, "pdf"),
        (b"\xef\xbb\xbf\r\nHTTP junk " + b"x" * 900 + b"%PDF-1.4", None, None, "pdf"),
        (b"junk\n" * 500 + b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF", "text/plain", "a.txt", "pdf"),
        (b"junk\n" * 500 + b"%PDF-1.4\n" + bytes(range(256)) * 9 + b"%%EOF", "text/plain", None, "pdf"),
        (b"junk\n" * 500 + b"A file begins with %PDF-1.4 and ends with %%EOF\n", "text/plain", None, "text"),
        (b"<!doctype html><p>What %PDF- means", "text/html", "a.pdf", "html"),
        (b"<!DOCTYPE HTML PUBLIC '-//W3C//DTD HTML 4.01//EN'><p>", "text/plain", "a.txt", "html"),
        (b"<!-- saved --><html lang=en><p>", "text/plain", None, "html"),
        (b"<?xml version='1.0'?><!DOCTYPE html><html>", "application/xml", None, "html"),
        (b"<p>Hello", None, None, "html"),
        (b"<p>Hello", "text/plain", None, "text"),
        (b"<p>Not found", "application/pdf", "a.pdf", "html"),
        (b"just words", "application/pdf", "a.pdf", "text"),
        (b"Hello <b>you", "text/html; charset=utf-8", None, "html"),
        (b"just words", "text/html", None, "html"),
        (b"just words", None, "notes.txt", "text"),
        (b"# Title", None, "notes.md", "markdown"),
        (b"<p align=center>logo</p>\n# Title", None, "README.md", "markdown"),
        (b"# Title", "text/markdown", None, "markdown"),
        (b"a,b\n1,2\n", "text/csv", None, "text"),
        (b'{"a": 1}', "application/json", None, "text"),
        (PNG, "text/html", "a.pdf", "png"),
        (b"\xff\xd8\xff\xe0", None, None, "jpeg"),
        (b"GIF89a", None, None, "gif"),
        (b"RIFF\x00\x00\x00\x00WEBPVP8 ", None, None, "webp"),
        (b"PK\x03\x04" + bytes(30), None, "a.docx", "unsupported"),
        (b"PK\x03\x04" + bytes(26) + b"[Content_Types].xml ... PK word/document.xml", "text/html", "a.html", "docx"),
        (b"PK\x03\x04" + bytes(26) + b"_rels/.rels docProps/app.xml word/_rels/document.xml.rels", None, None, "docx"),
        (b"PK\x03\x04" + bytes(26) + b"[Content_Types].xml docProps/thumbnail.jpeg", None, "a.DOCX", "docx"),
        (b"PK\x03\x04" + bytes(26) + b"[Content_Types].xml docProps/thumbnail.jpeg", None, "a.zip", "unsupported"),
        (b"PK\x03\x04" + bytes(26) + b"[Content_Types].xml xl/workbook.xml", None, "a.docx", "unsupported"),
        (b"PK\x03\x04" + bytes(26) + b"notes/a.txt", None, "a.docx", "unsupported"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(500), None, "a.doc", "unsupported"),
        (b"{\\rtf1", None, "a.txt", "unsupported"),
        (bytes(range(256)) * 4, "application/octet-stream", "a.txt", "unsupported"),
        ("<!doctype html><p>日本".encode("utf-16"), None, None, "html"),
        ("plain words here".encode("utf-16-le"), "text/plain", None, "text"),
        ("<!doctype html><p>日本語の文章です。".encode("utf-16-be"), None, None, "html"),
        ("日本語の文章です。\nもう一行あります。".encode("utf-16-le"), None, None, "text"),
        (b"\x1b$B%H\x1b(B", "text/plain", None, "text"),
        (b"", "text/html", None, "html"),
        (b"", None, None, "text"),
    ],
)
def test_content_decides_before_label_and_name(body, label, name, media):
    assert sniff(body, label, name) == media
