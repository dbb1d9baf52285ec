"""Write ``evidence/fragment_weights.py`` from what Chromium's collator says: `python -m benchmarks.fragment_weights`.

For every character: whether it has a weight at all, and which others it cannot be told from at primary strength. The
second follows from the first: when that has changed, run it twice.
"""

from __future__ import annotations

import asyncio
import itertools
import unicodedata
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from playwright.async_api import async_playwright

from evidence.fragment_fold import KANA, by_rule
from tasks.browser import find_chromium

TARGET: Final = Path(__file__).resolve().parents[1] / "evidence" / "fragment_weights.py"
_SCRIPTS: Final = (
    ("a", "z"), ("\u0430", "\u044f"), ("\u03b1", "\u03c9"), ("\u05d0", "\u05ea"), ("\u0621", "\u064a"), ("0", "9"),
)  # fmt: skip
"""Letters that are tried in pairs, for characters that weigh as much as two."""
_LEADS: Final = tuple(map(chr, range(0x1100, 0x1113)))
_VOWELS: Final = tuple(map(chr, range(0x1161, 0x1176)))
_ASK: Final = """([points, sequences]) => {
  const told = new Intl.Collator('en-US', {usage: 'search', sensitivity: 'base'});
  const weightless = points.filter((point) => told.compare(`a${String.fromCodePoint(point)}b`, 'ab') === 0);
  const silent = new Set(weightless);
  const all = points.filter((point) => !silent.has(point)).map((point) => String.fromCodePoint(point));
  all.push(...sequences);
  all.sort(told.compare);
  const groups = [[all[0]]];
  for (let at = 1; at < all.length; at++) {
    if (told.compare(all[at - 1], all[at]) === 0) groups.at(-1).push(all[at]);
    else groups.push([all[at]]);
  }
  return [weightless, groups.filter((group) => group.length > 1)];
}"""


def characters() -> list[str]:
    """Every character that can stand in a text."""
    return [
        chr(point)
        for point in range(0x110000)
        if not 0xD800 <= point < 0xE000
        and (unicodedata.category(chr(point)) not in ("Co", "Cn") or point in range(0xA700, 0xA800))
    ]


def sequences() -> list[str]:
    """Sequences that a single character may weigh as much as."""
    found: list[str] = []
    for first, last in _SCRIPTS:
        letters = [chr(point) for point in range(ord(first), ord(last) + 1)]
        found += map("".join, itertools.product(letters, repeat=2))
    found += map("".join, itertools.product(_LEADS, repeat=2))
    found += map("".join, itertools.product(_VOWELS, repeat=2))
    return found + list(map("".join, itertools.product(_VOWELS, repeat=3)))


async def ask(points: list[str], tried: list[str]) -> tuple[list[int], list[list[str]]]:
    """The weightless code points, and groups that the collator takes for equal."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(None))
        page = await browser.new_page()
        weightless, groups = await page.evaluate(_ASK, [[ord(point) for point in points], tried])
        await browser.close()
    return weightless, groups


def ranges(points: Iterable[int]) -> list[tuple[int, int]]:
    """Points as closed ranges."""
    found: list[tuple[int, int]] = []
    for point in sorted(points):
        if found and found[-1][1] == point - 1:
            found[-1] = (found[-1][0], point)
        else:
            found.append((point, point))
    return found


def _is_jamo(text: str) -> bool:
    return any("\u1100" <= char <= "\u11ff" for char in text)


def parts(groups: list[list[str]]) -> dict[str, str]:
    """Jamo → the simple ones that it is made of."""
    found: dict[str, str] = {}
    for group in groups:
        singles = [one for one in group if len(one) == 1 and _is_jamo(one)]
        if singles:
            whole = max((one for one in group if _is_jamo(one)), key=lambda one: (len(one), -ord(one[0])))
            found |= {one: whole for one in singles if one != whole}
    return found


def alike(weightless: list[int], groups: list[list[str]]) -> dict[str, str]:
    """Character → its fold, where its decomposition does not tell it."""
    silent = set(map(chr, weightless))
    found: dict[str, str] = {}
    sounding = [[one for one in group if len(one) == 1 or silent.isdisjoint(one)] for group in groups]
    for group in sorted(sounding, key=lambda one: max(map(len, one))):
        singles = [one for one in group if len(one) == 1 and not _is_jamo(by_rule(one))]
        if not singles or any(KANA.search(by_rule(one)) for one in group):
            continue
        longer = {
            "".join(found.get(char, by_rule(char)) for char in one if char not in silent)
            for one in group
            if len(one) > 1
        }
        forms = Counter(by_rule(one) for one in singles)
        form = min(longer or forms, key=lambda one: (not one.isascii(), one == " ", -forms[one], one))
        found |= {one: form for one in singles if by_rule(one) != form}
    return found


def literal(texts: Iterable[str], width: int = 108) -> list[str]:
    """Texts as lines of string literals that are joined."""
    rows = [""]
    for char in itertools.chain.from_iterable(texts):
        written = char.encode("unicode_escape").decode("ascii").replace('"', '\\"')
        if len(rows[-1]) + len(written) > width:
            rows.append("")
        rows[-1] += written
    return [f'    "{row}"' for row in rows]


def written(weightless: list[int], groups: list[list[str]]) -> str:
    """The module's text."""
    classes = (f"{chr(first)}-{chr(last)}" if last > first else chr(first) for first, last in ranges(weightless))
    found = sorted((form, char) for char, form in alike(weightless, groups).items())
    same = (
        f"{form}\t{''.join(char for _, char in rows)}\n"
        for form, rows in itertools.groupby(found, key=lambda one: one[0])
    )
    jamo = (f"{char}{whole} " for char, whole in sorted(parts(groups).items()))
    return "\n".join(
        [
            '"""What Chromium\'s collator says of characters. Written by `python -m benchmarks.fragment_weights`."""',
            "",
            "from __future__ import annotations",
            "",
            "import re",
            "from typing import Final",
            "",
            "WEIGHTLESS: Final = re.compile(",
            '    "["',
            *literal(classes),
            '    "]"',
            ")",
            '"""A character that makes no difference."""',
            "_ALIKE: Final = (",
            *literal(same),
            ")",
            "ALIKE: Final = {",
            "    char: form",
            '    for form, _, chars in (row.partition("\\t") for row in _ALIKE.split("\\n"))',
            "    for char in chars",
            "}",
            '"""Character → what it cannot be told from, where its decomposition does not tell so."""',
            "_PARTS: Final = (",
            *literal(jamo),
            ")",
            "PARTS: Final = {row[0]: row[1:] for row in _PARTS.split()}",
            '"""Jamo → the simple ones that it is made of."""',
            "",
        ]
    )


def main() -> None:
    """Ask, and write."""
    weightless, groups = asyncio.run(ask(characters(), sequences()))
    TARGET.write_text(written(weightless, groups), encoding="utf-8")


if __name__ == "__main__":
    main()
