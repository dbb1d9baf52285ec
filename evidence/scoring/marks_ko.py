"""Words that change what a clause says, Korean: the kind, where the words they change stand, and the words.

The words are regular expressions, an alternative or several on a line; the row that stands first wins where two begin
at one place.
"""

from __future__ import annotations

from typing import Final

from evidence.scoring.mark_kinds import Row

KOREAN: Final[tuple[Row, ...]] = (
    (
        "skipped",
        "clause",
        (
            r"(?<=[년월주] ?)대비(?![책하한해])|뿐(?:만)? ?아니라|지 않으면 안 ?[되돼]|지 않을 수 없|어야 ?[하한할]"
            r"|다름 ?없|틀림 ?없"
        ),
    ),
    (
        "hedge",
        "clause",
        r"""
        [을ㄹ할될일볼] 수도 있|지(?:도)? ?모[르른]|것 ?같|듯 ?(?:하|합|한|싶)|아마|가능성|추정
        것으로 (?:보|알려|예상|전망)|우려|보인다
        """,
    ),
    ("partial_negation", "clause", r"것은 아니|반드시 .{1,8}지(?:는|만은) 않|모두(?:가)? .{0,10}(?:것은 )?아니"),
    ("maximum", "clause", r"[을를] ?(?:넘|초과하)지 (?:않|못)\p{Hangul}*"),
    (
        "negation",
        "left",
        r"지(?:는|도|를|조차|만은)? ?(?:않|못|말)|없|아니(?=[다며고었에야요]|라(?!도)|$)|아닙|아닌|제외",
    ),
    ("negation", "right", r"(?<![가-힣])(?:안|못)(?= [가-힣]|[하했합본봤먹됩된돼되])"),
    ("past", "clause", r"예전|과거에?는?|이전에는|원래|한때|년까지(?:는)?|월까지(?:는)?|당초"),
    ("future", "clause", r"예정|계획(?:이|하|을|했|입)|방침|[할될일갈날] 것(?:이|입|으)|목표|앞으로|향후|[하되]겠"),
    ("attribution", "clause", r"에 (?:따르면|의하면)|[다라자냐]고 (?:말|밝|주장|전|설명|했|강조|보도|발표|지적)|라며"),
    ("condition", "clause", r"만약|만일|경우(?:에)?|한하여"),
    ("universal", "clause", r"모든|모두|전부|전체|항상|언제나|누구나|늘(?= )|온(?= 세계)|매번"),
    ("limited", "clause", r"일부|대부분|몇몇|때때로|가끔|대체로|주로|많은|종종"),
    (
        "exclusive",
        "clause",
        r"오직|오로지|뿐(?=이|입|인)|밖에|(?<=[가-힣])만(?=[ 이을의])(?<![지하다]만)(?<!렇지만)|유일",
    ),
    ("available", "clause", r"정식 ?(?:버전|출시|서비스|제공)|일반 ?제공"),
    ("preview", "clause", r"베타|프리뷰|미리 ?보기|시험 ?(?:판|운영|서비스)|실험적|알파 버전"),
    ("deprecated", "clause", r"(?:지원|제공|서비스) ?(?:이 )?(?:종료|중단)|폐지|폐기|더 이상 사용"),
    ("default", "clause", r"기본(?:적으로|값|으로|(?= ))|디폴트"),
    (
        "maximum",
        "clause",
        r"최대|상한|(?<=\d ?\p{L}{0,5} ?)(?:이하|이내)|(?<!부터.{0,16}|에서.{0,16})까지(?=만|입니다|이다|다\.|$)",
    ),
    ("minimum", "clause", r"최소|최저|하한|이상(?!한|하)|적어도"),
    ("average", "clause", r"평균"),
    ("median", "clause", r"중앙값|중위"),
)
