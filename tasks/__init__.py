"""Prefect tasks, one module per side effect. A task takes values and returns values; it never opens the ledger."""
