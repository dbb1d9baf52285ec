"""Units of measure: how they are written, what they measure, and how they convert."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

import regex


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit; `factor` turns a number of it into the base unit of its dimension."""

    name: str
    dimension: str
    factor: Decimal


_TABLE: Final = """
time        | second 1 | second seconds sec secs s 秒 秒間 초 초간 秒钟 秒鐘
time        | minute 60 | minute minutes min mins 分 分間 分钟 分鐘 분 분간
time        | hour 3600 | hour hours hr hrs h 時間 小时 小時 시간 个小时
time        | day 86400 | day days 日 日間 天 일 일간 昼夜
time        | week 604800 | week weeks 週 週間 周 星期 个星期 礼拜 주 주간 주일
time        | month 2629800 | month months か月 ヶ月 カ月 ヵ月 か月間 ヶ月間 个月 個月 개월 개월간
time        | year 31557600 | year years yr yrs 年 年間 年间 년 년간 年半 周年
time        | decade 315576000 | decade decades
time        | century 3155760000 | century centuries
length      | millimetre 0.001 | mm millimetre millimetres millimeter millimeters ミリ ミリメートル 毫米 밀리미터
length      | centimetre 0.01 | cm centimetre centimetres centimeter centimeters センチ センチメートル 厘米 센티미터
length      | metre 1 | m metre metres meter meters メートル 米 미터
length      | kilometre 1000 | km kilometre kilometres kilometer kilometers キロ キロメートル 公里 千米 킬로미터
length      | inch 0.0254 | inch inches インチ 英寸 인치
length      | foot 0.3048 | ft foot feet フィート 英尺 피트
length      | yard 0.9144 | yd yard yards ヤード 码
length      | mile 1609.344 | mi mile miles マイル 英里 마일
mass        | milligram 0.000001 | mg milligram milligrams ミリグラム 毫克 밀리그램
mass        | gram 0.001 | g gram grams gramme grammes グラム 克 그램
mass        | kilogram 1 | kg kilogram kilograms kilo kilos キログラム 公斤 千克 킬로그램
mass        | tonne 1000 | t ton tons tonne tonnes トン 吨 噸 톤
mass        | ounce 0.028349523125 | oz ounce ounces オンス 盎司 온스
mass        | pound 0.45359237 | lb lbs
area        | square_metre 1 | m² m2 ㎡ sqm 平方メートル 平米 平方米 제곱미터
area        | square_kilometre 1000000 | km² km2 平方キロ 平方キロメートル 平方公里 제곱킬로미터
area        | hectare 10000 | ha hectare hectares ヘクタール 公顷 헥타르
area        | acre 4046.8564224 | acre acres エーカー 英亩 에이커
volume      | millilitre 0.001 | ml mL millilitre millilitres milliliter milliliters ミリリットル 毫升 밀리리터
volume      | litre 1 | l L litre litres liter liters リットル 升 公升 리터
volume      | cubic_metre 1000 | m³ m3 立方メートル 立方米 세제곱미터
volume      | gallon 3.785411784 | gal gallon gallons ガロン 加仑 갤런
data        | bit 0.125 | bit bits ビット 比特
data        | byte 1 | B byte bytes バイト 字节 바이트
data        | kilobyte 1000 | KB kB kilobyte kilobytes キロバイト 킬로바이트
data        | megabyte 1000000 | MB megabyte megabytes メガバイト 兆字节 메가바이트
data        | gigabyte 1000000000 | GB gigabyte gigabytes ギガバイト 吉字节 기가바이트
data        | terabyte 1000000000000 | TB terabyte terabytes テラバイト 太字节 테라바이트
data        | petabyte 1000000000000000 | PB petabyte petabytes
data        | kibibyte 1024 | KiB
data        | mebibyte 1048576 | MiB
data        | gibibyte 1073741824 | GiB
data        | tebibyte 1099511627776 | TiB
power       | watt 1 | W watt watts ワット 瓦 瓦特 와트
power       | kilowatt 1000 | kW kilowatt kilowatts キロワット 千瓦 킬로와트
power       | megawatt 1000000 | MW megawatt megawatts メガワット 兆瓦 메가와트
power       | gigawatt 1000000000 | GW gigawatt gigawatts ギガワット 吉瓦 기가와트
energy      | joule 1 | J joule joules ジュール 焦耳 줄
energy      | kilowatt_hour 3600000 | kWh キロワット時 千瓦时 킬로와트시
energy      | kilocalorie 4184 | kcal キロカロリー 千卡 킬로칼로리
charge      | milliampere_hour 1 | mAh
frequency   | hertz 1 | Hz hertz ヘルツ 赫兹 헤르츠
frequency   | kilohertz 1000 | kHz キロヘルツ 千赫 킬로헤르츠
frequency   | megahertz 1000000 | MHz メガヘルツ 兆赫 메가헤르츠
frequency   | gigahertz 1000000000 | GHz ギガヘルツ 吉赫 기가헤르츠
speed       | metre_per_second 3.6 | m/s
speed       | kilometre_per_hour 1 | km/h kmh kph
speed       | mile_per_hour 1.609344 | mph
temperature | celsius 1 | °C ℃ celsius 摂氏 摄氏度 도
temperature | fahrenheit 1 | °F ℉ fahrenheit
temperature | degree 1 | ° degree degrees 度
percent     | percent 1 | % percent パーセント 퍼센트 프로 pct
percent     | tenth 10 | 割 할
points      | point 1 | %p 퍼센트포인트 百分点 个百分点
money:USD   | USD 1 | dollar dollars USD US$ $ ドル 美元 달러 米ドル
money:USD   | US_cent 0.01 | cent cents セント 美分
money:EUR   | EUR 1 | euro euros EUR € ユーロ 欧元 유로
money:GBP   | GBP 1 | £ GBP sterling ポンド 英镑 英鎊 파운드
pounds      | pounds 1 | pound pounds
money:JPY   | JPY 1 | yen JPY ¥ 円 日元 엔
money:CNY   | CNY 1 | yuan RMB CNY 元 人民币 위안 块钱
money:KRW   | KRW 1 | won KRW ₩ 원 ウォン 韩元
money:CHF   | CHF 1 | CHF franc francs
money:INR   | INR 1 | rupee rupees INR ₹
multiple    | times 1 | times fold 倍 배
people      | person 1 | 人 名 명
"""
_PHRASES: Final = {
    "percentage points": "point",
    "percentage point": "point",
    "per cent": "percent",
    "degrees Celsius": "celsius",
    "degree Celsius": "celsius",
    "degrees Fahrenheit": "fahrenheit",
    "pounds sterling": "GBP",
    "US dollars": "USD",
    "square metres": "square_metre",
    "square meters": "square_metre",
    "square kilometres": "square_kilometre",
    "square kilometers": "square_kilometre",
    "cubic metres": "cubic_metre",
    "cubic meters": "cubic_metre",
    "kilometres per hour": "kilometre_per_hour",
    "kilometers per hour": "kilometre_per_hour",
    "miles per hour": "mile_per_hour",
    "metres per second": "metre_per_second",
    "meters per second": "metre_per_second",
}
SIGNS: Final = {"US$": "USD", "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "￥": "JPY", "₩": "KRW", "₹": "INR"}
"""Signs of money that stand before a number."""


def _units() -> tuple[dict[str, Unit], dict[str, Unit]]:
    """The units by their names, and by every way to write them."""
    named: dict[str, Unit] = {}
    written: dict[str, Unit] = {}
    for line in _TABLE.strip().splitlines():
        dimension, made, forms = (part.strip() for part in line.split("|"))
        name, factor = made.split()
        unit = named[name] = Unit(name, dimension, Decimal(factor))
        written |= dict.fromkeys(forms.split(), unit)
    written |= {phrase: named[name] for phrase, name in _PHRASES.items()}
    return named, written


UNITS, _WRITTEN = _units()
_BY_LENGTH: Final = sorted(_WRITTEN, key=len, reverse=True)
_LATIN: Final = [form for form in _BY_LENGTH if form[-1].isascii() and form[-1].isalnum()]
_OTHER: Final = [form for form in _BY_LENGTH if form not in _LATIN]
UNIT: Final = regex.compile(
    rf"[ \u00a0\u202f-]?(?P<latin>{'|'.join(regex.escape(form) for form in _LATIN)})(?![A-Za-z0-9²³])"
    rf"|[ \u00a0\u202f]?(?P<other>{'|'.join(regex.escape(form) for form in _OTHER)})"
)
"""What may follow a number as its unit."""
_LONG: Final = [form for form in _LATIN if len(form) > 3]
_CAPITAL: Final = regex.compile(
    rf"[ \u00a0-]?(?P<latin>{'|'.join(regex.escape(form) for form in _LONG)})(?![A-Za-z])", regex.IGNORECASE
)


def unit_at(text: str, at: int) -> tuple[Unit, int] | None:
    """The unit that is written at `at`, and where it ends."""
    found = UNIT.match(text, at) or _CAPITAL.match(text, at)
    if found is None:
        return None
    form = found["latin"] if found["latin"] is not None else found["other"]
    unit = _WRITTEN.get(form) or _WRITTEN.get(form.lower())
    return (unit, found.end()) if unit is not None else None
