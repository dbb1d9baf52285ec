"""Words of which one alone holds at a time (colours, days, countries), by language, as lemmas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from evidence.scoring.word_tables import groups

_EXCLUSIVE: Final[Mapping[str, str]] = {
    "en": """
        red blue green yellow orange purple pink brown black white gray grey
        monday tuesday wednesday thursday friday saturday sunday
        january february march april may june july august september october november december
        spring summer autumn winter
        north south east west
        northern southern eastern western
        first second third fourth fifth sixth seventh eighth ninth tenth last
        american british french german italian spanish japanese chinese korean russian canadian australian
          indian mexican brazilian irish scottish swedish norwegian danish dutch polish turkish greek
        america britain france germany italy spain japan china korea russia canada australia india mexico
          brazil ireland sweden norway denmark netherlands poland turkey greece egypt argentina
        mother father brother sister son daughter wife husband uncle aunt
        man woman
        male female
        gold silver bronze
        primary secondary
        drama comedy horror
        protestant catholic muslim jewish hindu buddhist
        hourly daily weekly monthly quarterly yearly annually
        hour day week month quarter year
        ocean sky desert forest
        football baseball basketball tennis hockey cricket golf
        guitar piano drums violin bass
        copper iron steel aluminium aluminum
    """,
    "ja": """
        赤 青 緑 黄 黒 白 茶 紫 橙 灰
        赤い 青い 緑色 黄色い 黒い 白い 茶色い
        月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日
        春 夏 秋 冬
        父 母 兄 弟 姉 妹 息子 娘
        日本 中国 韓国 アメリカ イギリス フランス ドイツ イタリア スペイン ロシア
        東京 大阪 京都 名古屋 札幌 福岡
        猫 犬 馬 象 鳥 牛 羊 キリン シマウマ
        走る 歩く 座る 立つ 泳ぐ 寝る
        毎日 毎週 毎月 毎年
        日 週 月 年
    """,
    "ko": """
        빨간색 파란색 초록색 노란색 검은색 흰색
        월요일 화요일 수요일 목요일 금요일 토요일 일요일
        봄 여름 가을 겨울
        아버지 어머니 형 누나 언니 오빠 동생 아들 딸
        한국 미국 중국 일본 영국 프랑스 독일 러시아
        한국형 미국형 중국형 일본형
        서울 부산 대구 인천 광주 대전
        매일 매주 매월 매년
        오전 오후
        첫번째 두번째 세번째
    """,
    "zh": """
        红色 蓝色 绿色 黄色 黑色 白色
        星期一 星期二 星期三 星期四 星期五 星期六 星期日
        春 夏 秋 冬
        父亲 母亲 哥哥 弟弟 姐姐 妹妹 儿子 女儿
        中国 美国 英国 法国 德国 日本 韩国 俄罗斯
        北京 上海 广州 深圳
        每天 每周 每月 每年
    """,
}
EXCLUSIVES: Final = {language: groups(table) for language, table in _EXCLUSIVE.items()}
