"""What every row of the ledger has, and the bytes that the chain hashes."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from typing import ClassVar

from ledger.values import Value


class Record(Value):
    """One row. Subclasses name their table, their id column and the prefix of their ids.

    `ADDED` are the fields that came after the first schema. While one has its default it is left out of `canonical`, so
    that a row written before it existed keeps its bytes.
    """

    TABLE: ClassVar[str]
    KEY: ClassVar[str]
    PREFIX: ClassVar[str] = ""
    ADDED: ClassVar[frozenset[str]] = frozenset()
    session_id: str
    recorded_at: datetime

    @property
    def record_id(self) -> str:
        """The value of the id column."""
        return str(getattr(self, self.KEY))

    def canonical(self) -> str:
        """The record as JSON with sorted keys and no spaces: the bytes that the chain hashes."""
        fields = type(self).model_fields
        unused = {
            name for name in self.ADDED if getattr(self, name) == fields[name].get_default(call_default_factory=True)
        }
        told = self.model_dump(mode="json", exclude=unused)
        return json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    def digest(self) -> str:
        """SHA-256 of `canonical` in UTF-8, hexadecimal."""
        return hashlib.sha256(self.canonical().encode("utf-8")).hexdigest()
