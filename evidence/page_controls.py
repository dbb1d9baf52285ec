"""What a page asks its reader to fill in or to send."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal

ControlKind = Literal["form", "input", "button"]
CONTROLS: Final = frozenset({"form", "input", "button", "textarea", "select"})
_WORDS: Final = ("name", "id", "autocomplete", "placeholder", "aria-label", "value")
_WORDS_MOST: Final = 200


@dataclass(frozen=True, slots=True)
class Control:
    """A form, a field or a button, which stood at `at` of the text.

    `type` is that of a field (``password``, ``text``, …), of a form its method. `words` are those of its attributes;
    those of a form are the address that it is sent to, as written.
    """

    kind: ControlKind
    type: str
    words: str
    at: int


def control_of(tag: str, attributes: Mapping[str, str | None], at: int) -> Control:
    """The control that an element of `CONTROLS` is."""
    if tag == "form":
        method = (attributes.get("method") or "get").strip().lower()
        return Control("form", method[:20], (attributes.get("action") or "").strip()[:_WORDS_MOST], at)
    kind: ControlKind = "button" if tag == "button" else "input"
    said = (attributes.get("type") or ("text" if kind == "input" else "submit")).strip().lower()
    words = [attributes.get(name) or "" for name in _WORDS if said != "hidden" or name in {"name", "id"}]
    return Control(kind, said[:20], " ".join(word for word in words if word)[:_WORDS_MOST], at)
