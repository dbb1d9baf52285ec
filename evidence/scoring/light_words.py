"""Words that carry little by themselves, as lemmas: a claim may have them where its page has none."""

from __future__ import annotations

from typing import Final

_WORDS: Final = """
    be have do make get go take become come give put let keep exist say
    there this that these those it thing one other another such own same also very well just even still then
    currently now presently type kind sort form way part call name know
    recognize recognise consider regard describe size amount number quantity total
    due mr mrs ms dr various different numerous please actually really originally officially
    する ある いる なる できる こと もの ため ところ よう これ それ 行う
    おく くる いく みる 言う 有る 居る さん お 様子 姿 という とき 時 よる おける 対する 関する 内 うち さ
    는 은 을 를 가 의 하다 하 있다 있 되다 되 이다 이 것 거 수 등 때 그 저 들 주다
    주 보다 보 오다 오 가다 가 점 데 바 씨 및 정도 매우 아주 정말 너무 참
    是 有 在 的 了 个 個 这 這 那 为 為 做 被 把 会 會 能 可以 进行 進行 很 也 就 还 還 和 与 與 上 中 里 内 內 可
"""
LIGHT: Final = frozenset(_WORDS.split())


def is_light(lemma: str) -> bool:
    """Whether the word says little by itself."""
    return lemma.lower() in LIGHT
