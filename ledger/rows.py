"""How a record becomes a row and comes back. Works from the record's own fields, so a table has exactly these columns.

Besides the fields every table has `seq`: the record's place in its session's chain, which is also the order of
recording. Times are stored as UTC without a zone, lists and objects as JSON text.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin

from ledger.records import Record
from ledger.values import Value

RecordType = TypeVar("RecordType", bound=Record)
ColumnType = Literal["VARCHAR", "BIGINT", "BOOLEAN", "TIMESTAMP", "JSON"]
SEQ = "seq"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a record's table; the name is the field's name."""

    name: str
    type: ColumnType


def _column_type(annotation: object) -> ColumnType:
    simple: dict[object, ColumnType] = {str: "VARCHAR", bool: "BOOLEAN", int: "BIGINT", datetime: "TIMESTAMP"}
    if annotation in simple:
        return simple[annotation]
    origin = get_origin(annotation)
    if origin is Literal:
        return "VARCHAR"
    if origin in (list, dict):
        return "JSON"
    if isinstance(annotation, type) and issubclass(annotation, Value):
        return "JSON"
    inner = [part for part in get_args(annotation) if part is not type(None)]
    if len(inner) == 1:
        return _column_type(inner[0])
    raise TypeError(f"no column type for {annotation!r}")


@cache
def columns(model: type[Record]) -> tuple[Column, ...]:
    """The columns of the record's table, in the order of its fields, without `seq`."""
    return tuple(Column(name, _column_type(field.annotation)) for name, field in model.model_fields.items())


@cache
def column_list(model: type[Record], alias: str = "") -> str:
    """The quoted column names for a SELECT or INSERT, in the order of `columns`."""
    prefix = f"{alias}." if alias else ""
    return ", ".join(f'{prefix}"{column.name}"' for column in columns(model))


@cache
def insert_one(model: type[Record]) -> str:
    """The INSERT for one row: parameters in the order of `columns`, then `seq`."""
    marks = ", ".join("?" for _ in range(len(columns(model)) + 1))
    return f"INSERT INTO {model.TABLE} ({column_list(model)}, {SEQ}) VALUES ({marks})"  # noqa: S608 - fixed names


@cache
def insert_many(model: type[Record]) -> str:
    """The INSERT for many rows: one list per column, in the order of `columns`, then the list of `seq`."""
    types = [*(column.type for column in columns(model)), "BIGINT"]
    lists = ", ".join(f"unnest(?::{kind}[])" for kind in types)
    return f"INSERT INTO {model.TABLE} ({column_list(model)}, {SEQ}) SELECT {lists}"


def in_utc(record: RecordType) -> RecordType:
    """The record with `recorded_at` in UTC, so that what is hashed is what will be read back."""
    offset = record.recorded_at.utcoffset()
    if offset is None:
        raise ValueError(f"{type(record).__name__}.recorded_at has no time zone")
    if record.recorded_at.tzinfo is UTC:
        return record
    return record.model_copy(update={"recorded_at": record.recorded_at.astimezone(UTC)})


def to_row(record: Record) -> list[object]:
    """The values of the record's columns, in the order of `columns`."""
    spec = columns(type(record))
    structured = {column.name for column in spec if column.type == "JSON"}
    dumped = record.model_dump(mode="json", include=structured) if structured else {}
    values: list[object] = []
    for column in spec:
        value = getattr(record, column.name)
        if column.type == "JSON" and value is not None:
            value = json.dumps(dumped[column.name], ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        elif column.type == "TIMESTAMP" and value is not None:
            value = value.replace(tzinfo=None)
        values.append(value)
    return values


def from_row(model: type[RecordType], row: Sequence[Any]) -> RecordType:
    """The record that `to_row` made this row from. Further values at the end (`seq`) are ignored."""
    fields: dict[str, Any] = {}
    for column, value in zip(columns(model), row, strict=False):
        if value is None:
            fields[column.name] = None
        elif column.type == "JSON":
            fields[column.name] = json.loads(value)
        elif column.type == "TIMESTAMP":
            fields[column.name] = value.replace(tzinfo=UTC)
        else:
            fields[column.name] = value
    return model.model_validate(fields)
