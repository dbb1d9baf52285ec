"""Radicals that fonts of PDFs put in the place of ideographs: those that NFKC leaves alone or maps to rare forms."""

from __future__ import annotations

from typing import Final

_SUPPLEMENT: Final = (
    "⺁厂⺂乛⺃乚⺄乙⺅亻⺆冂⺈刀⺉刂⺊卜⺌小⺍小⺎兀⺏尣⺐尢⺒巳⺓幺⺔彑⺕彐⺖忄⺘扌⺙攵⺛旡⺜日⺝月⺞歺⺟母⺠民⺡氵⺢氺⺣灬⺤爫⺥爫⺦丬"
    "⺧牛⺨犭⺩王⺪疋⺬示⺭礻⺮竹⺯糹⺰纟⺱罓⺲罒⺹耂⺺肀⺻聿⺾艹⺿艹⻀艹⻁虎⻂衤⻃覀⻄西⻅见⻆角⻈讠⻉贝⻊足⻋车⻌辶⻍辶⻎辶"
    "⻏阝⻐钅⻑長⻒镸⻓长⻔门⻖阝⻗雨⻘青⻙韦⻚页⻛风⻜飞⻝食⻟飠⻠饣⻢马⻣骨⻤鬼⻥鱼⻦鸟⻧卤⻨麦⻩黄⻪黾⻫斉⻬齐⻭歯⻮齿⻯竜⻰龙⻱龜⻲亀⻳龟"
)
SUPPLEMENT: Final[dict[str, str]] = dict(zip(_SUPPLEMENT[::2], _SUPPLEMENT[1::2], strict=True))
"""Radical of the supplement → the ideograph it looks like."""

KANGXI_FORMS: Final[dict[str, frozenset[str]]] = {
    "⼾": frozenset("戸户"),
    "⾭": frozenset("青"),
    "⿈": frozenset("黄"),
    "⿊": frozenset("黒"),
}
"""Kangxi radical → the everyday forms of the ideograph that NFKC gives in its old form."""

OLD_FORMS: Final[dict[str, str]] = {"戶": "戸", "户": "戸", "靑": "青", "黃": "黄", "黑": "黒"}
"""The old forms that NFKC gives for `KANGXI_FORMS`: for finding candidates, never for accepting them."""
