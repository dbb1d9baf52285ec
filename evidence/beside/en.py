"""English (see `evidence.beside`)."""

from __future__ import annotations

from typing import Final

_WHICH: Final = (
    "(?:latest|recent|related|associated|similar|other|more|past|previous|earlier|popular|top|trending|recommended"
    "|suggested|featured|promoted|sponsored|must[- ]reads?|hot)"
)
_WHAT: Final = (
    "(?:articles?|posts?|stories|topics?|content|links?|news|readings?|items?|pages?|comments?|releases|threads?"
    "|questions?|videos?|recipes|events|products)"
)
LEADS: Final = (
    f"(?:the )?{_WHICH} {_WHAT}(?: (?:from|by|on|in|about) .{{1,40}})?",
    "related|trending(?: now)?|popular(?: now)?|recommended(?: for you)?",
    "sponsored|advertisements?|ads?|pr|promoted|a word from our sponsors?",
    r"(?:most|much|widely) (?:read|viewed|popular|shared|commented|discussed)(?: \w+)?",
    "(?:read|see|find out|learn|discover) (?:more|next|also|this next)",
    "more (?:like this|to (?:read|explore)|for you|(?:from|by|on|in|about) .{1,40})",
    "you (?:may|might|will|could) (?:also )?(?:like|enjoy|be interested in)(?: .{1,20})?",
    "don't miss|up next|what's next|readers also liked",
    "(?:editor'?s?'?|our|staff) (?:picks?|choice)|other .{2,30}",
    "tags?|topics?|categories|keywords|filed under|labels|archives?|blog archive|meta",
    r"(?:\d[\d,.]* )?(?:comments?|repl(?:y|ies)|responses?|thoughts?|reactions?|reviews?|discussion)(?: on .*)?",
    "(?:leave|post|add|write) (?:a|your) (?:reply|comment|response|review)",
    "join the (?:conversation|discussion)|reader interactions|what do you think|have your say",
    "share(?: this)?(?: (?:article|post|page|story|on|with) ?.{0,30})?|like this|follow(?: us)?(?: on .{1,20})?",
    "(?:our |the )?newsletters?|subscribe(?: .{1,40})?|sign up(?: .{1,40})?|stay (?:informed|connected|up to date)",
    "about (?:the )?(?:authors?|us|me|this (?:site|blog|article|author))|written by|published by .{1,30}|author",
    "(?:table of )?contents|on this page|in this (?:article|section|guide)|jump to|sections|page navigation",
    "search|navigation|menu|(?:quick )?links|blogroll|other (?:sites|links)|top stories|do it online",
    "post navigation|(?:previous|next)(?: (?:article|post|story|page|topic))?|print|downloads?|attachments?",
    "(?:was|is) this (?:page|article|answer)? ?(?:helpful|useful)|rate this (?:page|article)|feedback|still stuck",
    "(?:press|media|further|for more)? ?(?:contacts?|information|enquiries)|who is online",
    "rights and permissions|cite this(?: article)?|about this article",
    "this (?:website|site) uses cookies|cookies?(?: on this (?:site|service))?",
)
NOISE: Final = (
    r"©|\(c\)|copyright\b|all rights reserved|powered by|best viewed",
    r"advertisement\b|sponsored(?:\b|:)|loading\.{3}",
    r"share (?:this|on)\b|click to share|print (?:this|recipe|page)|jump to|post reply|previous page|edit this page",
    "(?:read|see) (?:more|also|next)\\s*:|related\\s*:|tags?\\s*:|labels?\\s*:|topics?\\s*:|views?\\s*:",
    r"filed under|posted (?:in|by|under)|tagged (?:with|in|as)?\b",
    r"(?:last )?(?:updated|modified|edited|changed)\b.{0,40}$|this page was last",
    r"subscribe (?:to|now|today|for)\b|sign up (?:to|for|now|here)\b|follow us",
    "get (?:the|our) (?:stories|newsletter|app)|download (?:citation|pdf|the app)",
    "(?:this|our) (?:web ?)?(?:site|page|post) (?:uses|may contain|contains) (?:cookies|affiliate)",
    "we use .{0,20}cookies|you are (?:here|visitor|receiving)",
    r"(?:no |\d+ )comments?$|\d[\d,]* (?:views|shares|accesses|replies|posts|likes)$|likes?d? \d*$",
)
COUNTED: Final = (
    r"\b\d[\d,.]*\s*(?:comments?|views?|shares?|likes?|repl(?:y|ies)|reads?|accesses|votes?)\b",
    r"(?:comments?|views?)\s*:?\s*\d",
)
CALLS: Final = {
    "sign": "sign up (?:for|to) .{0,60}(?:newsletter|updates|briefing|alerts)|sign up today",
    "subscri": r"subscribe to (?:our|the|my)\b|subscribe (?:now|today|here)",
    "inbox": "(?:to|in) your inbox",
    "click here": "click here (?:to|for)",
    "follow": r"follow (?:us|me|him|her|them|@?\w+|.{1,40}) on (?:twitter|facebook|instagram|x\b|linkedin|google)",
    "like th": "(?:did you )?like this (?:story|article|post)",
    "copyright": "subject to copyright",
    "what you think": "(?:tell|let) us (?:know )?what you think",
    "letterbox": "through your letterbox",
}
