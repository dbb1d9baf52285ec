from __future__ import annotations

import pytest

from evidence.wording import shares_words


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Prices rose by 5%", "In 2024 the price was raised"),
        ("東京の人口は増えた", "人口が多い東京"),
        ("２０２４年に開業", "opened in 2024"),
        ("정부의 예산", "예산은 줄었다"),
        ("it is", "what it was"),
    ],
)
def test_wording_in_common_is_seen(claim: str, source: str) -> None:
    assert shares_words(claim, source)


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("The moon is made of cheese", "Prices of the year are up"),
        ("東京の人口", "大阪の面積"),
        ("日本です", "米国です"),
        ("Rain", ""),
    ],
)
def test_function_words_alone_are_nothing_in_common(claim: str, source: str) -> None:
    assert not shares_words(claim, source)
