"""The parameters that several tools share: one name, one meaning, one description."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any, Final

from pydantic import AfterValidator, Field

from evidence import limits

NUMBER_MOST: Final = 10**9
"""No text is longer and no list has more rows; a database knows no number that is much larger."""


def _visible(text: str) -> str:
    """The text, if a reader sees anything of it: it goes into the report as somebody's reason."""
    if all(unicodedata.category(character)[0] in "CZ" for character in text):
        raise ValueError("must say something: it is blank")
    return text


Visible = AfterValidator(_visible)


def _length_alone(schema: dict[str, Any]) -> None:
    """The pattern is checked, not told: the id is copied from an answer."""
    del schema["pattern"]
    schema["maxLength"] = 64


SessionId = Annotated[
    str,
    Field(pattern=r"^[A-Za-z0-9_-]{1,64}$", description="From start_session.", json_schema_extra=_length_alone),
]
ClaimId = Annotated[str, Field(min_length=1, max_length=40, description="E.g. claim_3.")]
EvidenceId = Annotated[str, Field(min_length=1, max_length=40, description="E.g. evidence_2.")]
# Lower bounds of ranges are in the schema only: the ledger refuses a bad range with the text's length beside it.
Start = Annotated[int, Field(description="First code point.", json_schema_extra={"minimum": 0})]
End = Annotated[int, Field(description="One past the last code point.", json_schema_extra={"minimum": 0})]
ClaimText = Annotated[
    str,
    Field(min_length=1, max_length=4_000, description="The statement in your words, clear on its own."),
    Visible,
]
ClaimKind = Annotated[str | None, Field(max_length=100, description="Free label, e.g. number, date, quotation.")]
NonClaimReason = Annotated[
    str, Field(min_length=1, max_length=4_000, description="Why the range says nothing checkable."), Visible
]
Rationale = Annotated[
    str, Field(min_length=1, max_length=8_000, description="Why, for the reader of the report."), Visible
]
IdempotencyKey = Annotated[
    str | None,
    Field(
        min_length=1,
        max_length=200,
        description="Same key, same answer.",
    ),
]
DiscoveryNote = Annotated[
    Annotated[str, Visible] | None, Field(min_length=1, max_length=2_000, description="How you found it.")
]
WaitSeconds = Annotated[
    float,
    Field(ge=0, le=limits.WAIT_SECONDS_MOST, description="Longest wait."),
]
TextOffset = Annotated[int | None, Field(ge=0, le=NUMBER_MOST, description="Where the text window starts.")]
TextLimit = Annotated[int, Field(ge=1, le=limits.TEXT_WINDOW_MOST, description="Characters of text per source.")]
PageOffset = Annotated[int, Field(ge=0, le=NUMBER_MOST, description="Rows to skip.")]
