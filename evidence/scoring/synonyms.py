"""Words that mean the same in what pages state, by language, as lemmas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from evidence.scoring.word_tables import groups

_SAME: Final[Mapping[str, str]] = {
    "en": """
        include contain offer provide feature comprise
        have possess own
        begin start commence launch
        end finish conclude
        buy acquire purchase
        make create produce build construct develop
        film movie picture
        show series program programme
        song single track
        big large
        use employ utilize utilise
        help assist
        need require
        allow permit enable let
        get obtain receive
        cost price fee charge
        locate situate
        affect effect influence
        population inhabitant resident
        participant subject
        fund sponsor
        base headquarter
        based headquartered
        weigh weight
        hire recruit
        obtain receive gain
        fund finance
        choose select pick
        cancel scrap
        reach attain
        house home
        author writer
        write pen compose
        show display
        keep retain store
        let permit
        car automobile
        doctor physician
        child kid
        brother sibling
        sister sibling
        job occupation profession
        company firm corporation business
        nation country
        city town
        start found establish
        die pass perish
        kill murder assassinate
        marry wed wife husband spouse
        live reside
        work serve
        send transmit
        error fault
        fix repair
        change modify alter
        delete remove erase
        whole entire
        fast quick rapid
        near close
        maximum most
        minimum least
        million millions
        American U.S. US USA America
        British Britain UK English
        band group
        baseball MLB
        novel book
        war conflict
        soldier troop
        airplane aircraft plane
        tall height high
        length long
        weight weigh
        release publish issue
        name call title
        star act appear play
        actor actress
        job role
        answer reply respond
        speed rate
        store shop
        staff employee worker
        customer client
        user member
        picture image photo photograph
        phone telephone
        film movie
        term phrase
        happen occur
        ship vessel boat
        ill sick
        teach educate
        begin originate
    """,
    "ja": """
        開始 始める 始まる
        終了 終わる 終える
        購入 買う
        買収 取得
        利用 使用 使う 用いる
        提供 備える
        対応 サポート
        料金 価格 値段
        死ぬ 死亡 亡くなる
        生まれる 誕生
        大きい 大きな
        小さい 小さな
        高い 高さ
        長い 長さ
        車 自動車
        人 人々 人間
        男性 男 男の人
        女性 女 女の人
        子供 子ども こども 子
        猫 ネコ ねこ
        犬 イヌ いぬ
        象 ゾウ
        馬 ウマ
        鳥 トリ
        皿 お皿
        置く 載せる 乗せる 乗る 載る のる
        停める 停まる とめる とまる 止まる 駐車
        座る すわる 腰掛ける
        立つ 立てる
        持つ 握る 手にする
        イス 椅子 いす
        テーブル 机
        道 道路 路上
        台所 キッチン
        家 お家 住宅
        バイク オートバイ
        トイレ お手洗い
        海 海上
        写真 画像
        並ぶ 並べる
        建物 ビル
    """,
    "ko": """
        시작 개시
        종료 끝나 끝나다
        구매 구입 사다
        이용 사용
        가격 요금 비용
        위치 자리
        숙소 집
        사망 죽다
        출생 태어나 태어나다
        영화 작품
        제공 주다
        지원 지원하다
        크 큰 크다
        좋 좋다 훌륭 훌륭하다 최고
        예쁘 예쁘다 아름답 아름답다
        만족 만족하다 만족스럽 만족스럽다
        계획 예정 방침
        사람 이
        가깝 가까운
        차 자동차
    """,
    "zh": """
        开始 启动
        结束 终止
        购买 买
        收购 并购
        使用 利用
        提供 具有
        价格 费用
        去世 死亡 逝世
        电影 影片
        国家 国
        高度 高
        长度 长
        支持 兼容
    """,
}
SYNONYMS: Final = {language: groups(table) for language, table in _SAME.items()}
