"""What a fetch must not reach, over HTTP: the strict policy, public addresses played by loopback servers."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tasks.attempts import StageError
from tasks.bodies import Body
from tasks.guard import Resolver
from tasks.http_fetch import fetch_http
from tests.faults import Fault
from tests.flow.browsers import Sink
from tests.ssrf.corpus import HOSTILE, resolver
from tests.ssrf.internet import Answers, Internet
from tests.ssrf.site import Request, moved, page, site

T = TypeVar("T")
PUBLIC, OTHER, SIX = "93.184.216.34", "93.184.216.35", "2606:4700::1111"


@pytest.fixture
def internet(monkeypatch: pytest.MonkeyPatch) -> Internet:
    return Internet(monkeypatch)


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(work, 30))


async def fetch(url: str, folder: Path, names: Resolver = resolver, sink: Sink | None = None) -> Body:
    got = await fetch_http.fn(
        url, job_id="j", session_id="fc_1", staging=str(folder), sink=sink or Sink(), resolver=names
    )
    assert isinstance(got, Body)
    return got


async def refusal(url: str, folder: Path, names: Resolver = resolver) -> StageError:
    sink = Sink()
    with pytest.raises(StageError) as caught:
        await fetch(url, folder, names, sink)
    assert [(end.outcome, end.error_kind) for end in sink.ends] == [("failed", caught.value.kind)]
    return caught.value


@pytest.mark.promise("GUARD-1")
@pytest.mark.promise("GUARD-2")
@pytest.mark.fault("F-21", "244 hostile URLs, each asked for over HTTP")
def test_no_hostile_url_is_asked_for(internet: Internet, tmp_path: Path, fault: Fault) -> None:
    async def all_of_them() -> list[str]:
        return [(await refusal(one.url, tmp_path)).kind for one in HOSTILE]

    assert run(all_of_them()) == [one.refused for one in HOSTILE]
    assert len(HOSTILE) == 244
    assert internet.dialled == []
    fault.happened(
        "Each refused by its form, by the address that it leads to or as a name that is not known; no connection made.",
        kept="One failed attempt each, with its reason; no file.",
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.promise("GUARD-3")
@pytest.mark.fault("F-21", "A public page that leads on to each hostile URL that a Location can carry")
def test_no_redirect_leads_to_a_hostile_url(internet: Internet, tmp_path: Path, fault: Fault) -> None:
    # What is no URL by itself is one relative to the page that names it.
    carried = [one for one in HOSTILE if one.url.isascii() and one.url.isprintable() and one.what != "no URL"]

    async def all_of_them() -> list[str]:
        async with site(lambda request: moved(carried[int(request.target[1:])].url.strip())) as public:
            internet.serve(PUBLIC, 80, public.port)
            return [(await refusal(f"http://public.example/{number}", tmp_path)).kind for number in range(len(carried))]

    kinds = run(all_of_them())
    assert len(carried) > 180
    assert set(internet.dialled) == {(PUBLIC, 80)}
    expected = [{"url_invalid": "redirect_invalid"}.get(one.refused, one.refused) for one in carried]
    assert [(one.url, kind) for one, kind, want in zip(carried, kinds, expected, strict=True) if kind != want] == []
    fault.happened(
        "Each refused before it was asked for; only the public page was.",
        kept="One failed attempt each; no file.",
    )


@pytest.mark.promise("GUARD-4")
@pytest.mark.fault("F-22", "A name that is public when it is checked and loopback when it is asked again, over HTTP")
def test_a_name_that_moves_inside_between_two_hops_is_not_followed(
    internet: Internet, tmp_path: Path, fault: Fault
) -> None:
    names = Answers({"rebind.example": [[PUBLIC], ["127.0.0.1"]]})

    async def visit() -> tuple[StageError, int]:
        async with site(lambda _request: moved("/again")) as public:
            internet.serve(PUBLIC, 80, public.port)
            internet.serve("127.0.0.1", 80, public.port)
            return await refusal("http://rebind.example/", tmp_path, names), len(public.requests)

    error, requests = run(visit())
    assert (error.kind, requests) == ("address_refused", 1)
    assert "127.0.0.1" in error.message
    assert internet.dialled == [(PUBLIC, 80)]
    fault.happened(
        "The first connection went to the address that was checked; the second answer was refused before connecting.",
        kept="One failed attempt; no file.",
    )


@pytest.mark.promise("GUARD-4")
@pytest.mark.fault("F-22", "A name that is answered anew each time (TTL 0), over HTTP")
def test_each_hop_connects_to_the_address_checked_for_it(internet: Internet, tmp_path: Path, fault: Fault) -> None:
    names = Answers({"moving.example": [[PUBLIC], [OTHER], ["10.0.0.1"]]})

    async def visit() -> tuple[Body, int]:
        async with site(lambda request: moved("/b") if request.target == "/a" else page()) as public:
            internet.serve(PUBLIC, 80, public.port)
            internet.serve(OTHER, 80, public.port)
            return await fetch("http://moving.example/a", tmp_path, names), public.connections

    body, connections = run(visit())
    assert internet.dialled == [(PUBLIC, 80), (OTHER, 80)]
    assert (body.peer, connections, names.asked["moving.example"]) == (OTHER, 2, 2)
    fault.happened(
        "One answer for each connection: every hop was connected to the address that was checked for it.",
        kept="The page, with the address that it came from.",
    )


@pytest.mark.promise("GUARD-2")
@pytest.mark.fault("F-22", "Aliases and mixed IPv4 and IPv6 answers, one of which leads inside, over HTTP")
def test_a_name_is_refused_whole_where_any_answer_leads_inside(
    internet: Internet, tmp_path: Path, fault: Fault
) -> None:
    names = Answers(
        {
            "mixed.example": [[PUBLIC, "::1"]],
            "www.mixed.example": "edge.mixed.example",
            "edge.mixed.example": "mixed.example",
            "inside.example": [[SIX, "fd00::1"]],
            "mapped.example": [[PUBLIC, "::ffff:192.168.1.1"]],
        }
    )

    async def visit() -> list[str]:
        hosts = ("mixed.example", "www.mixed.example", "inside.example", "mapped.example")
        return [(await refusal(f"http://{host}/", tmp_path, names)).kind for host in hosts]

    assert run(visit()) == ["address_refused"] * 4
    assert internet.dialled == []
    fault.happened(
        "The whole name was refused, the good answers with it; no connection made.",
        kept="One failed attempt each; no file.",
    )


def test_a_public_name_with_a_dead_address_is_read_at_the_next_one(internet: Internet, tmp_path: Path) -> None:
    names = Answers({"www.public.example": "edge.example", "edge.example": [[SIX, OTHER, PUBLIC]]})

    async def visit() -> Body:
        async with site(lambda _request: page()) as public:
            internet.serve(PUBLIC, 80, public.port)
            return await fetch("http://www.public.example/", tmp_path, names)

    body = run(visit())
    assert internet.dialled == [(SIX, 80), (OTHER, 80), (PUBLIC, 80)]
    assert body.peer == PUBLIC


@pytest.mark.promise("GUARD-8")
def test_nothing_of_one_site_is_told_to_another(internet: Internet, tmp_path: Path) -> None:
    hops = {
        "/a": moved("http://other.example/b", Set_Cookie="secret=1; Path=/"),
        "/b": moved("http://public.example:8080/c", Set_Cookie="other=1; Domain=example", WWW_Authenticate="Basic"),
        "/c": moved("http://public.example/d"),
        "/d": page(),
    }

    async def visit() -> list[Request]:
        async with site(lambda request: hops[request.target]) as public:
            for port in (80, 8080):
                internet.serve(PUBLIC, port, public.port)
            internet.serve(OTHER, 80, public.port)
            names = Answers({"public.example": [[PUBLIC]], "other.example": [[OTHER]]})
            await fetch("http://public.example/a", tmp_path, names)
            return public.requests

    requests = run(visit())
    assert [(one.target, one.headers["host"]) for one in requests] == [
        ("/a", "public.example"),
        ("/b", "other.example"),
        ("/c", "public.example:8080"),
        ("/d", "public.example"),
    ]
    for one in requests:
        assert not {"cookie", "authorization", "referer", "origin"} & set(one.headers)


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"])
def test_a_proxy_of_the_environment_is_not_used(
    internet: Internet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, "http://127.0.0.1:9")
    monkeypatch.setenv(variable.lower(), "http://127.0.0.1:9")

    async def visit() -> Body:
        async with site(lambda _request: page()) as public:
            internet.serve(PUBLIC, 80, public.port)
            return await fetch("http://public.example/", tmp_path)

    assert run(visit()).peer == PUBLIC
    assert internet.dialled == [(PUBLIC, 80)]
