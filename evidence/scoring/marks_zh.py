"""Words that change what a clause says, Chinese: the kind, where the words they change stand, and the words.

The words are regular expressions, an alternative or several on a line; the row that stands first wins where two begin
at one place.
"""

from __future__ import annotations

from typing import Final

from evidence.scoring.mark_kinds import Row

CHINESE: Final[tuple[Row, ...]] = (
    (
        "skipped",
        "clause",
        r"""
        不[仅僅但只](?!能)|不[过過同断斷少久足管论論得了等]|[无無][论論线線数數]|非[常洲]|未[来來]|没收|[特区區分个個级級类類]别|差别|别的|别人|不可或缺
        (?<=[^,，。;；]{2})[将將](?=[^,，。;；]{2,}[了给給])|同比
        """,
    ),
    (
        "hedge",
        "clause",
        r"可能(?!性)|也[许許]|或[许許]|大概|恐怕|似乎|疑似|据[称悉]|據稱|估[计計]|有望|可能性|看[来來]|[猜推]测",
    ),
    ("partial_negation", "clause", r"不是所有|并非所有|並非所有|不一定|未必|不全"),
    ("maximum", "clause", r"不(?:超[过過]|多于|多於|高于|高於|大于|大於)"),
    ("minimum", "clause", r"不(?:少于|少於|低于|低於|小于|小於)"),
    (
        "negation",
        "right",
        r"(?:从|從|并|並|尚|毫|绝|絕)?[不没沒未無无非勿](?:[有会會能再曾是可必])*|缺乏|缺少|[无無]法|除外",
    ),
    ("past", "clause", r"曾[经經]?|以前|原[来來]|[过過]去|直到|之前[是的]"),
    (
        "future",
        "clause",
        r"[将將](?=[会會于於在要\p{Han}])(?![军軍近])|[计計][划劃]|打算|[拟擬](?=\p{Han})|即[将將]|[预預][计計定]|有意",
    ),
    (
        "attribution",
        "clause",
        r"表示|(?<![简簡名职職昵俗通全统統又别別尊匿號号])[声聲]?[称稱](?![为為号號])|[认認][为為]|据.{1,12}(?:[报報]道|[说說])|[说說]|指出|透露",
    ),
    ("condition", "clause", r"如果|(?<=^|[,，。;；、\s])若(?!干)|只要|除非|假如|倘若|的[话話]"),
    ("universal", "clause", r"所有|全部|一切|都(?![市柏])|每[个個一]|[总總]是|全[体體]|任何|始[终終]|一律"),
    ("limited", "clause", r"部分|一些|有些|某些|大多[数數]?|大部分|少[数數]|[经經]常|有[时時]|主要"),
    ("exclusive", "clause", r"只(?:有|能|是)?|[仅僅](?:有|限|供)?|唯一|唯有"),
    ("available", "clause", r"正式(?:版|[发發]布|推出|可用)|全面[开開]放"),
    ("preview", "clause", r"[测測][试試](?:版|[阶階]段)|[预預][览覽](?:版)?|公[测測]|[内內][测測]|[实實][验驗]性"),
    ("deprecated", "clause", r"[弃棄廢废][用弃棄除]|已?[过過][时時]|停[用止][支服]|下[线線]|停止(?:支持|服[务務])"),
    ("default", "clause", r"[默預预][认認设設](?:情况下|值|为)?"),
    ("maximum", "clause", r"最[大多高长長][为為]?|上限|至多|以[内內下]"),
    ("minimum", "clause", r"最[小少低][为為]?|下限|至少|以上"),
    ("average", "clause", r"平均"),
    ("median", "clause", r"中位"),
)
