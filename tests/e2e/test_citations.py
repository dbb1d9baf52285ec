"""Citations from a real client: quotes looked up, linked and checked without a session."""

from __future__ import annotations

import anyio
import pytest

from mcp_bridge.stdio_client import call
from tests.e2e.conftest import Connect
from tests.site import Site

pytestmark = pytest.mark.anyio

QUOTE = "the crossing takes fifty minutes when the sea is calm"


@pytest.mark.promise("CITE-1")
async def test_a_quote_is_verified_linked_and_its_link_checked(connected: Connect, site: Site) -> None:
    url = site.url("/ferry-cited")
    with anyio.fail_after(90):
        async with connected() as client:
            answer = await call(
                client,
                "verify_claims",
                claims=[
                    {"url": url, "claim": QUOTE},
                    {"url": site.url("/report.pdf"), "claim": "Its quay is 412 metres long."},
                    {"url": site.url("/no-such-page"), "claim": QUOTE},
                ],
                wait_seconds=80,
            )
            link = (await call(client, "generate_text_fragment", url=url, cited_text=QUOTE))["fragment_url"]
            checked = await call(client, "check_fragment_url", fragment_url=link)
    first, second, third = answer["results"]
    assert answer["summary"] == {"total": 3, "verified": 2, "not_found": 0, "fetch_failed": 1}
    assert first["fragment_url"] == link
    assert second["fragment_url"] == f"{site.url('/report.pdf')}#page=2"
    assert (third["code"], third["http_status"]) == ("FETCH_FAILED", 404)
    assert (checked["results"][0]["valid"], checked["results"][0]["matched_text"]) == (True, QUOTE)
    assert site.hits["/ferry-cited"] == 1
