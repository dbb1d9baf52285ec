"""Words that instruct a program which reads: several weak signs close together, weighed by how they are said.

One sign is not enough: a recipe says "ignore", a manual "respond only with". An order to forget what held before, a
program that is addressed, secrecy, what is to be carried off or done, and a forged turn of a conversation add up. Words
that are told of (quoted, in code, in a text about attacks) count for less.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from evidence.policy.cues import Finder
from evidence.policy.folding import Folded
from evidence.policy.markers import marker_cues
from evidence.policy.rulebook import rulebook
from evidence.policy.values import Cue, Passage
from evidence.ranges import Range

PLAIN_LEAST: Final = 0.8
"""The score that words in plain view need to count as an instruction, and from which on they are grave."""
GRAVE_LEAST: Final = 1.5
UNSEEN_LEAST: Final = 0.6
"""The same for words that no reader sees: who hides them from people means programs."""
PASSAGES_MOST: Final = 50
"""Passages that are told of one text; the gravest."""
_REACH: Final = 260
_REACH_CJK: Final = 110
_NEXT: Final = 150
_NEAR: Final = 320
"""Code points that signs of one passage may lie apart (from the first to the last, from one to the next), and those
around it in which a text tells that it speaks about attacks."""
_ACTS: Final = frozenset(
    {"override", "unbound", "role", "extract", "secret", "exfiltrate", "tool", "steer", "encoded", "memory", "harm"}
)
_CORE: Final = frozenset({"override", "unbound", "extract", "secret", "exfiltrate", "encoded"})
_ADDRESSED: Final = frozenset({"addressee", "marker"})
"""What is asked for; what a manual or a form asks nobody for; who is meant. Without the last two it is a manual."""
_TELLING_PAIRS: Final = (frozenset({"role", "harm"}), frozenset({"memory", "steer"}), frozenset({"memory", "mention"}))
_COUNTS: Final = 0.3
_STRONG: Final = 0.5
_SURE: Final = 0.7
_TWICE: Final = 1.1
_VAGUE_MOST: Final = 0.55
_GRAVE_PAIRS: Final = (
    ({"override"}, {"extract", "secret", "exfiltrate", "tool", "steer", "role", "unbound", "marker", "encoded"}),
    ({"addressee", "marker"}, {"secret", "exfiltrate", "override", "extract"}),
    ({"secret"}, {"exfiltrate", "tool", "steer"}),
)
_PAIR_BONUS: Final = 0.25
_MORE: Final = 0.2
"""What a second sign of a family adds, as a share of its weight."""
_CJK: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
_SCRIPTS: Final = {
    "ko": re.compile("[\uac00-\ud7a3]"),
    "ja": re.compile("[\u3040-\u30ff]"),
    "zh": re.compile("[\u3400-\u9fff]"),
}
_DISCUSSION: Final = re.compile(
    r"\b(?:prompt[- ]injections?|injection (?:attacks?|attempts?|payloads?)|injected "
    r"(?:instructions?|prompts?)|indirect injection|attack(?:s|ers?|ed)?\b|jailbreak(?:s|ing)"
    r"?|"
    r"malicious|adversar(?:y|ies|ial)|red[- ]team\w*|vulnerabilit(?:y|ies)|exploits?|"
    r"researchers?|threat (?:model|actors?)|"
    r"phrases? (?:like|such as)|(?:for example|for instance|e\.g\.|such as)|examples? of|"
    r"mitigat\w+|defen[cs]es?|detect(?:s|ion|or|ors|ed)?|sanitiz\w+|"
    r"guard ?rails?|owasp|payloads?|trick(?:s|ed|ing)?|untrusted (?:content|input|text)|the "
    r"(?:string|phrase|sentence|text|words)|"
    r"proof[- ]of[- ]concept|case stud(?:y|ies)|demonstrat\w+|so-called|known as|tutorial|documentation)"
)
_STRONGLY: Final = re.compile(
    r"prompt[- ]injection|injection attack|injected (?:instruction|prompt)|attackers?\b|"
    r"malicious (?:instruction|prompt|text|page|actor|content)|adversarial|researchers?\b|"
    r"red[- ]team|jailbreaks\b|owasp|hijack\w*|smuggl\w*|proof[- ]of[- ]concept|advisory|defend against|"
    r"(?:hidden|secret|embedded|concealed) (?:instructions?|commands?|prompts?|text)|low recall|severity"
)
_ITSELF: Final = re.compile(r"prompt[- ]injection|researchers?\b|attackers?\b|so-called")
_QUOTED: Final = re.compile(
    r"“[^“”\n]{3,400}”|\"[^\"\n]{3,400}\"|「[^「」\n]{2,300}」|『[^『』\n]{2,300}』|"
    r"«[^«»\n]{3,400}»|`[^`\n]{3,400}`|```.{3,4000}?```|„[^„“\n]{3,400}“",
    re.DOTALL,
)


def unseen_passages(folded: Folded) -> list[Passage]:
    """The passages of words that no reader sees: less is enough, and nobody quotes there."""
    return passages(folded, least=UNSEEN_LEAST, unseen=True)


def passages(
    folded: Folded,
    *,
    least: float,
    unseen: bool = False,
    quoted: Sequence[Range] = (),
    about_attacks: bool = False,
) -> list[Passage]:
    """The passages of a folded text that score at least `least`, by place. Ranges are of the text that was folded.

    `unseen`: no reader sees it. `quoted`: its code and quotations. `about_attacks`: the page speaks about such things.
    """
    text = folded.text
    cues = sorted(cues_of(text), key=lambda cue: (cue.start, cue.end))
    if not cues:
        return []
    marks = [] if unseen else [*_places_back(quoted, folded), *_own_quotes(text, cues)]
    weighed = (
        _weighed(group, text, marks, about_attacks=about_attacks, unseen=unseen) for group in _groups(cues, text)
    )
    found = [one for one in weighed if one.score >= least]
    found = sorted(_apart(found), key=lambda one: -one.score)[:PASSAGES_MOST]
    return sorted(
        (Passage(folded.back(one.start), folded.back(one.end), one.score, one.families, one.quoted) for one in found),
        key=lambda one: one.start,
    )


def cues_of(text: str) -> Iterator[Cue]:
    """Every sign in a folded text, in whatever language."""
    yield from marker_cues(text)
    yield from _finder(tuple(_languages(text))).find(text)


def _languages(text: str) -> Iterator[str]:
    yield from ("en", "other")
    if not text.isascii():
        yield from (language for language, letters in _SCRIPTS.items() if letters.search(text))


@cache
def _finder(languages: tuple[str, ...]) -> Finder:
    return Finder(rule for language in languages for rule in rulebook(language).rules)


def _groups(cues: Sequence[Cue], text: str) -> Iterator[list[Cue]]:
    """Signs that lie close together: for each sign those that follow it within reach."""
    begin = 0
    last_end = -1
    for first, cue in enumerate(cues):
        reach = _REACH_CJK if _CJK.match(text, cue.start) else _REACH
        end = max(first, begin)
        while end + 1 < len(cues) and cues[end + 1].start - cue.start <= reach:
            end += 1
        begin = end
        if end != last_end:  # else the same signs as before, without the first
            group = [cue]
            for one in cues[first + 1 : end + 1]:
                if one.start - max(each.end for each in group[-4:]) > _NEXT:
                    break
                group.append(one)
            yield group
            last_end = end


def _weighed(group: Sequence[Cue], text: str, marks: Sequence[Range], *, about_attacks: bool, unseen: bool) -> Passage:
    start, end = group[0].start, max(cue.end for cue in group)
    said, plain = _told_of(text, start, end, about_attacks=about_attacks)
    families: dict[str, list[float]] = {}
    inside = outside = 0.0
    for cue in group:
        is_inside = any(mark.start <= cue.start + 2 and cue.end - 2 <= mark.end for mark in marks)
        families.setdefault(cue.family, []).append(cue.weight * (said if is_inside else plain))
        inside, outside = inside + cue.weight * is_inside, outside + cue.weight * (not is_inside)
    score = 0.0
    for weights in families.values():
        weights.sort(reverse=True)
        score += weights[0] + _MORE * sum(weights[1:3])
    names = {name for name, weights in families.items() if weights[0] >= _COUNTS}
    score += _PAIR_BONUS * sum(1 for one, other in _GRAVE_PAIRS if names & one and names & other)
    strong = {name for name, weights in families.items() if weights[0] >= _STRONG}
    sure = strong if unseen else {name for name in strong if name != "secret" or _is_sure(families[name])}
    meant = (
        sure & _CORE
        or names & _ADDRESSED
        or ("reply" in names and names & {"mention", "steer"})
        or any(pair <= names for pair in _TELLING_PAIRS)
        or (unseen and len(strong & _ACTS) > 1)
    )
    if not (names & _ACTS and meant):
        score = min(score, _VAGUE_MOST)
    return Passage(start, end, score, tuple(sorted(families)), inside > outside)


def _is_sure(weights: Sequence[float]) -> bool:
    """Whether it is secrecy beyond doubt: one clear sign, or two."""
    return weights[0] >= _SURE or sum(weights[:2]) >= _TWICE


def _told_of(text: str, start: int, end: int, *, about_attacks: bool) -> tuple[float, float]:
    """How much words count for being told of: those in quotations, and the others (1: they speak for themselves)."""
    near = text[max(0, start - _NEAR) : end + _NEAR]
    around = text[max(0, start - _NEAR) : start] + "\n" + text[end : end + _NEAR]
    strongly = (
        about_attacks
        or _STRONGLY.search(around) is not None
        or _ITSELF.search(text, start, end) is not None
        or _cjk_discussion(near) > 1
    )
    if strongly:
        return 0.3, 0.5
    loosely = _DISCUSSION.search(around) is not None or _cjk_discussion(near) > 0
    return (0.4, 0.8) if loosely else (0.6, 1.0)


def _cjk_discussion(text: str) -> int:
    if text.isascii():
        return 0
    language = next((name for name, letters in _SCRIPTS.items() if letters.search(text)), None)
    words = rulebook(language).discussion if language else None
    return len({found[0] for found in words.finditer(text)}) if words else 0


def _own_quotes(text: str, cues: Sequence[Cue]) -> list[Range]:
    """Quotations by their marks, around the signs only: nobody asks for the others."""
    found: list[Range] = []
    done = 0
    for cue in cues:
        if cue.start < done:
            continue
        begin, done = max(done, cue.start - 400), cue.end + 400
        found += [Range(begin + one.start(), begin + one.end()) for one in _QUOTED.finditer(text[begin:done])]
    return found


def _places_back(quoted: Iterable[Range], folded: Folded) -> list[Range]:
    """Ranges of the text that was given as ranges of the folded one."""
    if folded.places is None:
        return list(quoted)
    return [Range(bisect_left(folded.places, one.start), bisect_left(folded.places, one.end)) for one in quoted]


def _apart(found: Iterable[Passage]) -> list[Passage]:
    """Passages that overlap as one, with the graver's score."""
    kept: list[Passage] = []
    for one in sorted(found, key=lambda passage: passage.start):
        if kept and one.start < kept[-1].end:
            last = kept.pop()
            graver = max(last, one, key=lambda passage: passage.score)
            kept.append(
                Passage(
                    last.start,
                    max(last.end, one.end),
                    graver.score,
                    tuple(sorted({*last.families, *one.families})),
                    graver.quoted,
                )
            )
        else:
            kept.append(one)
    return kept
