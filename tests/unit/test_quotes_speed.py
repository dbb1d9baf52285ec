from __future__ import annotations

import random
import time

import pytest

from evidence.quotes import Found, QuoteText, find_quote
from tests.pace import pace

SLACK = 12
"""Tests share machines: the bounds of the rules times this."""


def english(length: int, seed: int) -> str:
    chosen = random.Random(seed)
    words = ["".join(chosen.choices("abcdefghijklmnopqrstuvwxyz", k=chosen.randint(2, 9))) for _ in range(3000)]
    return " ".join(chosen.choices([*words, "[3]", "“so”"], k=length // 6))[:length]


def japanese(length: int, seed: int) -> str:
    chosen = random.Random(seed)
    return "".join(
        map(chr, chosen.choices([*range(0x3041, 0x3097), *range(0x4E00, 0x5400), 0xFF11, 0x3002, 10], k=length))
    )


def seconds(evidence: QuoteText, quote: str) -> float:
    started = time.process_time()
    find_quote(evidence, quote)
    return time.process_time() - started


@pytest.mark.parametrize("make", [english, japanese])
def test_a_long_evidence_is_prepared_once_and_looked_up_fast(make) -> None:
    text = make(200_000, 1)
    started = time.process_time()
    evidence = QuoteText(text)
    assert time.process_time() - started < 0.150 * SLACK * pace()
    quote = text[150_000:150_200].strip()
    assert isinstance(find_quote(evidence, quote), Found)
    assert min(seconds(evidence, quote) for _ in range(5)) < 0.001 * SLACK * pace()
    assert min(seconds(evidence, quote[:90] + "Q7" + quote[90:]) for _ in range(3)) < 0.050 * SLACK * pace()
    assert min(seconds(evidence, make(2_000, 2)) for _ in range(3)) < 0.050 * SLACK * pace()


@pytest.mark.parametrize("make", [english, japanese])
def test_a_long_unrelated_quote_stays_fast_on_megabytes(make) -> None:
    assert seconds(QuoteText(make(1_300_000, 1)), make(2_000, 2)) < 0.5 * pace()


@pytest.mark.parametrize(
    ("unit", "quote"),
    [
        ("a", "a" * 19_999 + "b"),
        ("a", "b" + "a" * 19_998),
        ("a ", "a" * 2_000),
        ("1 2 ", "12" * 1_000),
        ("1 2 ", "1 2 " * 4_000 + "12"),
        ("- ", "-" * 3_000 + "a"),
        ("A", "a" * 2_000),
        ("ab-\n", "ab" * 3_000),
        ("a [1] ", "a " * 3_000 + "b"),
        ("“a” ", '"a" ' * 1_000 + '"c"'),
        ("e\u0301", "é" * 3_000 + "x"),
        ("🇯🇵", "🇯🇵" * 3_000 + "x1"),
        ("(", "(a, 2024) " * 1_500),
        ("[1", "[1] " * 4_000 + "x"),
    ],
)
def test_repetition_never_makes_a_look_up_slow(unit: str, quote: str) -> None:
    text = unit * (200_000 // len(unit))
    started = time.process_time()
    evidence = QuoteText(text)
    assert time.process_time() - started < 3 * pace()
    assert seconds(evidence, quote) < 6 * pace()


@pytest.mark.parametrize("make", [english, japanese])
def test_a_long_quote_that_is_almost_there_is_answered_fast(make) -> None:
    text = make(200_000, 1)
    evidence = QuoteText(text)
    quote = f"{text[1_000:10_000]} Q7 {text[10_000:19_000]}"
    assert min(seconds(evidence, quote) for _ in range(3)) < 0.050 * SLACK * pace()


@pytest.mark.parametrize("unit", ["word [12] ", "e\u0301", "a\n\n", "“a” ½ "])
def test_preparing_takes_time_in_proportion_to_the_text(unit: str) -> None:
    text = unit * (2_000_000 // len(unit))
    started = time.process_time()
    QuoteText(text)
    assert time.process_time() - started < 0.300 * SLACK * pace()
