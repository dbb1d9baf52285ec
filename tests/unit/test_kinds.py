"""Page kinds, in English and Japanese: an article, or what comes instead of one."""

from __future__ import annotations

import pytest

from evidence.kinds import page_kind
from evidence.page import read_html

PROSE = "The council approved the budget for the coming year after a long debate in the chamber. " * 6
BUN = "議会は長い審議の末に来年度の予算案を可決した。財源の見通しについては意見が分かれている。" * 8
MENU = "".join(f"<li><a href=/s/{i}>Section number {i}</a>" for i in range(20))
COOKIE_BAR = "<div class=cookie-banner>We use cookies. <button>Accept all cookies</button></div>"

PAGES = [
    ("article", f"<h1>Budget</h1><p>{PROSE}"),
    ("article", f"<h1>予算</h1><p>{BUN}"),
    ("article", f"<nav><ul>{MENU}</ul></nav><article><h1>Budget</h1><p>{PROSE}</article>{COOKIE_BAR}"),
    (
        "article",
        f"<header><a href=/login>Log in</a> <a href=/s>Subscribe</a></header><article><p>{PROSE * 4}</article>",
    ),
    ("article", f"<nav>Already a subscriber? Please log in to read more.</nav><article><p>{PROSE[:350]}</article>"),
    ("article", f"<article><p>{PROSE[:350]}</article>{COOKIE_BAR}<footer>Error 404 help. Members only area.</footer>"),
    ("short", f"<main><h1>Opening hours</h1><p>9 to 17.</main>{COOKIE_BAR}"),
    ("article", f"<article><h1>Why error 404 exists</h1><p>{PROSE * 2}</article>"),
    ("article", f"<article><h1>ログインが必要な理由</h1><p>{BUN * 4}</article>"),
    ("article", f"<article><h1>How subscribers only pages work</h1><p>{PROSE * 5}</article>"),
    ("list", f"<h1>News</h1><ul>{MENU * 3}</ul>"),
    (
        "list",
        "<h1>記事一覧</h1><ul>"
        + "".join(f"<li><a href=/{i}>議会が予算案を可決した日の記録 {i}</a>" for i in range(30))
        + "</ul>",
    ),
    ("login_wall", "<title>Sign in</title><form><input name=u><input type=password></form><a>Forgot password?</a>"),
    ("login_wall", "<h1>Members only</h1><p>Please log in to read this page."),
    ("login_wall", "<h1>会員限定</h1><p>この先をご覧になるにはログインしてください。"),
    ("paywall", f"<article><h1>Budget</h1><p>{PROSE[:300]}<div>Subscribe now to continue reading.</div></article>"),
    ("paywall", f"<article><p>{PROSE[:300]}<p>You have reached your limit of free articles.</article>"),
    ("paywall", f"<article><p>{BUN[:120]}<p>この記事は有料会員限定です。残り1,234文字</article>"),
    (
        "paywall",
        f"<script type='application/ld+json'>{{\"isAccessibleForFree\": false}}</script><p>{PROSE[:400]}",
    ),
    ("soft_404", "<title>Page not found</title><h1>Oops</h1><p>The page you are looking for was not found."),
    ("soft_404", "<h1>404</h1><a href=/>Home</a>"),
    ("soft_404", "<h1>お探しのページは見つかりませんでした</h1><p>URLをご確認ください。"),
    ("soft_404", "<p>この記事は掲載期間が終了しました。ページが存在しません。"),
    (
        "consent_wall",
        "<h1>Before you continue</h1><p>We use cookies and data to deliver our services.<button>Accept all</button>",
    ),
    (
        "consent_wall",
        "<h1>Cookieの使用について</h1><p>当サイトではクッキーを使用しています。<button>すべて同意</button>",
    ),
    ("bot_check", "<title>Just a moment...</title><p>Checking your browser before accessing the site."),
    ("bot_check", "<p>Please verify you are a human to continue."),
    ("bot_check", "<p>あなたがロボットではないことを確認してください。"),
    ("error", "<h1>503 Service Unavailable</h1>"),
    ("error", "<h1>Something went wrong</h1><p>Try again later."),
    ("error", "<p>ただいまメンテナンス中です。しばらくしてからアクセスしてください。"),
    ("empty", ""),
    ("empty", "<div id=root></div><script>boot()</script>"),
    ("short", "<h1>Opening hours</h1><p>Monday to Friday, 9 to 17."),
    ("empty", "<div id=app>You need to enable JavaScript to run this app.</div>"),
    ("empty", "<meta http-equiv=refresh content='0; url=/new'><p>This page has a new place."),
    ("empty", "<nav><a href=/>Home</a> <a href=/a>About the island paper</a></nav><main id=story></main>"),
    ("short", "<p>営業時間は平日の九時から十七時です。"),
]


@pytest.mark.promise("PAGE-7")
@pytest.mark.parametrize(("kind", "html"), PAGES)
def test_the_kind_of_a_page_is_told_with_reasons(kind, html):
    found, reasons = page_kind(read_html(html, "https://example.org/a"), status=200, url="https://example.org/a")
    assert (found, bool(reasons)) == (kind, True), reasons


def test_the_reason_quotes_what_the_page_says():
    _, reasons = page_kind(read_html("<p>Please log in to read this page.", None), status=200, url=None)
    assert "Please log in" in reasons[0]
    assert "prose" in reasons[-1]


def test_what_a_page_quotes_or_explains_is_not_what_it_says():
    quoting = "<h1>A wall</h1><p>“Please log in to read this page” is what the sign says that nobody reads."
    assert page_kind(read_html(quoting, None), status=200, url=None)[0] == "short"
    explaining = f"<h1>How to log in to the library</h1><p>{PROSE[:250]}<p>Please log in with the number of your card."
    assert page_kind(read_html(explaining, None), status=200, url=None)[0] == "article"


def test_the_status_decides_first():
    page = read_html(f"<p>{PROSE}", None)
    assert page_kind(page, status=404, url=None)[0] == "soft_404"
    assert page_kind(page, status=500, url=None)[0] == "error"


def test_a_refused_page_that_says_why_is_told_by_that():
    for status, html, kind in (
        (403, "<title>Just a moment...</title><p>Verify you are human by completing the action below.", "bot_check"),
        (403, "<form><input type=password></form><p>Please log in to see this page.", "login_wall"),
        (402, "<p>Pay here.", "paywall"),
        (401, "<p>No.", "login_wall"),
        (404, "<p>Please log in to see this page.", "soft_404"),
    ):
        found, reasons = page_kind(read_html(html, None), status=status, url=None)
        assert (found, reasons[-1]) == (kind, f"the status is {status}")


def test_the_address_of_a_login_page_counts_where_there_is_no_article():
    assert (
        page_kind(read_html("<p>Welcome", None), status=200, url="https://example.org/login?next=/a")[0] == "login_wall"
    )
    assert page_kind(read_html(f"<p>{PROSE}", None), status=200, url="https://example.org/login")[0] == "article"


def test_six_sentences_of_japanese_are_an_article_and_latin_text_is_counted_as_it_is():
    sentences = "議会は来年度の予算案を可決した。財源の見通しには意見が分かれた。審議は長く続き、採決は深夜に及んだ。"
    page = read_html(f"<main><h1>予算</h1><p>{sentences * 2}</main>", None)
    assert 80 < len(sentences * 2) < 200
    assert page.prose == (2 + len(sentences * 2)) * 5 // 2
    assert page_kind(page, status=200, url=None)[0] == "article"
    short = read_html("<main><h1>営業時間</h1><p>月曜から金曜の九時から十七時まで。</main>", None)
    assert page_kind(short, status=200, url=None)[0] == "short"
    for length, kind in ((200, "article"), (199, "short")):
        exact = read_html(f"<p>{'é' * length}", None)
        assert exact.prose == length
        assert page_kind(exact, status=200, url=None)[0] == kind
    assert "prose worth" in page_kind(page, status=200, url=None)[1][0]


@pytest.mark.parametrize(
    ("head", "leads_to", "copies"),
    [
        ("<meta http-equiv=Refresh content='0.5; URL=/new'>", "https://example.org/new", {}),
        ("<meta http-equiv=refresh content='1.2.3;/new'>", "https://example.org/new", {}),
        ("<meta http-equiv=refresh content='600;url=/a'>", None, {}),
        ("<meta http-equiv=refresh content=5>", None, {}),
        ("<meta http-equiv=refresh content='0;url=http://[bad'>", None, {}),
        ("<link rel=amphtml href=/amp>", None, {"amp": "https://example.org/amp"}),
        ("<link rel=alternate media=print href=p>", None, {"print": "https://example.org/p"}),
        ("<link rel=canonical href=https://example.org/a>", None, {}),
        (
            "<p><a href=https://web.archive.org/web/2029/x>old</a>",
            None,
            {"archive": "https://web.archive.org/web/2029/x"},
        ),
    ],
)
def test_where_a_page_leads_and_which_copies_it_names(head, leads_to, copies):
    structure = read_html(head, "https://example.org/a").structure
    assert structure.leads_to == leads_to
    assert dict(structure.copies) == copies
