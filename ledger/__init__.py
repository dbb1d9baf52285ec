"""The DuckDB ledger: insert-only records, the rules for writing them, the gates that read them."""
