"""The texts of the reports in English and Japanese: one JSON file per language in ``locales``, with equal keys."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Literal, get_args

Lang = Literal["en", "ja"]
LANGS: tuple[Lang, ...] = get_args(Lang)

#: What the tool does not check, in the order of the report's last section.
LIMITS = ("truth", "relation", "authority", "wording", "agent", "pictures", "scans", "chain")


@cache
def catalog(lang: Lang) -> dict[str, str]:
    """Every text of one language by its key; placeholders are ``{name}``."""
    texts = json.loads(files("reports").joinpath("locales", f"{lang}.json").read_text("utf-8"))
    return {str(key): str(text) for key, text in texts.items()}


def choose(language: str | None) -> Lang:
    """The report's language for a session's language tag: Japanese for ``ja…``, else English."""
    return "ja" if (language or "").lower().startswith("ja") else "en"


class Labels:
    """The texts of one language."""

    def __init__(self, lang: Lang) -> None:
        self.lang = lang
        self._texts = catalog(lang)

    def text(self, key: str, **values: object) -> str:
        """The text of `key` with its placeholders filled; an unknown key is a KeyError."""
        text = self._texts[key]
        for name, value in values.items():
            text = text.replace("{" + name + "}", str(value))
        return text

    def word(self, group: str, value: str) -> str:
        """The label of a recorded word (``verdict``, ``stage`` …); a word without a label stands for itself."""
        return self._texts.get(f"{group}.{value}", value)
