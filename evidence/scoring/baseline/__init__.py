"""The original's published scoring without its models, kept so that ours can be measured beside it.

Written from its description: the same tokens, weights, thresholds and guards, with the faults that belong to them (a
page's attributes count as its words, decimals fall apart, words that no table knows are dropped). Two things differ and
are told in ``docs/evidence-engine.md``: it is given the whole page instead of a cut of it, and traditional Chinese is
not folded to simplified.
"""
