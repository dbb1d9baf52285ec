"""What a policy is told beside the page, and what it says of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from evidence.signals import Found

Decision = Literal["allow", "review", "block"]
Risk = Literal["low", "medium", "hostile"]


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
