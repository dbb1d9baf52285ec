"""The kinds of files that are read. Without Prefect, which the tools that tell of them do not load."""

from __future__ import annotations

from typing import Final

KINDS: Final = (".txt", ".md", ".csv", ".html", ".htm", ".pdf", ".docx")
"""The kinds of files that are read, by the usual endings; what counts is what is in a file, not how it is named."""
READABLE: Final = frozenset({"text", "markdown", "html", "pdf", "docx"})
KINDS_TOLD: Final = "plain text (.txt, .md, .csv and the like), .html, .htm, .pdf or .docx"
