"""What pages say that come instead of an article, in English and Japanese: regular expressions, one per line."""

from __future__ import annotations

import re
from typing import Final


def _any(*phrases: str) -> re.Pattern[str]:
    return re.compile("|".join(phrases), re.IGNORECASE)


BOT_CHECK: Final = _any(
    r"verify(?:ing)? (?:that )?you are (?:a )?human",
    r"are you a robot|not a robot",
    r"checking (?:if the site connection|your browser)",
    r"unusual traffic",
    r"complete the (?:security check|captcha)",
    r"enable javascript and cookies to continue",
    r"just a moment|attention required",
    r"access (?:to this page )?has been denied",
    r"ロボットではない|人間であることを確認|ブラウザを確認しています",
    r"不審なアクセス|自動(?:化された)?アクセス",
)
BOT_CHECK_MARKUP: Final = _any(r"cf-chl-|challenge-platform|_Incapsula_|px-captcha|geo\.captcha-delivery")
CONSENT_WALL: Final = _any(
    r"before you continue",
    r"we (?:and our partners )?(?:use|store) cookies",
    r"accept (?:all )?cookies",
    r"cookie (?:settings|preferences|consent)",
    r"manage (?:your )?(?:consent|privacy) (?:preferences|settings)",
    r"(?:クッキー|cookie)(?:の使用|を使用|の利用|に同意|ポリシー)",
    r"すべて(?:の(?:クッキー|cookie)を)?(?:受け入れる|同意)",
)
LOGIN_WALL: Final = _any(
    r"\b(?:log ?in|sign ?in) (?:to (?:continue|view|read|access|see|your)|required)",
    r"please (?:log|sign) ?in",
    r"you (?:must|need to) (?:be )?(?:logged|log|sign(?:ed)?) ?in",
    r"members only|forgot(?:ten)? (?:your )?password",
    r"ログイン(?:が必要|して(?:ください|続き|閲覧)|してから)",
    r"会員(?:限定|専用|登録が必要)|パスワードを(?:お忘れ|忘れた)",
)
PAYWALL: Final = _any(
    r"subscri(?:be|ption)[^.。\n]{0,40}(?:to (?:continue|read|keep)|required|for full access|to unlock)",
    r"(?:for|exclusive to) subscribers(?: only)?|already a subscriber",
    r"(?:reached|used|exceeded)[^.\n]{0,30}(?:free articles?|article limit)",
    r"start your free trial|unlock this article|this article is for paying",
    r"有料(?:会員|記事|プラン|限定)",
    r"(?:この|続きの)記事は[^。\n]{0,20}(?:会員|有料|購読)",
    r"残り\s*[\d,０-９]+\s*(?:文字|字)",
    r"購読(?:する|の申し込み|が必要)",
    r"続きを(?:読む|お読み)[^。\n]{0,12}(?:登録|会員|購読)",
)
SOFT_404: Final = _any(
    r"\b(?:error )?404\b",
    r"page (?:you (?:requested|(?:are|were) looking for) )?(?:was |is |could )?not (?:be )?found",
    r"page (?:can['’]?t|cannot|could not|couldn['’]t) be found",
    r"page[^.\n]{0,40}(?:no longer|doesn['’]?t|does not) (?:exists?|available)",
    r"(?:page|article|post|content) has been (?:removed|deleted)",
    r"(?:ページ|記事|お探しのもの)(?:は|が)(?:見つかりません|存在しません|ありません|削除され)",
    r"お探しのページ|(?:掲載|公開)(?:は|を|が)?(?:期間(?:が|を))?終了",
)
ERROR: Final = _any(
    r"\b50[0234]\b (?:internal server error|bad gateway|service (?:temporarily )?unavailable|gateway time-?out)",
    r"internal server error|bad gateway|service (?:is )?(?:temporarily )?unavailable",
    r"something went wrong|an? (?:unexpected |application )?error (?:has )?occurred",
    r"down for maintenance|scheduled maintenance|database (?:connection )?error",
    r"エラーが発生|サーバー(?:内部)?エラー|アクセスが集中",
    r"(?:ただいま|現在)[^。\n]{0,12}メンテナンス|しばらく(?:して|経って)から",
)
NEEDS_SCRIPT: Final = _any(
    r"(?:enable|requires?|need to enable|turn on) (?:your )?javascript",
    r"javascript (?:is )?(?:disabled|required)",
    r"javascript(?:を|が)(?:有効|無効|必要|オン)",
)
LOGIN_PATH: Final = _any(r"/(?:log-?in|sign-?in|auth|sso|account/login|wp-login\.php)(?:[/.?]|$)")
