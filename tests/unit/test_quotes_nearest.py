"""What is said of a quote that is almost there: where it would stand, and in what the two differ."""

from __future__ import annotations

import pytest

from evidence.quotes import NotFound, QuoteText, find_quote
from evidence.word_diff import word_diff

ENGLISH = (
    "Harbour Times\n"
    "Home News Sport Weather\n"
    "City council approves new tram line\n"
    "By Anna Kowalski, 12 March 2024\n"
    "The city council of Lindholm voted on Monday to approve a new tram line that will connect the central "
    "station with the harbour district. The decision was carried by 31 votes to 18, with 2 abstentions.\n"
    "The project is expected to cost 412 million euros, of which the federal government will pay 60 "
    "percent. Construction is due to begin in autumn 2025 and to be completed by the end of 2029.\n"
    '"This is the largest investment in public transport since 1974," said mayor Karin Holm. Opponents '
    "argued that the money would be better spent on repairing the existing bus network.\n"
    "According to a study published by the Institute for Urban Mobility, the line will carry about 24,000 "
    "passengers a day and reduce car traffic in the city centre by up to 7.5 percent. The study did not "
    "consider the effects of the planned congestion charge.\n"
    "The last tram in Lindholm stopped running in 1968, when the old depot on Mill Street was closed. "
    "Since then, the city has relied on buses alone.\n"
    "Residents of the harbour district have been asked to send their comments by 30 April. The council "
    "will publish the answers on its website in June."
)
JAPANESE = (
    "港湾新聞\n"
    "市議会、新路面電車を承認\n"
    "2024年3月12日\n"
    "リンドホルム市議会は月曜日、中央駅と港湾地区を結ぶ新しい路面電車の路線を承認した。採決の結果は賛成31票"
    "、反対18票、棄権2票だった。\n"
    "事業費は4億1200万ユーロと見込まれ、そのうち60％を連邦政府が負担する。工事は2025年秋に始まり、2029年末"
    "までに完成する予定である。\n"
    "「公共交通への投資としては1974年以来最大だ」とカリン・ホルム市長は述べた。反対派は、既存のバス路線網の"
    "補修に資金を使うべきだと主張した。\n"
    "都市交通研究所の調査によると、この路線は1日に約2万4000人を運び、市中心部の自動車交通量を最大7.5％減ら"
    "すという。調査は、計画中の渋滞税の影響を考慮していない。\n"
    "リンドホルムの最後の路面電車は1968年に運行を終え、ミル通りの古い車庫も閉鎖された。それ以来、市はバスだ"
    "けに頼ってきた。"
)
CHINESE = (
    "港口时报\n"
    "市议会批准新电车线路\n"
    "2024年3月12日\n"
    "林霍姆市议会周一投票批准了一条连接中央车站和港区的新电车线路。表决结果为31票赞成、18票反对、2票弃权。\n"
    "该项目预计耗资4.12亿欧元，其中60%由联邦政府承担。工程定于2025年秋季开工，2029年底前完工。\n"
    "市长卡琳·霍尔姆说：“这是自1974年以来对公共交通的最大投资。”反对者认为，这笔钱应当用于修缮现有的公交网"
    "络。\n"
    "城市交通研究所的研究显示，该线路每天将运送约2.4万名乘客，并使市中心的汽车流量最多减少7.5%。该研究没有"
    "考虑计划中的拥堵费的影响。"
)
KOREAN = (
    "항만신문\n"
    "시의회, 새 노면전차 노선 승인\n"
    "2024년 3월 12일\n"
    "린드홀름 시의회는 월요일 중앙역과 항만 지구를 잇는 새 노면전차 노선을 승인했다. 표결 결과는 찬성 "
    "31표, 반대 18표, 기권 2표였다.\n"
    "사업비는 4억 1200만 유로로 예상되며, 이 가운데 60%를 연방정부가 부담한다. 공사는 2025년 가을에 시작해 "
    "2029년 말까지 완료될 예정이다.\n"
    '카린 홀름 시장은 "1974년 이후 대중교통에 대한 최대 투자"라고 말했다. 반대파는 기존 버스 노선망을 '
    "보수하는 데 돈을 쓰는 것이 낫다고 주장했다.\n"
    "도시교통연구소의 조사에 따르면 이 노선은 하루 약 2만 4000명을 수송하고 도심의 자동차 교통량을 최대 "
    "7.5% 줄일 것이다. 이 조사는 계획 중인 혼잡세의 영향을 고려하지 않았다."
)
CASES: list[tuple[str, str, str, tuple[str, ...]]] = [
    (
        ENGLISH,
        "The decision was carried by 31 votes to 19, with 2 abstentions.",
        "The decision was carried by 31 votes to [-19-]{+18+}, with 2 abstentions.",
        ("number",),
    ),
    (
        ENGLISH,
        "The project is expected to cost 421 million euros",
        "The project is expected to cost [-421-]{+412+} million euros",
        ("number",),
    ),
    (
        ENGLISH,
        "Construction is due to begin in autumn 2025 and be completed by the end of 2029.",
        "Construction is due to begin in autumn 2025 and {+to +}be completed by the end of 2029.",
        ("left_out",),
    ),
    (
        ENGLISH,
        "The city council of Lindholm voted to approve a new tram line",
        "The city council of Lindholm voted {+on Monday +}to approve a new tram line",
        ("left_out",),
    ),
    (
        ENGLISH,
        "The study considered the effects of the planned congestion charge.",
        "The study [-considered-]{+did not consider+} the effects of the planned congestion charge.",
        ("negation", "words"),
    ),
    (
        ENGLISH,
        "the line will carry around 24,000 passengers a day",
        "the line will carry [-around-]{+about+} 24,000 passengers a day",
        ("words",),
    ),
    (
        ENGLISH,
        "The tram is going to cost more than four hundred million euros in total",
        (
            "The [-tram-]{+project+} is [-going-]{+expected+} to cost [-more than four hundred-]{+412+} "
            "million euros{+,+} [-in total-]{+of+}"
        ),
        ("words", "number", "added"),
    ),
    (
        ENGLISH,
        "the federal government will pay 60 percent of the 412 million euros",
        "the federal government will pay 60 percent[- of the 412 million euros-]",
        ("number", "added"),
    ),
    (
        ENGLISH,
        'mayor Karin Holm said "This is the largest investment in public transport since 1974"',
        '[-mayor Karin Holm said -]"This is the largest investment in public transport since 1974[-"-]',
        ("added",),
    ),
    (
        ENGLISH,
        "“The decision was carried by 31 votes to 18.”",
        "[-“-]The decision was carried by 31 votes to 18[-.”-]",
        ("punctuation",),
    ),
    (
        ENGLISH,
        "The last tram in Lindholm stopped running in 1968. Since then, the city has relied on buses alone.",
        (
            "The last tram in Lindholm stopped running in 1968{+, when the old depot on Mill Street was "
            "closed+}. Since then, the city has relied on buses alone."
        ),
        ("left_out",),
    ),
    (
        ENGLISH,
        "Residents of the harbor district have been asked to send their comments",
        "Residents of the [-harbor-]{+harbour+} district have been asked to send their comments",
        ("words",),
    ),
    (
        ENGLISH,
        "Opponents argued that the money would be better spent on repairing the existing bus network, and on schools.",
        (
            "Opponents argued that the money would be better spent on repairing the existing bus network[-, "
            "and on schools.-]"
        ),
        ("added",),
    ),
    (
        ENGLISH,
        "The council of the city will publish the answers on their website in June",
        "[-The council of the city -]will publish the answers on [-their-]{+its+} website in June",
        ("added", "words"),
    ),
    (
        JAPANESE,
        "採決の結果は賛成31票、反対19票、棄権2票だった。",
        "採決の結果は賛成31票、反対[-19-]{+18+}票、棄権2票だった。",
        ("number",),
    ),
    (
        JAPANESE,
        "事業費は4億2100万ユーロと見込まれ",
        "事業費は4億[-2100-]{+1200+}万ユーロと見込まれ",
        ("number",),
    ),
    (
        JAPANESE,
        "調査は、計画中の渋滞税の影響を考慮している。",
        "調査は、計画中の渋滞税の影響を考慮してい[-る。-]{+ない+}",
        ("negation", "words"),
    ),
    (
        JAPANESE,
        "この路線は1日に約2万4千人を運び",
        "この路線は1日に約2万[-4千-]{+4000+}人を運び",
        ("number", "added"),
    ),
    (
        JAPANESE,
        "市議会は月曜日に新しい路面電車の路線を承認した",
        "市議会は月曜日[-に-]{+、中央駅と港湾地区を結ぶ+}新しい路面電車の路線を承認した",
        ("words",),
    ),
    (
        JAPANESE,
        "市長のカリン・ホルムは「公共交通への投資としては1974年以来最大だ」と述べた",
        "[-市長のカリン・ホルムは-]「公共交通への投資としては1974年以来最大だ」と[-述べた-]{+カリン+}",
        ("added", "words"),
    ),
    (
        JAPANESE,
        "電車を作るお金は連邦政府が半分以上払うことになった",
        "[-電車を作るお金は-]連邦政府が[-半分以上払うことになった-]",
        ("added",),
    ),
    (
        JAPANESE,
        "リンドホルムの最後の路面電車は1968年に運行を終えた。それ以来、市はバスだけに頼ってきた。",
        (
            "リンドホルムの最後の路面電車は1968年に運行を終え{+、ミル通りの古い車庫も閉鎖され+}た。それ以来、市"
            "はバスだけに頼ってきた。"
        ),
        ("left_out",),
    ),
    (
        CHINESE,
        "该项目预计耗资4.21亿欧元，其中60%由联邦政府承担",
        "该项目预计耗资[-4.21-]{+4.12+}亿欧元，其中60%由联邦政府承担",
        ("number",),
    ),
    (
        CHINESE,
        "该研究考虑了计划中的拥堵费的影响。",
        "该研究{+没有+}考虑[-了-]计划中的拥堵费的影响。",
        ("negation", "left_out", "added"),
    ),
    (
        CHINESE,
        "每天将运送约24000名乘客",
        "每天将运送约[-24000-]{+2.4万+}名乘客",
        ("number", "left_out"),
    ),
    (
        CHINESE,
        "林霍姆市议会批准了新电车线路",
        "林霍姆市议会{+周一投票+}批准了{+一条连接中央车站和港区的+}新电车线路",
        ("left_out",),
    ),
    (
        KOREAN,
        "표결 결과는 찬성 31표, 반대 19표, 기권 2표였다.",
        "표결 결과는 찬성 31표, 반대 [-19-]{+18+}표, 기권 2표였다.",
        ("number",),
    ),
    (
        KOREAN,
        "이 조사는 계획 중인 혼잡세의 영향을 고려했다.",
        "이 조사는 계획 중인 혼잡세의 영향을 [-고려했다.-]{+고려하지 않았다+}",
        ("negation", "words"),
    ),
    (
        KOREAN,
        "린드홀름 시의회는 새 노면전차 노선을 승인했다",
        "린드홀름 시의회는{+ 월요일 중앙역과 항만 지구를 잇는+} 새 노면전차 노선을 승인했다",
        ("left_out",),
    ),
    (
        KOREAN,
        "공사는 2025년 가을에 시작하여 2029년 말까지 완료될 예정이다",
        "공사는 2025년 가을에 [-시작하여-]{+시작해+} 2029년 말까지 완료될 예정이다",
        ("words",),
    ),
]


@pytest.mark.promise("QUOTE-7")
@pytest.mark.parametrize(("text", "quote", "diff", "differs"), CASES)
def test_a_near_miss_tells_where_the_quote_would_stand_and_what_differs(
    text: str, quote: str, diff: str, differs: tuple[str, ...]
) -> None:
    answer = find_quote(QuoteText(text), quote)
    assert isinstance(answer, NotFound)
    assert answer.nearest is not None
    reads = text[answer.nearest.reads.start : answer.nearest.reads.end]
    assert word_diff(quote, reads) == diff
    assert answer.nearest.differs == differs


def test_what_differs_is_said_in_the_message() -> None:
    said = {
        "The decision was carried by 30 votes": "a number differs",
        "The study did consider the effects": "a negation",
        "the line will carry around 24,000": "words differ",
        "was closed. Then, the city has relied": "leaves out words",
        "and to be quite completed by": "has words that do not stand there",
        "the answers on its website in June!": "only marks and spacing differ",
        "The ships of the north carry about 24,000 crates": "only a part of it is",
        "Zebras zigzag": "nor any longer part",
    }
    for quote, words in said.items():
        answer = find_quote(QuoteText(ENGLISH), quote)
        assert isinstance(answer, NotFound)
        assert words in answer.message, (quote, answer.message)
