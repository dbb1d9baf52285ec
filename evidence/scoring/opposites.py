"""Words that mean the opposite, by language, as lemmas.

Every word of one side of a bar opposes every one of the other.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from evidence.scoring.word_tables import sides

_OPPOSITES: Final[Mapping[str, str]] = {
    "en": """
        raise increase rise grow climb expand gain widen boost | lower decrease reduce fall drop decline
          shrink cut lose lessen diminish
        accept approve grant allow permit authorize authorise | reject deny refuse forbid prohibit ban block
          disallow
        support favor favour endorse | oppose resist
        enable activate | disable deactivate
        include contain | exclude omit
        open | close shut
        start begin launch commence introduce | end stop finish cease discontinue abolish
        add | remove delete
        buy purchase acquire | sell
        win defeat | lose
        succeed pass | fail
        arrive | depart leave
        enter join | leave exit quit
        import | export
        upload | download
        upgrade | downgrade
        encrypt | decrypt
        connect attach | disconnect detach
        lock | unlock
        install | uninstall
        accelerate speed | slow delay decelerate
        strengthen improve | weaken worsen deteriorate
        confirm prove | deny refute disprove
        love like enjoy | hate dislike
        remember | forget
        appear | disappear vanish
        create build construct establish found | destroy demolish dissolve
        live survive alive | die dead
        rich | poor
        high tall | low short
        higher taller | lower shorter
        highest tallest | lowest shortest
        large big great huge | small little tiny
        larger bigger greater more | smaller less fewer
        largest biggest greatest most | smallest least fewest
        long longer longest | short shorter shortest
        fast quick rapid | slow
        faster quicker | slower
        fastest quickest | slowest
        early earlier earliest | late later latest
        old older oldest elder eldest | new young younger newer youngest newest
        good better best | bad worse worst
        positive positively favorable favourable | negative negatively unfavorable unfavourable
        strong stronger | weak weaker
        easy easier | hard difficult harder
        hot warm hotter warmer | cold cool colder cooler
        heavy heavier | light lighter
        wide wider | narrow narrower
        deep | shallow
        cheap cheaper | expensive costly
        safe secure | dangerous unsafe insecure vulnerable
        public | private
        free | paid
        optional voluntary | mandatory required compulsory obligatory
        legal lawful | illegal unlawful
        true correct right | false incorrect wrong
        full | empty
        first | last
        before | after
        above over | below under
        inside indoors | outside outdoors
        internal | external
        minimum | maximum
        ascend ascending | descend descending
        synchronous synchronously | asynchronous asynchronously
        mutable | immutable
        static | dynamic
        compiled compile | interpreted interpret
        online | offline
        manual manually | automatic automatically
        temporary temporarily | permanent permanently
        left | right
        single | multiple married
        major | minor
        guilty | innocent
        present | absent
        profit | loss
        victory | defeat
        ally friend | enemy
        unanimous unanimously | split
        ahead early | behind late
        delayed late | punctual
        rural | urban
        ancient | modern
        natural | artificial
        cause | prevent
        sick ill | healthy
        rising | falling fall decline
        falling | rising rise grow
        indoors indoor | outdoors outdoor
        up | down
        cheapest | expensive
        rent lease | own
        grow growing | shrink shrinking
        double treble | halve
        remain stay | change
        unite merge | separate split divide
        hire employ appoint | fire dismiss sack
        common | rare
        simple | complex complicated
        upstream | downstream
        import | export
    """,
    "ja": """
        上げる 引き上げる 上がる 上昇 増加 増える 増やす 拡大 引き上げ 増 | 下げる 引き下げる 下がる 下落 減少
          減る 減らす 縮小 低下 引き下げ 減
        開始 始める 始まる 開く 開業 開店 開館 | 終了 終える 終わる 閉じる 閉まる 廃業 閉店 閉館 廃止 中止
        許可 承認 認める 容認 | 禁止 拒否 却下 否認 禁じる
        賛成 支持 | 反対
        有効 有効化 | 無効 無効化
        可能 | 不可能 不可
        必要 必須 | 不要 任意
        有料 | 無料
        公開 | 非公開
        成功 合格 | 失敗 不合格
        勝つ 勝利 | 負ける 敗れる 敗北
        買う 購入 買収 | 売る 売却
        輸入 | 輸出
        追加 | 削除
        増税 | 減税
        黒字 | 赤字
        高い | 低い 安い
        大きい 大 | 小さい 小
        多い | 少ない
        長い | 短い
        速い 早い | 遅い
        新しい | 古い
        強い | 弱い
        良い | 悪い
        明るい | 暗い
        熱い 暑い | 冷たい 寒い
        広い | 狭い
        重い | 軽い
        簡単 容易 | 困難 難しい
        安全 | 危険
        上 | 下
        左 | 右
        内 中 | 外
        前 | 後
        東 | 西
        南 | 北
        男性 男 男子 | 女性 女 女子
        大人 | 子供 子ども
        生まれる 誕生 | 死ぬ 死亡 亡くなる
        建てる 建設 | 解体 壊す 取り壊す
        同期 | 非同期
        最大 | 最小
        最高 | 最低
        最初 | 最後
        前期 初期 | 後期
        公立 | 私立
        座る | 立つ
        乗る | 降りる
        入る 入場 | 出る 退場
        勝訴 | 敗訴
        有罪 | 無罪
        一般 | 特別
    """,
    "ko": """
        늘 늘다 늘리 늘리다 늘어나 늘어나다 증가 오르 오르다 올리 올리다 상승 인상 확대 높이 높이다 높아지 | 줄
          줄다 줄이 줄이다 줄어들 줄어들다 감소 내리 내리다 하락 인하 축소
          낮추 낮추다 낮아지
        시작 개시 열 열다 개장 출시 개막 | 종료 끝나 끝나다 끝내 닫 닫다 폐쇄 중단 폐막 폐지
        허용 허가 승인 가능 | 금지 거부 불허 불가능 불가
        찬성 지지 동의 | 반대
        필요 필수 | 불필요 선택
        활성화 | 비활성화
        유료 | 무료
        공개 | 비공개
        성공 합격 | 실패 불합격
        이기 이기다 승리 | 지 패배 패하
        사 사다 구매 구입 매입 인수 | 팔 팔다 판매 매각
        수입 | 수출
        추가 | 삭제
        흑자 | 적자
        높 높다 높은 | 낮 낮다 낮은
        크 크다 큰 넓 넓다 | 작 작다 작은 좁 좁다
        많 많다 | 적 적다
        길 길다 | 짧 짧다
        빠르 빠르다 | 느리 느리다 늦 늦다
        새롭 새롭다 | 오래되 오래되다 낡
        강하 강하다 강력 | 약하 약하다
        좋 좋다 훌륭 만족 편하 편리 깨끗 깔끔 친절 | 나쁘 나쁘다 불편 불만 더럽 더럽다 지저분 불친절 형편없
        밝 밝다 | 어둡 어둡다
        덥 뜨겁 따뜻 | 춥 차갑 차가운
        무겁 | 가볍
        쉽 쉽다 간단 | 어렵 어렵다 복잡 힘들
        안전 | 위험
        조용 한적 | 시끄럽 시끄러운 복잡 번잡
        가깝 가까운 가까이 | 멀 멀다 먼
        위 | 아래 밑
        왼쪽 | 오른쪽
        안 내부 | 밖 외부
        앞 | 뒤
        동쪽 동부 | 서쪽 서부
        남쪽 남부 | 북쪽 북부
        경기남부 | 경기북부
        남자 남성 | 여자 여성
        살 생존 | 죽 죽다 사망
        최초 첫 첫번째 처음 | 마지막 최후
        초기 전기 | 후기 말기
        최대 최고 | 최소 최저
        재미있 재밌 | 지루 재미없
        아름답 예쁘 | 추하 못생기
        비싸 비싼 | 싸 싼 저렴
        국내 | 해외 국외
        공립 | 사립
        동기 | 비동기
        온라인 | 오프라인
        기쁘 행복 | 슬프 불행
    """,
    "zh": """
        提高 增加 上升 上涨 上調 上调 增长 扩大 升高 上漲 | 降低 减少 下降 下跌 下调 下調 缩小 減少
        开始 启动 开放 开业 開始 啟動 | 结束 停止 关闭 停业 終止 終了
        允许 批准 许可 同意 允許 | 禁止 拒绝 不准 拒絕
        支持 赞成 | 反对 反對
        启用 激活 | 禁用 停用
        可能 | 不可能
        必须 必需 | 可选 自愿
        免费 | 收费 付费
        公开 | 私有 保密
        成功 | 失败
        胜利 赢 击败 | 失利 输
        购买 收购 买 | 出售 卖
        进口 | 出口
        增加 添加 | 删除
        盈利 | 亏损
        高 | 低
        大 | 小
        多 | 少
        长 | 短
        快 | 慢
        新 | 旧
        强 | 弱
        好 | 坏
        热 | 冷
        重 | 轻
        容易 简单 | 困难 复杂
        安全 | 危险
        上 | 下
        左 | 右
        东 | 西
        南 | 北
        男 男性 | 女 女性
        出生 | 去世 死亡
        建造 建成 | 拆除
        同步 | 异步
        最大 最高 | 最小 最低
        首次 第一 | 最后
        早期 | 晚期
        上传 | 下载
    """,
}
_COMPLEMENTS: Final[Mapping[str, str]] = {
    "en": """
        allow permit authorize authorise | forbid prohibit ban disallow outlaw
        legal lawful | illegal unlawful
        possible | impossible
        alive | dead
        true correct | false incorrect wrong
        optional voluntary | mandatory required compulsory obligatory
        open | close closed shut
        win | lose
        pass succeed | fail
        include | exclude
        present | absent
        guilty | innocent
        enable | disable
        public | private
        accept approve | reject
        mutable | immutable
        synchronous | asynchronous
        free | paid
    """,
}
COMPLEMENTS: Final = {language: sides(table) for language, table in _COMPLEMENTS.items()}
"""Opposites between which there is no third: what is not the one is the other."""
OPPOSITES: Final = {language: sides(table) for language, table in _OPPOSITES.items()}
