"""What is asked of the marking of a PDF, and what comes of it."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field, SecretStr, field_serializer

from ledger.values import PdfPage, Value


class HighlightRequest(Value):
    """What to mark in the PDF `source`; the copy is staged in the folder `staging`.

    `occurrence`: which place of each quote, from 1; None: all. `modified`: the time that the marks are given. `text`:
    the file with the text that was read of the PDF just now, with the ranges of its `pages`; None: it has to be read.
    """

    source: str
    staging: str
    quotes: list[str]
    modified: datetime
    occurrence: int | None = None
    language: str | None = None
    text: str | None = None
    pages: list[PdfPage] = Field(default_factory=list)
    password: SecretStr | None = None

    @field_serializer("password", when_used="json")
    def _told(self, password: SecretStr | None) -> str | None:
        """Over the pipe to the worker, and nowhere else."""
        return None if password is None else password.get_secret_value()


class NearestPassage(Value):
    """The passage that comes nearest to a quote, and how it differs."""

    passage: str
    diff: str
    matching_characters: int
    differs: list[str]
    page_number: int | None


class QuoteRow(Value):
    """What came of one quote. `unmarked_pages`: where some of its letters have no place."""

    status: Literal["highlighted", "not_found", "not_placed"]
    match_count: int = 0
    marked_count: int = 0
    page_numbers: list[int] = Field(default_factory=list)
    unmarked_pages: list[int] = Field(default_factory=list)
    matched_text: str | None = None
    surrounding_context: str | None = None
    match_kind: Literal["exact", "folded"] | None = None
    folds: list[str] = Field(default_factory=list)
    detected_lang: str | None = None
    reason: str | None = None
    message: str | None = None
    nearest: NearestPassage | None = None


class HighlightResult(Value):
    """A row per quote, in their order, and the staged copy: none where nothing could be marked.

    `warnings`: words of `evidence.pdf_highlight.Warned`.
    """

    rows: list[QuoteRow]
    pages: int
    title: str | None = None
    warnings: list[str] = Field(default_factory=list)
    staged: str | None = None
    sha256: str | None = None
    bytes: int = 0
