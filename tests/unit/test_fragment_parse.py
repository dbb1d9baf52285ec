"""Directives of text fragments: reading, writing, and URLs that hold them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.fragment_parse import Directive, joined, parse, parse_directive, split
from tests.cases import case_rows


@pytest.mark.parametrize("row", case_rows("fragments.jsonl", "parse"), ids=lambda row: row.get("directive"))
def test_a_directive_is_read_as_the_draft_has_it(row: dict) -> None:
    found = parse_directive(row["directive"])
    names = {"prefix": "prefix", "textStart": "start", "textEnd": "end", "suffix": "suffix"}
    assert found == (None if row["expect"] is None else Directive(**{names[k]: v for k, v in row["expect"].items()}))


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("https://a.example/#:~:text=x", [Directive("x")]),
        ("https://a.example/#id:~:text=x&text=p-,y,-s", [Directive("x"), Directive("y", "", "p", "s")]),
        ("#:~:text=x&other=1&text=y", [Directive("x"), Directive("y")]),
        (":~:text=use%20:~:%20here", [Directive("use :~: here")]),
        ("text=x,y", [Directive("x", "y")]),
        ("https://a.example/text=x", []),
        ("https://a.example/#text=x", []),
        ("https://a.example/", []),
        ("", []),
        (":~:text=50%", []),
        (":~:text=a%zz", []),
        (":~:text=a-b", []),
        (":~:text=a,-", []),
        (":~:text=caf%E9", [Directive("caf\ufffd")]),
    ],
)
def test_the_directives_of_a_url_are_found(written: str, expected: list[Directive]) -> None:
    assert parse(written) == expected


def test_an_element_id_is_kept_and_directives_are_merged() -> None:
    url = joined("https://a.example/p#sec:~:text=old", [Directive("a-b", "c,d"), Directive("e&f", prefix="p")])
    assert url == "https://a.example/p#sec:~:text=a%2Db,c%2Cd&text=p-,e%26f"
    assert split(url) == ("https://a.example/p#sec", "text=a%2Db,c%2Cd&text=p-,e%26f")
    assert joined("https://a.example/p", []) == "https://a.example/p#:~:"


_TERM = st.text(min_size=1, max_size=12)


@given(st.lists(st.builds(Directive, _TERM, st.just("") | _TERM, st.just("") | _TERM, st.just("") | _TERM), min_size=1))
def test_what_is_written_is_read_again(directives: list[Directive]) -> None:
    try:
        url = joined("https://a.example/", directives)
    except UnicodeEncodeError:
        return  # half of a surrogate pair has no UTF-8
    assert parse(url) == directives
