"""Saying why a source could not be had, with what each stage said and the next call to make."""

from __future__ import annotations

from typing import Any, Final

from evidence.limits import PDF_PAGES
from flows.acquire import Failure, Source, Unobtainable
from ledger.refusals import Refusal

PDF_LINKS: Final = 5
MESSAGE_CHARACTERS: Final = 300

_FILE_CODES: Final = {
    "file_not_found": "FILE_NOT_FOUND",
    "file_not_regular": "FILE_NOT_FOUND",
    "file_outside_roots": "FILE_OUTSIDE_ROOTS",
    "file_kind_unsupported": "FILE_KIND_UNSUPPORTED",
    "media_unsupported": "FILE_KIND_UNSUPPORTED",
    "file_too_large": "FILE_TOO_LARGE",
    "file_empty": "FILE_EMPTY",
    "empty": "FILE_EMPTY",
    "thin_page": "FILE_EMPTY",
}
_CODES: Final = {
    "url_invalid": "URL_INVALID",
    "redirect_invalid": "URL_INVALID",
    "address_refused": "ADDRESS_REFUSED",
    "pdf_no_text": "PDF_NO_TEXT",
    "pdf_encrypted": "PDF_ENCRYPTED",
}
_FILE_ADVICE: Final = {
    "FILE_NOT_FOUND": "Check the path: it must be absolute and name a regular file that can be read.",
    "FILE_OUTSIDE_ROOTS": "Copy the file into your working directory and give that path, or ask the person to add its "
    "folder to URATORI_ALLOWED_ROOTS.",
    "FILE_KIND_UNSUPPORTED": "Give a .txt, .md, .html, .htm or .pdf file, or pass its text with submit_agent_capture.",
    "FILE_TOO_LARGE": "Give a smaller file, for example the part that matters.",
    "FILE_EMPTY": "Give a file that holds text.",
    "PDF_NO_TEXT": "Give a copy with recognised text, or read the pages yourself and pass their text with "
    "submit_agent_capture.",
    "PDF_ENCRYPTED": "Give a copy without a password.",
}


def refused_source(failed: Unobtainable, *, session_id: str, discovered_via: str) -> Refusal:
    """The refusal for one source of `fetch_evidence`."""
    code = code_of(failed)
    if failed.source.url is None:
        advice = _FILE_ADVICE.get(code, "Give another copy of the file.")
        return Refusal(code, message_of(failed), advice, _facts(failed))
    capture = (
        f'open it with your own browser tool and call submit_agent_capture (session_id "{session_id}", url '
        f'"{failed.source.url}", discovered_via "{discovered_via}", the text you see, a screenshot if you can). Do not '
        "write that it could not be confirmed: only if all that fails, set the verdict unverifiable and say why."
    )
    if code == "URL_INVALID":
        advice = "Give a full http or https URL with a host and without a user name."
    elif code == "ADDRESS_REFUSED":
        advice = "Give a public address. Intranet pages need URATORI_ALLOW_PRIVATE_ADDRESSES, which a person sets."
    elif failed.pdf_links:
        advice = _pdf_call(failed.pdf_links[0], session_id, discovered_via) + f" Otherwise {capture}"
    else:
        advice = capture[0].upper() + capture[1:] + _short_advice(failed) + " If it links to a PDF, fetch that instead."
    return Refusal(code, message_of(failed), advice, _facts(failed))


def refused_start(failed: Unobtainable) -> Refusal:
    """The refusal for `start_session` from a URL."""
    advice = (
        "Get the page's text with your own browser tool and call start_session with source "
        '{"type": "text", "text": …} and the URL in title.'
    )
    if failed.pdf_links:
        advice = (
            f'Call start_session with source {{"type": "url", "url": "{failed.pdf_links[0]}"}}. Otherwise: {advice}'
        )
    return Refusal(code_of(failed), message_of(failed), advice, _facts(failed))


def code_of(failed: Unobtainable) -> str:
    """The code: that of the stage that decided, FETCH_FAILED where several said something."""
    if not failed.failures:
        return "FETCH_FAILED"
    kind = failed.failures[-1].kind
    if failed.source.url is None:
        return _FILE_CODES.get(kind) or _CODES.get(kind) or "FILE_KIND_UNSUPPORTED"
    return _CODES.get(kind, "FETCH_FAILED")


def message_of(failed: Unobtainable) -> str:
    """What was asked for and what every stage said."""
    stages = "; ".join(f"{one.stage}: {_said(one)}" for one in failed.failures)
    named = failed.source.url if failed.source.url is not None else failed.source.item
    links = f" It links to {len(failed.pdf_links)} PDF(s)." if failed.pdf_links else ""
    return f"No readable text was got from {named}. {stages}{links}"


def _said(failure: Failure) -> str:
    message = failure.message
    return message if len(message) <= MESSAGE_CHARACTERS else message[: MESSAGE_CHARACTERS - 1] + "…"


def _short_advice(failed: Unobtainable) -> str:
    if any(one.kind == "thin_page" for one in failed.failures):
        return " If the page really is that short, repeat fetch_evidence with accept_short=true."
    return ""


def _pdf_call(url: str, session_id: str, discovered_via: str) -> str:
    return (
        f'Call fetch_evidence with session_id "{session_id}", sources [{{"type": "url", "url": "{url}"}}], '
        f'discovered_via "{discovered_via}": the page links to that PDF.'
    )


def _facts(failed: Unobtainable) -> dict[str, Any]:
    facts: dict[str, Any] = {
        "source": _named(failed.source),
        "stages": [
            {"stage": one.stage, "kind": one.kind, "message": _said(one), "http_status": one.http_status}
            for one in failed.failures
        ],
    }
    if failed.pdf_links:
        facts["pdf_links"] = failed.pdf_links[:PDF_LINKS]
    if any(one.kind == "pdf_too_many_pages" for one in failed.failures):
        facts["pdf_pages_most"] = PDF_PAGES
    return facts


def _named(source: Source) -> dict[str, str]:
    return {"url": source.url} if source.url is not None else {"path": str(source.path)}
