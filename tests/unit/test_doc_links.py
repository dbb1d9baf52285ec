"""Every relative link of the documents leads to a file of the project."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", ROOT / "README.ja.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]*`", re.MULTILINE | re.DOTALL)
LINK = re.compile(
    r"\]\(\s*<?([^)\s>]+)|^\[[^\]]+\]:\s*<?([^\s>]+)|<(?:a|img)\s[^>]*?(?:href|src)=\"([^\"]+)\"", re.MULTILINE
)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|//|#", re.IGNORECASE)


def relative_links(text: str) -> Iterator[str]:
    for groups in LINK.findall(CODE.sub("", text)):
        target = next(filter(None, groups))
        if not ELSEWHERE.match(target):
            yield target.partition("#")[0]


def dead_links(document: Path, root: Path) -> list[str]:
    """The relative links of a document that lead to nothing, or out of the project."""
    dead = []
    for target in relative_links(document.read_text(encoding="utf-8")):
        place = (document.parent / target).resolve()
        if not (place.exists() and place.is_relative_to(root)):
            dead.append(target)
    return dead


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_relative_links_lead_somewhere(document: Path) -> None:
    assert dead_links(document, ROOT) == []


def test_a_dead_link_is_seen_in_every_form(tmp_path: Path) -> None:
    (tmp_path / "there.md").touch()
    document = tmp_path / "a.md"
    document.write_text(
        "[a](there.md#part) [b](gone.md#part) [c](https://example.org/x) [d](#here) `[e](code.md)`\n"
        '```\n[f](fenced.md)\n```\n<img src="gone.png"> [g](../outside.md)\n\n[h]: gone-too.md\n',
        encoding="utf-8",
    )
    assert sorted(dead_links(document, tmp_path)) == ["../outside.md", "gone-too.md", "gone.md", "gone.png"]
