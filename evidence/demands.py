"""What a page puts before its reader: headings, buttons, password fields, proofs that a person is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

HEADINGS_MOST: Final = 8
BUTTONS_MOST: Final = 20
LABEL_CHARACTERS: Final = 200
_SCRIPTS_MOST: Final = 40

_BUTTONS: Final = (
    'button, input[type="submit" i], input[type="button" i], [role="button" i], a[class*="btn" i], a[class*="button" i]'
)
_CHALLENGE: Final = (
    '#px-captcha, [id^="cf-chl" i], [class^="cf-chl" i], script[src*="captcha-delivery" i],'
    ' script[src*="_incapsula_" i], script[src*="orchestrate/chl" i]'
)
_CHALLENGE_SCRIPTS: Final = ("_cf_chl_opt", "captcha-delivery.com", "_Incapsula_Resource", "gokuProps")
_CAPTCHA: Final = (
    '.g-recaptcha, .h-captcha, .cf-turnstile, [id*="turnstile" i], iframe[src*="captcha" i],'
    ' iframe[src*="challenge" i], iframe[title*="challenge" i], form[id*="captcha" i], img[src*="captcha" i],'
    ' input[name*="captcha" i], [id="captcha" i]'
)
_MAIN: Final = (
    'main, article, [role="main" i], #main, #root, #app, #__next, #__nuxt, [id$="-root"], [id$="-app"], [id$="_root"]'
)


@dataclass(frozen=True, slots=True)
class Demands:
    """`titles` are the texts of the first h1, `headings` those of h1 to h3, `buttons` labels; `passwords` counts.

    `challenge`: the whole page is a check by a service that keeps programs out; `captcha`: it holds one, as a form of
    an ordinary page may. `hollow`: the elements made for the page's matter hold no text.
    """

    titles: tuple[str, ...]
    headings: tuple[str, ...]
    buttons: tuple[str, ...]
    passwords: int
    challenge: bool
    captcha: bool
    hollow: bool


def read_demands(tree: LexborHTMLParser) -> Demands:
    """Read them from a parsed page, script or no script."""
    return Demands(
        titles=tuple(_texts(tree.css("h1")[:HEADINGS_MOST])),
        headings=tuple(_texts(tree.css("h1, h2, h3")[:HEADINGS_MOST])),
        buttons=tuple(_texts(tree.css(_BUTTONS)[:BUTTONS_MOST])),
        passwords=len(tree.css('input[type="password" i]')),
        challenge=tree.css_first(_CHALLENGE) is not None or _has_challenge_script(tree),
        captcha=tree.css_first(_CAPTCHA) is not None,
        hollow=_is_hollow(tree),
    )


def _texts(nodes: list[LexborNode]) -> Iterator[str]:
    for node in nodes:
        said = node.text(deep=True, separator=" ") or node.attributes.get("value") or ""
        text = " ".join(said.split())
        if 0 < len(text) <= LABEL_CHARACTERS:
            yield text


def _has_challenge_script(tree: LexborHTMLParser) -> bool:
    scripts = tree.css("script:not([src])")[:_SCRIPTS_MOST]
    return any(sign in (script.text(deep=True) or "") for script in scripts for sign in _CHALLENGE_SCRIPTS)


def _is_hollow(tree: LexborHTMLParser) -> bool:
    places = tree.css(_MAIN)
    return bool(places) and not any(node.text(deep=True).strip() for node in places)
