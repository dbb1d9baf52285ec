"""Words that change what a clause says, English: the kind, where the words they change stand, and the words.

The words are regular expressions, an alternative or several on a line; the row that stands first wins where two begin
at one place.
"""

from __future__ import annotations

from typing import Final

from evidence.scoring.mark_kinds import Row

ENGLISH: Final[tuple[Row, ...]] = (
    (
        "skipped",
        "clause",
        r"""
        (?:every|each)(?= (?:(?:other|\p{N}+|two|three|four|five|six|ten|twelve|fifteen|twenty) )?(?:second|minute)s?\b)
        (?:every|each)(?= (?:(?:other|second|\p{N}+|two|three|four|six) )?(?:hour|day|week|month|year)s?\b)
        (?:every|each)(?= (?:night|weekend|quarter|spring|summer|autumn|winter|morning|evening)\b)
        (?:every|each)(?= (?:january|february|march|april|may|june|july|august|september|october|november|december)\b)
        (?:every|each)(?= (?:mon|tues|wednes|thurs|fri|satur|sun)day\b)
        """,
    ),
    ("skipped", "clause", r"not (?:only|just|merely|least)|no (?:doubt|later than|earlier than)|nothing but"),
    (
        "maximum",
        "right",
        r"""
        no (?:more|longer|fewer|greater) than(?= \d)|not (?:more|over) than|up to|at most
        as (?:long|many|much|high|tall) as(?= \d| (?:two|three|four|five|six|seven|eight|nine|ten)\b)
        """,
    ),
    ("minimum", "right", r"no (?:less|fewer) than|at least"),
    (
        "partial_negation",
        "right",
        r"""
        not (?:all|every|always|necessarily|everyone|entirely|fully|completely)|few(?= \p{L})
        """,
    ),
    (
        "limited",
        "right",
        r"""
        a few|some(?! \d)|most(?= (?:of|[a-z]+s)\b)|many|several|certain|selected|partly|partially
        often|sometimes|usually|occasionally|mostly|mainly|in some cases
        """,
    ),
    (
        "negation",
        "right",
        r"""
        it is (?:not true|false|untrue|a myth) that|(?:has|have|had) yet to|far from
        no longer|not yet|never|not|cannot|neither|nor|none of|nobody|nothing|no(?!\.)(?= \p{L})
        without|lack(?:s|ed|ing)?|unable to|fail(?:s|ed)? to|ceased? to|stopped|refus(?:es|ed) to
        hardly|barely|scarcely|rather than|instead of|except(?: for)?|excluding|free of
        (?:is|are|was|were|does|do|did|has|have|had|could|would|should|wo|ca|must|need)n[’']t
        """,
    ),
    (
        "past",
        "clause",
        r"""
        used to|formerly|previously|in the past|once was|until(?= \p{N}{4}| \p{Lu}\p{Ll}+ \p{N}{4})
        former|since then|until then|before(?= \p{N}{4}\b)|at first|initially|back then
        """,
    ),
    (
        "future",
        "right",
        r"""
        will|shall|(?:is|are|was|were) going to|(?:is|are|was|were) (?:scheduled|set|due) to|upcoming|won[’']t
        """,
    ),
    (
        "hedge",
        "right",
        r"""
        (?:is|are|was|were) (?:expected|planned|slated|projected|intended) to|plan(?:s|ned|ning)? to
        intends? to|(?:is|are) planned|may(?! \p{N})(?! of\b)|might|could|possibly|perhaps|maybe|probably|likely
        unlikely|suspect(?:s|ed)?|alleged(?:ly)?|reportedly|rumou?red|seem(?:s|ed|ingly)?|appear(?:s|ed)? to
        almost|nearly|apparently|potential(?:ly)?|supposed(?:ly)?|presumably|expect(?:s|ed)?|propos(?:es|ed|al)
        (?:is|are|was|were) (?:believed|thought|said|reported|considered|estimated) to
        hop(?:es|ed|ing) to|aims? to|seeks? to|consider(?:s|ing)|wants? to|tr(?:ies|ied) to
        attempt(?:s|ed)? to
        """,
    ),
    (
        "attribution",
        "clause",
        r"""
        according to|sa(?:id|ys?)
        (?:claim|argue|believe|think|suggest|report|state|insist|predict|allege|deni)(?:e?s|e?d|ing)? that
        (?:maintain|announce|suspect|estimate|warn|doubt|demand|fear|hope|assume)(?:e?s|e?d|ing)? that
        (?:believe|think|suspect|doubt|argue|allege|claim)(?:e?s|e?d)?(?= (?:the|an?|its?|they|he|she|this)\b)
        (?:insist|fear|assume|den(?:y|ie))(?:e?s|e?d)?(?= (?:the|an?|its?|they|he|she|this)\b)
        thought that|told|in (?:his|her|their|its) (?:view|opinion)
        """,
    ),
    (
        "condition",
        "clause",
        r"""
        if|whether|unless|provided that|in case|would|assuming|only when
        as long as(?= \p{L})(?! (?:one|two|three|four|five|six|seven|eight|nine|ten|a)\b)
        """,
    ),
    (
        "universal",
        "right",
        r"""
        all(?! over)|every|each|always|entire(?:ly)?|whole|everyone|everybody|everything|fully
        any(?:one|body)?|both|globally|worldwide
        """,
    ),
    ("exclusive", "right", r"only|solely|exclusively|sole"),
    ("available", "clause", r"generally available|general availability|production[- ]ready|GA"),
    (
        "preview",
        "clause",
        r"""
        (?:public |private |technical )?preview|beta|alpha|experimental|early access|pre-?release
        """,
    ),
    (
        "deprecated",
        "clause",
        r"""
        deprecat(?:ed|ion)|legacy|retired|sunset(?:ted)?|discontinued|end[- ]of[- ]life|obsolete
        decommissioned|(?:will be|was|were|been|is) removed
        """,
    ),
    ("default", "clause", r"by default|default(?:s)?(?: to)?|out of the box"),
    ("maximum", "clause", r"maximum|max\.?|upper limit"),
    ("minimum", "clause", r"minimum|min\.|lower limit"),
    ("average", "clause", r"on average|average|mean|typical(?:ly)?"),
    ("median", "clause", r"median"),
)
