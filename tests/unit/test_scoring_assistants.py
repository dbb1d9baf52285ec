"""Models that may speak for a missing word, and for nothing else."""

from __future__ import annotations

from importlib import metadata

import pytest

from evidence.observation.values import of_blocks
from evidence.scoring import assistants
from evidence.scoring.assistants import MissingAssistant, Question, assistant, best_of
from evidence.scoring.backends import backend
from evidence.scoring.rules import Rules
from evidence.scoring.values import Judgement


class Yes:
    """Affirms everything, and remembers what it was asked."""

    name = "yes"

    def __init__(self) -> None:
        self.asked: list[Question] = []

    def affirms(self, question: Question) -> bool:
        self.asked.append(question)
        return True


def judged(claim: str, text: str, helper: assistants.Assistant | None) -> Judgement:
    return Rules(helper).judge([claim], of_blocks([("text", text)]))[0]


@pytest.mark.promise("SCORE-5")
def test_an_assistant_makes_a_support_of_the_lowest_band_that_names_it() -> None:
    claim, text = "The gardener mended the fence.", "The gardener patched up the fence."
    assert judged(claim, text, None).verdict == "insufficient"
    yes = Yes()
    told = judged(claim, text, yes)
    assert (told.verdict, told.band, told.backend) == ("supported", "low", "rules+yes")
    assert yes.asked[0].missing == ("mend",)
    assert "patch" in yes.asked[0].free


@pytest.mark.promise("SCORE-5")
@pytest.mark.parametrize(
    ("claim", "text"),
    [
        ("The gardener mended 12 fences.", "The gardener patched up 21 fences."),
        ("The gardener mended the fence.", "The gardener did not patch up the fence."),
        ("The gardener mended the fence.", "The gardener may patch up the fence."),
        ("Ilse Brandt mended the fence.", "Karl Holm patched up the fence."),
        ("All gardeners mended the fence.", "Some gardeners patched up the fence."),
        ("The gardener mended the fence by the river.", "The sailor painted a boat."),
    ],
)
def test_no_assistant_undoes_a_guard(claim: str, text: str) -> None:
    assert judged(claim, text, Yes()).verdict != "supported"


@pytest.mark.promise("SCORE-5")
def test_an_assistant_changes_nothing_that_words_decide() -> None:
    for claim, text in (("The fence is 3 m high.", "The fence is 3 m high."), ("It is open.", "It is closed.")):
        assert judged(claim, text, Yes()) == judged(claim, text, None)


def test_the_embedding_knows_close_words_and_not_related_ones() -> None:
    pytest.importorskip("wordllama")
    helper = assistant("embedding")
    assert helper.affirms(Question("", "", ("doctor",), ("physician", "ship")))
    assert not helper.affirms(Question("", "", ("river",), ("lake", "sea")))
    assert not helper.affirms(Question("", "", ("doctor",), ()))
    assert not helper.affirms(Question("", "", ("医者",), ("医師",)))
    told = backend("rules+embedding").judge(["Ilse is a lawyer."], of_blocks([("text", "Ilse is an attorney.")]))[0]
    assert told.verdict == "supported"


def test_what_is_not_there_is_refused_with_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assistants, "find_spec", lambda _: None)
    with pytest.raises(MissingAssistant, match="not installed") as caught:
        backend("rules+embedding")
    assert caught.value.install == "pip install 'uratori[embedding]'"
    with pytest.raises(MissingAssistant, match="There is no assistant 'oracle'; known: embedding"):
        backend("rules+oracle")


def test_another_package_brings_an_assistant(monkeypatch: pytest.MonkeyPatch) -> None:
    point = metadata.EntryPoint("yes", f"{__name__}:Yes", assistants.GROUP)
    monkeypatch.setattr(metadata, "entry_points", lambda **asked: [point] if asked.get("name", "yes") == "yes" else [])
    told = backend("rules+yes").judge(["The man mended it."], of_blocks([("text", "The man patched it.")]))[0]
    assert (told.verdict, told.band, told.backend) == ("supported", "low", "rules+yes")


def test_no_word_stands_for_two() -> None:
    assert best_of([[0.9, 0.1], [0.8, 0.2]]) == [0.9, 0.2]
