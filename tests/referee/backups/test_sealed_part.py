"""The sealed part of an upload is written by whoever has its key: only its form is taken."""

import json
from typing import Any

import pytest

from referee.backups.faults import DamagedError
from referee.backups.sealed_part import MAX_VALUE, read_sealed

CODE = {
    "event": 1,
    "number": 3,
    "token_hash": "a" * 64,
    "handle": "ABCD",
    "secret_hash": "b" * 64,
    "attempts": 0,
    "created_at": "2026-05-16T09:00:00+00:00",
    "created_by": "olga",
    "revoked_at": None,
}
DEVICE = "0f2a8f0e-8e3c-4a55-9d4e-6c1f4b7a2d11"


def row(**changed: Any) -> dict[str, Any]:
    return {"model": "referee.tablecode", "pk": 7, "fields": {**CODE, **changed}}


def test_rows_and_columns_are_read_as_they_were_written() -> None:
    columns = [
        ["tournament.round", 4, "certificate", {"seed": "1", "tables": [[1, 2]]}],
        ["tournament.round", 4, "seal_id", None],
    ]
    found = read_sealed(json.dumps({"columns": columns, "referee.tablecode": [row()]}).encode())
    assert found["columns"] == columns
    assert found["referee.tablecode"] == [row()]
    assert found["tournament.seal"] == []


@pytest.mark.parametrize(
    "forged",
    [
        "no JSON",
        "[]",
        "{}",
        "[" * 200_000,
        {"columns": [], "x": []},
        {"columns": [[]]},
        {"columns": [["auth.user", 1, "password", "x"]]},
        {"columns": [["tournament.round", 1, "status", "finished"]]},
        {"columns": [["tournament.round", "first", "certificate", {}]]},
        {"columns": [["tournament.round", 1, "certificate", [1]]]},
        {"columns": [["tournament.round", 1, "certificate", {"x": "x" * MAX_VALUE}]]},
        {"columns": [["tournament.round", 1, "seal_id", {}]]},
        {"columns": [["referee.device", "none", "code_id", 1]]},
        {"columns": [["referee.device", DEVICE, "code_id", 10**30]]},
        {"columns": [], "referee.tablecode": [{**row(), "model": "auth.user"}]},
        {"columns": [], "referee.tablecode": [row(is_staff=1)]},
        {"columns": [], "referee.tablecode": [row(handle="A\0")]},
        {"columns": [], "referee.tablecode": [row(handle=["A"])]},
        {"columns": [], "referee.tablecode": [{**row(), "pk": "seven"}]},
    ],
    ids=lambda forged: str(forged)[:60],
)
def test_anything_else_is_a_damaged_file(forged: Any) -> None:
    text = forged if isinstance(forged, str) else json.dumps(forged)
    with pytest.raises(DamagedError):
        read_sealed(text.encode())
