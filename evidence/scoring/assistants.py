"""Optional models that help the backend ``rules`` where words alone are missing, behind one small protocol.

An assistant is only asked about a passage that every guard lets pass and that lacks a word or two of the claim; its yes
makes a support of the lowest band, and nothing that it says undoes a guard. None is required, none fetches anything.
Other packages bring their own, such as one that infers, under the entry point group ``uratori.assistants``: a callable
without arguments that makes an `Assistant`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import metadata
from importlib.util import find_spec
from typing import Final, Protocol, cast

GROUP: Final = "uratori.assistants"
MISSING_MOST: Final = 2
"""Words of a claim that an assistant may speak for."""


@dataclass(frozen=True, slots=True)
class Question:
    """Whether a passage says a claim.

    Attributes:
        missing: words of the claim that the passage has not, as lemmas.
        free: words of the passage that the claim has not.
    """

    claim: str
    passage: str
    missing: tuple[str, ...]
    free: tuple[str, ...]


class Assistant(Protocol):
    """A model that is asked; `name` is what verdicts call it by."""

    name: str

    def affirms(self, question: Question) -> bool:
        """Whether the passage says the claim, beyond doubt."""
        ...


class MissingAssistant(ValueError):
    """There is no assistant of that name, or its package is not installed; `install` is what brings it."""

    def __init__(self, name: str, install: str | None) -> None:
        known = ", ".join(names())
        super().__init__(
            f"The assistant {name!r} is not installed."
            if install
            else f"There is no assistant {name!r}; known: {known}."
        )
        self.install = install


def names() -> list[str]:
    """The names of the assistants that could be asked for."""
    return sorted({"embedding", *(point.name for point in metadata.entry_points(group=GROUP))})


def assistant(name: str) -> Assistant:
    """The assistant of that name, ready to be asked.

    Raises:
        MissingAssistant: it is unknown or not installed.
    """
    if name == "embedding":
        if find_spec("wordllama") is None:
            raise MissingAssistant(name, "pip install 'uratori[embedding]'")
        from evidence.scoring.assistant_embedding import Embedding  # noqa: PLC0415 - loads a model

        return Embedding()
    found = list(metadata.entry_points(group=GROUP, name=name))
    if not found:
        raise MissingAssistant(name, None)
    return cast("Callable[[], Assistant]", found[0].load())()


def affirmed(one: Assistant, question: Question) -> bool:
    """Whether `one` affirms; asked only where no more is missing than it may speak for."""
    return 0 < len(question.missing) <= MISSING_MOST and one.affirms(question)


def best_of(rows: Sequence[Sequence[float]]) -> list[float]:
    """For each row its greatest value, each column taken once: the surest pair first."""
    pairs = sorted(
        ((value, row, column) for row, values in enumerate(rows) for column, value in enumerate(values)), reverse=True
    )
    best, taken = [0.0] * len(rows), set[int]()
    done = set[int]()
    for value, row, column in pairs:
        if row not in done and column not in taken:
            best[row] = value
            done.add(row)
            taken.add(column)
    return best
