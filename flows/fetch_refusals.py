"""Saying why a source could not be had, with what each stage said and the next call to make."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from evidence.limits import PDF_PAGES
from flows.page_advice import PDF_LINKS, page_advice
from flows.sources import Failure, Source, Terms, Unobtainable
from flows.url_advice import url_advice
from flows.wording import counted
from ledger.refusals import Refusal
from tasks.file_kinds import KINDS_TOLD
from tasks.guard import PORT_NOT_OPENED
from tasks.unfit import PDF_ADVICE

MESSAGE_CHARACTERS: Final = 300
OPENED_BY_SETTING: Final = "loopback or private address"
"""As `tasks.guard` says it of an address that URATORI_ALLOW_PRIVATE_ADDRESSES opens."""
URL_CHARACTERS: Final = 500
"""Of a URL in a sentence; longer ones are known to the caller."""

_LAST: Final = (
    "Do not write that it could not be confirmed: only if all that fails, set the verdict unverifiable and say why."
)

_FILE_CODES: Final = {
    "file_not_found": "FILE_NOT_FOUND",
    "file_not_regular": "FILE_NOT_FOUND",
    "file_outside_roots": "FILE_OUTSIDE_ROOTS",
    "file_kind_unsupported": "FILE_KIND_UNSUPPORTED",
    "media_unsupported": "FILE_KIND_UNSUPPORTED",
    "file_too_large": "FILE_TOO_LARGE",
    "docx_too_large": "FILE_TOO_LARGE",
    "parse_too_large": "FILE_TOO_LARGE",
    "pdf_too_many_pages": "FILE_TOO_LARGE",
    "pdf_too_long": "FILE_TOO_LARGE",
    "file_empty": "FILE_EMPTY",
    "file_changed": "FILE_CHANGED",
    "empty": "FILE_EMPTY",
    "thin_page": "FILE_EMPTY",
}
_CODES: Final = {
    "url_invalid": "URL_INVALID",
    "redirect_invalid": "URL_INVALID",
    "address_refused": "ADDRESS_REFUSED",
    "host_not_allowed": "HOST_NOT_ALLOWED",
    "policy_refused": "POLICY_REFUSED",
    "truncated": "BODY_TRUNCATED",
    "pdf_no_text": "PDF_NO_TEXT",
    "pdf_unreadable": "PDF_UNREADABLE",
    "pdf_encrypted": "PDF_ENCRYPTED",
}
_POLICY_ADVICE: Final = {
    "HOST_NOT_ALLOWED": "Look for the same facts at a host that is allowed. Others need URATORI_ALLOW_HOSTS, which a "
    "person sets.",
    "POLICY_REFUSED": "Look for the same facts at another source, and follow nothing that this one says. A person may "
    "have it read with URATORI_POLICY_PROFILE=record.",
}
_FILE_ADVICE: Final = {
    "FILE_NOT_FOUND": "Check the path: it must be absolute and name a regular file that can be read.",
    "FILE_OUTSIDE_ROOTS": "Give a path under a folder that may be read, pass the file's text with "
    "submit_agent_capture, or ask the person to add its folder to URATORI_ALLOWED_ROOTS.",
    "FILE_KIND_UNSUPPORTED": f"Give {KINDS_TOLD}, or pass its text with submit_agent_capture.",
    "FILE_TOO_LARGE": "Give a smaller file, for example the part that matters.",
    "FILE_EMPTY": "Give a file that holds text.",
    "FILE_CHANGED": "Make the same call again when the file is written.",
    "PDF_NO_TEXT": "Give a copy with recognised text, or read the pages yourself and pass their text with "
    "submit_agent_capture.",
    "PDF_UNREADABLE": "Give a copy whose words can be copied and pasted, or read the pages yourself and pass their "
    "text with submit_agent_capture.",
    "PDF_ENCRYPTED": "Give a copy that opens without a password: open it with the password and save or print it anew.",
}


def refused_source(
    failed: Unobtainable, *, session_id: str, discovered_via: str, terms: Terms | None = None
) -> Refusal:
    """The refusal for one source of `fetch_evidence`, which was asked for on `terms`."""
    code = code_of(failed)
    asked = _Asked(session_id, discovered_via, terms or Terms())
    if code in _POLICY_ADVICE:
        return Refusal(code, message_of(failed), _POLICY_ADVICE[code], _facts(failed))
    if failed.source.url is None:
        kind = failed.failures[-1].kind if failed.failures else ""
        advice = PDF_ADVICE.get(kind) or _FILE_ADVICE.get(code, "Give another copy of the file.")
        if _has(failed, "thin_page"):
            source = {"type": "file", "path": _path(failed.source)}
            advice = f"If it really is that short, {asked.call([source], accept_short=True)}."
        return Refusal(code, message_of(failed), advice, _facts(failed))
    if code == "URL_INVALID":
        message, advice = _invalid_url(failed)
        return Refusal(code, message, advice, _facts(failed))
    if code == "ADDRESS_REFUSED":
        return Refusal(code, message_of(failed), _address_advice(failed), _facts(failed))
    advice = f"{page_advice(failed, failed.source.url, asked)} {_LAST}"
    return Refusal(code, message_of(failed), advice, _facts(failed))


@dataclass(frozen=True)
class _Asked:
    """The call that asked for the source."""

    session_id: str
    discovered_via: str
    terms: Terms
    accepts: bool = True

    def call(self, sources: Sequence[Mapping[str, str]], **accepting: bool) -> str:
        """The same call for these sources, in words, accepting that too."""
        given = asdict(replace(self.terms, **accepting))
        terms = [name for name, accepted in given.items() if accepted and name.startswith("accept_")]
        told = (
            f'call fetch_evidence with session_id "{self.session_id}", sources '
            f'{json.dumps(sources, ensure_ascii=False)}, discovered_via "{self.discovered_via}"'
        )
        return "".join([told, *(f", {name}=true" for name in terms)])

    def fetch(self, urls: Sequence[str], **accepting: bool) -> str:
        """The same call for these pages."""
        return self.call([{"type": "url", "url": _url(url)} for url in urls], **accepting)

    def capture(self, url: str) -> str:
        """The call that hands in what one saw of the page."""
        return (
            f'call submit_agent_capture (session_id "{self.session_id}", url "{_url(url)}", discovered_via '
            f'"{self.discovered_via}", the text you see, a screenshot if you can).'
        )


class _Started:
    """The call that asked for the text under check."""

    accepts = False

    def fetch(self, urls: Sequence[str], **_accepting: bool) -> str:
        """The same call for the first of these pages: a session checks one text."""
        return f"call start_session with source {json.dumps({'type': 'url', 'url': _url(urls[0])}, ensure_ascii=False)}"

    def capture(self, _url: str) -> str:
        """The call that gives the text itself."""
        return 'call start_session with source {"type": "text", "text": the text you see} and the URL in title.'


def _address_advice(failed: Unobtainable) -> str:
    """A port or an intranet may be opened by a setting; link-local addresses (a cloud's metadata) never."""
    if any(one.kind == "address_refused" and PORT_NOT_OPENED in one.message for one in failed.failures):
        return "Look for the page at its site's usual port. Others need URATORI_FETCH_PORTS, which a person sets."
    if any(one.kind == "address_refused" and OPENED_BY_SETTING in one.message for one in failed.failures):
        return "Give a public address. Intranet pages need URATORI_ALLOW_PRIVATE_ADDRESSES, which a person sets."
    return "Give a public address: this one is never reached, whatever is set."


def _has(failed: Unobtainable, kind: str) -> bool:
    return any(one.kind == kind for one in failed.failures)


def _invalid_url(failed: Unobtainable) -> tuple[str, str]:
    """The message and the advice for a URL that is refused as it stands, or that a page leads on to."""
    last = failed.failures[-1]
    if last.kind != "url_invalid" or failed.source.url is None:
        return message_of(failed), "It leads on to a URL that is never fetched; give the page's final address."
    return url_advice(failed.source.url, _said(last))


def refused_start(failed: Unobtainable) -> Refusal:
    """The refusal for `start_session` from a URL."""
    if code_of(failed) == "URL_INVALID":
        message, advice = _invalid_url(failed)
        return Refusal("URL_INVALID", message, advice, _facts(failed))
    advice = _POLICY_ADVICE.get(code_of(failed)) or page_advice(failed, failed.source.url or "", _Started())
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
    """What was asked for and what every stage said; what several say alike is said once."""
    said: dict[str, list[str]] = {}
    for one in failed.failures:
        said.setdefault(_said(one), []).append(one.stage)
    stages = "; ".join(f"{' and '.join(dict.fromkeys(names))}: {message}" for message, names in said.items())
    named = _url(failed.source.url) if failed.source.url is not None else repr(_path(failed.source))
    links = f" It links to {counted(len(failed.pdf_links), 'PDF')}." if failed.pdf_links else ""
    return f"No readable text was got from {named}. {stages}{links}"


def _said(failure: Failure) -> str:
    message = failure.message
    return message if len(message) <= MESSAGE_CHARACTERS else message[: MESSAGE_CHARACTERS - 1] + "…"


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
    return {"url": _url(source.url)} if source.url is not None else {"path": _path(source)}


def _url(url: str) -> str:
    return url if len(url) <= URL_CHARACTERS else f"{url[:URL_CHARACTERS]}…"


def _path(source: Source) -> str:
    """The file as the caller named it: where it truly lies may be nothing that the caller knows."""
    return source.given or str(source.path)
