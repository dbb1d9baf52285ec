"""English kinds of saying the same: pronouns, names beside names, both sides of a sale, what is no more."""

from __future__ import annotations

import pytest

from evidence.observation.values import of_blocks
from evidence.scoring.rules import Rules
from evidence.scoring.values import Judgement

CALDER = [
    ("heading", "Calder"),
    (
        "text",
        "Calder is the capital of Westmark. The city has a population of 214,000. It was founded by Dutch traders.",
    ),
    ("text", "It lies on the River Aln, 60 kilometres north of Port Ellis."),
]
LINDQVIST = [
    ("heading", "Hedda Lindqvist"),
    (
        "text",
        "Hedda Lindqvist was a Swedish chemist. Her brother Nils, a surgeon, went with her. In 1974 she won a medal.",
    ),
]


def on(blocks: list[tuple[str, str]], claim: str) -> Judgement:
    return Rules().judge([claim], of_blocks(blocks))[0]  # type: ignore[arg-type]


def on_text(text: str, claim: str) -> Judgement:
    return on([("text", text)], claim)


@pytest.mark.parametrize(
    ("blocks", "claim", "verdict"),
    [
        (CALDER, "Calder has 214,000 inhabitants.", "supported"),
        (CALDER, "Dutch traders founded Calder.", "supported"),
        (CALDER, "Calder is located on the River Aln.", "supported"),
        (CALDER, "The capital of Westmark is Port Ellis.", "insufficient"),
        (LINDQVIST, "Hedda Lindqvist won a medal in 1974.", "supported"),
        (LINDQVIST, "Hedda Lindqvist was a surgeon.", "insufficient"),
    ],
)
def test_a_pronoun_stands_for_what_was_named(blocks: list[tuple[str, str]], claim: str, verdict: str) -> None:
    assert on(blocks, claim).verdict == verdict


@pytest.mark.parametrize(
    ("text", "claim", "verdict"),
    [
        ("It was designed by the engineer Lena Holt.", "Lena Holt is an engineer.", "supported"),
        ("The novel is by the Irish writer Maeve Tiernan.", "Maeve Tiernan is Irish.", "supported"),
        ("Rosa Reyes, an astronomer, believes that it will return.", "Rosa Reyes is an astronomer.", "supported"),
        ("It was designed by the engineer Lena Holt.", "Lena Holt is a painter.", "insufficient"),
    ],
)
def test_what_stands_beside_a_name_is_told_of_it(text: str, claim: str, verdict: str) -> None:
    assert on_text(text, claim).verdict == verdict


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("Tessel Group bought the bakery division of Marlow Foods.", "supported"),
        ("Marlow Foods bought the bakery division of Tessel Group.", "contradicted"),
        ("Tessel Group sold its bakery division to Marlow Foods.", "contradicted"),
    ],
)
def test_a_sale_has_two_sides(claim: str, verdict: str) -> None:
    text = "Marlow Foods has sold its bakery division to Tessel Group for 120 million euros."
    assert on_text(text, claim).verdict == verdict


@pytest.mark.parametrize(
    ("text", "claim", "verdict"),
    [
        ("Smoking is prohibited at stops.", "Smoking is not allowed at stops.", "supported"),
        ("Smoking is prohibited at stops.", "You must not smoke at stops.", "supported"),
        ("Smoking is prohibited at stops.", "Smoking is allowed at stops.", "contradicted"),
        ("The fireworks were cancelled in 2020.", "In 2020 there were no fireworks.", "supported"),
        ("The fireworks were cancelled in 2020.", "There were fireworks in 2020.", "contradicted"),
        (
            "Support for Python 3.7 was dropped in version 3.1.",
            "Python 3.7 is not supported since version 3.1.",
            "supported",
        ),
        ("The price dropped to 30 euros in 2019.", "The price was 30 euros in 2019.", "supported"),
    ],
)
def test_what_is_forbidden_or_ended_is_no_more(text: str, claim: str, verdict: str) -> None:
    assert on_text(text, claim).verdict == verdict


@pytest.mark.parametrize(
    ("text", "claim", "verdict"),
    [
        ("The film directed by Sam Ostrow stars Nora Quill.", "Nora Quill directed the film.", "contradicted"),
        (
            "The Green Alliance won the election, ahead of the Workers' Party.",
            "The Workers' Party won the election.",
            "contradicted",
        ),
        ("Lyon won the cup.", "Lyon won the cup.", "supported"),
        ("Karl was a doctor. Ilse wrote a book.", "Karl wrote a book.", "insufficient"),
    ],
)
def test_another_doer_is_no_support(text: str, claim: str, verdict: str) -> None:
    assert on_text(text, claim).verdict == verdict


def test_a_piece_of_a_text_may_speak_of_someone_it_does_not_name() -> None:
    told = on_text("He designed the Apple II.", "Steve Wozniak designed the Apple II.")
    assert (told.verdict, told.band) == ("supported", "low")
    assert (
        on(
            [("heading", "Rod Holt"), ("text", "He designed the Apple II.")], "Steve Wozniak designed the Apple II."
        ).verdict
        == "insufficient"
    )


def test_the_number_of_another_line_is_no_denial() -> None:
    assert on_text("Line 9 does not run on Sundays.", "Line 4 does not run on Sundays.").verdict == "insufficient"


def test_a_broken_letter_is_told_as_unread() -> None:
    told = on_text("The ferry has a plan.", "\ud800 plan")
    assert (told.verdict, told.guard and told.guard.name) == ("insufficient", "language_unread")
