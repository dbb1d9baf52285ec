"""The parts of jobs that need neither Prefect nor a ledger."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flows import progress, services
from flows.bursts import Bursts
from flows.job_folder import clear_strays, job_folder, staged_at
from flows.progress import Rising
from flows.quote_cache import QuoteCache
from flows.watch import Watch
from ledger.records import Job
from ledger.refusals import Refusal

REPORTS = st.lists(st.tuples(st.floats(0, 50), st.none() | st.integers(1, 50).map(float)), max_size=40)


@pytest.mark.promise("JOB-5")
@given(REPORTS)
def test_progress_rises_whatever_the_phases_report(reports: list[tuple[float, float | None]]) -> None:
    rising, last = Rising(), 0.0
    for done, total in reports:
        value, of = rising(done, total)
        assert value > last
        assert of is None or of >= value
        last = value


def test_progress_counts_phases_on() -> None:
    rising = Rising()
    assert rising(1, 4)[0] == 1
    assert rising(2, 4) == (2, 4)
    assert rising(0, 3)[0] == pytest.approx(2.001)
    assert rising(1, 3) == (3, 5)


def test_reports_reach_the_listener_of_their_job_only() -> None:
    told: list[tuple[float, float | None, str]] = []
    progress.listen("job_a", lambda *report: told.append(report))
    progress.report("job_a", 1, 2, "one")
    progress.report("job_b", 1, 2, "other")
    progress.forget("job_a")
    progress.report("job_a", 2, 2, "late")
    assert told == [(1, 2, "one")]


class Prepared:
    def __init__(self, cost: int) -> None:
        self.cost = cost


def test_the_quote_cache_keeps_what_was_used_last_within_its_bound() -> None:
    cache = QuoteCache(100)
    first = cache.get("a", lambda: Prepared(40))
    cache.get("b", lambda: Prepared(40))
    assert cache.get("a", lambda: Prepared(1)) is first
    cache.get("c", lambda: Prepared(40))
    assert len(cache) == 2
    assert cache.get("a", lambda: Prepared(1)) is first
    assert cache.get("b", lambda: Prepared(7)).cost == 7


def test_the_quote_cache_keeps_one_text_larger_than_its_bound() -> None:
    cache = QuoteCache(10)
    big = cache.get("big", lambda: Prepared(1_000))
    assert cache.get("big", lambda: Prepared(1)) is big


def test_the_quote_cache_counts_a_text_once_however_its_cost_changes() -> None:
    cache = QuoteCache(100)
    one = cache.get("a", lambda: Prepared(40))
    one.cost = 90
    cache.get("b", lambda: Prepared(40))
    cache.get("c", lambda: Prepared(40))
    assert (len(cache), cache.cost) == (2, 80)
    cache.clear()
    assert (len(cache), cache.cost) == (0, 0)


def test_the_quote_cache_stays_within_its_bound_whoever_asks() -> None:
    cache = QuoteCache(1_000)
    with ThreadPoolExecutor(8) as pool:
        asked = [pool.submit(cache.get, f"{at % 40}", partial(Prepared, 90)) for at in range(2_000)]
        assert all(one.result(5).cost == 90 for one in asked)
    assert cache.cost == 90 * len(cache) <= 1_000


def test_the_quote_cache_builds_once_for_all_who_ask_at_the_same_time() -> None:
    cache, built, go = QuoteCache(100), [], threading.Event()

    def build() -> Prepared:
        go.wait(5)
        built.append(1)
        return Prepared(1)

    with ThreadPoolExecutor(8) as pool:
        waiting = [pool.submit(cache.get, "a", build) for _ in range(8)]
        go.set()
        assert len({id(one.result(5)) for one in waiting}) == 1
    assert built == [1]


def test_the_quote_cache_forgets_a_failed_build() -> None:
    cache = QuoteCache(100)

    def fail() -> Prepared:
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        cache.get("a", fail)
    assert cache.get("a", lambda: Prepared(3)).cost == 3


@pytest.fixture
def staged(tmp_path: Path) -> Path:
    folder = Path(staged_at(tmp_path, "job_1"))
    folder.mkdir(parents=True)
    (folder / "body").write_bytes(b"x")
    return folder


def test_a_job_clears_its_folder_when_it_ends_or_refuses(tmp_path: Path, staged: Path) -> None:
    with job_folder(tmp_path, "job_1") as job:
        assert job == "job_1"
        assert staged.exists()
    assert not staged.exists()
    staged.mkdir()
    with pytest.raises(Refusal), job_folder(tmp_path, "job_1"):
        raise Refusal("FETCH_FAILED", "no", "do")
    assert not staged.exists()


def test_a_cancelled_run_leaves_its_folder_to_the_next(tmp_path: Path, staged: Path) -> None:
    with pytest.raises(asyncio.CancelledError), job_folder(tmp_path, "job_1"):
        raise asyncio.CancelledError
    assert staged.exists()
    assert clear_strays(tmp_path, {"job_1"}) == 0
    assert clear_strays(tmp_path, set()) == 1
    assert not staged.exists()


def test_a_flow_without_a_job_says_where_jobs_come_from(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="through a hub"), job_folder(tmp_path, None):
        pass


def test_there_are_no_services_outside_a_hub(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "_installed", [])
    with pytest.raises(RuntimeError, match="uratori up"):
        services.current()


def test_a_burst_is_one_and_the_next_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("flows.bursts.BURST_SECONDS", 0.01)
    flushed: list[tuple[str, list[str]]] = []

    async def ask() -> None:
        done = asyncio.Event()

        def flush(session_id: str, ids: list[str]) -> None:
            flushed.append((session_id, ids))
            done.set()

        bursts = Bursts(flush)
        for name in ("attachment_10", "attachment_9", "attachment_10"):
            bursts.add("fc_1", name)
        assert bursts.waiting
        await asyncio.wait_for(done.wait(), 5)
        assert not bursts.waiting
        done.clear()
        bursts.add("fc_1", "attachment_11")
        await asyncio.wait_for(done.wait(), 5)

    asyncio.run(ask())
    assert flushed == [("fc_1", ["attachment_9", "attachment_10"]), ("fc_1", ["attachment_11"])]


def test_a_watch_wakes_who_waits_and_misses_nothing() -> None:
    job = Job.model_construct(job_id="job_1")

    async def scenario() -> None:
        watch = Watch(job)
        assert not await watch.changed(0, 0.01)
        waiting = asyncio.create_task(watch.changed(0, 5))
        await asyncio.sleep(0)
        watch.update(1, 2, "half")
        assert await waiting
        assert await watch.changed(0, 0)
        watch.finish()
        assert await watch.changed(99, 0)

    asyncio.run(scenario())
