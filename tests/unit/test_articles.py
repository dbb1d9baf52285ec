"""The article of a page: found on labelled pages of four languages, and by the kinds of what stands beside it."""

from __future__ import annotations

import pytest

from benchmarks.articles import labelled_pages, mean_f1, ours, read_labels, score, scores
from evidence.article_phrases import is_noise, leads
from evidence.page import read_html

LANGUAGES = ("en", "ja", "ko", "zh")
PROSE = "The council approved the budget for the coming year after a long debate in the chamber. " * 4


def article(html):
    page = read_html(html, "https://example.org/a")
    return "\n".join(page.text[part.start : part.end] for part in page.article)


@pytest.mark.promise("PAGE-23")
@pytest.mark.parametrize("part", ["tuning", "held-out"])
def test_the_article_is_found_in_every_language(part):
    found = scores(labelled_pages(part), ours)
    assert {language: round(mean_f1(pages), 3) for language, pages in found.items() if mean_f1(pages) < 0.95} == {}
    assert sorted(found) == sorted(LANGUAGES)


def test_the_set_is_what_its_readme_says():
    tuning, held_out = labelled_pages("tuning"), labelled_pages("held-out")
    assert len(tuning) + len(held_out) >= 60
    assert 2 * len(held_out) >= len(tuning) + len(held_out)
    for language in LANGUAGES:
        assert sum(page.language == language for page in [*tuning, *held_out]) >= 15
    assert not {page.name for page in tuning} & {page.name for page in held_out}


def test_labels_are_taken_out_and_read(tmp_path):
    path = tmp_path / "en-x.html"
    path.write_text(
        "<nav>a b c d</nav><!-- kept --><!--article--><h1>one two three four</h1><!--maybe--><p>by some body else</p>"
        "<!--/maybe--><p>five six <b>sev</b>en eight<!--not--><a>edit</a><!--/not--></p><!--/article-->",
        encoding="utf-8",
    )
    page = read_labels(path)
    assert "<!-- kept -->" in page.html
    assert "article--" not in page.html
    assert sorted(page.wanted) == [("five", "six", "seven", "eight"), ("one", "two", "three", "four")]
    perfect = score(page, "one two three four five six seven eight")
    assert (perfect.precision, perfect.recall) == (1.0, 1.0)
    assert score(page, "one two three four by some body else five six seven eight").f1 == 1.0
    assert score(page, "a b c d one two three four").recall == 0.5
    assert score(page, "").f1 == 0.0


@pytest.mark.promise("PAGE-5")
@pytest.mark.parametrize(
    "beside",
    [
        "<div class=related><p>More words</div>",
        "<h2>Related stories</h2><ul><li><a href=/1>More words</a></ul>",
        "<div><div>관련 기사</div><div>More words</div></div>",
        "<section><h3>コメント 12件</h3><div>More words</div></section>",
        "<h2>网友评论</h2><div>More words</div>",
        "<p><a href=/1>More</a> <a href=/2>words</a></p>",
        "<div><p>More words</p><button>Sign up</button></div>",
        "<p><a>More words</a></p>",
        "<p>Copyright 2024 More words</p>",
        "<p>12 comments, More words</p>",
        "<p>Follow us on Twitter for More words.</p>",
        "<div>" + "<div class=c><b>Ann</b><br>2 May 2024<p>More words</p></div>" * 3 + "</div>",
        "<div>" + "<div class=c><h4><a href=/1>Elsewhere</a></h4><p>More words and more</p></div>" * 3 + "</div>",
        "<p><a href=/>More words</a></p>",
    ],
)
def test_what_stands_beside_is_left(beside):
    html = f"<title>A title of it</title><div><h1>A title of it</h1><p>{PROSE}</p><p>{PROSE}</p>{beside}</div>"
    assert "More" in read_html(html, None).text
    assert article(html).split() == ["A", "title", "of", "it", *PROSE.split(), *PROSE.split()]


@pytest.mark.promise("PAGE-5")
@pytest.mark.parametrize(
    "part",
    [
        "<ul><li>Flour<li>Salt<li>Water</ul>",
        "<table><tr><th>Year<th>Sold<tr><td>2 May 2023<td>12<tr><td>3 May 2024<td>15</table>",
        "<h2>Why comments matter</h2><p>Short.</p>",
        "<h3><button>Why?</button></h3><p>Because.</p>",
        "<pre>x = 1</pre>",
        "<p>次の日、雨が降った。</p>",
        "<p>Share of trains that were late: 4 %.</p>",
        "<dl><dt>Place<dd>Hall</dl>",
        "<blockquote>Short.</blockquote>",
        "<div><div>A last line.</div></div>",
    ],
)
def test_short_parts_of_the_article_stay(part):
    html = f"<title>A title of it</title><div><h1>A title of it</h1><p>{PROSE}</p>{part}<p>{PROSE}</p></div>"
    whole = read_html(html, None)
    assert article(html) == whole.text


def test_a_page_of_several_posts_keeps_all_with_their_headings():
    post = "<h3><a href=/{n}>Post {n}</a></h3><div class=post-body><p>{prose}</p></div>"
    posts = "".join(post.format(n=number, prose=PROSE) for number in (1, 2))
    html = f"<title>Log</title><div><h1><a href=/>Log</a></h1>{posts}</div>"
    assert [line for line in article(html).splitlines() if line.startswith("Post")] == ["Post 1", "Post 2"]


def test_a_page_without_a_sentence_is_taken_as_a_whole_but_for_its_menus():
    assert article("<nav>Menu</nav><h1>Not found</h1><p>Go back.</p><footer>Foot</footer>") == "Not found\n\nGo back."


@pytest.mark.parametrize(
    "said",
    ["related stories", "comments (12)", "関連記事", "コメント 12件", "많이 본 뉴스", "댓글 7", "相关阅读", "延伸閱讀"],
)
def test_words_over_side_matters_are_known(said):
    assert leads(said)


@pytest.mark.parametrize(
    "said",
    [
        "the share of renters grew",
        "comments by the minister were few",
        "関連死の数",
        "관련 법이 바뀌었다",
        "相关部门表示",
        "news of the death",
        "tags on the sheep",
    ],
)
def test_other_words_are_not(said):
    assert not leads(said)
    assert not is_noise(said, prose=False)
