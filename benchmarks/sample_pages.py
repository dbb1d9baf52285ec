"""Pages as sites serve them, made by rule and so the same on every run.

Scripts, styles, menus, a banner and comments stand around an article with headings, lists, tables, notes and links. An
element takes some fifty bytes, as on the web: classes and tracking attributes are longer than the words they hold.
"""

from __future__ import annotations

from itertools import count
from typing import Final

from mcp_bridge.bench_pages import pdf_pages
from mcp_bridge.sample_site import make_pdf

LINK: Final = '<a class="link link--inline" href="/wiki/harbour-{n}" data-track="body-link-{n}">harbour of ward {n}</a>'
NOTE: Final = '<sup class="ref"><a href="#note-{n}">[{n}]</a></sup>'
SENTENCES: Final = (
    f"The {LINK} was rebuilt in {{year}}, after the <b>second flood</b> had carried the piers away in a single night.",
    f"Its quay is {{n}}.5 metres long{NOTE}, and boats of {{n}}&nbsp;tonnes land there when the river has no ice.",
    "港の<ruby>岸壁<rp>(</rp><rt>がんぺき</rt><rp>)</rp></ruby>は長さ{n}メートルで、{year}年に<em>改修された</em>。",
    "From {year} to the war the traffic grew by {n}&thinsp;%, as the <cite>Annual Report</cite> says on its page {n}.",
)
HEAD: Final = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Harbours, a history</title>
<meta name="description" content="How the harbours grew."><meta property="og:title" content="Harbours">
<link rel="stylesheet" href="/main.css"><script>window.dataLayer=[];function gtag(){dataLayer.push(arguments)}</script>
<script type="application/ld+json">{"@context":"https://schema.org","@type":"Article","headline":"Harbours"}</script>
<style>.hidden{display:none}.menu>li{float:left}@media print{nav,.ads{display:none}}.sr{position:absolute;left:-9999px}
.btn:hover{color:#fff}</style></head><body class="article logged-out">"""
BANNER: Final = (
    '<div id="cookie-banner" role="dialog"><p>We use cookies to improve your visit.</p><button>Accept all</button>'
    '<button>Settings</button></div><div class="hidden">Menu</div>'
)
COMMENT: Final = (
    '<li class="comment comment--level-1" id="comment-{n}" data-author="reader{n}"><div class="comment__meta"><a '
    'class="comment__author" href="/user/{n}">reader{n}</a> <time datetime="2024-05-03">3 May</time></div><p '
    'class="comment__body">My grandfather worked on pier {n}, and he told it otherwise each time we asked him.</p>'
    '<button class="btn btn--small" data-action="reply">Reply</button></li>'
)
ROW: Final = (
    '<tr class="row"><td class="cell cell--name">Ward {n}</td><td class="cell">{ships}</td><td>{year}</td></tr>'
)
STORY: Final = (
    '<li class="related__item"><a class="related__link" href="/story/{n}" data-track="related-{n}"><img loading="lazy" '
    'src="/thumb/{n}.jpg" srcset="/thumb/{n}-2x.jpg 2x, /thumb/{n}-3x.jpg 3x" alt="Picture {n}">Story {n}</a></li>'
)


def page(size: int) -> str:
    """A page of about `size` bytes in UTF-8, half of it article."""
    menu = "".join(
        f'<li class="menu__item"><a class="menu__link" href="/topic/{n}">Topic {n}</a></li>' for n in range(40)
    )
    related = "".join(STORY.format(n=n) for n in range(25))
    parts: list[str] = []
    left = size - len((HEAD + BANNER + menu + related).encode())
    for number in count(1):
        part = _section(number)
        left -= len(part.encode()) + len(_comments(number).encode()) + len(_state(number))
        if left < 0:
            break
        parts.append(part)
    numbers = range(1, len(parts) + 1)
    return (
        f"{HEAD}{BANNER}<header><nav><ul class='menu'>{menu}</ul></nav></header><main><article><h1>Harbours</h1>"
        f"{''.join(parts)}</article><aside class='related'><ul>{related}</ul></aside><section class='comments'><ol>"
        f"{''.join(map(_comments, numbers))}</ol></section></main><footer><p>© Harbour News</p></footer>"
        f"<script>window.__STATE__=[{','.join(map(_state, numbers))}]</script></body></html>"
    )


def _section(number: int) -> str:
    said = [sentence.format(n=number * 3 + k, year=1800 + number % 200) for k, sentence in enumerate(SENTENCES * 2)]
    rows = "".join(ROW.format(n=k, ships=number * k, year=1900 + k) for k in range(6))
    return (
        f'<h2 class="heading" id="s{number}">Part {number}</h2><p class="text">{" ".join(said[:4])}</p><div class="ad" '
        f'data-slot="{number}"><script>ad({number})</script></div><p class="text">{" ".join(said[4:])}</p><table '
        'class="table"><thead><tr><th scope="col">Ward</th><th scope="col">Ships</th><th scope="col">Year</th></tr>'
        f'</thead><tbody>{rows}</tbody></table><ul class="list"><li>First, the quay of part {number}, the oldest one'
        "</li><li>Then the <i>light</i>, which came with the railway</li></ul><details><summary>Sources of part "
        f"{number}</summary><p>Archive, box {number}.</p></details>"
    )


def _comments(number: int) -> str:
    return "".join(COMMENT.format(n=number * 10 + k) for k in range(3))


def _state(number: int) -> str:
    """What the page's scripts know of a section, as a script of the page."""
    return f'{{"id":{number},"heading":"Part {number}","ads":[{number}],"comments":{{"open":true,"count":3}}}}'


def pdf() -> bytes:
    """Twenty pages of forty lines of text."""
    return make_pdf(pdf_pages())
