"""Read the sealed part of a backup, once it is decrypted.

Whoever has an upload's key has written it, so it is trusted no more than the rows beside it, which
a process of its own reads.
"""

from typing import Annotated, Any

import msgspec
from django.core.exceptions import ValidationError

from referee.backups.faults import DamagedError
from referee.backups.parts import PARTS, SEALED_FIELDS
from referee.backups.plan import MAX_KEY, SEALED

COLUMNS = "columns"
MAX_VALUE = 2 * 1024**2
"""The most bytes of a column: the certificate of a round."""
Json = dict[str, Any]
Number = Annotated[int, msgspec.Meta(ge=0, le=MAX_KEY)]
Text = Annotated[str, msgspec.Meta(pattern=r"\A[^\x00]*\Z")]
Column = tuple[str, Number | Text, str, msgspec.Raw]
"""A row's table and key, the column's name, and its value."""


class Row(msgspec.Struct, forbid_unknown_fields=True):
    """A row of a table that is sealed as a whole."""

    model: str
    pk: Number
    fields: dict[str, Number | Text | None]


_SEALED = [part for part in PARTS if part.sealed]
_Part = msgspec.defstruct(
    "_Part",
    [
        (COLUMNS, list[Column]),
        *(
            (f"rows_{number}", list[Row], msgspec.field(name=part.label, default_factory=list))
            for number, part in enumerate(_SEALED)
        ),
    ],
    forbid_unknown_fields=True,
)


def read_sealed(content: bytes) -> Json:
    """Return the rows by table, as Django writes them, and the columns.

    Its form is checked while it is parsed, not afterwards: lists of nothing take 30 times their
    length. Raises DamagedError.
    """
    try:
        found: Any = msgspec.json.decode(content, type=_Part)
        columns = [_column(*each) for each in found.columns]
    except (msgspec.MsgspecError, RecursionError, ValidationError) as error:
        raise DamagedError(SEALED) from error
    rows = {part.label: getattr(found, f"rows_{number}") for number, part in enumerate(_SEALED)}
    for part in _SEALED:
        names = {field.name for field in part.model._meta.local_concrete_fields} - {"id"}
        for row in rows[part.label]:
            if row.model != part.label or row.fields.keys() != names:
                raise DamagedError(part.label)
    told = {label: [msgspec.to_builtins(row) for row in held] for label, held in rows.items()}
    return {COLUMNS: columns, **told}


_KINDS = {model._meta.label_lower: model for model in SEALED_FIELDS}


def _column(label: str, key: int | str, name: str, raw: msgspec.Raw) -> list[Any]:
    model = _KINDS.get(label)
    if model is None or name not in SEALED_FIELDS[model] or len(bytes(raw)) > MAX_VALUE:
        raise DamagedError(f"{label} {name}"[:100])
    field = next(f for f in model._meta.local_concrete_fields if f.attname == name)
    kind: Any = Number | None if field.is_relation else Json | None
    return [label, model._meta.pk.to_python(key), name, msgspec.json.decode(raw, type=kind)]
