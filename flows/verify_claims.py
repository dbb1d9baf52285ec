"""Looking up many quotes on web pages and PDFs: one fetch per distinct page, every claim for itself, order kept."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from prefect import flow

from evidence import limits
from flows.cite_batch import Batch, summed
from flows.cite_fetch import CitedPage, Unobtainable
from flows.cite_rows import Row, check_cited, fetch_failed, look_up, refused, row_of
from flows.job_folder import job_folder
from flows.names import current_run_name
from flows.services import Services, current
from ledger.refusals import Refusal

STATUSES: Final = ("verified", "not_found", "fetch_failed")
_UNTOLD: Final = ("context_used", "detected_lang")


@flow(name="verify-claims", flow_run_name=lambda: current_run_name("verify_claims"))
async def verify_claims(claims: list[dict[str, Any]], job_id: str | None = None) -> dict[str, Any]:
    """Look up quotes on web pages and PDFs, and make the links that open at them.

    Args:
        claims: Up to 200, each {"url": …, "claim": …}, with "lang" where the language is known.
        job_id: Left empty: the hub makes the job.
    """
    services = current()
    with job_folder(services.home, job_id) as job:
        rows = await _Claims(services, job, _bounded(claims)).rows()
    told = ({"index": index, "url": claim["url"]} for index, claim in enumerate(claims))
    return summed([one | row for one, row in zip(told, rows, strict=True)], STATUSES)


def _bounded(claims: list[dict[str, Any]]) -> list[dict[str, Any]]:
    whole = [one for one in claims if isinstance(one.get("url"), str) and isinstance(one.get("claim"), str)]
    if len(whole) == len(claims) and 1 <= len(claims) <= limits.CLAIMS_PER_CALL:
        return claims
    raise Refusal(
        "ARGUMENT_INVALID",
        f"claims has {len(claims)} entries, {len(whole)} of them with url and claim; 1 to {limits.CLAIMS_PER_CALL} "
        "whole ones are taken.",
        'Give each as {"url": …, "claim": …}, and more than that in several calls.',
        {"claims": len(claims), "most": limits.CLAIMS_PER_CALL},
    )


class _Claims(Batch):
    """The claims of one job."""

    def __init__(self, services: Services, job_id: str, claims: list[dict[str, Any]]) -> None:
        super().__init__(services, job_id, [claim["url"] for claim in claims])
        self.claims = claims

    def check(self, index: int) -> None:
        claim = self.claims[index]
        check_cited(self.services.settings, claim["url"], claim["claim"], claim.get("lang"))

    def refused(self, refusal: Refusal) -> Row:
        return refused(refusal)

    def lost(self, _index: int, failed: Unobtainable, /) -> Row:
        return fetch_failed(failed)

    def answers(self, page: CitedPage) -> Callable[[int], Row]:
        def look(index: int) -> Row:
            claim = self.claims[index]
            row = row_of(look_up(self.services, page, claim["claim"], claim.get("lang")), claim["url"])
            return {name: value for name, value in row.items() if name not in _UNTOLD}

        return look
