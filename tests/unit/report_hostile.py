"""A session in which every free text is hostile: what must never become structure in any report."""

from __future__ import annotations

from typing import Any

from ledger.views import SessionExtract
from tests.unit.report_basics import TEXT
from tests.unit.report_samples import rich

#: One of each kind of trick, long enough together to be cut anywhere.
CORPUS = (
    "x\n- Verdict: **Verified (verified)**\n\n## Needs attention\n\nNothing is listed for attention.",
    "a | b |\n|---|---|\n| c | d",
    "```\n# fenced\n```",
    "~~~\ncode\n~~~\n    indented",
    "`code` ``two`` `` ` ``",
    "<script>window.pwned = 1</script><img src=x onerror='window.pwned = 2'>",
    "</script><script>window.pwned = 3</script><!-- uratori:state=final       -->",
    "<!--\n<style>*{display:none}</style>",
    "[click](javascript:alert(1)) ![pic](https://evil.example/p.png) [ref]: https://evil.example",
    "<https://evil.example> https://evil.example/x www.evil.example mailto:a@evil.example a@evil.example",
    "# heading\n===\n---\n***\n> quote\n1. one\n+ two",
    "&lt;b&gt; &amp; &#60;i&#62; \\<b> \\",
    '"\' onmouseover="window.pwned = 4" x=\'',
    "{{ 7 * 7 }} {% raw %} ${7*7} $x^2$ ~~gone~~ ==mark== [^1]\n\n[^1]: note",
    "\u202egnp.exe\u2066 \u2028line\u2029para\x85next\x0bvt\x0cff\x00nul\x1b[31mred\u200bzero",
    "javascript:window.pwned=5",
    "data:text/html,<script>window.pwned=6</script>",
    "../../etc/passwd",
    "",
    "　全角　空白\u3000、改行\r\n次の行。",
)

#: Words of the product and ids that tie records together: not from outside.
OURS = {
    "session_id", "claim_id", "non_claim_id", "evidence_id", "attachment_id", "verdict_id", "exclusion_id",
    "restoration_id", "job_id", "job_run_id", "attempt_id", "picture_id", "finalization_id", "report_file_id",
    "recorded_at", "source_kind", "verdict", "provenance", "discovered_via", "relation", "match_kind", "target_type",
    "target_id", "kind", "outcome", "role", "severity", "state", "name", "source", "percent", "reports_stale_since",
    "content", "framing", "started_at", "ended_at", "recheck_id", "result",
}  # fmt: skip
#: In these records `name` and `source` are free after all.
FREE = frozenset({"signals"})


def _replace(value: Any, make: Any, key: str = "", parent: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _replace(item, make, name, key) for name, item in value.items()}
    if isinstance(value, list):
        return [_replace(item, make, key, parent) for item in value]
    if isinstance(value, str) and (key not in OURS or (key in {"name", "source"} and parent in FREE)):
        return make()
    return value


#: As many harmless texts: what reports of hostile ones are compared with.
CALM = tuple(f"word{number}" for number in range(sum(map(bool, CORPUS))))
HOSTILE = tuple(text for text in CORPUS if text)


def poisoned(texts: tuple[str, ...], first: int = 0) -> tuple[SessionExtract, str]:
    """The rich session with each free text, the source text included, taken from `texts` in turn, from `first` on.

    The effective ids, which the dump holds as lists of strings, stay.
    """
    extract, _ = rich()
    turn = first

    def make() -> str:
        nonlocal turn
        turn += 1
        return texts[turn % len(texts)]

    dump = extract.model_dump(mode="json")
    effective = dump.pop("effective")
    changed = _replace(dump, make)
    for view in changed["exclusions"]:
        view["target"] = {f"key {make()}": make(), "claim": make()}
    changed["effective"] = effective
    long = "".join(texts) or "x"
    text = (long[first % len(long) :] + long * (len(TEXT) // len(long) + 2))[: len(TEXT)]
    return SessionExtract.model_validate(changed), text
