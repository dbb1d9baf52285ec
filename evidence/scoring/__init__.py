"""Weighing a claim against a page: what supports it, what opposes it, and why.

Promised: pure functions that read no clock, file or network, whose answer hangs on the claim, the page and the named
backend alone. A verdict is advice to an agent: nothing here sets a verdict of the ledger. Every answer has its reason;
what could not be read is told, never dropped. Spec: the evidence engine.
"""
