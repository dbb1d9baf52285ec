"""The one way to say no: a stable code, what happened, and the next call to make.

Every code is registered here; ``docs/errors.md`` and the resource ``uratori://errors`` are generated from `CODES`.
A refusal changes nothing in the ledger.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

CODES: Final[dict[str, str]] = {
    # input
    "ARGUMENT_INVALID": "An argument is missing, unknown, of the wrong type or out of its range.",
    "SESSION_UNKNOWN": "No session has this id.",
    "SESSION_ARCHIVED": "The session is archived: it can be read and exported, not written.",
    "RECORD_UNKNOWN": "No record of that type has this id.",
    "RECORD_EXCLUDED": "The record was excluded and can't be used until it is restored.",
    "IDEMPOTENCY_CONFLICT": "The idempotency key was used before with other arguments.",
    # source and ranges
    "SOURCE_EMPTY": "The source has no text.",
    "SOURCE_TOO_LARGE": "The source text is longer than the limit.",
    "FILE_NOT_FOUND": "The file does not exist or can't be read.",
    "FILE_OUTSIDE_ROOTS": "The file lies outside the folders that may be read.",
    "FILE_KIND_UNSUPPORTED": "The file is of a kind that can't be read.",
    "FILE_EMPTY": "The file holds no text.",
    "FILE_TOO_LARGE": "The file is larger than the limit.",
    "FILE_CHANGED": "The file was written to while it was read.",
    "RANGE_INVALID": "The range is empty, reversed, outside of the text or cuts a character in two.",
    "ITEMS_INVALID": "At least one item of the list is bad; nothing was recorded.",
    # evidence
    "URL_INVALID": "The URL can't be fetched: scheme, host or form.",
    "ADDRESS_REFUSED": "The URL leads to an address that may not be reached.",
    "HOST_NOT_ALLOWED": "The URL's host is not among those that a person has allowed.",
    "POLICY_REFUSED": "The source works against its reader, and the policy profile refuses such sources.",
    "FETCH_FAILED": "No stage could get readable text from the source.",
    "BODY_TRUNCATED": "The body was cut short; it is kept only when asked for.",
    "PDF_NO_TEXT": "The PDF has no text layer.",
    "PDF_UNREADABLE": "The PDF's text layer does not say which letters its glyphs are.",
    "PDF_ENCRYPTED": "The PDF asks for a password.",
    "PDF_PASSWORD_WRONG": "The password does not open the PDF.",
    "PDF_PASSWORD_GONE": "The password is no longer in the hub's memory, the only place where it is kept.",
    "CAPTURE_INVALID": "The capture has no text, two texts, or a screenshot that is no image.",
    "EVIDENCE_CHANGED": "The saved evidence is missing or differs from what was recorded.",
    # quotes and verdicts
    "QUOTE_NOT_FOUND": "The quote is not in the evidence.",
    "QUOTE_EMPTY": "The quote has no letter or digit.",
    "QUOTE_TOO_SHORT": "The quote is shorter than the minimum and gives no short_quote_reason.",
    "QUOTE_TOO_LONG": "The quote is longer than the limit.",
    "QUOTE_ELIDED": "The quote leaves words out.",
    "QUOTE_CUTS_CHARACTER": "The quote starts or ends inside a character.",
    "QUOTE_CUTS_NUMBER": "The quote starts or ends inside a number of the evidence.",
    "CASE_DIFFERS": "The quote is in the evidence only with other upper and lower case.",
    "KANA_DIFFERS": "The quote is in the evidence only with hiragana for katakana or the reverse.",
    "BACKEND_MISSING": "The evidence backend is unknown, or what it needs is not installed.",
    "NO_EVIDENCE": "The session has no evidence that could be looked through.",
    "OCCURRENCE_UNKNOWN": "The quote occurs fewer times than the occurrence asked for.",
    "SELF_REFERENCE": "The evidence is the text under check itself.",
    "VERDICT_WITHOUT_BASIS": "The verdict lacks the attachment it needs.",
    "VERDICT_CONFLICT_UNNAMED": "The claim has live supports and contradicts, and the rationale names neither side.",
    "REVISION_REFUSED": "The record is already in that state.",
    # citations
    "NOT_FOUND": "The words to cite are not on the page.",
    "INVALID_URL": "The URL to cite is not http or https, or can't be fetched as it stands.",
    "TEXT_TOO_SHORT": "The text to cite is too short to tell anything.",
    "NO_LINK": "The words are on the page, but no link can be made that selects exactly them.",
    "PDF_EXPECTED": "The source is no PDF, and only a PDF can be marked.",
    "QUOTE_NOT_PLACED": "The words are in the PDF's text, but nothing of them can be seen on its pages.",
    "HIGHLIGHT_FAILED": "The marks could not be put into the PDF; nothing was written.",
    "ENCODE_TOO_LONG": "The link to the words would be longer than the limit.",
    # finalize, reports, export
    "FINALIZE_BLOCKED": "The session is not checked yet.",
    "REPORT_NOT_WRITTEN": "A report file could not be written.",
    "EXPORT_REFUSED": "The export path or format is not usable.",
    "EXPORT_FAILED": "The export could not be made; nothing was written.",
    # jobs and processes
    "JOB_UNKNOWN": "No job has this id.",
    "JOB_FAILED": "The job ended without a result.",
    "ENGINE_UNAVAILABLE": "The workflow engine is not ready.",
    "BROWSER_UNAVAILABLE": "Chromium could not be started.",
    "HUB_UNAVAILABLE": "The hub can't be reached.",
    "HUB_STOPPING": "The hub is shutting down and takes no new calls.",
    "LEDGER_LOCKED": "Another process holds the ledger.",
    "LEDGER_NEWER": "The ledger was written by a newer version.",
    "LEDGER_DAMAGED": "The ledger or a saved file differs from its chain.",
    "INTERNAL_ERROR": "A fault of the program, not of the call.",
}


class Refusal(Exception):
    """A call that is refused, with everything the caller needs to do better.

    Attributes:
        code: one of `CODES`; never renamed once released.
        message: what happened and which limit, in one or two sentences, without a path that the caller did not give.
        suggestion: the next call to make, with real values.
        facts: bounded JSON values (ids, ranges, totals).
    """

    def __init__(self, code: str, message: str, suggestion: str, facts: Mapping[str, Any] | None = None) -> None:
        if code not in CODES:
            raise LookupError(f"unregistered refusal code {code}")
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.suggestion = suggestion
        self.facts: dict[str, Any] = dict(facts or {})
