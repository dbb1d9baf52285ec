"""What walls say in English (see `evidence.kind_phrases`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

_PERSON: Final = "(?:human|person|robot|bot)"
_THING: Final = "(?:page|story|article|post|content|topic|thread|file|document|product|item|listing|video|job)"
_LOST: Final = "(?:moved|removed|deleted|expired|broken|discontinued)"
_SITE: Final = "(?:service|site|website|page|server|system|application|app)"
_LOG_IN: Final = "(?:log|sign) ?(?:in|on|up)"
_READ_ON: Final = "(?:to (?:continue|keep) reading|keep reading|read on|continue reading|read the (?:rest|full))"
_ONLY_FOR: Final = "(?:only for|exclusive to|reserved for|available (?:only )?to|for)"
_PAYERS: Final = "(?:(?:our |paying |paid |premium )?(?:subscribers|members)|paying (?:readers|customers))"
_DATA: Final = "(?:cookies|information on|personal data|similar technolog)"

SAYS: Final[Mapping[str, tuple[str, ...]]] = {
    "bot_check": (
        f"(?:you're|you are|you aren't|not)(?: really| not)?(?: an?)? {_PERSON}",
        f"are you an? {_PERSON}|i am human|i'm not a robot|prove your humanity|it's really you",
        "(?:unusual|suspicious|automated) (?:traffic|activity|access|requests|queries)|you might be a (?:ro)?bot",
        "complete the (?:security check|captcha|challenge|action)|have to complete a captcha",
        "checking (?:if the site connection|your browser|that your connection)|security of your connection",
        "enable (?:javascript|js) and (?:cookies to continue|disable any ad)",
        r"(?:you have|you've|your (?:request|access|ip(?: address)?|connection) (?:has|was))(?: been)? blocked",
        "access (?:to this (?:page|site) )?(?:has been |is |was )?(?:denied|forbidden)|why have i been blocked",
        "(?:don't|do not) have permission to (?:access|view)|not allowed to (?:access|view|see)",
        "you are (?:unable to access|forbidden)",
        "(?:enter|type) the (?:characters|letters|text|code|words) (?:you see|shown|in the image|below)",
        "press (?:&|and) hold|too many requests|(?:rate[- ]limited|temporarily banned)",
        "this (?:is an )?automated (?:check|process)|(?:robots|bots|crawlers|scrapers) (?:are|is) not",
    ),
    "soft_404": (
        r"(?:error|http|code|status) 404|\b404[ :–-]*(?:error|page|not|$)|^404\b.{0,3}$",
        f"{_THING}(?: (?:that |which )?(?:you|we)[^.!?]{{0,40}})? (?:was |is |could |can )?(?: ?not|n't) (?:be )?found",
        f"{_THING}[^.!?]{{0,40}} (?:was |is |could |can )?(?: ?not|n't) (?:be )?(?:here|exist|available)",
        f"{_THING}[^.!?]{{0,60}}(?:no longer|doesn't|does not) (?:exist|be found|available|here|active|accept)",
        f"(?:{_THING}|link)[^.!?]{{0,60}}(?:may|might|could|has|have) (?:have )?(?:been |be )?{_LOST}",
        "(?:can't|cannot|couldn't|could not|unable to) (?:find|locate) (?:the|that|this|your|what|any)",
        "(?:not|n't) find the (?:requested |page)|no such (?:page|file|article|user|topic|address)",
        "(?:was|has been|have been) (?:deleted|removed|taken down|discontinued)(?: by|[.!]|$)",
        "no longer (?:exists?|available|sold|accepts applications|active|in stock|on sale)",
        "nothing (?:was |could be )?(?:found|here|matche[sd])|(?:has|have) (?:expired|been discontinued)",
        "(?:page|post|video|content|listing|account|story) (?:is )?(?:unavailable|missing|gone)",
        "(?:address|url|link)[^.!?]{0,40}(?:incorrect|wrong|broken|mistyped|misspelled|out of date)",
        "if you (?:typed|entered) the (?:web )?(?:address|url)|(?:dead|broken) link",
        "domain (?:name )?(?:is |may be )?(?:for sale|parked|has expired)|is parked free|buy this domain",
        "coming soon|under construction|check back (?:later|soon)|(?:will launch|launching) soon",
        "web server is successfully installed|default (?:web )?page of|it works!",
        "account (?:has been |is )(?:suspended|deactivated|closed)",
    ),
    "error": (
        "internal server error|(?:bad|invalid) (?:request|gateway)|(?:request|gateway|connection) time-?out",
        "(?:request|connection|server) (?:has )?timed out|could not be (?:shown|displayed|loaded)",
        f"{_SITE} (?:is )?(?:temporarily |currently )?(?:unavailable|down|offline|out of service)",
        "something went wrong|an? (?:unexpected |unknown |application |internal )?error (?:has )?occurred",
        "(?:ran into|encountered|having|experiencing) (?:an? |some |technical )?(?:problem|error|issue|difficult)",
        "(?:down for|undergoing|carry out|performing|planned|scheduled) [^.!?]{0,20}maintenance",
        f"be right back|(?:be|come) back (?:soon|shortly|online)|{_SITE}[^.!?]{{0,20}} will be back",
        "(?:try again|come back|reload|refresh)[^.!?]{0,24}(?:later|in a (?:few|moment|minute)|minutes|shortly)",
        r"fatal error|uncaught \w*exception|exception has occurred|sqlstate\[|stack trace|traceback \(most",
        "establishing a database connection|technical (?:difficulties|problems|issue|error)|temporarily overload",
        "the server (?:did not|didn't|could not|couldn't|cannot|can't|met|received|encountered)",
        f"(?:{_SITE}|server|we)[^.!?]{{0,20}} (?:is|are) (?:temporarily overload|(?:very |too )?busy)",
        "(?:not|n't|un) ?available (?:in|from) (?:your|this) (?:country|region|location|area|territory)",
        "from a country belonging to|unavailable for legal reasons|you are (?:now )?in (?:line|a queue|the queue)",
    ),
    "login_wall": (
        rf"\b{_LOG_IN}(?: or (?:{_LOG_IN}|join|register))* (?:to|for) (?:continue|view|read|see|access|keep|watch)",
        rf"\b{_LOG_IN} to your account|please (?:log|sign) ?in|(?:log|sign) ?in (?:is )?required",
        "requires (?:you to )?(?:log|sign|authenticat)|(?:you are|you're) (?:not (?:signed|logged)|signing) in",
        "(?:must|need to|have to) (?:be )?(?:logged|log|signed?) ?(?:in|on)",
        "(?:to access|to see|to view|to read) this[^.!?]{0,30}(?:log|sign) ?in",
        "(?:sign|log) ?in (?:with|using) (?:your|a|an|google|facebook|apple|single|email)",
        "(?:restricted|available|open|limited) (?:only )?to (?:registered |signed-in |logged-in )?(?:members|users)",
        "members[' -]*(?:only|area)|(?:for|by) (?:registered )?members(?: of [^.]{0,20})?(?: only)?[.!]?$",
        r"(?:existing|already (?:a|an|have an?)|not (?:yet )?a) (?:registered )?(?:member|account|user)s?\b",
        "already registered|create (?:a|an|your) (?:free )?account to|join to (?:see|view|read)|need access",
        "not authori[sz]ed to (?:read|view|access|see)|continue with (?:google|email|apple)",
        "(?:type|enter) (?:in )?(?:the|your) (?:user ?name|name|id|e-?mail)[^.!?]{0,12} and (?:the |your )?password",
        "(?:choose|select) (?:how to sign in|your (?:organi[sz]ation|institution))",
        "(?:needs?|requires?) (?:a |your )?(?:user ?name|password|login|authenticat|credentials|registration)",
        "register (?:now |for free |free )?to (?:continue|read|view|see|keep)|your session has (?:expired|timed out)",
        "(?:account|registration) (?:is )?(?:required|needed)|(?:log|sign) ?in or (?:register|subscribe|create)",
        f"this (?:{_THING}|area|group|profile|account) is (?:private|protected|restricted|for members)",
    ),
    "paywall": (
        "subscri(?:be|bing|ption)[^.!?]{0,30} (?:to (?:continue|read|keep|unlock|see|get)|required|for full access)",
        f"{_READ_ON}[^.!?]{{0,30}}(?:subscri|for (?:just |only |less |\\d)|with a|trial)",
        f"(?:{_THING}|feature)[^.!?]{{0,20}} (?:is |are )?{_ONLY_FOR} {_PAYERS}|available to paying",
        "exclusive to (?:our )?(?:premium|paid|paying)|for (?:paid|paying|premium) (?:subscribers|members|readers)",
        "already (?:a|have a|an?) (?:paid |paying |digital )?(?:subscriber|subscription|member)",
        "(?:reached|used|read|exceeded|hit)[^.!?]{0,30}(?:free (?:articles?|stories|views?)|article limit|limit of)",
        r"(?:no|0|zero) (?:more )?free (?:articles?|stories)|start (?:your|my|a) free (?:trial|month)",
        r"\d+-day free trial|unlock (?:this|the (?:full|rest))|preview of subscription|not part of this preview",
        "(?:purchase|buy|rent) (?:this |the )?(?:article|chapter|issue)|view subscription options",
        "(?:become|be) a (?:paid |premium )?(?:subscriber|member)[^.!?]{0,20} to (?:read|continue|unlock|access)",
        "premium (?:article|content|story)(?: |$)|(?:article|story|content) is (?:locked|behind a paywall)",
        "to (?:read|access|unlock|view) (?:the |this )?(?:full|rest|whole|entire)[^.!?]{0,24}(?:subscri|purchase|pay)",
        "get (?:full|unlimited) (?:digital )?access",
    ),
    "consent_wall": (
        "before you (?:continue|go on|proceed)",
        f"(?:we|our)[^.!?]{{0,40}} (?:use|store|access|process)[^.!?]{{0,40}}{_DATA}",
        "(?:personal data|identifiers?)[^.!?]{0,60}(?:advert|ads|measure|audience)|privacy is important",
        "value your privacy",
        "(?:accept|agree|consent|reject)[^.!?]{0,30} (?:all|cookies|and (?:continue|read))",
        "(?:agree|consent) to (?:the|our) (?:terms|use|conditions|cookie|privacy)",
        "withdraw your consent|with(?:out)? (?:advertising|ads|tracking)",
        "(?:must|have to|need to) (?:first )?(?:accept|agree)|i (?:have read and )?(?:agree|accept) (?:to|the)",
        r"(?:must be|are you|you are|i am|i'm|being) (?:over|at least|aged) \d{2}",
        "legal (?:drinking|smoking) age|of legal age",
        r"(?:must be|are you|you are|i am) \d{2} (?:years|or (?:over|older))",
        "(?:enter|confirm) your (?:date of birth|age)",
        "(?:sensitive|mature) content|(?:content|age)[ -](?:warning|verification|gate)|restricted to adults",
        "this (?:web)?site (?:uses|wants to use) cookies|cookies and (?:similar|other) technolog",
        "your (?:cookie|privacy) (?:choices|preferences|settings)",
    ),
    "empty": (
        "(?:enable|requires?|needs|turn on|without) (?:your )?javascript|works best with javascript",
        "javascript (?:is )?(?:disabled|required|not available|enabled)",
        r"^(?:please wait|loading|one moment)\W*$|^loading\b.{0,20}$",
        "redirecting (?:you )?(?:to|in)|(?:will be|are being) (?:taken|redirected|forwarded)",
        "are not (?:redirected|forwarded)",
        "(?:page|site) (?:has )?moved (?:to|permanently)",
        "browser is (?:out of date|outdated|not supported)|update your browser|supported browser",
    ),
}
NAMES: Final[Mapping[str, tuple[str, ...]]] = {
    "bot_check": (
        "just a moment|one moment,? please|attention required|are you a robot|pardon our interruption",
        "(?:http )?(?:error )?(?:403|429)(?: error)?|forbidden|blocked",
        "access (?:denied|forbidden|restricted|blocked)",
        "(?:security|robot|human|browser) (?:check|verification|challenge)",
        "(?:your )?request (?:was |has been )?blocked",
        "ddos protection.{0,30}|too many requests",
    ),
    "soft_404": (
        "(?:http )?(?:error )?(?:404|410)(?: error)?|.{0,12}(?:not found|page missing|gone)",
        "does not exist|nothing here",
        "oops|uh[- ]oh|page (?:unavailable|missing|deleted|removed)",
        "(?:website )?coming soon|under construction|.{0,30}parked.{0,12}|welcome to nginx",
    ),
    "error": (
        r"(?:http )?(?:error )?(?:5\d\d|451)(?: error)?|error|(?:internal )?server error",
        "an error occurred|something went wrong",
        "(?:service |temporarily )?unavailable|not available.{0,24}|(?:database|application) error.{0,200}",
        "bad (?:request|gateway)|(?:gateway|request) time-?out|method not allowed",
        "(?:scheduled |planned |site )?maintenance|.{0,20}be (?:right )?back(?: soon)?|back soon",
    ),
    "login_wall": (
        "(?:log|sign)[ -]?(?:in|on)(?: (?:to|at) .{0,30})?|(?:member )?sign up|welcome back|single sign-?on|intranet",
        "(?:authentication|authori[sz]ation) required|unauthori[sz]ed|institutional access",
        "request access|you need access",
        "members(?:' area| only)?|private (?:page|site)|restricted (?:area|access|content)",
    ),
    "paywall": (
        "subscribers? only|this (?:story|article|post) is for (?:paid |paying )?subscribers",
        "payment required|access options",
    ),
    "consent_wall": (
        "(?:we value |about )?your (?:privacy|choice)s?|before you (?:continue|go on)|content warning",
        "cookie (?:consent|settings|preferences)|age (?:check|verification|gate)",
        "(?:terms|conditions) of use|.{0,12}licen[cs]e agreement",
    ),
    "empty": ("loading|redirecting|javascript (?:required|disabled)",),
}
BUTTONS: Final[Mapping[str, tuple[str, ...]]] = {
    "login_wall": ("(?:log|sign)[ -]?(?:in|on|up)|next|join|continue with .{1,20}|request access|register",),
    "paywall": (
        "subscribe(?: now)?|(?:start|begin) (?:my |your |free )*(?:trial|month|subscription)|upgrade.{0,12}",
        "(?:buy|rent) .{1,30}|see (?:offers|plans)|choose a plan",
    ),
    "consent_wall": (
        "(?:i )?(?:accept|agree|consent)(?: (?:all|and|&|to).{0,24})?|reject(?: all)?|decline",
        "(?:i do not|i don't) agree",
        "manage .{0,20}|(?:more )?options|customi[sz]e|learn more|preferences",
        r"yes,? .{0,20}|no|enter(?: site)?|leave|view anyway|i am over \d\d",
    ),
}
LISTS: Final[tuple[str, ...]] = (
    r".{0,24}\bresults?(?: for .{0,60})?|search(?:: .{0,40}| results.{0,60})|(?:table of )?contents",
    ".{0,40}: contents",
    r"(?:tag|category|topic|archive)s?(?::.{0,40})?|posts tagged .{0,40}|.{0,20}\barchives?",
    "(?:all|latest|recent) .{0,20}",
    "links|site ?map|directory",
)
EXPLAINS: Final[tuple[str, ...]] = (r"^(?:how|why|what|when|who|where)\b",)
TAKES_PART: Final[tuple[str, ...]] = (
    "to (?:post|leave|write|add|reply|comment|vote|rate|save)",
    "to (?:see|view) (?:the |your )?(?:own )?(?:attachments|images|links|prices?|cart|wish ?list)",
)
