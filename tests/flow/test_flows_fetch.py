"""Fetching and starting from pages, as flows on the real stack, over loopback."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from flows.evidence_records import known_of_session
from flows.fetch_evidence import fetch_evidence
from flows.job_errors import refusal_of
from flows.sources import Source
from ledger.evidence_log import read_text, verify_files
from ledger.folders import SessionFolder, staging
from ledger.jobs import attempts_of
from ledger.records import Evidence, Session
from ledger.refusals import Refusal
from ledger.revisions import revise
from ledger.sessions import read_source
from ledger.views import AttemptView, JobView
from tests.flow.engine_world import World
from tests.site import PROSE, Site

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


Fetch = Callable[..., JobView]


@pytest.fixture
def fetch(world: World, session_id: str, site: Site) -> Fetch:
    """Fetch paths of the site (or whole sources) in one job, to its end."""

    def run(*sources: str | dict[str, Any], **options: Any) -> JobView:
        described = [{"type": "url", "url": site.url(one)} if isinstance(one, str) else one for one in sources]
        parameters = {"sources": described, "discovered_via": "agent_search", **options}
        return world.wait(world.desk.submit("fetch_evidence", session_id, parameters))

    return run


def items(view: JobView) -> list[dict[str, Any]]:
    assert view.outcome is not None
    assert view.outcome.result is not None, view.outcome.error
    found: list[dict[str, Any]] = view.outcome.result["items"]
    assert [one["index"] for one in found] == list(range(len(found)))
    return found


def evidence(world: World, session_id: str, item: dict[str, Any]) -> Evidence:
    assert item["ok"], item
    with world.ledger.read() as reader:
        return reader.one(Evidence, session_id, item["evidence_id"])


def tries(world: World, view: JobView) -> list[AttemptView]:
    with world.ledger.read() as reader:
        return attempts_of(reader, view.job.session_id, view.job.job_id)


@pytest.mark.promise("FETCH-1")
def test_a_page_is_kept_with_its_text_its_bytes_and_how_it_was_got(
    world: World, session_id: str, site: Site, fetch: Fetch
) -> None:
    view = fetch("/moved", discovery_note="from a search")
    saved = evidence(world, session_id, items(view)[0])
    folder = SessionFolder(world.home, session_id)
    verify_files(saved, folder)
    assert "fifty minutes when the sea is calm" in read_text(saved, folder)
    assert (saved.provenance, saved.http_status, saved.page_kind) == ("http", 200, "article")
    assert (saved.url, saved.final_url) == (site.url("/moved"), site.url("/ferry"))
    assert [(hop.url, hop.status) for hop in saved.redirects] == [(site.url("/moved"), 302)]
    assert (saved.discovered_via, saved.discovery_note) == ("agent_search", "from a search")
    assert {one.role for one in saved.files} == {"text", "raw", "html", "exchange"}
    assert b"<!--u:" in folder.read_bytes(next(one.path for one in saved.files if one.role == "html"))
    assert saved.charset == "utf-8"
    assert saved.article


@pytest.mark.promise("ATTEMPT-2")
def test_each_try_is_an_attempt_with_its_runs_in_prefect(world: World, fetch: Fetch) -> None:
    view = fetch("/flaky")
    assert items(view)[0]["ok"]
    found = [one for one in tries(world, view) if one.start.stage == "http"]
    assert [(one.start.number, one.outcome, one.end.http_status if one.end else None) for one in found] == [
        (1, "failed", 503),
        (2, "failed", 503),
        (3, "succeeded", 200),
    ]
    assert {one.start.flow_run_id for one in found} == {view.runs[0].flow_run_id}
    assert len({one.start.task_run_id for one in found}) == 1

    async def read() -> tuple[str, str]:
        client = world.engine.runner.client
        flow_run = await client.read_flow_run(view.runs[0].flow_run_id)
        return str(flow_run.name), flow_run.state_type.value

    name, state = world.in_runner(read)
    assert name == view.runs[0].flow_run_name == f"fetch {view.job.session_id}: 127.0.0.1"
    assert state == "COMPLETED"


@pytest.mark.promise("FETCH-7")
def test_many_sources_keep_their_order_and_one_failure_fails_no_other(
    world: World, session_id: str, site: Site, fetch: Fetch
) -> None:
    view = fetch("/ferry-1", "/nowhere", "/plain", "/report.pdf", "/notes.md", "/ferry-1")
    found = items(view)
    assert [one["ok"] for one in found] == [True, False, True, True, True, True]
    assert found[5]["evidence_id"] == found[0]["evidence_id"]
    pdf = evidence(world, session_id, found[3])
    assert [page.number for page in pdf.pages] == [1, 2]
    assert {one.role for one in pdf.files} == {"text", "pdf", "exchange"}
    error = found[1]["error"]
    assert error["code"] == "FETCH_FAILED"
    assert "404" in error["message"]
    assert site.hits["/nowhere"] == 1
    assert [one["stage"] for one in found[1]["attempts"]] == ["http"]


@pytest.mark.promise("FETCH-10")
def test_a_page_that_scripts_fill_is_read_by_the_browser(world: World, session_id: str, fetch: Fetch) -> None:
    view = fetch("/app")
    saved = evidence(world, session_id, items(view)[0])
    assert saved.provenance == "browser"
    assert "fifty minutes" in read_text(saved, SessionFolder(world.home, session_id))
    assert saved.file("screenshot") is not None
    stages = [(one.start.stage, one.outcome) for one in tries(world, view)]
    assert stages == [("http", "succeeded"), ("read", "failed"), ("browser", "succeeded"), ("read", "succeeded")]


@pytest.mark.promise("PAGE-6")
@pytest.mark.promise("FETCH-8")
def test_a_page_of_links_names_its_pdf_and_the_call_that_fetches_it(session_id: str, site: Site, fetch: Fetch) -> None:
    error = items(fetch("/links"))[0]["error"]
    assert error["facts"]["pdf_links"] == [site.url("/report.pdf")]
    assert f'"url": "{site.url("/report.pdf")}"' in error["suggestion"]
    assert session_id in error["suggestion"]
    assert [one["stage"] for one in error["facts"]["stages"]] == ["http", "browser"]
    assert "submit_agent_capture" in error["suggestion"]


@pytest.mark.promise("PAGE-9")
def test_a_short_page_is_refused_and_kept_when_asked(world: World, session_id: str, fetch: Fetch) -> None:
    error = items(fetch("/short"))[0]["error"]
    assert "accept_short=true" in error["suggestion"]
    saved = evidence(world, session_id, items(fetch("/short", accept_short=True))[0])
    assert saved.page_kind == "short"
    assert saved.provenance == "http"


@pytest.mark.promise("FETCH-8")
def test_pages_that_a_browser_can_not_help_are_not_opened_in_it(fetch: Fetch) -> None:
    for path in ("/empty", "/to-file"):
        error = items(fetch(path))[0]["error"]
        assert [one["stage"] for one in error["facts"]["stages"]] == ["http"], path


@pytest.mark.promise("GUARD-2")
def test_private_addresses_are_refused_where_they_are_not_opened(
    world: World, session_id: str, site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        world.services, "settings", world.settings.model_copy(update={"allow_private_addresses": False})
    )
    source = {"type": "url", "url": site.url("/ferry-private")}
    view = world.wait(
        world.desk.submit("fetch_evidence", session_id, {"sources": [source], "discovered_via": "agent_search"})
    )
    error = items(view)[0]["error"]
    assert error["code"] == "ADDRESS_REFUSED"
    assert site.hits["/ferry-private"] == 0


@pytest.mark.promise("EVIDENCE-5")
def test_the_same_source_is_not_fetched_again(world: World, session_id: str, site: Site, fetch: Fetch) -> None:
    first = items(fetch("/ferry-again"))[0]
    again = items(fetch("/ferry-again"))[0]
    assert (first["reused"], again["reused"]) == (False, True)
    assert again["evidence_id"] == first["evidence_id"]
    assert site.hits["/ferry-again"] == 1
    anew = items(fetch("/ferry-again", refetch=True))[0]
    assert anew["evidence_id"] != first["evidence_id"]
    assert site.hits["/ferry-again"] == 2


@pytest.mark.promise("EVIDENCE-4")
def test_revoked_and_altered_evidence_is_fetched_again(world: World, session_id: str, site: Site, fetch: Fetch) -> None:
    first = items(fetch("/ferry-revoked"))[0]
    with world.ledger.write(session_id) as writer:
        revise(writer, session_id, "exclude", "evidence", first["evidence_id"], "wrong page")
    second = items(fetch("/ferry-revoked"))[0]
    assert (second["reused"], site.hits["/ferry-revoked"]) == (False, 2)
    saved = evidence(world, session_id, second)
    SessionFolder(world.home, session_id).locate(f"evidence/{saved.evidence_id}.txt").write_text("forged", "utf-8")
    third = items(fetch("/ferry-revoked"))[0]
    assert (third["reused"], site.hits["/ferry-revoked"]) == (False, 3)


@pytest.mark.promise("REVISE-2")
def test_an_archived_session_takes_no_fetch(world: World, session_id: str, site: Site, fetch: Fetch) -> None:
    with world.ledger.write(session_id) as writer:
        revise(writer, session_id, "exclude", "session", session_id, "done")
    with pytest.raises(Refusal) as caught:
        fetch("/ferry-archived")
    assert caught.value.code == "SESSION_ARCHIVED"
    assert site.hits["/ferry-archived"] == 0


@pytest.mark.promise("FILE-1")
def test_files_are_read_under_the_roots_only(world: World, session_id: str, tmp_path: Path, fetch: Fetch) -> None:
    inside = tmp_path / "files" / "notes.txt"
    inside.parent.mkdir()
    inside.write_text(PROSE, "utf-8")
    outside = tmp_path / "secret.txt"
    outside.write_text("secret", "utf-8")
    own = world.home / "notes.txt"
    own.write_text(PROSE, "utf-8")
    roots = [str(tmp_path / "files"), str(world.home)]
    found = items(
        fetch(
            {"type": "file", "path": str(inside), "roots": roots},
            {"type": "file", "path": "notes.txt", "roots": roots},
            {"type": "file", "path": str(outside), "roots": roots},
            {"type": "file", "path": str(own), "roots": roots},
            {"type": "file", "path": str(inside.with_name("none.txt")), "roots": roots},
        )
    )
    assert [one["ok"] for one in found] == [True, True, False, False, False]
    codes = ["FILE_OUTSIDE_ROOTS", "FILE_OUTSIDE_ROOTS", "FILE_NOT_FOUND"]
    assert [one["error"]["code"] for one in found[2:]] == codes
    saved = evidence(world, session_id, found[0])
    assert (saved.provenance, saved.file_path) == ("file", str(inside.resolve()))
    assert found[1]["evidence_id"] == saved.evidence_id


@pytest.mark.promise("JOB-7")
def test_a_second_run_of_the_job_makes_no_second_evidence(world: World, session_id: str, site: Site) -> None:
    source = {"type": "url", "url": site.url("/ferry-twice")}
    parameters = {"sources": [source], "discovered_via": "agent_search"}
    view = world.wait(world.desk.submit("fetch_evidence", session_id, parameters))

    async def run_again() -> Any:
        given = {"session_id": session_id, **parameters, "job_id": view.job.job_id}
        run = await world.engine.runner.create_run(fetch_evidence, given, name="again")
        return await world.engine.runner.execute(fetch_evidence, run, given)

    again = world.in_runner(run_again)
    assert again["items"][0]["evidence_id"] == items(view)[0]["evidence_id"]
    assert site.hits["/ferry-twice"] == 1
    with world.ledger.read() as reader:
        assert len(reader.all(Evidence, session_id)) == 1


def test_nothing_is_left_in_staging(world: World, fetch: Fetch) -> None:
    view = fetch("/ferry-staged", "/nowhere")
    assert not (staging(world.home) / view.job.job_id).exists()


@pytest.mark.promise("JOB-10")
def test_one_slow_source_delays_no_other_job(world: World, session_id: str, site: Site, fetch: Fetch) -> None:
    slow = {"sources": [{"type": "url", "url": site.url("/slow")}], "discovered_via": "agent_search"}
    running = world.desk.submit("fetch_evidence", session_id, slow)
    assert items(fetch("/ferry-quick"))[0]["ok"]
    assert world.desk.view(running.job.job_id).status == "running"
    site.release.set()
    assert items(world.wait(running))[0]["ok"]


def test_a_session_starts_from_a_pages_article(world: World, site: Site) -> None:
    view = world.wait(world.desk.submit("start_session", "_", {"url": site.url("/moved"), "project": "islands"}))
    assert view.outcome is not None
    assert view.outcome.result is not None, view.outcome.error
    session_id = view.outcome.result["session_id"]
    with world.ledger.read() as reader:
        session: Session = reader.session(session_id)
        text = read_source(reader, session_id, SessionFolder(world.home, session_id))
    assert "fifty minutes" in text
    assert "Contact" not in text
    assert (session.source_kind, session.origin, session.final_url) == ("url", site.url("/moved"), site.url("/ferry"))
    assert (session.title, session.project, session.job_id) == ("The ferry", "islands", view.job.job_id)
    assert session.file_sha256
    assert "127.0.0.1" in view.runs[0].flow_run_name


def test_a_session_does_not_start_from_a_page_without_an_article(world: World, site: Site) -> None:
    refusal = refusal_of(world.wait(world.desk.submit("start_session", "_", {"url": site.url("/links")})))
    assert refusal is not None
    assert refusal.code == "FETCH_FAILED"
    assert "start_session" in refusal.suggestion
    assert site.url("/report.pdf") in refusal.suggestion


def test_a_session_starts_from_an_app_through_the_browser(world: World, site: Site) -> None:
    view = world.wait(world.desk.submit("start_session", "_", {"url": site.url("/app")}))
    assert view.status == "succeeded", view.outcome


@pytest.mark.promise("EVIDENCE-1")
def test_altered_files_do_not_count_as_known(world: World, session_id: str, site: Site, fetch: Fetch) -> None:
    saved = evidence(world, session_id, items(fetch("/ferry-known"))[0])
    source = Source(url=site.url("/ferry-known"))
    assert known_of_session(world.services, source, session_id=session_id) == saved
    SessionFolder(world.home, session_id).locate(f"evidence/{saved.evidence_id}-raw.html").unlink()
    assert known_of_session(world.services, source, session_id=session_id) is None
