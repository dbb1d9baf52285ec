from __future__ import annotations

import time

import pytest

from flows.passwords import Passwords
from ledger.refusals import Refusal


def test_the_word_gives_the_password_and_tells_nothing_of_it():
    passwords = Passwords()
    word = passwords.keep("naïve\ud800")
    assert passwords.of(word) == "naïve\ud800"
    assert passwords.keep("naïve\ud800") == word
    assert passwords.keep("other") != word
    assert len(word) == 32
    assert Passwords().keep("naïve\ud800") != word, "another process has other words"
    passwords.clear()


@pytest.mark.promise("MARK-3")
def test_a_password_is_let_go_after_a_while_and_asked_for_again():
    passwords = Passwords(seconds=0.02)
    word = passwords.keep("secret")
    deadline = time.monotonic() + 10
    while len(passwords):
        assert time.monotonic() < deadline
        time.sleep(0.005)
    with pytest.raises(Refusal) as no:
        passwords.of(word)
    assert no.value.code == "PDF_PASSWORD_GONE"
    assert "with the password" in no.value.suggestion


def test_using_a_password_keeps_it_and_clearing_lets_all_go():
    passwords = Passwords(seconds=30)
    words = [passwords.keep(secret) for secret in ("one", "two")]
    assert passwords.of(words[0]) == "one"
    assert len(passwords) == 2
    passwords.clear()
    for word in (*words, "", "0" * 32):
        with pytest.raises(Refusal):
            passwords.of(word)
