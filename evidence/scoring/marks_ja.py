"""Words that change what a clause says, Japanese: the kind, where the words they change stand, and the words.

The words are regular expressions, an alternative or several on a line; the row that stands first wins where two begin
at one place.
"""

from __future__ import annotations

from typing import Final

from evidence.scoring.mark_kinds import Row

JAPANESE: Final[tuple[Row, ...]] = (
    (
        "skipped",
        "clause",
        r"""
        (?:だけ|のみ|ばかり)で(?:は)?なく|のみならず|なければ(?:なら|いけ)(?:ない|ません)?|なくては(?:なら|いけ)(?:ない|ません)?|ざるを得な(?:い|かった)
        に違いな(?:い|く)|(?:前[年月週日]|昨年|前回)比|(?:少|危|切|汚|幼|拙)な(?:い|く|かった)|まもなく|ほかならな
        """,
    ),
    (
        "hedge",
        "clause",
        r"""
        かもしれ(?:ない|ません|ず)|可能性|と(?:思われ|見られ|みられ|考えられ)|だろう|でしょう|らしい|おそらく|恐らく|たぶん|多分|恐れがある|おそれがある|見込み|疑い
        とみられ|推定|もしかすると
        """,
    ),
    (
        "partial_negation",
        "clause",
        r"わけでは(?:ない|ありません)|とは限(?:らない|りません)|必ずしも|すべてでは(?:ない|ありません)|全てでは(?:ない|ありません)",
    ),
    ("maximum", "clause", r"を(?:超え|越え|上回ら)(?:な(?:い|く)|ません)"),
    ("minimum", "clause", r"を下回ら(?:な(?:い|く)|ません)"),
    (
        "negation",
        "left",
        r"""
        (?:では|じゃ)?な(?:い|かっ|く(?!さん))|(?:では)?あり?ませ(?:ん|ぬ)|ませ[んぬ]|無[いくか]|(?<=[^\p{P}\s])ず(?=[。、に]|$)
        なし(?=[。、にの]|$)|を?除[くき]
        """,
    ),
    ("past", "clause", r"かつて|以前は|元々は|もともとは|従来は|当初は|年まで(?:は)?|月まで(?:は)?"),
    ("future", "clause", r"予定|計画(?:し|中|だ|で)|つもり|方針|見通し|目指(?:す|し)|今後"),
    (
        "attribution",
        "clause",
        r"によ(?:ると|れば)|と(?:述べ|語|主張|言|話|報じ|発言|指摘|説明|伝え|訴え)|とい(?:っ|わ|う。)|とされ",
    ),
    ("condition", "clause", r"もし|場合|ならば|限り"),
    ("universal", "clause", r"すべて|全て|全(?=\p{Han}{2})|全員|あらゆる|常に|いつも|どの.{1,6}も|みな|皆"),
    ("limited", "clause", r"一部|ほとんど|大半|多くの|いくつか|時々|ときどき|主に|たいてい|しばしば"),
    ("exclusive", "clause", r"のみ|だけ|しか|に限(?:り|る|られ)|唯一"),
    ("available", "clause", r"一般提供|正式(?:版|リリース|提供)|一般公開"),
    ("preview", "clause", r"ベータ版?|プレビュー版?|試験(?:的|提供|運用)|アルファ版|実験的|β版"),
    ("deprecated", "clause", r"非推奨|廃止(?:予定)?|提供終了|サポート終了|終了しま"),
    ("default", "clause", r"デフォルト(?:で|では|の)?|既定(?:で|では|の|値)?|初期設定|標準で"),
    (
        "maximum",
        "clause",
        r"最大|上限|(?<=[\d０-９〇一二三四五六七八九十百千万]\p{L}{0,6})(?:以下|以内)|(?<!から.{0,16})まで(?=です|だ|である|。|$)",
    ),
    ("minimum", "clause", r"最小|最低|下限|(?<=[\d０-９〇一二三四五六七八九十百千万]\p{L}{0,6})以上|少なくとも"),
    ("average", "clause", r"平均"),
    ("median", "clause", r"中央値"),
)
