"""Quantities in four languages: their values, units and places, and when two of them agree."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence.scoring.number_words import of_characters, of_words
from evidence.scoring.quantities import quantities
from evidence.scoring.quantity import Quantity
from evidence.scoring.quantity_comparison import compare


def only(text: str) -> Quantity:
    (found,) = quantities(text)
    return found


@pytest.mark.parametrize(
    ("text", "written", "value", "unit"),
    [
        ("It costs $12.50 today", "$12.50", "12.50", "USD"),
        ("a price of 12 euros", "12 euros", "12", "EUR"),
        ("sold for £45m", "£45m", "45000000", "GBP"),
        ("three hundred and thirty-three metres tall", "three hundred and thirty-three metres", "333", "metre"),
        ("買収額は1,200億円だった", "1,200億円", "120000000000", "JPY"),
        ("조식은 1만5천원이다", "1만5천원", "15000", "KRW"),
        ("以3.5亿元收购", "3.5亿元", "350000000", "CNY"),
        ("高さは三百三十三メートル", "三百三十三メートル", "333", "metre"),
        ("높이는 삼백삼십삼 미터", "삼백삼십삼 미터", "333", "metre"),
        ("a drop of −5 °C", "−5 °C", "-5", "celsius"),
        ("気温は氷点下5度", "氷点下5度", "-5", "degree"),
        ("容量は５００ＧＢではなく500GB", "500GB", "500", "gigabyte"),
        ("up 20 percentage points", "20 percentage points", "20", "point"),
        ("百分之20的用户", "百分之20", "20", "percent"),
    ],
)
def test_a_quantity_has_its_value_its_unit_and_its_place(text: str, written: str, value: str, unit: str) -> None:
    found = next(one for one in quantities(text) if text[one.start : one.end] == written)
    assert (found.low, found.high, found.unit) == (Decimal(value), Decimal(value), unit)


@pytest.mark.parametrize(
    ("text", "low", "high", "precision"),
    [
        ("It opened in 1987 with a fair", 19870101, 19871231, "year"),
        ("on 21 May 2016", 20160521, 20160521, "day"),
        ("on May 21st, 2016", 20160521, 20160521, "day"),
        ("on 2016-05-21", 20160521, 20160521, "day"),
        ("in May 2016", 20160501, 20160531, "month"),
        ("2021年6月に", 20210601, 20210631, "month"),
        ("令和5年4月1日に", 20230401, 20230401, "day"),
        ("2020년 6월 3일", 20200603, 20200603, "day"),
        ("in the 1990s", 19900101, 19991231, "decade"),
        ("in the 19th century", 18010101, 19001231, "century"),
        ("in July it rains", 701, 731, "month_of_year"),
        ("at 9:30 pm", 1290, 1290, "clock"),
        ("午前0時10分に", 10, 10, "clock"),
        ("오후 3시부터", 900, 900, "clock"),
    ],
)
def test_times_keep_the_precision_they_are_given_in(text: str, low: int, high: int, precision: str) -> None:
    found = only(text)
    assert (int(found.low), int(found.high), found.unit) == (low, high, precision)


@pytest.mark.parametrize(
    "text",
    [
        "Users may wait.",
        "They march on.",
        "model R3 and KP-20",
        "one of them",
        "一般に十分である",
        "3D print",
        "item_7",
    ],
)
def test_words_and_names_are_no_quantities(text: str) -> None:
    assert quantities(text) == []


def test_years_and_counts_are_told_apart() -> None:
    year, count = quantities("In 1987 it had 2,000 messages.")
    assert (year.dimension, count.dimension, count.noun) == ("date", "count", "messages")
    assert [one.dimension for one in quantities("貸出期間は2週間で、1994年から")] == ["time", "date"]


@pytest.mark.parametrize(
    ("claim", "page", "expected"),
    [
        ("900 s", "15 min", "same"),
        ("5 GB", "5,000 MB", "same"),
        ("5 GB", "5,120 MB", "same"),
        ("5 GB", "5,100 MB", "differs"),
        ("12 euros", "€12", "same"),
        ("$12", "€12", "incomparable"),
        ("14日間", "2週間", "same"),
        ("三天", "72小时", "same"),
        ("1 mile", "1.6 km", "same"),
        ("1 km", "1.02 km", "differs"),
        ("every 6 days", "every 6 months", "differs"),
        ("20 percent", "20 people", "incomparable"),
        ("42 million", "42.3 million", "within"),
        ("42.1 million", "42.3 million", "differs"),
        ("about 350", "343", "within"),
        ("at least 10", "12 people", "within"),
        ("at least 10", "9 people", "differs"),
        ("at least 64 KB", "up to 64 KB", "differs"),
        ("18 watts", "up to 18 watts", "incomparable"),
        ("20 watts", "up to 18 watts", "differs"),
        ("in 2004", "in December 2004", "within"),
        ("in May 2016", "in 2016", "incomparable"),
        ("4 April 2022", "14 April 2022", "differs"),
        ("in May", "on 21 May 2016", "within"),
        ("version 7.2", "version 7.20", "differs"),
        ("30 degrees Celsius", "86 degrees Fahrenheit", "same"),
        ("45 million pounds", "£45m", "same"),
        ("10–20 km", "15 km", "within"),
        ("aged 18–75", "aged 18–65", "differs"),
    ],
)
def test_quantities_are_compared_by_what_they_measure(claim: str, page: str, expected: str) -> None:
    assert compare(only(claim), only(page)) == expected


def test_a_range_is_one_quantity_and_a_change_is_two() -> None:
    distance = only("between 10 and 20 km")
    assert (int(distance.low), int(distance.high)) == (10, 20)
    assert [one.low for one in quantities("rose from 29 to 199")] == [29, 199]


@given(st.integers(min_value=0, max_value=10**13))
def test_a_number_is_read_however_its_thousands_are_written(number: int) -> None:
    assert only(f"{number:,} metres").low == number
    assert only(f"{number} metres").low == number


@given(st.integers(min_value=1, max_value=9_999))
def test_a_number_in_characters_is_read(number: int) -> None:
    written = ""
    for factor, sign in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        digit = number // factor % 10
        written += f"{'一二三四五六七八九'[digit - 1]}{sign}" if digit else ""
    assert of_characters(written) == number
    assert of_characters(f"3億{number}") == 300_000_000 + number


def test_english_words_are_read() -> None:
    assert of_words("two million three hundred thousand and forty-one") == 2_300_041
    assert of_words("a hundred") == 100


@given(st.text(alphabet="0123456789.,-–年月日時分 第百万%$€kmKMGBabth至 to and", max_size=60))
def test_any_text_is_read_with_places_in_it_and_in_order(text: str) -> None:
    ends = [0]
    for found in quantities(text):
        assert ends[-1] <= found.start < found.end <= len(text)
        assert found.low <= found.high
        ends.append(found.end)


@given(st.sampled_from(["5 km", "3 km", "900 s", "15 min", "12 euros", "2004", "May 2016"]))
def test_every_quantity_is_the_same_as_itself(text: str) -> None:
    assert compare(only(text), only(text)) == "same"
