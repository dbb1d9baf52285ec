"""How well page kinds are told on the labelled pages; `python -m benchmarks.kinds` prints the figures."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.kinds import KINDS, PAGES, Told, macro_f1, score, tell, wall_precision, walled
from evidence.limits import PROSE_CHARACTERS
from evidence.page import read_html

PARTS = ("tuning", "held-out")


@pytest.fixture(scope="module", params=PARTS)
def pages(request: pytest.FixtureRequest) -> list[Told]:
    return tell(request.param)


@pytest.mark.promise("PAGE-7")
def test_kinds_are_told_well_on_labelled_pages(pages: list[Told]) -> None:
    assert macro_f1(pages) >= 0.9
    assert all(score(pages, kind).f1 >= 0.75 for kind in KINDS)


@pytest.mark.promise("PAGE-12")
def test_an_article_is_hardly_ever_taken_for_a_wall(pages: list[Told]) -> None:
    articles = [page for page in pages if page.kind == "article"]
    assert len(walled(pages)) <= len(articles) * 0.05
    assert wall_precision(pages) >= 0.97


def test_every_kind_is_told_with_reasons(pages: list[Told]) -> None:
    assert all(page.reasons and all(page.reasons) for page in pages)


@pytest.mark.promise("PAGE-13")
def test_articles_hold_enough_prose_and_short_pages_do_not_in_every_script(pages: list[Told]) -> None:
    for page in pages:
        html = next(PAGES.rglob(page.file)).read_text("utf-8")
        prose = read_html(html, None).prose
        if page.kind == "article":
            assert prose >= PROSE_CHARACTERS, page.file
        elif page.kind == "short":
            assert prose < PROSE_CHARACTERS, page.file


def test_the_set_is_large_and_its_parts_share_no_page() -> None:
    tuning, held_out = (sorted((PAGES / part).glob("*.html")) for part in PARTS)
    assert len(held_out) >= 120
    texts = Counter(path.read_text("utf-8") for path in [*tuning, *held_out])
    assert set(texts.values()) == {1}
    for part, files in zip(PARTS, (tuning, held_out), strict=True):
        assert sorted(page.file for page in tell(part)) == [path.name for path in files]
