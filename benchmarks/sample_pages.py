"""Pages as sites serve them, made by rule and so the same on every run.

Scripts, styles, menus, a banner and comments stand around an article with headings, lists, tables, notes and links.
"""

from __future__ import annotations

from itertools import count
from typing import Final

from mcp_bridge.bench_pages import pdf_pages
from mcp_bridge.sample_site import make_pdf

SENTENCES: Final = (
    'The <a href="/wiki/harbour-{n}">harbour of ward {n}</a> was rebuilt in {year}, after the <b>second flood</b>.',
    "Its quay is {n}.5 metres long<sup><a href='#note-{n}'>[{n}]</a></sup>, and boats of {n}&nbsp;tonnes land there.",
    "港の<ruby>岸壁<rp>(</rp><rt>がんぺき</rt><rp>)</rp></ruby>は長さ{n}メートルで、{year}年に<em>改修された</em>。",
    "Between {year} and the war the traffic grew by {n}&thinsp;%, as the <cite>Annual Report</cite> says on page {n}.",
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
    '<li class="comment" id="c{n}"><div class="meta"><a href="/user/{n}">reader{n}</a> <time>3 May</time></div>'
    "<p>My grandfather worked on pier {n}, and he told it otherwise.</p><button>Reply</button></li>"
)


def page(size: int) -> str:
    """A page of about `size` bytes in UTF-8, half of it article."""
    menu = "".join(f'<li class="menu-item"><a href="/topic/{n}">Topic {n}</a></li>' for n in range(40))
    related = "".join(
        f'<li><a href="/story/{n}"><img src="/thumb/{n}.jpg" alt="Picture {n}">Story number {n}</a></li>'
        for n in range(25)
    )
    parts, left = [], size - len((HEAD + BANNER + menu + related).encode())
    for number in count(1):
        part = _section(number)
        left -= len(part.encode()) + len(_comments(number).encode())
        if left < 0:
            break
        parts.append(part)
    comments = "".join(_comments(number) for number in range(1, len(parts) + 1))
    script = f"<script>{'var tracked = [1, 2, 3];' * 60}</script>"
    return (
        f"{HEAD}{BANNER}<header><nav><ul class='menu'>{menu}</ul></nav></header><main><article><h1>Harbours</h1>"
        f"{''.join(parts)}</article><aside class='related'><ul>{related}</ul></aside>"
        f"<section class='comments'><ol>{comments}</ol></section></main><footer><p>© Harbour News</p></footer>{script}"
        "</body></html>"
    )


def _section(number: int) -> str:
    said = [sentence.format(n=number * 3 + k, year=1800 + number % 200) for k, sentence in enumerate(SENTENCES * 2)]
    rows = "".join(f"<tr><td>Ward {k}</td><td>{number * k}</td><td>{1900 + k}</td></tr>" for k in range(6))
    return (
        f'<h2 id="s{number}">Part {number}</h2><p>{" ".join(said[:4])}</p><div class="ad"><script>ad({number})</script>'
        f"</div><p>{' '.join(said[4:])}</p><table><thead><tr><th>Ward</th><th>Ships</th><th>Year</th></tr></thead>"
        f"<tbody>{rows}</tbody></table><ul><li>First, the quay of part {number}</li><li>Then the <i>light</i></li></ul>"
        f"<details><summary>Sources of part {number}</summary><p>Archive, box {number}.</p></details>"
    )


def _comments(number: int) -> str:
    return "".join(COMMENT.format(n=number * 10 + k) for k in range(4))


def pdf() -> bytes:
    """Twenty pages of forty lines of text."""
    return make_pdf(pdf_pages())
