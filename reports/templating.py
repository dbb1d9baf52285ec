"""The two Jinja environments. Both refuse undefined names and escape every value; templates come from this package."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from reports import escaping
from reports.reading import clock


@cache
def html_environment() -> Environment:
    """For HTML pages: values are HTML-escaped."""
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(clock=clock, web_url=escaping.web_url, path=escaping.relative_path)
    return environment


def _finish(value: object) -> Markup:
    if isinstance(value, StrictUndefined):
        str(value)  # raises
    return escaping.markdown_text(value)


@cache
def markdown_environment() -> Environment:
    """For Markdown: values are Markdown-escaped into one line unless a filter made them safe Markdown.

    Templates must not join values with ``~``: Jinja would escape such a value for HTML only.
    """
    environment = Environment(
        loader=PackageLoader("reports"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_finish,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(
        clock=clock, code=escaping.markdown_code, quoted=escaping.markdown_quote, link=escaping.markdown_link
    )
    return environment
