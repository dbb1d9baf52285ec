"""The assistant ``embedding``: words whose vectors lie close are taken for the same (the package `wordllama`).

The vectors come with the package; nothing is fetched. Opposites lie close to each other too: those that the tables know
are kept out by the guards, which is why the threshold is high and the band low.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from evidence.scoring.assistants import Question, best_of

CLOSE: Final = 0.6
"""The cosine from which two words count as the same: ``doctor``, ``physician`` have 0.64, ``river``, ``lake`` 0.29."""


class Embedding:
    """See the module."""

    name = "embedding:wordllama"

    def affirms(self, question: Question) -> bool:
        """Whether each missing word has a word of the passage close to it, no word for two."""
        free = [word for word in question.free if word.isascii()]
        if not free or not all(word.isascii() for word in question.missing):
            return False  # the vectors are of English words
        return all(value >= CLOSE for value in best_of(_cosines(question.missing, free)))


@cache
def _model() -> Any:
    import wordllama  # noqa: PLC0415 - optional, and half a second

    # The package looks for its tokenizer in the cache folder alone, and has it beside its weights.
    return wordllama.WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)


def _cosines(missing: Sequence[str], free: Sequence[str]) -> list[list[float]]:
    vectors = _model().embed([*missing, *free], norm=True)
    rows = vectors[: len(missing)] @ vectors[len(missing) :].T
    return [[float(value) for value in row] for row in rows]
