"""report.html: one file with its own style, script and data, nothing loaded from elsewhere."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from importlib.resources import files

from markupsafe import Markup

from ledger.views import SessionExtract
from reports.attention import open_text
from reports.escaping import script_json
from reports.images import Images
from reports.labels import LANGS, LIMITS, Labels, Lang, catalog, choose
from reports.reading import VERDICT_WEIGHT, Reading
from reports.templating import html_environment
from reports.viewer_data import ViewerData

STYLES = ("base.css", "viewer.css", "parts.css", "print.css")
#: In this order inside one function, so that they share names and leave none outside.
SCRIPTS = (
    *("dom.js", "filters.js", "list.js", "text.js", "evidence.js", "rechecks.js", "detail.js"),
    *("pages.js", "print.js", "main.js"),
)
NOT_IN_VIEWER = ("sessions.", "pages.", "gate.", "report.title", "noscript")


@cache
def asset(*names: str) -> str:
    """Files of ``assets`` in one text without indentation (they hold no text over several lines)."""
    folder = files("reports").joinpath("assets")
    lines = "\n".join(folder.joinpath(name).read_text("utf-8") for name in names).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())


@cache
def viewer_texts(lang: Lang) -> dict[str, str]:
    """The texts that the viewer uses."""
    return {key: text for key, text in catalog(lang).items() if not key.startswith(NOT_IN_VIEWER)}


@cache
def script(*names: str) -> str:
    """Scripts of ``assets`` as one function that runs at once."""
    return f'(function () {{\n"use strict";\n{asset(*names)}\n}})();'


def source_hash(text: str) -> str:
    """The Content-Security-Policy source for an inline style or script with exactly this text."""
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{base64.b64encode(digest).decode('ascii')}'"


def policy(style: str, code: str, images: str) -> str:
    """A policy that lets this page use its own style, script and pictures, and nothing else."""
    return "; ".join(
        (
            "default-src 'none'",
            f"style-src {source_hash(style)}",
            f"script-src {source_hash(code)}",
            f"img-src {images}",
            "base-uri 'none'",
            "form-action 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'",
        )
    )


def render_html(
    extract: SessionExtract,
    source_text: str,
    *,
    images: Images = "relative",
    stale: bool | None = None,
    lang: Lang | None = None,
    engine_url: str | None = None,
) -> str:
    """report.html as text.

    `images` is "relative" (pictures lie beside the report, at the ledger's paths) or every picture's bytes by that
    path, to be written into the page. `stale` overrules what the extract says about being provisional, `lang` the
    language that the page opens in. With `engine_url` (Prefect's UI) flow runs are links.
    """
    reading = Reading(extract, source_text, stale=stale)
    chosen = lang or choose(extract.session.language)
    labels = Labels(chosen)
    style, code = asset(*STYLES), script(*SCRIPTS)
    data = ViewerData(reading, images, engine_url).build()
    data |= {"lang": chosen, "labels": {name: viewer_texts(name) for name in LANGS}, "limits": LIMITS}
    template = html_environment().get_template("report.html.j2")
    return template.render(
        r=reading,
        x=extract,
        t=labels.text,
        open=open_text(reading, labels),
        lang=chosen,
        langs=LANGS,
        names={name: Labels(name).text("lang.name") for name in LANGS},
        verdicts=VERDICT_WEIGHT,
        policy=policy(style, code, "'self' data: file:" if isinstance(images, str) else "data:"),
        style=Markup(style),  # noqa: S704 - our own file
        code=Markup(code),  # noqa: S704 - our own file
        data=script_json(data),
    )
