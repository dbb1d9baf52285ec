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
        earn obtain receive gain get collect
        win receive
        situate locate lie stand
        headquarter locate
        inhabitant people person
        prohibit forbid ban outlaw disallow
        illegal unlawful prohibit forbid ban
        appear publish
        publish release
        last span
        latest current newest
        requirement need
        cross span bridge
        responsible charge
        head lead chair
        chief head
        run operate manage
        lead direct
        operate work
        eat feed
        remain stay
        attend visit
        visitor guest
        pupil student
        surgeon doctor
        lawyer attorney
        aid help assistance
        annual yearly annually year
        monthly month
        daily day
        weekly week
        hourly hour
        adopt accept pass
        allow permit authorise authorize
        participate join
        collapse fall
        injure wound hurt
        injured wounded
        launch introduce
        introduce bring
        decade years
        licence license
        license release
        read parse
        support read
        support handle
        convert turn transform
        destroy ruin
        complete finish
        conclude complete
        construction building
        manufacture make produce
        design plan
        investigate examine study
        research study
        researcher scientist
        discover find detect
        consist comprise
        contain hold
        carry transport
        ride journey trip
        road street
        railway railroad rail
        autumn fall
        centre center
        theatre theater
        colour color
        grey gray
        aluminium aluminum
        organisation organization
        defence defense
        programme program
        metre meter
        pupil student learner
        voter elector
        vote ballot
        bill law
        law act
        rule regulation
        agreement deal contract
        contract treaty
        firm business
        subsidiary unit
        division unit department
        branch office
        chairman chair chairwoman chairperson
        turnover revenue sales
        profit earnings
        salary pay wage
        debut premiere
        premiere open
        sequel follow-up
        record album
        stage concert
        prize award
        medal award
        champion winner
        victory win
        defeat beat
        beat overcome
        trainer coach
        manager coach
        stadium ground
        match game
        goal score
        player footballer
        coast shore
        hill mountain
        forest wood woods
        storm hurricane
        quake earthquake
        fire blaze
        flood flooding
        temperature heat
        rain rainfall
        snow snowfall
        illness disease sickness
        medicine drug medication
        vaccine jab
        patient case
        treat cure
        trial study
        percent percentage
        father dad
        mother mum mom
        wed marry
        grave tomb
        bury inter
        emigrate move
        relocate move
        retire leave
        resign quit leave
        appoint name
        elect choose
        nominate name
        sentence condemn
        jail imprison
        prison jail
        accuse charge
        arrest detain
        steal rob
        assault attack
        bomb bombing
        weapon arm
        battle fight
        army troop force
        flee escape
        rescue save
        begin start commence launch open initiate
        depart leave
        arrive reach
        last span continue
        grow rise increase climb
        drop fall decline decrease
        total amount
        exceed surpass top outnumber
        account represent constitute comprise form
        employ staff
        graduate complete
        enter join enlist
        teach lecture instruct train
        move relocate transfer settle
        raise collect
        organise organize hold host arrange stage run
        attend visit
        conduct perform undertake run
        measure record test
        recruit enrol enroll include involve follow
        assign allocate
        experience suffer report
        improve enhance
        extend stretch expand
        renovate refurbish restore modernise modernize
        demolish dismantle raze
        replace substitute supersede
        finance fund sponsor
        approve adopt endorse ratify pass
        announce declare reveal unveil present
        require demand need
        halt stop
        travel ride fly drive sail
        connect link join
        serve run operate
        accommodate seat house hold
        cover span occupy
        perform play
        record register log
        store save keep
        introduce add
        translate render
        reside live inhabit dwell
        manage run head lead direct chair oversee supervise
        found establish create start launch
        construct build erect
        plan intend aim seek
        manufacture produce generate make
        consume use
        win claim earn secure
        study examine investigate research analyse analyze explore
        show find demonstrate indicate reveal
        reduce lower cut decrease
        dub call name title
        train educate
        appoint name nominate
        headquartered based
        participate compete enter
        originate come
        cultivate grow
        breed raise
        drown die
        perish die
        pen write author
        portray play
        narrate tell
        debut appear premiere
        tour travel
        relocate move
        inaugurate open
        unveil open
        shut close
        cease stop end
        abandon leave
        merge combine unite
        split divide separate
        convert turn
        rebuild reconstruct
        enlarge expand extend
        weigh mass
        transport carry convey
        ship send deliver
        purchase acquire buy
        donate give
        award give grant present
        confer award
        honour honor award
        commission order
        supply provide deliver
        equip fit
        operate work function
        detect find discover
        observe see watch
        spot see
        photograph picture
        map chart
        climb ascend
        sink founder
        crash collide
        erupt explode
        injure hurt
        evacuate leave
        rescue save
        repair restore fix
        inspect check examine
        verify check confirm
        calculate compute
        estimate put
        survey poll question interview ask
        respond answer
        victim casualty
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
