"""What stands around articles says what it is, in few words: one module for each language.

Entries are regular expressions over lower-case text in Unicode form NFKC. `LEADS`: all the words over a part of a page
that stands beside the article. `NOISE`: how a line begins that tells of the page and not of its subject. `COUNTED`:
what a short line holds that counts the page's readers. `CALLS`: what a line holds that asks the reader to do something,
each with a plain word that is looked for first.
"""
