"""Ways to write a quantity: fractions, rates, sums of units, vague numbers, dates; and reading undoes writing."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.scoring.quantities import Quantity, compare, quantities


def only(text: str, language: str | None = None) -> Quantity:
    (found,) = quantities(text, language)
    return found


@pytest.mark.parametrize(
    ("text", "written", "low", "high", "unit", "dimension"),
    [
        ("a third of them", "a third", "33.33", "33.34", "fraction", "percent"),
        ("about two-thirds of it", "two-thirds", "66.66", "66.67", "fraction", "percent"),
        ("one in five agreed", "one in five", "20", "20", "fraction", "percent"),
        ("4分の1", "4分の1", "25", "25", "fraction", "percent"),
        ("5분의 2", "5분의 2", "40", "40", "fraction", "percent"),
        ("四分之三", "四分之三", "75", "75", "fraction", "percent"),
        ("百分之十五", "百分之十五", "15", "15", "percent", "percent"),
        ("가입자의 절반", "절반", "50", "50", "fraction", "percent"),
        ("two and a half hours", "two and a half hours", "2.5", "2.5", "hour", "time"),
        ("half an hour", "half an hour", "0.5", "0.5", "hour", "time"),
        ("half a million users", "half a million", "500000", "500000", "", "count"),
        ("2時間半", "2時間半", "2.5", "2.5", "hour", "time"),
        ("두 시간 반", "두 시간 반", "2.5", "2.5", "hour", "time"),
        ("两个半小时", "两个半小时", "2.5", "2.5", "hour", "time"),
        ("1½ miles", "1½ miles", "1.5", "1.5", "mile", "length"),
        ("5 ft 10 in tall", "5 ft 10 in", "70", "70", "inch", "length"),
        ("1時間30分", "1時間30分", "90", "90", "minute", "time"),
        ("3조 4,500억 원", "3조 4,500억 원", "3450000000000", "3450000000000", "KRW", "money:KRW"),
        ("3.45万亿元", "3.45万亿元", "3450000000000", "3450000000000", "CNY", "money:CNY"),
        ("スピードは時速60キロ", "60キロ", "60", "60", "kilometre_per_hour", "speed"),
        ("20 km per hour", "20 km per hour", "20", "20", "kilometre_per_hour", "speed"),
        ("50 mg/dL", "50 mg/dL", "50", "50", "milligram/dL", "mass/dl"),
        ("営業損益は▲20億円", "▲20億円", "-2000000000", "-2000000000", "JPY", "money:JPY"),
        ("hundreds of people", "hundreds", "100", "999", "", "count"),
        ("数千人", "数千人", "1000", "9999", "", "count"),
        ("수백 명", "수백 명", "100", "999", "", "count"),
        ("스물다섯 명", "스물다섯 명", "25", "25", "", "count"),
        ("HK$30 each", "HK$30", "30", "30", "HKD", "money:HKD"),
        ("100 ms", "100 ms", "100", "100", "millisecond", "time"),
        ("the server 192.168.0.1", "192.168.0.1", "19201680000.0001", "19201680000.0001", "", "version"),
        ("call 555-123-4567", "555-123-4567", "5551234567", "5551234567", "", "identifier"),
    ],
)
def test_a_quantity_is_read_as_it_is_written(
    text: str, written: str, low: str, high: str, unit: str, dimension: str
) -> None:
    found = next(one for one in quantities(text) if text[one.start : one.end] in (written, written.partition(" ")[0]))
    assert (found.unit, found.dimension) == (unit, dimension)
    assert Decimal(low) <= found.low <= found.high <= Decimal(high)


@pytest.mark.parametrize(
    ("text", "low", "high", "precision"),
    [
        ("Q3 2024", 20240701, 20240931, "quarter"),
        ("the second quarter of 2020", 20200401, 20200631, "quarter"),
        ("2024年第三季度", 20240701, 20240931, "quarter"),
        ("2024年第1四半期", 20240101, 20240331, "quarter"),
        ("3분기에", 701, 931, "month_of_year"),
        ("二〇二四年五月一日", 20240501, 20240501, "day"),
        ("民国113年", 20240101, 20241231, "year"),
        ("令和五年十月二十一日", 20231021, 20231021, "day"),
        ("21/05/2016", 20160521, 20160521, "day"),
        ("05/06/2016", 20160506, 20160605, "day"),
        ("3–5 May 2020", 20200503, 20200505, "day"),
        ("2024년 1~3월", 20240101, 20240331, "month"),
        ("下午三点半", 930, 930, "clock"),
        ("at 10:30 PM", 1350, 1350, "clock"),
        ("in the twenty-first century", 20010101, 21001231, "century"),
    ],
)
def test_a_date_is_read_as_it_is_written(text: str, low: int, high: int, precision: str) -> None:
    found = only(text)
    assert (int(found.low), int(found.high), found.unit) == (low, high, precision)


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("≥10 nodes", "at_least"),
        ("<5%", "less"),
        ("more than 40%", "more"),
        ("no more than 40%", "at_most"),
        ("within 14 days", "at_most"),
        ("20人未満", "less"),
        ("100명을 넘는", "more"),
        ("不超过20人", "at_most"),
        ("10名以上", "at_least"),
        ("40%", "exact"),
    ],
)
def test_a_limit_is_told_by_the_words_beside_it(text: str, bound: str) -> None:
    assert only(text).bound == bound


@pytest.mark.parametrize(
    ("claim", "page", "expected"),
    [
        ("33 percent", "a third of", "same"),
        ("半分", "50%", "same"),
        ("三成", "30%", "same"),
        ("40 percent", "a third of", "differs"),
        ("90 minutes", "1 hour 30 minutes", "same"),
        ("178 cm", "5 ft 10 in", "same"),
        ("$120 per year", "$10 per month", "same"),
        ("$10 per year", "$10 per month", "differs"),
        ("月額1000円", "1,000円/月", "same"),
        ("$10 per person", "$10 per month", "incomparable"),
        ("$10", "$10 per month", "same"),
        ("300 people", "hundreds of people", "incomparable"),
        ("3,000 people", "hundreds of people", "differs"),
        ("6 May 2016", "05/06/2016", "incomparable"),
        ("May 2016", "Q2 2016", "incomparable"),
        ("Q2 2016", "4 May 2016", "within"),
        ("60 km/h", "時速60キロ", "same"),
        ("1,000 hPa", "100 kPa", "same"),
        ("555-123-4567", "555-123-4568", "differs"),
        ("192.168.0.1", "192.168.0.2", "differs"),
    ],
)
def test_quantities_are_compared_across_the_ways_to_write_them(claim: str, page: str, expected: str) -> None:
    assert compare(only(claim), only(page)) == expected


@pytest.mark.parametrize(
    "text", ["세계", "두개골이", "一般的", "万一", "3Dプリンター", "other half of it", "half-time"]
)
def test_words_with_numbers_in_them_are_no_quantities(text: str) -> None:
    assert quantities(text) == []


@pytest.mark.parametrize(("language", "expected"), [("de", "1234.5"), ("fr", "1234.5"), ("en", "1.234")])
def test_the_decimal_mark_is_the_languages(language: str, expected: str) -> None:
    text = "1.234,5 km" if language != "en" else "1.234 km"
    assert only(text, language).low == Decimal(expected)


_HAN = "〇一二三四五六七八九"
_HANGUL = "영일이삼사오육칠팔구"


def _in_characters(number: int, digits: str, factors: str, myriads: str) -> str:
    """A whole number as Chinese or Sino-Korean writes it, each group of four with its power of ten."""
    groups = []
    for place, myriad in enumerate(["", *myriads]):
        section = number // 10_000**place % 10_000
        written = ""
        for power, factor in ((3, factors[2]), (2, factors[1]), (1, factors[0]), (0, "")):
            digit = section // 10**power % 10
            if digit:
                written += (digits[digit] if digit > 1 or power == 0 else "") + factor
        groups.append(f"{written}{myriad}" if written else "")
    return "".join(reversed(groups))


@given(st.integers(min_value=10, max_value=10**12 - 1))
def test_reading_undoes_writing_a_whole_number_in_four_languages(number: int) -> None:
    written = {
        f"{number:,} km",
        f"{number} km",
        f"{number}キロ",
        str(number).translate(str.maketrans("0123456789", "０１２３４５６７８９")) + "キロ",
        f"{_in_characters(number, _HAN, '十百千', '万億')}キロ",
        f"{_in_characters(number, _HAN, '十百千', '万亿')}公里",
        f"{_in_characters(number, _HANGUL, '십백천', '만억')} 킬로미터",
    }
    read = {text: [(one.low, one.unit) for one in quantities(text)] for text in written}
    assert read == {text: [(Decimal(number), "kilometre")] for text in written}


@given(st.decimals(min_value=0, max_value=10**9, places=2, allow_nan=False))
def test_reading_undoes_writing_a_price_by_its_languages_marks(price: Decimal) -> None:
    english = f"{price:,}"
    continental = english.translate(str.maketrans(",.", ".,"))
    assert only(f"${english}").low == price
    assert only(f"{continental} euros", "de").low == price
    assert only(f"{english}元").low == price


_WRITTEN = (
    *("5 km", "3 miles", "900 s", "15 min", "5 GB", "5,120 MB", "$12", "12 euros", "20%", "a third of", "version 7.2"),
    *("2004", "May 2016", "21 May 2016", "Q2 2016", "14日間", "三天", "30 degrees Celsius", "86 °F", "45 people"),
)


@given(st.sampled_from(_WRITTEN), st.sampled_from(_WRITTEN))
def test_two_exact_quantities_agree_or_differ_whichever_is_asked_about(one: str, other: str) -> None:
    there, back = compare(only(one), only(other)), compare(only(other), only(one))
    symmetric = {"same": {"same"}, "differs": {"differs"}, "within": {"incomparable", "within"}}
    assert back in symmetric.get(there, {"incomparable", "within"})
