"""Measurements beside the tests: quality on labelled sets, and time and memory on the real stack."""
