"""Prefect flows: what happens, in which order, and what of it the ledger records."""
