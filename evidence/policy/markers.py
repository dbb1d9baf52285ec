"""Forged marks of a conversation: what programs put around the turns of a chat, or around the results of tools."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from evidence.policy.values import Cue

_MARKS: Final = re.compile(
    r"<\|(?:im_start|im_end|system|user|assistant|endoftext|end|eot_id|start_header_id|"
    r"end_header_id|begin_of_text|tool)[^|\n]{0,20}\|>"
    r"|<</?sys>>|\[/?inst\]"
    r"|</?(?:system|assistant|tool_call|tool_result|tool_response|function_calls?|"
    r"function_results?|user_input|system_prompt|"
    r"system[-_](?:message|reminder|instructions?|override|note)|admin|instructions?|invoke|"
    r"untrusted[\w-]*|context|document|"
    r"ai_instructions?|hidden_instructions?|important|secret|override|developer|prompt|"
    r"assistant_instructions?)(?:\s[^<>\n]{0,80})?>"
    r"|[\[({【]{1,3}\s*(?:system|admin|assistant|developer|internal|hidden|ai|llm|agent|"
    r"instructions?|important|override|priority|"
    r"root|sudo|security|tool[\s_](?:result|call|output)|urgent|note to ai)(?:[\s_:-]+[\w\s-]{0,40})?\s*[\])}】]{1,3}"
    r"|<!--|</?(?:interaction-config|allowed-\w+|blocked-\w+|rules?|policy|directive|task|role|mode)>"
    r"|\"(?:tool|tool_name|function|function_call|tool_calls|tool_use)\"\s*:"
    r"|\"role\"\s*:\s*\"(?:system|assistant|developer|tool)\""
)
_LINE: Final = re.compile(
    r"^[\s>*_#`-]{0,8}(?:#{2,4}\s*(?:system|instructions?|new instructions?|assistant|human|"
    r"user|response|input|override|important)\b[^\n]{0,24}"
    r"|(?:system|assistant|human|developer|ai|admin|sysadmin|root|tool|function|thought|"
    r"action|observation)\s*(?:\([^)\n]{0,20}\)\s*)?:\s)",
    re.MULTILINE,
)
_OPENERS: Final = ("<", "[", "{", "(", "【")
_STRONG: Final = ("<|", "<<", "[inst", "[/inst", '"role"', "</", "<tool", "<function", "<system")


def marker_cues(text: str) -> Iterator[Cue]:
    """The marks in folded text."""
    if '"role"' in text or any(opener in text for opener in _OPENERS):
        for found in _MARKS.finditer(text):
            weight = 0.7 if found[0].startswith(_STRONG) else 0.5
            if found[0].strip("[](){}【】<>/ ") in {
                "important",
                "instructions",
                "instruction",
                "context",
                "document",
                "ai",
                "admin",
                "note",
            }:
                weight = 0.3
            yield Cue(found.start(), found.end(), "marker", weight)
    for found in _LINE.finditer(text):
        strong = "system" in found[0] or "override" in found[0] or "###" in found[0]
        yield Cue(found.start(), found.end(), "marker", 0.5 if strong else 0.25)
