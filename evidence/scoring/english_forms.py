"""How English verbs and nouns are inflected: stems that have lost an e or doubled a letter, and what no rule tells."""

from __future__ import annotations

from typing import Final

import regex

_IRREGULAR_VERBS: Final = """
    arose:arise arisen:arise ate:eat eaten:eat beaten:beat became:become began:begin begun:begin bent:bend bitten:bite
    bled:bleed blew:blow blown:blow bore:bear borne:bear born:bear bought:buy bred:breed broke:break broken:break
    brought:bring built:build burnt:burn came:come caught:catch chose:choose chosen:choose clung:cling crept:creep
    dealt:deal drank:drink drew:draw drawn:draw driven:drive drove:drive drunk:drink dug:dig fallen:fall fed:feed
    fell:fall felt:feel fled:flee flew:fly flown:fly forbade:forbid forbidden:forbid forgave:forgive forgiven:forgive
    forgot:forget forgotten:forget fought:fight found:find froze:freeze frozen:freeze gave:give given:give gone:go
    got:get gotten:get grew:grow grown:grow heard:hear held:hold hid:hide hidden:hide hung:hang kept:keep knew:know
    known:know laid:lay lain:lie leapt:leap led:lead left:leave lent:lend lit:light lost:lose made:make meant:mean
    met:meet mistook:mistake mistaken:mistake outgrew:outgrow overcame:overcome oversaw:oversee overseen:oversee
    overtook:overtake overtaken:overtake paid:pay proven:prove ran:run rang:ring rebuilt:rebuild ridden:ride risen:rise
    rode:ride rose:rise rung:ring said:say sang:sing sank:sink sat:sit saw:see seen:see sent:send shaken:shake
    shone:shine shook:shake shot:shoot shown:show shrank:shrink shrunk:shrink slept:sleep slid:slide sold:sell
    sought:seek spent:spend spoke:speak spoken:speak sprang:spring spun:spin stole:steal stolen:steal stood:stand
    struck:strike stuck:stick sung:sing sunk:sink swam:swim swept:sweep swore:swear sworn:swear swum:swim swung:swing
    taken:take taught:teach thought:think threw:throw thrown:throw told:tell took:take tore:tear torn:tear
    undergone:undergo understood:understand undertaken:undertake undertook:undertake underwent:undergo upheld:uphold
    went:go wept:weep withdrawn:withdraw withdrew:withdraw withheld:withhold withstood:withstand woke:wake woken:wake
    won:win wore:wear worn:wear written:write wrote:write
    died:die dies:die dying:die tied:tie tying:tie lying:lie lied:lie founded:found using:use
"""
_IRREGULAR_NOUNS: Final = """
    men:man women:woman children:child people:person feet:foot teeth:tooth mice:mouse geese:goose oxen:ox lives:life
    wives:wife knives:knife wolves:wolf halves:half shelves:shelf loaves:loaf thieves:thief calves:calf leaves:leave
    analyses:analysis crises:crisis theses:thesis hypotheses:hypothesis diagnoses:diagnosis bases:base axes:axis
    criteria:criterion phenomena:phenomenon alumni:alumnus indices:index vertices:vertex matrices:matrix
    movies:movie cookies:cookie calories:calorie zombies:zombie rookies:rookie selfies:selfie ties:tie lies:lie pies:pie
    buses:bus gases:gas viruses:virus statuses:status bonuses:bonus campuses:campus lenses:lens aliases:alias
"""
_WHOLE: Final = (
    "series species news perhaps always besides towards afterwards sometimes chaos lens alias bias canvas atlas gas"
    " physics politics economics mathematics athletics ethics electronics genetics earnings headquarters overseas"
    " during being thing something anything nothing everything king ring spring string wing evening morning ceiling"
    " sibling sterling bed red need seed speed breed deed feed weed hundred indeed upcoming beloved"
)
IRREGULAR: Final = dict(pair.split(":") for pair in f"{_IRREGULAR_VERBS} {_IRREGULAR_NOUNS}".split()) | {
    word: word for word in _WHOLE.split()
}
_LOST_E: Final = regex.compile(
    r"""(?:[cvzu]|quir|[bcdfgkptz]l|(?<![aeiou])ag|[dlr]g|(?:ch|r|fl|arr|exch|cl)ang|(?:l|pl)ung|(?:h|f|cr|tw|s)ing(?<!sing)
    |(?:challen|aven|reven|loun|spon|oran)g|(?:[^aeo]|cre)at|uk|quak
    |(?<![aeiou])(?:ut|ud|ad|id|od|ak|ik|ok|yp|ur|ir|um|am|ul|in|ob|ub)(?<!marg(?=in)in|subm)
    |(?:^us|[^aeiou]us|[aeo]us)(?<!(?:foc|bon|chor|cens|min|vir|stat|camp|circ|b|nonpl)us)
    |as(?<!(?:bi|canv|ali)as)|[iorpy]s|(?:lic|d|cl|disp|cond|rinc|sp|resp)[eo]ns|cleans|rib
    |[^aeiou](?:fil|cil|mil|rol|sol|jol)|(?:^|com)pil|^[tw]il|[^aeiou](?:c|h|p|w|st)al|^[sw]al
    |(?:c|inv|^un|reun|ign|wr|^b|sm|exped|rec)it|exc[iu]t|(?:^v|qu|^n|m|dev|den|^d|conn|footn)ot|(?:pl|del|mp|sol|cr)et
    |(?:ph|^st|tp|cl|^t|^z|^d|thr|^h)on|(?:conv|interv|contrav|^sc)en|^(?:h|c|sc|r|sl|gr|m)op|(?:el|t)op(?<!vel|(?:st|gall)op)
    |(?:p|^w|sn|sw|str|gr|^r)ip(?<!ship)|(?:^st|sc|pl|tor|gn|^ad|^b|sh|^c|^sn)or|(?:compl|cl|ab|impl)or
    |(?:adh|erf|^h|sev|rev)er(?<!deliver)|^[tmcp]r?im|(?:sch|extr|^th)em|(?:sh|sc|dr|scr|^t|^g|^r)ap
    |(?:^|be|wel|over)com|breath|cloth|bath|sooth|loath|^ach|cach|psych|^ar|^(?:sh|c|sc|d|st|sp|gl|bl|fl|r)ar|(?:comp|prep|decl|squ|ens?n|bew)ar)$""",
    regex.VERBOSE,
)
_DOUBLED_L: Final = regex.compile(r"[aeiou][^aeiou]+[aeoi]ll$|[^aeiou]u[aeo]ll$")
_OWN_L: Final = regex.compile(
    r"(?:inst|rec|overh|bef|forest|rebu|b|f)[aeiou]ll$|(?:enr|thr|scr|str|unr)oll$|(?:refi|fulfi|downhi|resti|upski)ll$"
)
_OWN_DOUBLE: Final = frozenset("lszfeo")


def of_stem(stem: str) -> str:
    """The verb whose form in ``-ed`` or ``-ing`` has this stem: ``stopp`` is of stop, ``describ`` of describe."""
    if len(stem) > 2 and stem[-1] == stem[-2]:
        doubled = stem[-1] not in _OWN_DOUBLE or (_DOUBLED_L.search(stem) and not _OWN_L.search(stem))
        return stem[:-1] if doubled and stem not in ("add", "odd", "err", "egg") else stem
    if stem.endswith("e"):
        return f"{stem}e"
    return f"{stem}e" if _LOST_E.search(stem) else stem
