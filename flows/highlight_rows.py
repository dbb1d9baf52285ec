"""What a job that marks quotes takes and answers: a row per quote, or the refusal where nothing can be marked."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from evidence import limits
from flows.acquire import Source
from flows.cite_rows import Row, check_page_url, check_words
from flows.highlight_given import check_given
from flows.own_files import INBOX, folder_of
from flows.services import Services
from ledger.refusals import Refusal
from tasks.attempts import StageError
from tasks.highlight_values import HighlightResult, QuoteRow
from tasks.unfit import PDF_ADVICE

ADVICE: Final = {
    "PDF_NO_TEXT": "Give a copy with recognised text: there are no words in this one that could be marked.",
    "PDF_UNREADABLE": "Give a copy whose words can be copied and pasted.",
    "PDF_ENCRYPTED": "Call highlight_pdf again with password, or give a copy that opens without one.",
    "PDF_PASSWORD_WRONG": "Check the password (upper and lower case differ), or give a copy that opens without one.",
    "HIGHLIGHT_FAILED": "Give another copy of the PDF, for example one that is printed to a file anew.",
}
_CODES: Final = {
    "pdf_encrypted": "PDF_ENCRYPTED",
    "pdf_wrong_password": "PDF_PASSWORD_WRONG",
    "pdf_no_text": "PDF_NO_TEXT",
    "pdf_unreadable": "PDF_UNREADABLE",
}
_NOT_PLACED: Final = "The words are in the PDF's text, but nothing of them can be seen on its pages to be marked."


def source_of(services: Services, url: str | None, path: str | None, roots: Sequence[str] | None) -> Source:
    """The one source that was given.

    Raises:
        Refusal: ARGUMENT_INVALID, INVALID_URL.
    """
    check_given(url, path)
    if url is not None:
        check_page_url(url)
        return Source(url=url)
    own = [str(folder_of(services.home, INBOX)), *map(str, services.settings.allowed_roots)]
    return Source(path=path, given=path, roots=tuple(own if roots is None else roots))


def too_short(services: Services, quotes: Sequence[str], language: str | None) -> dict[int, Refusal]:
    """The quotes that tell too little to be looked for, by their place in the list.

    Raises:
        Refusal: ARGUMENT_INVALID; TEXT_TOO_SHORT where there is no other.
    """
    if not 1 <= len(quotes) <= limits.HIGHLIGHTS_PER_CALL:
        raise Refusal(
            "ARGUMENT_INVALID",
            f"cited_text has {len(quotes)} quotes; 1 to {limits.HIGHLIGHTS_PER_CALL} are taken.",
            "Mark the others in a second call, with the first copy as path.",
            {"quotes": len(quotes), "most": limits.HIGHLIGHTS_PER_CALL},
        )
    short: dict[int, Refusal] = {}
    for index, text in enumerate(quotes):
        try:
            check_words(services.settings, text, language)
        except Refusal as refusal:
            short[index] = refusal
    if len(short) == len(quotes):
        raise short[0]
    return short


def rows_of(quotes: Sequence[str], short: Mapping[int, Refusal], made: Sequence[QuoteRow], *, told: bool) -> list[Row]:
    """A row per quote, in their order. `told`: the words around it are told, too."""
    left = iter(made)
    return [_refused(short[index]) if index in short else _row(next(left), told=told) for index in range(len(quotes))]


def _refused(refusal: Refusal) -> Row:
    return {"status": "not_found", "code": refusal.code, "message": f"{refusal.message} {refusal.suggestion}"}


def _row(made: QuoteRow, *, told: bool) -> Row:
    row: Row = {"status": made.status}
    if made.status == "not_found":
        row["code"] = "OCCURRENCE_UNKNOWN" if made.reason == "OCCURRENCE_UNKNOWN" else "NOT_FOUND"
        row |= made.model_dump(include={"reason", "message", "nearest"}, exclude_none=True)
        return row
    if made.status == "not_placed":
        return row | {"code": "QUOTE_NOT_PLACED", "message": _NOT_PLACED, "match_count": made.match_count}
    row |= made.model_dump(include={"match_count", "page_numbers", "matched_text", "match_kind", "detected_lang"})
    if made.marked_count != made.match_count:
        row["marked_count"] = made.marked_count
    if told:
        row["surrounding_context"] = made.surrounding_context
    return row | {name: value for name in ("folds", "unmarked_pages") if (value := getattr(made, name))}


def answer(rows: Sequence[Row], quotes: Sequence[str], made: HighlightResult, target: Path) -> dict[str, Any]:
    """What the job answers once the copy is written.

    Raises:
        Refusal: NOT_FOUND, OCCURRENCE_UNKNOWN or QUOTE_NOT_PLACED: there is no copy.
    """
    marked = [row for row in rows if row["status"] == "highlighted"]
    if made.staged is None or not marked:
        raise _nothing(rows, quotes)
    return {
        "file_path": str(target),
        "bytes": made.bytes,
        "sha256": made.sha256,
        "page_numbers": sorted({number for row in marked for number in row["page_numbers"]}),
        "match_count": sum(row["match_count"] for row in marked),
        "detected_lang": marked[0]["detected_lang"],
        "warnings": made.warnings,
        "rows": [{"index": index, **row} for index, row in enumerate(rows)],
    }


def _nothing(rows: Sequence[Row], quotes: Collection[str]) -> Refusal:
    first = dict(rows[0])
    if len(rows) > 1:
        message = f"None of the {len(quotes)} quotes could be marked. Nothing was written."
        advice = "See the row of each quote: quote the words as they stand in the PDF."
        return Refusal("NOT_FOUND", message, advice, {"rows": [dict(row) for row in rows]})
    code, message = first.pop("code"), first.pop("message")
    near = first.get("nearest")
    advice = "Quote words copied from the PDF, or give another PDF."
    if near is not None:
        advice = f"If this passage says what you need, quote it as it stands: {near['passage'][:300]!r}."
    if code == "OCCURRENCE_UNKNOWN":
        advice = "Leave occurrence out to mark every place."
    return Refusal(code, f"{message} Nothing was written.", advice, first)


def unmarked(kind: str, message: str) -> Refusal:
    """The refusal for a PDF that was got and could not be marked, by the kind of the failure."""
    code = _CODES.get(kind, "HIGHLIGHT_FAILED")
    return Refusal(code, f"{message} Nothing was written.", PDF_ADVICE.get(kind, ADVICE[code]), {"kind": kind})


def onto_itself(output_path: str) -> Refusal:
    """The refusal to write the copy over the PDF that it is of."""
    return Refusal(
        "EXPORT_REFUSED",
        f"output_path {output_path!r} is the PDF itself, which stays as it is. Nothing was written.",
        "Give another path, or none.",
        {"output_path": output_path},
    )


def unwritten(error: StageError, target: Path) -> Refusal:
    """The refusal for a copy that could not be put where it was asked for."""
    return Refusal(
        "EXPORT_FAILED",
        f"{error.message} Nothing was written.",
        "Check the folder and the room on its disk, or give another output_path.",
        {"kind": error.kind, "output_path": str(target)},
    )
