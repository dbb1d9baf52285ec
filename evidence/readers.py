"""What reads a source, and in which version: two readings of the same bytes may differ by that alone."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Final

import pypdfium2.version

RECIPE: Final = "3"
"""uratori's own rules of turning bytes into a text; raised when equal bytes and libraries give another text."""


def readers(*packages: str) -> dict[str, str]:
    """The installed `packages` with their versions, and uratori with the number of its recipe.

    With pypdfium2 comes the build of PDFium that it holds.
    """
    told = {package: _version(package) for package in (*packages, "uratori")}
    if "pypdfium2" in told:
        told["pdfium"] = str(pypdfium2.version.PDFIUM_INFO)
    return dict(sorted((told | {"recipe": RECIPE}).items()))


@lru_cache(maxsize=32)
def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"
