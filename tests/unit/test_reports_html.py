"""report.html as text: one file, its policy, its data. What it does is shown in tests/flow/test_viewer.py."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from typing import Any, get_args

import pytest
from bs4 import BeautifulSoup, Tag

from evidence.cuts import Cut
from evidence.fold_names import FOLDS
from reports.html import render_html
from reports.images import image_source, image_type
from reports.labels import LANGS, Labels, Lang, catalog
from reports.marks import pieces
from reports.reading import Reading
from tests.unit.report_basics import TEXT
from tests.unit.report_hostile import CALM, HOSTILE, poisoned
from tests.unit.report_samples import long, open_again, rich

PNG = b"\x89PNG\r\n\x1a\n" + b"0" * 20
JPEG = b"\xff\xd8\xff\xe0" + b"0" * 20
WEBP = b"RIFF\x00\x00\x00\x00WEBPVP8 "


def soup(html: str) -> BeautifulSoup:
    return BeautifulSoup(html, "html.parser")


def data(html: str) -> dict[str, Any]:
    found = soup(html).find(id="data")
    assert isinstance(found, Tag)
    return dict(json.loads(found.get_text()))


def hashed(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@pytest.mark.promise("REPORT-6")
def test_nothing_is_loaded_from_elsewhere() -> None:
    page = soup(render_html(*rich()))
    assert not page.find_all(["link", "iframe", "object", "embed", "base", "form", "img", "video", "audio"])
    assert not [tag for tag in page.find_all(True) if tag.has_attr("src")]
    assert "url(" not in str(page.find("style"))
    assert "@import" not in str(page.find("style"))


@pytest.mark.promise("REPORT-6")
def test_the_policy_names_its_own_script_and_style_and_nothing_else() -> None:
    page = soup(render_html(*rich()))
    meta = page.find("meta", attrs={"http-equiv": "Content-Security-Policy"})
    assert isinstance(meta, Tag)
    policy = dict(part.strip().split(" ", 1) for part in str(meta["content"]).split(";"))
    scripts = page.find_all("script")
    assert [script.get("type") for script in scripts] == ["application/json", None]
    assert policy["default-src"] == "'none'"
    assert policy["script-src"] == hashed(scripts[1].get_text())
    assert policy["style-src"] == hashed(str(page.find("style").get_text()))  # type: ignore[union-attr]
    assert policy["img-src"] == "'self' data: file:"
    assert policy["base-uri"] == policy["form-action"] == "'none'"


def test_the_script_writes_no_markup_from_text() -> None:
    code = soup(render_html(*rich())).find_all("script")[1].get_text()
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(|new Function|DOMParser", code)


def test_the_state_is_an_attribute_of_one_width() -> None:
    for stale, state in ((False, "final      "), (True, "provisional")):
        assert f'data-state="{state}">' in render_html(*rich(), stale=stale)


@pytest.mark.promise("REPORT-2")
def test_the_same_extract_gives_the_same_bytes() -> None:
    assert render_html(*rich()) == render_html(*rich())


def test_both_languages_are_inside_with_equal_keys() -> None:
    texts = data(render_html(*rich()))["labels"]
    assert set(texts) == set(LANGS)
    assert set(catalog("en")) == set(catalog("ja"))
    blanks = {lang: {key: set(re.findall(r"\{(\w+)\}", text)) for key, text in catalog(lang).items()} for lang in LANGS}
    assert blanks["en"] == blanks["ja"]


@pytest.mark.promise("QUOTE-4")
@pytest.mark.parametrize("lang", LANGS)
def test_every_fold_and_every_cut_has_its_words(lang: Lang) -> None:
    words = Labels(lang)
    kept = [cut for cut in get_args(Cut) if cut != "number"]
    assert [fold for fold in FOLDS if words.word("fold", fold) == fold] == []
    assert [cut for cut in kept if words.word("cut", cut) == cut] == []
    said = [words.word("fold", fold) for fold in FOLDS] + [words.word("cut", cut) for cut in kept]
    assert len(said) == len(set(said))


def test_every_text_key_of_the_scripts_and_templates_exists() -> None:
    html = render_html(*rich())
    code = soup(html).find_all("script")[1].get_text()
    known = data(html)["labels"]["en"]
    used = set(re.findall(r"""\bt\("([a-z0-9_.]+)\"""", code))
    used |= {
        str(tag[name])
        for name in ("data-t", "data-t-label", "data-t-placeholder")
        for tag in soup(html).find_all(attrs={name: True})
    }
    used |= set(re.findall(r"""\[\s*"((?:session|summary|evidence|attachment|claim)\.[a-z0-9_]+)",""", code))
    assert len(used) > 80
    assert {key for key in used if not key.endswith(".")} <= set(known)


def test_the_pieces_are_the_text_and_know_what_covers_them() -> None:
    extract, text = rich()
    found = pieces(Reading(extract, text))
    assert "".join(text[piece.start : piece.end] for piece in found) == TEXT
    shared = next(piece for piece in found if text[piece.start : piece.end] == "of whom 16 died.")
    assert shared.claims == ("claim_4", "claim_5")
    assert next(piece for piece in found if "塗り替え" in text[piece.start : piece.end]).excluded == ("claim_10",)
    assert next(piece for piece in found if "who sees" in text[piece.start : piece.end]).is_gap


def test_an_empty_text_has_no_pieces() -> None:
    extract, _ = rich(claims=[], non_claims=[], exclusions=[])
    assert pieces(Reading(extract, "")) == []


@pytest.mark.promise("REPORT-8")
def test_every_attempt_of_every_stage_is_in_the_data() -> None:
    found = data(render_html(*rich()))
    lists = [found["orphans"], found["rest"], *(item.get("attempts", []) for item in found["evidence"].values())]
    assert sum(map(len, lists)) == len(rich()[0].attempts)
    assert "thin_page" in {attempt.get("error") for attempt in found["orphans"]}


@pytest.mark.promise("REPORT-7")
def test_a_verdict_that_does_not_stand_is_marked_in_the_data_and_in_the_notice() -> None:
    html = render_html(*open_again())
    broken = {claim["id"]: claim["broken"] for claim in data(html)["claims"] if "broken" in claim}
    assert broken == {"claim_4": "conflict_unnamed", "claim_7": "verdict_without_basis"}
    notice = soup(html).find(id="open-text")
    assert isinstance(notice, Tag)
    assert notice.get_text() == "Open: gaps in the text: 8; claims without a verdict: 2; verdicts without basis: 2."


def test_pictures_are_beside_the_report_or_inside_it_whatever_their_kind() -> None:
    given = {
        "attachments/attachment_1.png": PNG,
        "evidence/evidence_4.jpg": JPEG,
        "attachments/attachment_7-saved-text.webp": WEBP,
        "attachments/attachment_2-p1.png": b"<svg onload=alert(1)>",
    }
    inside = data(render_html(*rich(), images=given))["images"]
    assert {path: source.partition(";")[0] for path, source in inside.items()} == {
        "attachments/attachment_1.png": "data:image/png",
        "evidence/evidence_4.jpg": "data:image/jpeg",
        "attachments/attachment_7-saved-text.webp": "data:image/webp",
    }
    beside = data(render_html(*rich()))["images"]
    assert beside["evidence/evidence_4.jpg"] == "evidence/evidence_4.jpg"


def test_an_exported_page_may_only_show_pictures_inside_it() -> None:
    assert "img-src data:;" in render_html(*rich(), images={})


def test_a_path_that_leads_out_of_the_folder_is_no_picture() -> None:
    assert image_source("../../secret.png", "relative") is None
    assert image_source("a.png", {"a.png": b"no image"}) is None
    assert image_type(b"GIF89a") == "image/gif"


def test_saved_pages_are_named_but_never_linked() -> None:
    saved = data(render_html(*rich()))["evidence"]["evidence_1"]["files"]
    assert [("href" in file) for file in saved if file["role"] == "html"] == [False]
    assert [file["href"] for file in saved if file["role"] == "text"] == ["evidence/evidence_1.txt"]


def test_flow_runs_are_links_where_the_engine_has_an_address() -> None:
    attempt = data(render_html(*rich(), engine_url="http://127.0.0.1:4200"))["evidence"]["evidence_1"]["attempts"][0]
    assert attempt["href"] == "http://127.0.0.1:4200/runs/flow-run/00000001-aaaa-4bbb-8ccc-dddddddddddd"
    assert "href" not in data(render_html(*rich()))["evidence"]["evidence_1"]["attempts"][0]


def test_five_hundred_claims_stay_small() -> None:
    assert len(render_html(*long(500)).encode()) < 360_000


@pytest.mark.promise("REPORT-1")
@pytest.mark.parametrize("first", range(len(HOSTILE)))
def test_hostile_text_adds_no_element_and_no_attribute(first: int) -> None:
    extract, text = poisoned(HOSTILE, first)
    page = soup(render_html(extract, text))
    calm = soup(render_html(*poisoned(CALM, first)))

    def shape(tree: BeautifulSoup) -> list[tuple[str, list[str]]]:
        return [(tag.name, sorted(tag.attrs)) for tag in tree.find_all(True) if tag.name != "h1"]

    assert shape(page) == shape(calm)
    given = json.loads(page.find(id="data").get_text())  # type: ignore[union-attr]
    assert "".join(piece["t"] for piece in given["pieces"]) == text
    links = re.findall(r'"(?:href|fragment|origin_href)":"([^"]*)"', json.dumps(given, separators=(",", ":")))
    assert not [link for link in links if re.match(r"(?i)\s*(javascript|data|vbscript|file):", link)]
