"""Units of measure and of money: what they measure, how they convert, how they are written in four languages."""

from __future__ import annotations

from typing import Final

TABLE: Final = """
time        | nanosecond 0.000000001 | ns nanosecond nanoseconds ナノ秒 나노초 纳秒
time        | microsecond 0.000001 | µs μs us microsecond microseconds マイクロ秒 마이크로초 微秒
time        | millisecond 0.001 | ms msec millisecond milliseconds ミリ秒 밀리초 毫秒
time        | second 1 | second seconds sec secs s 秒 秒間 초 초간 秒钟 秒鐘
time        | minute 60 | minute minutes min mins 分 分間 分钟 分鐘 분 분간
time        | hour 3600 | hour hours hr hrs h 時間 小时 小時 시간 个小时
time        | day 86400 | day days 日 日間 天 일 일간 昼夜
time        | week 604800 | week weeks 週 週間 周 星期 个星期 礼拜 주 주간 주일
time        | month 2629800 | month months か月 ヶ月 カ月 ヵ月 か月間 ヶ月間 カ月間 个月 個月 개월 개월간 달 달간
time        | year 31557600 | year years yr yrs 年 年間 年间 년 년간 周年 주년
time        | decade 315576000 | decade decades
time        | century 3155760000 | century centuries
length      | nanometre 0.000000001 | nm nanometre nanometres nanometer nanometers ナノメートル 纳米 나노미터
length      | micrometre 0.000001 | µm μm micron microns micrometre micrometres マイクロメートル 微米 마이크로미터
length      | millimetre 0.001 | mm millimetre millimetres millimeter millimeters ミリ ミリメートル 毫米 밀리미터
length      | centimetre 0.01 | cm centimetre centimetres centimeter centimeters センチ センチメートル 厘米 센티미터
length      | metre 1 | m metre metres meter meters メートル 米 미터
length      | kilometre 1000 | km kilometre kilometres kilometer kilometers キロ キロメートル 公里 千米 킬로미터
length      | inch 0.0254 | inch inches インチ 英寸 인치
length      | foot 0.3048 | ft foot feet フィート 英尺 피트
length      | yard 0.9144 | yd yard yards ヤード 码
length      | mile 1609.344 | mi mile miles マイル 英里 마일
length      | nautical_mile 1852 | nmi 海里 해리
length      | light_year 9460730472580800 | light-year light-years ly 光年 광년
length      | li 500 | 华里
mass        | microgram 0.000000001 | µg μg mcg microgram micrograms マイクログラム 微克 마이크로그램
mass        | milligram 0.000001 | mg milligram milligrams ミリグラム 毫克 밀리그램
mass        | gram 0.001 | g gram grams gramme grammes グラム 克 그램
mass        | kilogram 1 | kg kilogram kilograms kilo kilos キログラム 公斤 千克 킬로그램
mass        | tonne 1000 | t ton tons tonne tonnes トン 吨 噸 톤
mass        | ounce 0.028349523125 | oz ounce ounces オンス 盎司 온스
mass        | pound 0.45359237 | lb lbs 磅
mass        | jin 0.5 | 斤
mass        | carat 0.0002 | carat carats カラット 克拉 캐럿
area        | square_metre 1 | m² m2 ㎡ sqm 平方メートル 平米 平方米 제곱미터
area        | square_kilometre 1000000 | km² km2 平方キロ 平方キロメートル 平方公里 제곱킬로미터
area        | hectare 10000 | ha hectare hectares ヘクタール 公顷 헥타르
area        | acre 4046.8564224 | acre acres エーカー 英亩 에이커
area        | tsubo 3.305785 | 坪 평
area        | mu 666.666667 | 亩 畝
area        | square_mile 2589988.11 | 平方マイル 平方英里 제곱마일
area        | square_foot 0.09290304 | sqft 平方フィート 平方英尺 제곱피트
area        | square_centimetre 0.0001 | cm² cm2 平方センチメートル 平方厘米 제곱센티미터
volume      | millilitre 0.001 | ml mL millilitre millilitres milliliter milliliters ミリリットル 毫升 밀리리터
volume      | litre 1 | l L litre litres liter liters リットル 升 公升 리터
volume      | cubic_metre 1000 | m³ m3 立方メートル 立方米 세제곱미터
volume      | cubic_kilometre 1000000000000 | km³ 立方キロメートル 立方公里
volume      | decilitre 0.1 | dl dL デシリットル
volume      | barrel 158.987294928 | barrels バレル 桶 배럴
volume      | gallon 3.785411784 | gal gallon gallons ガロン 加仑 갤런
data        | bit 0.125 | bit bits ビット 比特 비트
data        | megabit 125000 | Mb Mbit メガビット 메가비트
data        | gigabit 125000000 | Gb Gbit ギガビット 기가비트
rate        | kilobit_per_second 1000 | kbps Kbps kb/s
rate        | megabit_per_second 1000000 | Mbps Mb/s Mbit/s 兆比特每秒
rate        | gigabit_per_second 1000000000 | Gbps Gb/s Gbit/s
rate        | megabyte_per_second 8000000 | MB/s MBps
rate        | gigabyte_per_second 8000000000 | GB/s GBps
data        | byte 1 | B byte bytes バイト 字节 바이트
data        | kilobyte 1000 | KB kB kilobyte kilobytes キロバイト 킬로바이트
data        | megabyte 1000000 | MB megabyte megabytes メガバイト 兆字节 메가바이트
data        | gigabyte 1000000000 | GB gigabyte gigabytes ギガバイト 吉字节 기가바이트
data        | terabyte 1000000000000 | TB terabyte terabytes テラバイト 太字节 테라바이트
data        | petabyte 1000000000000000 | PB petabyte petabytes ペタバイト 페타바이트
data        | exabyte 1000000000000000000 | EB exabyte exabytes
data        | kibibyte 1024 | KiB
data        | mebibyte 1048576 | MiB
data        | gibibyte 1073741824 | GiB
data        | tebibyte 1099511627776 | TiB
power       | milliwatt 0.001 | mW milliwatt milliwatts
power       | watt 1 | W watt watts ワット 瓦 瓦特 와트
power       | kilowatt 1000 | kW kilowatt kilowatts キロワット 千瓦 킬로와트
power       | megawatt 1000000 | MW megawatt megawatts メガワット 兆瓦 메가와트
power       | gigawatt 1000000000 | GW gigawatt gigawatts ギガワット 吉瓦 기가와트
power       | terawatt 1000000000000 | TW terawatt terawatts テラワット
power       | horsepower 745.699872 | hp bhp horsepower 馬力 马力 마력
voltage     | volt 1 | V volt volts ボルト 伏 伏特 볼트
voltage     | kilovolt 1000 | kV kilovolt kilovolts キロボルト 千伏 킬로볼트
pressure    | pascal 1 | Pa パスカル 帕
pressure    | hectopascal 100 | hPa ヘクトパスカル 百帕 헥토파스칼
pressure    | kilopascal 1000 | kPa
pressure    | megapascal 1000000 | MPa メガパスカル 兆帕
pressure    | psi 6894.757 | psi
level       | decibel 1 | dB dBA decibel decibels デシベル 分贝 데시벨
part        | ppm 1 | ppm
part        | ppb 0.001 | ppb
turning     | rpm 1 | rpm
beat        | bpm 1 | bpm
frame       | fps 1 | fps
pixel       | pixel 1 | px pixel pixels ピクセル 像素 픽셀 画素
pixel       | megapixel 1000000 | megapixel megapixels メガピクセル
energy      | joule 1 | J joule joules ジュール 焦耳
energy      | kilojoule 1000 | kJ kilojoule kilojoules キロジュール 千焦
energy      | megajoule 1000000 | MJ megajoule megajoules
energy      | watt_hour 3600 | Wh ワット時
energy      | megawatt_hour 3600000000 | MWh メガワット時 兆瓦时
energy      | gigawatt_hour 3600000000000 | GWh ギガワット時 吉瓦时
energy      | terawatt_hour 3600000000000000 | TWh テラワット時 太瓦时
energy      | kilowatt_hour 3600000 | kWh キロワット時 千瓦时 킬로와트시
energy      | kilocalorie 4184 | kcal calorie calories キロカロリー カロリー 千卡 大卡 卡路里 킬로칼로리 칼로리
charge      | milliampere_hour 1 | mAh
frequency   | hertz 1 | Hz hertz ヘルツ 赫兹 헤르츠
frequency   | kilohertz 1000 | kHz キロヘルツ 千赫 킬로헤르츠
frequency   | megahertz 1000000 | MHz メガヘルツ 兆赫 메가헤르츠
frequency   | gigahertz 1000000000 | GHz ギガヘルツ 吉赫 기가헤르츠
speed       | metre_per_second 3.6 | m/s
speed       | kilometre_per_hour 1 | km/h kmh kph
speed       | kilometre_per_second 3600 | km/s
speed       | mile_per_hour 1.609344 | mph
speed       | knot 1.852 | knot knots kn ノット 节 노트
temperature | celsius 1 | °C ℃ celsius 摂氏 摄氏度 도
temperature | fahrenheit 1 | °F ℉ fahrenheit
temperature | degree 1 | ° degree degrees 度
percent     | percent 1 | % percent パーセント 퍼센트 프로 pct
percent     | permille 0.1 | ‰
percent     | fraction 1 |
percent     | tenth 10 | 割 할 成
points      | point 1 | %p %P %포인트 퍼센트포인트 パーセントポイント 百分点 个百分点 個百分點
points      | basis_point 0.01 | bps bp 基点 베이시스포인트
money:USD   | USD 1 | dollar dollars USD US$ $ ドル 美元 달러 米ドル
money:USD   | US_cent 0.01 | cent cents ¢ セント 美分 센트
money:EUR   | EUR 1 | euro euros EUR € ユーロ 欧元 유로
money:GBP   | GBP 1 | £ GBP sterling ポンド 英镑 英鎊 파운드
pounds      | pounds 1 | pound pounds
money:JPY   | JPY 1 | yen JPY ¥ 円 日元 엔
money:CNY   | CNY 1 | yuan RMB CNY 元 人民币 人民幣 人民元 中国元 위안 块钱 块
money:KRW   | KRW 1 | won KRW ₩ 원 ウォン 韩元
money:CHF   | CHF 1 | CHF franc francs
money:INR   | INR 1 | rupee rupees INR ₹ Rs ルピー 卢比 루피
money:AUD   | AUD 1 | AUD A$ 豪ドル 澳元 澳币
money:CAD   | CAD 1 | CAD C$ カナダドル 加元
money:HKD   | HKD 1 | HKD HK$ 香港ドル 港元 港币 港幣
money:TWD   | TWD 1 | TWD NT$ 台湾ドル 新台币 新臺幣 台币
money:SGD   | SGD 1 | SGD S$ シンガポールドル 新加坡元
money:NZD   | NZD 1 | NZD NZ$
money:SEK   | SEK 1 | SEK kronor
money:DKK   | DKK 1 | DKK
money:NOK   | NOK 1 | NOK
money:RUB   | RUB 1 | RUB ₽ rouble roubles ruble rubles ルーブル 卢布 루블
money:THB   | THB 1 | THB ฿ baht バーツ 泰铢 바트
money:VND   | VND 1 | VND ₫ ドン 越南盾
money:BRL   | BRL 1 | BRL R$ reais レアル
money:MXN   | MXN 1 | MXN
money:TRY   | TRY 1 | TRY ₺ lira リラ 里拉
money:PLN   | PLN 1 | PLN zloty zlotys ズウォティ
money:ILS   | ILS 1 | ILS ₪ shekel shekels
money:ZAR   | ZAR 1 | ZAR rand
multiple    | times 1 | times fold x × 倍 배
people      | person 1 | 人 名 명
"""
PHRASES: Final = {
    "percentage points": "point",
    "percentage point": "point",
    "per cent": "percent",
    "degrees Celsius": "celsius",
    "degree Celsius": "celsius",
    "degrees Fahrenheit": "fahrenheit",
    "degrees C": "celsius",
    "degrees F": "fahrenheit",
    "basis points": "basis_point",
    "basis point": "basis_point",
    "nautical miles": "nautical_mile",
    "light years": "light_year",
    "square miles": "square_mile",
    "square feet": "square_foot",
    "square foot": "square_foot",
    "cubic meters": "cubic_metre",
    "kilowatt hours": "kilowatt_hour",
    "kilowatt-hours": "kilowatt_hour",
    "megawatt hours": "megawatt_hour",
    "Canadian dollars": "CAD",
    "Australian dollars": "AUD",
    "Hong Kong dollars": "HKD",
    "Singapore dollars": "SGD",
    "New Zealand dollars": "NZD",
    "New Taiwan dollars": "TWD",
    "Swiss francs": "CHF",
    "Japanese yen": "JPY",
    "Chinese yuan": "CNY",
    "South Korean won": "KRW",
    "Korean won": "KRW",
    "Indian rupees": "INR",
    "British pounds": "GBP",
    "pounds sterling": "GBP",
    "US dollars": "USD",
    "square metres": "square_metre",
    "square meters": "square_metre",
    "square kilometres": "square_kilometre",
    "square kilometers": "square_kilometre",
    "cubic metres": "cubic_metre",
    "kilometres per hour": "kilometre_per_hour",
    "kilometers per hour": "kilometre_per_hour",
    "miles per hour": "mile_per_hour",
    "metres per second": "metre_per_second",
    "meters per second": "metre_per_second",
}
SIGNS: Final = {
    "US$": "USD", "A$": "AUD", "AU$": "AUD", "C$": "CAD", "CA$": "CAD", "HK$": "HKD", "NT$": "TWD", "S$": "SGD",
    "NZ$": "NZD", "R$": "BRL", "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "￥": "JPY", "₩": "KRW", "₹": "INR",
    "₽": "RUB", "₺": "TRY", "₫": "VND", "฿": "THB", "₪": "ILS", "USD": "USD", "EUR": "EUR", "GBP": "GBP", "JPY": "JPY",
    "CNY": "CNY", "KRW": "KRW", "CHF": "CHF", "RMB": "CNY", "Rs": "INR", "INR": "INR", "AUD": "AUD", "CAD": "CAD",
    "HKD": "HKD",
}  # fmt: skip
"""Signs of money that stand before a number."""
