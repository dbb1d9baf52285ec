"""What looking up quotes costs, in time and memory: `python -m benchmarks.quotes [--long]`.

Texts are made up, in eight scripts and from a fixed seed. Of each: its key is built once; then a quote of a few
sentences that stands there is looked up, the same with other quotation marks, dashes and breaks, and the same with a
word put in, which is refused with the nearest passage. Hostile texts follow. With `--long` also texts of 20 MB, each in
a process of its own, whose memory is measured with the text in it. CPU time, the least of several runs; a figure over
its bound is marked.
"""

from __future__ import annotations

import argparse
import random
import resource
import sys
import time
import unicodedata
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from typing import Final

from evidence.quotes import Found, QuoteText, find_quote

LENGTH: Final = 200_000
LONG_BYTES: Final = 20_000_000
BOUNDS: Final = {"build": 150.0, "found": 1.0, "refused": 50.0}
"""Milliseconds, for a text of `LENGTH` characters."""
LONG_SECONDS: Final = 3.0
LONG_MEGABYTES: Final = 400.0
HOSTILE_SECONDS: Final = 3.0
SENTENCES: Final = {
    "English": "The council said on {} May that the “old” bridge costs {}.5 million euros – not less [{}].",
    "Japanese": "市議会は5月{}日、古い橋の費用が{}億円になると述べた。「高すぎる」との声もある[{}]。\n",
    "Chinese": "市议会于5月{}日表示，旧桥的费用为{}亿元。有人说：“太贵了”[{}]。\n",
    "Korean": "시의회는 5월 {}일 옛 다리의 비용이 {}억 원이라고 밝혔다. “너무 비싸다”는 의견도 있다[{}]. ",
    "Thai": "สภาเมืองกล่าวเมื่อวันที่ {} พฤษภาคมว่า สะพานเก่ามีค่าใช้จ่าย {} ล้านบาท ไม่น้อยกว่านี้ [{}] ",
    "Hindi": "परिषद ने {} मई को कहा कि पुराने पुल की लागत {} करोड़ रुपये है, इससे कम नहीं [{}]। ",
    "Arabic": "قال المجلس في {} مايو إن تكلفة الجسر القديم تبلغ {} مليون يورو، وليس أقل من ذلك [{}]. ",
    "Vietnamese (NFD)": unicodedata.normalize("NFD", "Hội đồng cho biết ngày {} cây cầu cũ tốn {} triệu đồng [{}]. "),
}
FOLDED: Final = str.maketrans({"“": '"', "”": '"', "–": "-", "「": "｢", "」": "｣", " ": "\n"})


@dataclass(frozen=True, slots=True)
class Cost:
    """Milliseconds and megabytes of one text."""

    build: float
    found: float
    folded: float
    refused: float
    megabytes: float


def text_of(sentence: str, length: int) -> str:
    """A text of that many characters, with other numbers in every sentence."""
    chosen = random.Random(7)
    parts: list[str] = []
    written = 0
    while written < length:
        parts.append(sentence.format(chosen.randint(1, 31), chosen.randint(2, 99_999), chosen.randint(1, 99)))
        written += len(parts[-1])
    return "".join(parts)[:length]


def milliseconds(work: Callable[[], object], runs: int) -> float:
    """CPU time of the fastest run."""
    times = []
    for _ in range(runs):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times) * 1000


def cost(sentence: str, *, runs: int = 3) -> Cost:
    """Look up three quotes in a text of such sentences and measure each."""
    text, first = text_of(sentence, LENGTH), sentence.partition("{}")[0]
    evidence = QuoteText(text)
    at = text.find(first, LENGTH * 3 // 4)
    quote = text[at : text.rfind(first, at, at + 300)].strip()
    middle = quote.rfind(first)
    other = {"found": quote, "folded": quote.translate(FOLDED), "refused": f"{quote[:middle]}zebra {quote[middle:]}"}
    answers = {name: find_quote(evidence, one) for name, one in other.items()}
    if [isinstance(one, Found) for one in answers.values()] != [True, True, False]:
        raise ValueError(f"the quotes are not answered as they must be: {answers}")
    found, folded, refused = (milliseconds(partial(find_quote, evidence, one), runs * 3) for one in other.values())
    return Cost(milliseconds(partial(QuoteText, text), runs), found, folded, refused, evidence.cost / 1e6)


def hostile() -> dict[str, tuple[str, str]]:
    """Texts that make look-ups slow where something is quadratic, each with a quote."""
    sentence = "The “old” bridge is long. "
    return {
        "one letter, 5,000,000 times": ("a" * 5_000_000, "a" * 5_000),
        "the quote, 100,000 times": (sentence * 100_000, sentence.strip()),
        "the quote with other marks, 100,000 times": (sentence * 100_000, 'The "old" bridge is long.'),
        "almost the quote, 100,000 times": (sentence * 100_000, "The “old” bridge is long and wide."),
        "the quote in other case, 100,000 times": (sentence * 100_000, sentence.upper().strip()),
        "a part of a number, 100,000 times": ("It has 1234 rooms. " * 100_000, "234 rooms"),
        "only characters that nobody sees": ("\u200b\u00ad\u2060" * 300_000, "words"),
        "only white space": (" \n\t\u3000" * 250_000, "words"),
        "marks on one letter": ("e" + "\u0301" * 500_000, "e\u0301 words"),
        "only flags": ("🇯🇵🇺🇸" * 100_000, "🇯🇵 flag"),
        "only citation markers": ("word [12] (Okafor, 2024)³ " * 40_000, "word word word"),
        "letters apart": ("a b " * 50_000, "ab" * 5_000),
        "numbers apart": ("1 2 " * 250_000, "12" * 5_000),
    }


def long_text(language: str) -> tuple[float, float]:
    """Seconds to prepare and search 20 MB, and the megabytes that this process grew to."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    sentence = SENTENCES[language]
    text = text_of(sentence, LONG_BYTES * len(sentence) // len(sentence.encode()))
    started = time.process_time()
    evidence = QuoteText(text)
    find_quote(evidence, text[-500:-300].strip())
    find_quote(evidence, text[-500:-400].strip() + " zebra")
    seconds = time.process_time() - started
    unit = 1 if sys.platform == "darwin" else 1024
    return seconds, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * unit / 1e6


def marked(value: float, bound: float) -> str:
    """The figure, with a mark when it is over its bound."""
    return f"{value:.2f}{' !' if value >= bound else ''}"


def main() -> None:
    """Print the tables."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--long", action="store_true", help="also texts of 20 MB")
    asked = arguments.parse_args()
    print(f"{LENGTH:,} characters: milliseconds (bounds: {BOUNDS}) and megabytes held\n")
    print(f"{'':18}{'build':>9}{'found':>9}{'folded':>9}{'refused':>9}{'MB':>7}")
    for language, sentence in SENTENCES.items():
        one = cost(sentence)
        told = [
            marked(one.build, BOUNDS["build"]),
            marked(one.found, BOUNDS["found"]),
            f"{one.folded:.2f}",
            marked(one.refused, BOUNDS["refused"]),
        ]
        print(f"{language:18}" + "".join(f"{value:>9}" for value in told) + f"{one.megabytes:>7.1f}")
    print(f"\nhostile texts: seconds to prepare and to look up (bound: {HOSTILE_SECONDS:g} together)\n")
    for name, (text, quote) in hostile().items():
        started = time.process_time()
        evidence = QuoteText(text)
        built = time.process_time() - started
        answer = find_quote(evidence, quote)
        whole = time.process_time() - started
        said = f"found, {answer.occurrences:,} times" if isinstance(answer, Found) else answer.code
        print(f"{name:45}{built:>7.2f}{marked(whole - built, HOSTILE_SECONDS - built):>9}  {said}")
    if not asked.long:
        return
    print(f"\n20 MB: seconds (bound {LONG_SECONDS:g}) and megabytes with the text (bound {LONG_MEGABYTES:g})\n")
    for language in SENTENCES:
        with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
            seconds, megabytes = pool.submit(long_text, language).result()
        print(f"{language:18}{marked(seconds, LONG_SECONDS):>9}{marked(megabytes, LONG_MEGABYTES):>9}")


if __name__ == "__main__":
    main()
