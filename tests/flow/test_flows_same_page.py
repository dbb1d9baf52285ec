"""One page is one evidence of a session, however often, by whom and in what spelling it is asked for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from flows import evidence_records, fetch_evidence
from flows.sources import Acquired
from ledger.folders import staging
from ledger.records import Evidence
from ledger.revisions import revise
from ledger.views import JobView
from tests.flow.engine_world import World
from tests.site import Site

pytest_plugins = ["tests.flow.engine_fixture"]
# Prefect's event client leaves the socket of a stopped server to the collector.
pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    made = Site()
    yield made
    made.close()


@pytest.fixture
def session_id(world: World) -> str:
    return world.session()


def submit(world: World, session_id: str, *urls: str, via: str = "agent_search", **more: Any) -> JobView:
    sources = [{"type": "url", "url": url} for url in urls]
    return world.desk.submit("fetch_evidence", session_id, {"sources": sources, "discovered_via": via, **more})


def items(view: JobView) -> list[dict[str, Any]]:
    assert view.outcome is not None
    assert view.outcome.result is not None, view.outcome.error
    found: list[dict[str, Any]] = view.outcome.result["items"]
    return found


def evidence(world: World, session_id: str) -> list[Evidence]:
    with world.ledger.read() as reader:
        return reader.all(Evidence, session_id)


@pytest.mark.promise("EVIDENCE-5")
@pytest.mark.parametrize("refetch", [False, True])
def test_spellings_of_one_page_in_one_call_are_fetched_once(
    world: World, session_id: str, site: Site, refetch: bool
) -> None:
    path = f"/ferry-spelt-{refetch}"
    url = site.url(path)
    spellings = [url, f"{url}#top", url.replace("http", "HTTP"), f"{url}?utm_source=x", url]
    found = items(world.wait(submit(world, session_id, *spellings, refetch=refetch)))
    assert [one["evidence_id"] for one in found] == ["evidence_1"] * 5
    assert sorted(one["reused"] for one in found) == [False, True, True, True, True]
    assert site.hits[path] == 1
    assert len(evidence(world, session_id)) == 1


@pytest.mark.promise("EVIDENCE-5")
def test_jobs_at_the_same_time_fetch_a_page_once(
    world: World, session_id: str, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    all_in, inside = threading.Event(), []
    item = fetch_evidence._Work.item

    async def counted(self: Any, index: int, source: Any) -> dict[str, Any]:
        inside.append(self.job_id)
        if len(inside) == 3:
            all_in.set()
        while not all_in.is_set():
            await fetch_evidence.asyncio.sleep(0.01)
        return await item(self, index, source)

    monkeypatch.setattr(fetch_evidence._Work, "item", counted)
    vias = ("agent_search", "agent_knowledge", "cited_in_source")
    views = [submit(world, session_id, site.url("/ferry-parallel"), via=via) for via in vias]
    found = [items(world.wait(view))[0] for view in views]
    assert len({view.job.job_id for view in views}) == 3
    assert [one["evidence_id"] for one in found] == ["evidence_1"] * 3
    assert site.hits["/ferry-parallel"] == 1


@pytest.mark.promise("EVIDENCE-5")
def test_evidence_recorded_by_others_during_a_fetch_is_taken_over(
    world: World, session_id: str, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lock is of one process; the transaction that records asks again."""
    real = evidence_records.record
    asked: dict[str, Any] = {"discovered_via": "agent_search", "discovery_note": None}

    def overtaken(services: Any, source: Any, got: Acquired, **more: Any) -> Any:
        monkeypatch.setattr(evidence_records, "record", real)
        body = got.parsed
        with world.ledger.write(session_id) as writer:
            evidence_records.record_evidence(
                writer,
                session_id,
                evidence_records.SessionFolder(world.home, session_id),
                evidence_records.EvidenceDraft(provenance=got.stage, url=source.url, **asked),
                body.text,
            )
        return real(services, source, got, **more)

    monkeypatch.setattr(evidence_records, "record", overtaken)
    view = world.wait(submit(world, session_id, site.url("/ferry-overtaken")))
    assert [(one["evidence_id"], one["reused"]) for one in items(view)] == [("evidence_1", True)]
    assert len(evidence(world, session_id)) == 1
    assert list(staging(world.home).iterdir()) == []


def test_a_refused_record_leaves_no_staged_file(
    world: World, session_id: str, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = evidence_records.record

    def archived(*arguments: Any, **more: Any) -> Any:
        with world.ledger.write(session_id) as writer:
            revise(writer, session_id, "exclude", "session", session_id, "done")
        return real(*arguments, **more)

    monkeypatch.setattr(evidence_records, "record", archived)
    view = world.wait(submit(world, session_id, site.url("/ferry-mid-fetch")))
    assert items(view)[0]["error"]["code"] == "SESSION_ARCHIVED"
    assert list(staging(world.home).iterdir()) == []


def test_a_job_that_a_fault_ends_leaves_no_staged_file(
    world: World, session_id: str, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_arguments: Any) -> Any:
        (staging(world.home) / view_id[0]).mkdir()
        raise ZeroDivisionError

    view_id: list[str] = []
    monkeypatch.setattr(fetch_evidence, "_check", broken)
    real = fetch_evidence.job_folder

    def named(home: Any, job_id: str) -> Any:
        view_id.append(job_id)
        return real(home, job_id)

    monkeypatch.setattr(fetch_evidence, "job_folder", named)
    view = world.wait(submit(world, session_id, site.url("/ferry-fault")))
    assert view.outcome is not None
    assert view.outcome.error is not None
    assert view.outcome.error["code"] == "INTERNAL_ERROR"
    assert list(staging(world.home).iterdir()) == []


def test_fifty_very_long_urls_are_one_job(world: World, session_id: str, site: Site) -> None:
    urls = [site.url(f"/nowhere?{number}={'あ' * 3_900}") for number in range(50)]
    found = items(world.wait(submit(world, session_id, *urls), 100))
    assert {one["error"]["code"] for one in found} <= {"URL_INVALID", "FETCH_FAILED"}


@pytest.mark.promise("GUARD-1")
def test_a_url_with_a_broken_punycode_label_is_invalid(world: World, session_id: str) -> None:
    found = items(world.wait(submit(world, session_id, "http://xn--a/")))
    assert found[0]["error"]["code"] == "URL_INVALID"
