"""What a wrong argument probably meant: a name, a word of a list, an object that was given as a text."""

from __future__ import annotations

import difflib
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from tasks.file_kinds import KINDS

SHOWN: Final = 120
NAME_CUTOFF: Final = 0.75
WORD_CUTOFF: Final = 0.65
_HOST: Final = re.compile(r"[\w-]+(\.[\w-]+)+(:\d+)?(/\S*)?")
_OPTION: Final = re.compile(r"'([^']*)'")

NAMES: Final[Mapping[str, Mapping[str, str]]] = {
    "register_segments": {"segments": "items", "ranges": "items", "claims": "items"},
    "register_claim": {"text": "claim", "statement": "claim", "kind": "claim_kind"},
    "mark_non_claim": {"rationale": "reason", "note": "reason"},
    "fetch_evidence": {"query": "find", "search": "find", "offset": "text_offset", "limit": "text_limit"},
    "attach_evidence": {"items": "attachments", "claim": "claim_id", "evidence": "evidence_id", "reason": "rationale"},
    "set_verdict": {"reason": "rationale", "claim": "claim_id"},
    "revise_record": {"id": "target_id", "type": "target_type", "rationale": "reason"},
    "submit_agent_capture": {"path": "text_path", "content": "text", "screenshot": "screenshot_path"},
    "export_report": {"path": "output_path", "file": "output_path"},
    "wait_job": {"id": "job_id", "seconds": "wait_seconds"},
    "verify_claims": {"items": "claims", "quotes": "claims", "citations": "claims"},
    "highlight_pdf": {
        "quote": "cited_text",
        "quotes": "cited_text",
        "text": "cited_text",
        "claims": "cited_text",
        "file": "path",
        "file_path": "path",
        "output": "output_path",
    },
    "generate_text_fragment": {
        "text": "cited_text",
        "quote": "cited_text",
        "claim": "cited_text",
        "language": "lang",
    },
    "check_fragment_url": {
        "url": "fragment_url",
        "urls": "fragment_url",
        "links": "fragment_url",
        "link": "fragment_url",
    },
}
"""Names that callers use for an argument, by tool, where they don't look like it."""
WORDS: Final[Mapping[str, Sequence[str]]] = {
    "true": ("verified",),
    "confirmed": ("verified", "supports"),
    "correct": ("verified",),
    "supported": ("verified", "supports"),
    "false": ("contradicted",),
    "incorrect": ("contradicted",),
    "refuted": ("contradicted", "contradicts"),
    "refutes": ("contradicts",),
    "against": ("contradicts",),
    "partial": ("partially_verified",),
    "partially": ("partially_verified", "partial"),
    "mixed": ("partially_verified", "partial"),
    "unverified": ("unverifiable",),
    "unknown": ("unverifiable",),
    "neutral": ("irrelevant",),
    "delete": ("exclude",),
    "remove": ("exclude",),
    "archive": ("exclude",),
    "undo": ("restore",),
    "undelete": ("restore",),
    "search": ("agent_search",),
    "web_search": ("agent_search",),
    "cited": ("cited_in_source",),
    "web": ("url",),
    "http": ("url",),
    "https": ("url",),
    "page": ("url",),
    "path": ("file",),
    "pdf": ("file",),
    "string": ("text",),
    "other": ("non_claim",),
}
"""Words that callers use for one of a list, where difflib would find none or another."""
PATTERNS: Final[Mapping[str, str]] = {
    "language": "must be a language tag such as en, ja or pt-BR",
    "session_id": "must be an id as start_session gives it: up to 64 letters, digits, _ and -",
}


def nearest(name: str, known: Iterable[str], cutoff: float = NAME_CUTOFF) -> str | None:
    """The known name that looks much like `name`, if one does."""
    found = difflib.get_close_matches(name.lower(), list(known), n=1, cutoff=cutoff)
    return found[0] if found else None


def meant_name(tool: str, given: str, known: Sequence[str]) -> str | None:
    """The argument of the tool that a caller meant."""
    alias = NAMES.get(tool, {}).get(given.lower())
    return alias if alias in known else nearest(given, known)


def options(expected: str) -> list[str]:
    """The words of a list as pydantic words it: `'a', 'b' or 'c'`."""
    return _OPTION.findall(expected)


def meant_word(given: Any, allowed: Sequence[str]) -> str | None:
    """The word of the list that a caller meant."""
    if not isinstance(given, str | bool):
        return None
    word = re.sub(r"[\s-]+", "_", str(given).strip().lower())
    if word in allowed:
        return word
    known = next((meant for meant in WORDS.get(word, ()) if meant in allowed), None)
    return known or nearest(word, allowed, WORD_CUTOFF)


def source_form(value: Any, *, texts: bool) -> dict[str, Any] | None:
    """The object for a source that was given as a text, or as an object without its type.

    Args:
        value: what was given.
        texts: whether a source may be the text itself.
    """
    if isinstance(value, Mapping):
        kinds = {"url": "url", "path": "file", **({"text": "text"} if texts else {})}
        given = [name for name in kinds if isinstance(value.get(name), str)]
        return {"type": kinds[given[0]], given[0]: _short(value[given[0]])} if len(given) == 1 else None
    if not isinstance(value, str) or not value.strip():
        return None
    if value.lower().startswith(("http://", "https://")):
        return {"type": "url", "url": _short(value)}
    one_line = len(value) <= 300 and "\n" not in value
    if one_line and (value.startswith(("/", "./", "../", "~")) or value.lower().endswith(KINDS)):
        return {"type": "file", "path": _short(value)}
    if one_line and _HOST.fullmatch(value):
        return {"type": "url", "url": _short(f"https://{value}")}
    return {"type": "text", "text": _short(value)} if texts else None


def sources_in(tool: str, arguments: Mapping[str, Any]) -> str | None:
    """`source={…}` for a call that gives the text, path or URL as an argument of its own."""
    if tool == "start_session":
        form = source_form({name: arguments.get(name) for name in ("text", "path", "url")}, texts=True)
        return f"source={told(form)}" if form is not None and "source" not in arguments else None
    if tool != "fetch_evidence" or "sources" in arguments:
        return None
    given = next((arguments[name] for name in ("source", "url", "urls", "path", "paths") if name in arguments), None)
    forms = [source_form(one, texts=False) for one in (given if isinstance(given, list) else [given])[:2]]
    return f"sources={told(forms)}" if forms and None not in forms else None


def source_fix(tool: str, path: str, given: Any) -> str | None:
    """`source={…}` or `sources=[{…}]` for a source of the wrong shape at `path`."""
    if tool == "start_session" and path == "source":
        form = source_form(given, texts=True)
        return f"source={told(form)}" if form else None
    if tool == "fetch_evidence" and (path == "sources" or path.startswith("sources[")):
        form = source_form(given, texts=False)
        if form is None:
            return None
        return f"sources={told([form])}" if path == "sources" else f"{path}={told(form)}"
    return None


def told(value: Any) -> str:
    """A value as it is written in a call."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"
