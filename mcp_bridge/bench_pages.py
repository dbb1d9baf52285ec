"""The texts that `uratori bench` works on: made by rule, the same on every run."""

from __future__ import annotations

SEGMENTS = 504
PDF_SENTENCE = "On page {} line {} of this document the figure for the year is stated in full."


def source_text() -> str:
    """504 sentences in paragraphs of six, half of them Japanese."""
    sentences = []
    for number in range(SEGMENTS):
        if number % 2:
            sentences.append(f"第{number}号の報告によると、その年の生産量は{number * 37 + 11}トンであった。")
        else:
            sentences.append(f"Report {number} says that output in that year was {number * 37 + 11} tonnes. ")
    paragraphs = ["".join(sentences[start : start + 6]).strip() for start in range(0, SEGMENTS, 6)]
    return "\n\n".join(paragraphs) + "\n"


def html_sentence(number: int) -> str:
    """The sentence of that number on the page of `html_page`."""
    return f"Measurement {number} was taken at station {number % 17} and gave {number * 13 + 5} units."


def html_page() -> str:
    """A page of about 50 KB: navigation, an article of paragraphs and tables, a footer."""
    body = []
    for number in range(0, 432, 3):
        lines = " ".join(
            f"{html_sentence(n)} It was checked by hand on the next day." for n in range(number, number + 3)
        )
        body.append(f'<p class="text">{lines}</p>')
        if number % 60 == 0:
            body.append(
                f"<h2>Part {number // 60 + 1}</h2><table><tr><th>Station</th><td>{number % 17}</td></tr></table>"
            )
    links = "".join(f'<li><a href="/other/{n}">Other report {n}</a></li>' for n in range(60))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Measurements</title>'
        "<style>body{font:16px/1.5 sans-serif;margin:20px}</style></head><body>"
        f"<nav><ul>{links}</ul></nav><main><article><h1>Measurements</h1>{''.join(body)}</article></main>"
        "<footer>Bureau of measurements</footer></body></html>"
    )


def plain_text() -> str:
    """About 200 KB of plain text in numbered sentences."""
    return "\n".join(
        f"This is sentence number {n} of the long text, and it goes on for a while so that the line is full. "
        for n in range(2000)
    )


def pdf_pages() -> list[list[str]]:
    """Twenty pages of forty lines."""
    return [[PDF_SENTENCE.format(page, line) for line in range(1, 41)] for page in range(1, 21)]
