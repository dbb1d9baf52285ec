"""report.md: the order of its parts, what each says, and that outside text forges none of it."""

from __future__ import annotations

import re

import pytest
from markdown_it.token import Token

from reports.labels import LANGS, LIMITS, Lang, catalog
from reports.markdown import render_markdown
from reports.reading import Reading
from tests.unit.report_basics import SID, START, Clock
from tests.unit.report_hostile import CALM, CORPUS, HOSTILE, poisoned
from tests.unit.report_quotes import attachment
from tests.unit.report_samples import open_again, rich
from tests.unit.test_reports_escaping import tokens


@pytest.fixture(scope="module")
def report() -> str:
    return render_markdown(*rich())


def headings(markdown: str, level: int) -> list[str]:
    found = tokens(markdown)
    return [
        "".join(child.content for child in found[index + 1].children or [])
        for index, token in enumerate(found)
        if token.type == "heading_open" and token.tag == f"h{level}"
    ]


def section(markdown: str, title: str) -> str:
    return markdown.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def test_the_first_lines_are_the_places_of_state_and_notice() -> None:
    for stale, state in ((False, "final      "), (True, "provisional")):
        lines = render_markdown(*rich(), stale=stale).splitlines()
        assert lines[:2] == [f"<!-- uratori:state={state} -->", "<!-- uratori:notice -->"]
        assert lines[2].startswith("# ")


@pytest.mark.promise("STALE-4")
def test_a_provisional_report_says_so_below_its_title_and_since_when() -> None:
    head = render_markdown(*rich(reports_stale_since=START)).split("\n## ", 1)[0]
    assert "**Provisional**" in head
    assert "Changed since 2026-07-04 01:22:33 UTC." in head
    assert "Provisional" not in render_markdown(*rich(), stale=False)


@pytest.mark.promise("STALE-4")
@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Open: gaps in the text: 8; claims without a verdict: 2; verdicts without basis: 2."),
        ("ja", "未解決: 未登録の箇所 8 件、判定のない主張 2 件、根拠を失った判定 2 件。"),
    ],
)
def test_a_provisional_report_names_the_open_gates(lang: Lang, said: str) -> None:
    assert said in render_markdown(*open_again(), lang=lang).split("\n## ", 1)[0]


@pytest.mark.promise("REPORT-7")
def test_a_verdict_that_does_not_stand_never_looks_like_one_that_does() -> None:
    found = render_markdown(*open_again())
    heads = headings(section(found, "Claims"), 3)
    assert next(head for head in heads if head.startswith("claim_7")).startswith("claim_7 ⚠ Verified — basis lost")
    assert next(head for head in heads if head.startswith("claim_4")).startswith(
        "claim_4 ⚠ Contradicted — conflict passed over"
    )
    first = section(found, "Needs attention").splitlines()[3]
    assert first.startswith("| claim_7")
    assert "⚠ **basis lost**" in first
    assert "— ⚠ verdicts without basis: 2" in section(found, "Summary")


@pytest.mark.promise("REPORT-9")
def test_how_a_source_came_and_what_read_it_is_told(report: str) -> None:
    part = section(report, "Evidence")
    assert "HTTP/1.1 · 12,345 bytes received (gzip) · 50,112 bytes of content · end announced in chunks · 0.7 s" in part
    assert '**Head of the answer**: content-type: text/html · etag: "7-5f"' in part
    assert "**Read by**: chromium 140.0.7339.0, selectolax 0.4.0, uratori 0.1.0" in part
    assert "page as rendered: `evidence/evidence_2-raw.html`" in part
    assert "body as received: `evidence/evidence_1-raw.html`" in part
    assert "**Confirmed**: The server said (304) that the bytes of evidence_1 still hold." in part
    assert "`source-exchange.json`" in section(report, "Summary")
    longest = max(len(line) for line in part.splitlines() if "Head of the" in line)
    assert longest < 1_000
    japanese = render_markdown(*rich(), lang="ja")
    assert "受信 12,345 バイト（gzip）" in japanese


@pytest.mark.promise("REPORT-7")
def test_a_non_claim_over_claims_is_listed_with_its_passage() -> None:
    part = section(render_markdown(*open_again()), "Needs attention")
    assert re.search(r"\| non_claim_3 +\|.*It overlaps claim_1, claim_2, claim_3\. \| The bridge", part)
    assert "3 more of these." in part


def test_japanese_details_and_brackets_are_japanese() -> None:
    found = render_markdown(*open_again(), lang="ja")
    part = section(found, "要確認")
    assert "attachment_4 が支持し、attachment_5 が矛盾しますが" in part
    assert "evidence_4 に見つからない語: never stops" in part
    assert "Live attachments" not in part
    assert not re.search(r"[ぁ-ん一-龠] ?\(`", found)
    assert "9（裏取り済み 4, " in section(found, "概要")


def test_a_text_without_title_is_named_by_its_first_line() -> None:
    bare = rich()[0].session.model_copy(update={"title": None})
    assert "\n# Check report: The Harbour Bridge and its keepers\n" in render_markdown(*rich(session=bare))
    extract, _ = rich(session=bare)
    reading = Reading(extract, "\n \n# " + "は" * 100 + "\nmore")
    assert reading.title == "は" * 80 + "…"
    assert Reading(extract, "***\n \n").title is None


def test_only_a_difference_that_can_be_seen_is_shown_beside_a_quote() -> None:
    clock = Clock()
    blanks = attachment(clock, 1, 1, 1, "opened on 19 March", matched_text="opened on\n19\u3000March")
    width = attachment(clock, 2, 1, 1, "333m", matched_text="３３３ｍ")
    same = attachment(clock, 3, 1, 1, "1932")
    part = section(render_markdown(*rich(attachments=[blanks, width, same])), "Claims")
    assert part.count("As it stands in the evidence") == 1
    assert part.count("**Match**: exact; white space or character width differ") == 2
    assert part.count("**Match**: exact\n") == 1


def test_the_parts_stand_in_their_order(report: str) -> None:
    text = catalog("en")
    expected = [
        "summary.heading", "attention.heading", "recheck.heading",
        "claims.heading", "non_claims.heading", "gaps.heading",
        "exclusions.ranges", "evidence.heading", "attempts.orphans", "exclusions.heading", "jobs.heading",
        "attempts.rest", "limits.heading",
    ]  # fmt: skip
    assert headings(report, 2) == [text[key] for key in expected]


def test_the_summary_has_the_figures_of_the_ledger(report: str) -> None:
    part = section(report, "Summary")
    for words in (
        SID,
        "89.88% (364 of 405 characters)",
        "Verified 4",
        "No verdict 2",
        "agent 1",
        "2 active, 1 restored",
    ):
        assert words in part


@pytest.mark.promise("REPORT-7")
def test_the_attention_list_is_a_table_with_every_item(report: str) -> None:
    found = tokens(section(report, "Needs attention"))
    assert sum(token.type == "tr_open" for token in found) == 1 + len(rich()[0].attention)
    assert "expected terms are missing" in section(report, "Needs attention")


@pytest.mark.promise("EVIDENCE-3")
def test_an_agent_submitted_source_is_warned_of_before_the_claims(report: str) -> None:
    assert "evidence_4" in re.search(r"> ⚠ \*\*Submitted by the agent\*\*.*", report).group()  # type: ignore[union-attr]
    assert report.index("> ⚠ **Submitted by the agent**") < report.index("\n## Claims\n")


def test_claims_stand_in_text_order_with_label_and_value(report: str) -> None:
    found = headings(section(report, "Claims"), 3)
    assert [line.split(" ", 1)[0] for line in found] == [
        "claim_1", "claim_2", "claim_3", "claim_4", "claim_5", "claim_6", "claim_7", "claim_8", "claim_9",
    ]  # fmt: skip
    assert found[0] == "claim_1 ✓ Verified (verified): The bridge opened on 19 March 1932."


@pytest.mark.parametrize(
    "words",
    [
        "Only the year was found at first.",  # verdict history
        "accepted: hyphens at line ends differ (`hyphenation`), spacing differs (`spacing`)",
        "⚠ A negation stands right beside the quoted words",
        "#:\\~:text=The%20bridge",  # fragment link
        "2 of 3",  # occurrence
        "1, 2",  # PDF pages
        "Outside the article",
        "Collapsed text",
        "The figure stands alone in a table.",
        "**Excluded: does not count**",
        "The quote is not visible in the saved page.",
        "attachments/attachment_4-saved-text.png",
        "No picture: none was drawn.",
        "the quoted words are no longer there (`changed`)",
        "**What changed**: opened in \\[-1932-\\]",
        "as it was: 2026-07-04",  # earlier rechecks
        "#:\\~:text=1%2C400%20men",  # the new link
        "the source is gone (`gone`) · HTTP 404",
    ],
)
def test_claims_show_what_a_reader_needs_to_trust_them(report: str, words: str) -> None:
    assert words in section(report, "Claims")


def test_the_rechecks_are_summed_up_and_what_is_not_as_it_was_is_listed(report: str) -> None:
    part = section(report, "Rechecked quotes")
    assert "as it was 0, moved: the link has to change 1" in part
    assert "could not be read 1" in part
    assert "`attachment_3` the source is gone" in part
    assert "No complete answer within 30 seconds." in part
    never = render_markdown(*rich(rechecks=[]))
    assert "Rechecked quotes" not in headings(never, 2)


@pytest.mark.promise("REPORT-8")
@pytest.mark.parametrize(
    "words",
    [
        "list of links (`list`); more link text than prose",
        "The page tells the reader to ignore earlier instructions.",
        "The body was cut short",
        "shift_jis (decided by page's own statement)",
        "missing: never stops",
        "Behind a login; copied from the open tab.",
        "failed — https\\://records.example/bridge?id=7 · timeout · No answer within 30 s.",
        "interrupted — https\\://archive.example/report-1932.pdf",
        "Chromium ended while it drew the picture.",
        "Attempts**: All succeeded at the first try: file tower.txt",
    ],
)
def test_the_evidence_log_has_kind_signals_terms_and_every_attempt(report: str, words: str) -> None:
    assert words in section(report, "Evidence")


@pytest.mark.promise("REPORT-8")
def test_a_fetch_that_led_nowhere_is_listed(report: str) -> None:
    part = section(report, "Attempts that led to no evidence")
    assert "https\\://gone.example/page" in part
    assert (
        "reading (`read`), try 1 · failed — https\\://thin.example/app · thin_page · The page has 12 characters" in part
    )


@pytest.mark.promise("REPORT-8")
def test_every_attempt_of_every_stage_is_shown_once(report: str) -> None:
    extract, _ = rich()
    assert {view.start.stage for view in extract.attempts} == {
        "http", "browser", "file", "read", "picture", "report", "export",
    }  # fmt: skip
    lines = len(re.findall(r"^ *- .*?, try \d+ · ", report, re.MULTILINE))
    [folded] = re.findall(r"All succeeded at the first try: (.*)", report)
    assert lines + len(folded.split("; ")) == len(extract.attempts)
    rest = section(report, "Other attempts")
    assert "https\\://blog.example/steel" in rest
    assert "images_missing · Pictures of the report are missing." in rest


def test_a_runs_id_stands_once_with_its_job(report: str) -> None:
    assert report.count("00000001-aaaa-4bbb-8ccc-dddddddddddd") == 1
    assert report.count("00000006-aaaa-4bbb-8ccc-dddddddddddd") == 1  # its job is not listed, so the try says it


@pytest.mark.promise("REVISE-1")
def test_exclusions_keep_their_restoration_and_what_was_excluded(report: str) -> None:
    part = section(report, "Exclusion history")
    assert "The range was right after all." in part
    assert "Wording: The arch of the bridge spans 503 metres." in part
    assert part.count("still excluded") == 2
    assert "Match: exact; Occurrence: 1 / 1; In the article: yes; Collapsed text: no; Relation: Irrelevant" in part
    assert "recorded_at" not in part
    assert "Recorded: 2026-07-04 01:22:45 UTC" in part


@pytest.mark.promise("REPORT-4")
@pytest.mark.parametrize("lang", LANGS)
def test_the_report_ends_with_what_the_tool_does_not_check(lang: Lang) -> None:
    text = catalog(lang)
    last = render_markdown(*rich(), lang=lang).rsplit("\n## ", 1)[1]
    assert last.startswith(text["limits.heading"])
    assert all(text[f"limits.{name}"] in last for name in LIMITS)


def test_the_language_is_the_sessions_unless_asked_for() -> None:
    extract, _ = rich()
    japanese = extract.session.model_copy(update={"language": "ja-JP"})
    assert "## 要確認" in render_markdown(*rich(session=japanese))
    assert "## Needs attention" in render_markdown(*rich(session=japanese), lang="en")


@pytest.mark.promise("REPORT-2")
def test_the_same_extract_gives_the_same_bytes() -> None:
    assert render_markdown(*rich()) == render_markdown(*rich())


def structure(markdown: str) -> list[str]:
    """Everything but running text: what a forger would have to add to or take away."""
    flat: list[Token] = []
    for token in tokens(markdown):
        flat += [token, *(token.children or [])]
    skip = ("paragraph", "blockquote", "inline", "text", "softbreak", "hardbreak", "link", "code_inline")
    return [f"{t.type}{t.tag}" for t in flat if not t.type.startswith(skip)]


@pytest.mark.promise("REPORT-1")
@pytest.mark.parametrize("first", range(len(CORPUS)))
def test_hostile_text_in_every_field_changes_no_structure(first: int) -> None:
    calm = render_markdown(*poisoned(CALM, first))
    forged = render_markdown(*poisoned(HOSTILE, first))
    assert structure(forged) == structure(calm)


@pytest.mark.promise("REPORT-1")
@pytest.mark.parametrize("first", range(len(CORPUS)))
def test_hostile_text_brings_no_html_image_or_foreign_link(first: int) -> None:
    flat: list[Token] = []
    for token in tokens(render_markdown(*poisoned(CORPUS, first))):
        flat += [token, *(token.children or [])]
    html = [token.content.strip() for token in flat if token.type.startswith("html")]
    places = ["<!-- uratori:state=final       -->", "<!-- uratori:notice -->"]
    assert "\n".join(html).splitlines() == places
    assert not any(token.type in {"image", "fence", "code_block", "hr"} for token in flat)
    assert not [token.attrs["href"] for token in flat if token.type == "link_open"]
