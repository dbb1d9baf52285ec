"""The tools through a real client, on a real ledger, with faked jobs."""
