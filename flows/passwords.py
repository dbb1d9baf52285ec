"""Passwords that callers gave for documents: in the hub's memory, for a while, and nowhere else.

A job's parameters, which are kept for ever, carry a word that stands for one and tells nothing of it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from typing import Final

from ledger.refusals import Refusal

KEPT_SECONDS: Final = 900.0
"""After a password was given or last used."""


class Passwords:
    """The passwords of one hub process. Safe to use from any thread."""

    def __init__(self, seconds: float = KEPT_SECONDS) -> None:
        self._seconds = seconds
        self._secret = secrets.token_bytes(32)
        self._lock = threading.Lock()
        self._kept: dict[str, tuple[str, threading.Timer]] = {}

    def keep(self, password: str) -> str:
        """The word that stands for the password, the same for the same one as long as this process lives."""
        word = hmac.new(self._secret, password.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()[:32]
        self._renew(word, password)
        return word

    def of(self, word: str) -> str:
        """The password that the word stands for.

        Raises:
            Refusal: PDF_PASSWORD_GONE.
        """
        with self._lock:
            found = self._kept.get(word)
        if found is None:
            raise Refusal(
                "PDF_PASSWORD_GONE",
                "The password is no longer there: it is kept in memory only, and the hub was started anew or the job "
                "waited for too long.",
                "Make the same call again, with the password.",
            )
        self._renew(word, found[0])
        return found[0]

    def clear(self) -> None:
        """Let all of them go."""
        with self._lock:
            for _, timer in self._kept.values():
                timer.cancel()
            self._kept.clear()

    def _renew(self, word: str, password: str) -> None:
        timer = threading.Timer(self._seconds, self._drop, [word])
        timer.daemon = True
        with self._lock:
            old = self._kept.get(word)
            self._kept[word] = (password, timer)
        if old is not None:
            old[1].cancel()
        timer.start()

    def _drop(self, word: str) -> None:
        with self._lock:
            found = self._kept.get(word)
            if found is not None and found[1] is threading.current_thread():
                del self._kept[word]

    def __len__(self) -> int:
        with self._lock:
            return len(self._kept)
