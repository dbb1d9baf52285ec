"""What a page asks of who reads it: to prove to be human, to log in, to pay; and scares that push to a link.

A page that mentions such things is not one that asks for them: a field, a button, or hardly any other text is needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from evidence.policy.folding import Folded
from evidence.signals import Found, PageView

SHORT_CHARACTERS: Final = 1_500
"""A page with more text than that says something else than its challenge."""
BARE_CHARACTERS: Final = 60
"""A text that short is all that there is: a capture of the very question."""
_BOT: Final = re.compile(
    r"verify (?:that )?you(?:'re| are) (?:a )?(?:human|not a (?:robot|bot))|checking (?:if "
    r"the site connection is secure|your browser)|"
    r"press (?:and|&) hold|complete the (?:captcha|security check)|unusual (?:traffic|activity) from your|"
    r"i(?:'| a)m not a robot|enable javascript and cookies to continue|ロボットではありません|"
    r"人間であることを(?:確認|証明)|"
    r"로봇이 아닙니다|사람인지 확인|(?:确认|證明|证明|確認)您?(?:是真人|不是机器人|不是機器人)|安全验证"
)
_MFA: Final = re.compile(
    r"(?:enter|type|input) (?:the|your|a) (?:\w+[- ]){0,4}(?:code|otp|passcode|pin)\b|(?:code|"
    r"otp) (?:we )?(?:sent|texted|emailed) (?:you|to)|"
    r"two[- ](?:factor|step) (?:authentication|verification) (?:code|required)|approve (?:the "
    r")?(?:sign[- ]in|request) on your|use your passkey|"
    r"(?:認証|確認)コードを(?:入力|送信)|인증 ?(?:번호|코드)를? ?입력|(?:输入|輸入)(?:您的|"
    r"你的)?(?:验证码|驗證碼|动态口令)"
)
_OTP_FIELD: Final = re.compile(
    r"one-time-code|\b(?:otp|mfa|2fa|totp|passcode|verification[_-]?code|security[_-]?code|"
    r"auth[_-]?code|sms[_-]?code)\b",
    re.IGNORECASE,
)
_WRITE: Final = re.compile(
    r"\b(?:place (?:my |your |the )?order|pay now|buy now|complete (?:the |my |your )"
    r"?(?:purchase|payment|order)|confirm (?:the |my |your |and )?(?:purchase|payment|order|"
    r"transfer|pay)|"
    r"(?:transfer|send|withdraw) (?:funds|money)|delete (?:my |your |this |the )?(?:account|"
    r"repository|workspace)|close (?:my )?account|"
    r"submit (?:my |the |your )?application|authori[sz]e payment|check ?out)\b|注文を確定|"
    r"購入を確定|支払う|退会する|결제하기|주문하기|탈퇴하기|송금하기|"
    r"(?:提交|确认|確認)(?:订单|訂單|付款|支付)|立即(?:支付|购买|購買)|注销账号"
)
_SCARE: Final = re.compile(
    r"your (?:\w+ ){0,2}(?:account|computer|device|pc|phone|browser|system|wallet|session|"
    r"payment|subscription)s? (?:has been|is|was|will be|have been|may be) (?:\w+ ){0,2}?"
    r"(?:infected|locked|suspended|blocked|compromised|hacked|disabled|limited|at risk|deactivated|terminated|deleted)|"
    r"(?:viruse?s?|malware|trojan|spyware|threats?) (?:\w+ ){0,2}(?:detected|found)|you have "
    r"(?:won|been selected)|final (?:warning|notice)|"
    r"(?:ウイルス|マルウェア)が(?:検出|見つか)|アカウントが(?:停止|ロック|凍結)|当選しました|"
    r"바이러스가 (?:감지|발견)|계정이 (?:정지|잠)|당첨|"
    r"(?:检测到|檢測到|发现|發現)(?:病毒|木马|威胁)|(?:账户|账号|帳戶|帳號)(?:已被|将被|將被|"
    r"已)(?:冻结|凍結|锁定|鎖定|停用|暂停)|您?已中奖"
)
_SCARE_WORDS: Final = (
    "infected",
    "locked",
    "suspended",
    "blocked",
    "compromised",
    "hacked",
    "disabled",
    "at risk",
    "deactivated",
    "terminated",
    "deleted",
    "detected",
    "have won",
    "been selected",
    "final warning",
    "final notice",
    "検出",
    "見つか",
    "停止",
    "ロック",
    "凍結",
    "当選",
    "감지",
    "발견",
    "정지",
    "잠",
    "당첨",
    "检测",
    "檢測",
    "发现",
    "發現",
    "冻结",
    "锁定",
    "鎖定",
    "停用",
    "暂停",
    "中奖",
)
_PUSH: Final = re.compile(
    r"\b(?:click|tap|press|call|dial|download|install|verify|confirm|update|log ?in|sign in|"
    r"act|claim|pay|renew)\b[^.!?\n]{0,40}\b(?:now|immediately|here|below|within|at once|"
    r"today|urgently|button|link|this number|toll[- ]free|support)|"
    r"mandatory (?:link|update|download)|(?:今すぐ|直ちに|至急)[^。\n]{0,20}(?:クリック|電話|"
    r"ダウンロード|確認|ログイン|更新)|지금 (?:바로 )?[^.\n]{0,16}(?:클릭|전화|다운로드|확인|"
    r"설치)|"
    r"(?:立即|马上|馬上|立刻)[^。\n]{0,12}(?:点击|點擊|拨打|撥打|下载|下載|验证|驗證|登录|登入)"
)
_WARNS: Final = re.compile(
    r"fraud|scam|phish|swindl|(?:do not|don't|never) (?:click|call|do it|give|install|pay|share|reply)|hang up|"
    r"詐欺|だまし|注意してください|사기|피싱|诈骗|詐騙|骗子|谨防"
)
_WARNING_REACH: Final = 400
_REACH: Final = 260
_BUTTON_REACH: Final = 60


def demand_signals(page: PageView, folded: Folded, *, about_attacks: bool) -> Iterator[Found]:
    """The signals on what the page asks for, each at most once."""
    short = len(page.text) <= SHORT_CHARACTERS
    yield from _challenges(page, folded, short=short)
    password = next((one for one in page.controls if one.type == "password"), None)
    if password is not None:
        yield Found("sensitive_auth_flow", "info", "page", "The page asks for a password.", password.at, password.at)
    yield from _writes(page)
    if not about_attacks:
        yield from _scares(folded)


def _challenges(page: PageView, folded: Folded, *, short: bool) -> Iterator[Found]:
    found = _BOT.search(folded.text) if short else None
    if page.kind == "bot_check" or found is not None:
        place = (folded.back(found.start()), folded.back(found.end())) if found else (None, None)
        yield Found("bot_challenge", "warning", "page", "The page asks its reader to prove to be human.", *place)
    field = next((one for one in page.controls if one.kind == "input" and _OTP_FIELD.search(one.words)), None)
    found = _MFA.search(folded.text) if short or field is not None else None
    if field is not None and (found is not None or short):
        yield Found("mfa_challenge", "warning", "page", "The page asks for a one-time code.", field.at, field.at)
    elif found is not None and short and not page.controls and len(page.text) < BARE_CHARACTERS:
        place = (folded.back(found.start()), folded.back(found.end()))
        yield Found("mfa_challenge", "warning", "page", "The page asks for a one-time code.", *place)


def _writes(page: PageView) -> Iterator[Found]:
    for control in page.controls:
        if control.kind != "button" and control.type not in {"submit", "button", "image"}:
            continue
        said = control.words + " " + page.text[control.at : control.at + _BUTTON_REACH].strip().partition("\n")[0]
        found = _WRITE.search(said.lower())
        if found is not None:
            detail = f"A button buys, pays, sends or deletes: {found[0]!r}."
            yield Found("high_risk_write", "info", "page", detail, control.at, control.at)
            return


def _scares(folded: Folded) -> Iterator[Found]:
    if not any(word in folded.text for word in _SCARE_WORDS):
        return
    for scare in _SCARE.finditer(folded.text):
        begin = max(0, scare.start() - _REACH)
        push = _PUSH.search(folded.text[begin : scare.end() + _REACH])
        near = folded.text[max(0, scare.start() - _WARNING_REACH) : scare.end() + _WARNING_REACH]
        if push is not None and not _WARNS.search(near):
            start = min(scare.start(), begin + push.start())
            end = max(scare.end(), begin + push.end())
            detail = "The page frightens or baits its reader and pushes to a link, a call or a download."
            yield Found("suspicious_cta", "warning", "text", detail, folded.back(start), folded.back(end))
            return
