"""A page as typed blocks: what is a heading, a table, a list, and where each stands in the stored text.

Promised: pure functions of the stored text and its marked HTML; every visible character lies in some block.
"""
