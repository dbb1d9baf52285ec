"""What a policy is told beside the page, and what it says of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from evidence.signals import Found

Decision = Literal["allow", "review", "block"]
Risk = Literal["low", "medium", "hostile"]
FLAGGING: Final = frozenset(
    {
        "ai_instruction",
        "untrusted_system_language",
        "hidden_instruction",
        "encoded_instruction",
        "smuggled_text",
        "exfiltration_link",
        "homoglyphs",
        "zero_width",
        "bidi_override",
        "suspicious_cta",
        "bot_challenge",
        "mfa_challenge",
        "domain_not_allowlisted",
        "hostile_source",
        "hostile_form_control",
        "external_actionable",
        "policy_failed",
    }
)
"""The signals that raise a source's risk (where they are `warning` or `danger`), and flag the words there."""


@dataclass(frozen=True, slots=True)
class PolicySettings:
    """What a person has set.

    Attributes:
        allow_hosts: the only hosts (with their subdomains) that may be read; empty: any.
        source_risk: what the caller knows of the source; what is found may only raise it.
    """

    allow_hosts: frozenset[str] = frozenset()
    source_risk: Risk = "low"


@dataclass(frozen=True, slots=True)
class Assessment:
    """What is to be made of a page.

    Attributes:
        decision: for reading it: `allow`; `review`: a person should look; `block`: it works against its reader.
        risk: of the source.
        signals: what was found, the gravest first, then by place.
    """

    decision: Decision
    risk: Risk
    signals: tuple[Found, ...]


@dataclass(frozen=True, slots=True)
class Cue:
    """A weak sign of one `family` at the code points ``[start, end)`` of a text, with its weight (about 0 to 1.2)."""

    start: int
    end: int
    family: str
    weight: float


@dataclass(frozen=True, slots=True)
class Passage:
    """Words that may instruct: the code points ``[start, end)``, how sure (1 is enough in plain view), and by what."""

    start: int
    end: int
    score: float
    families: tuple[str, ...]
    quoted: bool = False
