"""Raised and lowered text in the characters that Unicode has for it."""

from __future__ import annotations

from typing import Final

_SUPERSCRIPTS: Final = str.maketrans("0123456789+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾")
_SUBSCRIPTS: Final = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_RAISED_LETTERS: Final = str.maketrans("abcdefghijklmnoprstuvwxyz", "ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻ")
_LOWERED_LETTERS: Final = str.maketrans("aehijklmnoprstuvx", "ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ")
"""For a letter that stands alone: the exponent of 2ⁿ, which is not 2n."""

_SIGNS: Final = frozenset("+-−=")
"""Signs that are raised or lowered by themselves (ions)."""


def scripted(raw: str, script: str) -> str:
    """Raised or lowered text in the characters for that, where it is a number, a sign or a single letter."""
    said = raw.strip()
    if len(said) == 1 and said.isascii() and said.islower():
        return raw.translate(_RAISED_LETTERS if script == "sup" else _LOWERED_LETTERS)
    if any(map(str.isdigit, said)) or said in _SIGNS:
        return raw.translate(_SUPERSCRIPTS if script == "sup" else _SUBSCRIPTS)
    return raw
