"""What a page tries to do to who reads it: instruct a program, hide, disguise, carry off, ask for secrets.

Promised: pure functions of what was read of the page; bounded time; every signal has a kind, a severity, where it was
seen, the exact range (or where the hidden words stood) and a sentence. Nothing here refuses anything: it tells.
"""
