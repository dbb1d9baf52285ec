"""The steps of a check, for tests that need a session in a certain state."""

from __future__ import annotations

from typing import Any

from mcp import Client

from mcp_bridge.stdio_client import CallRefused, call

TEXT = (
    "The ferry carries about three hundred people. The crossing takes fifty minutes.\n\n"
    "The new ship is 88 metres long. The harbour counted 5,210 ships in 2021. Nobody minds the weather."
)
CLAIMS = {
    "The ferry carries about three hundred people. ": ("ferry", "It carries about three hundred people"),
    "The crossing takes fifty minutes.": ("ferry", "the crossing takes fifty minutes"),
    "The new ship is 88 metres long. ": ("ferry", "A new ship of 88 metres"),
    "The harbour counted 5,210 ships in 2021. ": ("report", "In 2021 the harbour counted 5,210 ships"),
}


def items(text: str = TEXT) -> list[dict[str, Any]]:
    """Items for `register_segments` that tile the text."""
    result: list[dict[str, Any]] = []
    position = 0
    for words in CLAIMS:
        start = text.index(words, position)
        if start > position:
            result.append({"kind": "non_claim", "start": position, "end": start, "reason": "Blank"})
        position = start + len(words)
        result.append({"kind": "claim", "start": start, "end": position, "claim": words.strip()})
    result.append({"kind": "non_claim", "start": position, "end": len(text), "reason": "An opinion"})
    return result


async def settle(client: Client, answer: dict[str, Any]) -> dict[str, Any]:
    """Wait until a job that an answer speaks of is done."""
    while answer.get("status") == "running":
        answer = await call(client, "wait_job", job_id=answer["job_id"], wait_seconds=120)
    return answer


async def start(client: Client, text: str = TEXT, **more: Any) -> str:
    """A session on `text`."""
    answer = await call(client, "start_session", source={"type": "text", "text": text}, **more)
    return str(answer["session_id"])


async def register(client: Client, session: str) -> list[str]:
    """Cover the text; returns the ids of the four claims."""
    answer = await call(client, "register_segments", session_id=session, items=items())
    return [entry["id"] for entry in answer["registered"] if entry["kind"] == "claim"]


async def fetch(client: Client, session: str, *sources: str, **more: Any) -> dict[str, Any]:
    """Fetch URLs or files (absolute paths); the answer of `fetch_evidence` when done."""
    described = [{"type": "file", "path": s} if s.startswith("/") else {"type": "url", "url": s} for s in sources]
    arguments = {"discovered_via": "agent_search", "wait_seconds": 120, **more}
    return await settle(
        client, await call(client, "fetch_evidence", session_id=session, sources=described, **arguments)
    )


async def attach(client: Client, session: str, claim: str, evidence: str, quote: str, **more: Any) -> dict[str, Any]:
    """Attach one quote, as support unless told otherwise."""
    arguments = {"relation": "supports", "rationale": "It says the same.", **more}
    return await call(
        client, "attach_evidence", session_id=session, claim_id=claim, evidence_id=evidence, quote=quote, **arguments
    )


async def verdict(client: Client, session: str, claim: str, word: str = "verified") -> dict[str, Any]:
    """Set a verdict."""
    return await call(
        client, "set_verdict", session_id=session, claim_id=claim, verdict=word, rationale="As the quote says."
    )


async def whole_check(client: Client, session: str, ferry_url: str, report_url: str) -> dict[str, Any]:
    """Everything from registering to `finalize`; returns its answer."""
    claims = await register(client, session)
    fetched = await fetch(client, session, ferry_url, report_url)
    evidence = dict(zip(("ferry", "report"), (item["evidence_id"] for item in fetched["items"]), strict=True))
    for claim, (source, quote) in zip(claims, CLAIMS.values(), strict=True):
        await attach(client, session, claim, evidence[source], quote)
        await verdict(client, session, claim)
    return await settle(client, await call(client, "finalize", session_id=session, wait_seconds=120))


async def refused(client: Client, tool: str, /, **arguments: Any) -> dict[str, Any]:
    """The refusal of a call; fails when the call is accepted. Checks the form that every refusal has."""
    try:
        answer = await call(client, tool, **arguments)
    except CallRefused as refusal:
        said = refusal.structured
        assert said["code"].isupper()
        assert said["message"]
        assert said["suggestion"]
        text = str(refusal)
        assert "Traceback" not in text
        assert ".py" not in text
        return said
    raise AssertionError(f"{tool} accepted {arguments}: {answer}")
