"""A forged file makes no work: each part of it has the size that its table can have, and the
process that reads it takes no more than its limits."""

import hashlib
import io
import json
import resource
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError

from referee.backups import reading_process
from referee.backups.archive import open_backup
from referee.backups.faults import unreadable_error
from referee.backups.reading_process import FaultError
from tournament.common import limited_process
from tournament.common.limited_process import LimitReachedError, Limits, run_limited

PLAN: dict[str, Any] = {
    "format": "backup",
    "schema": {"app": "1"},
    "manifest": ["manifest.json", 1_000],
    "whole": {"sealed.bin": 100},
    "parts": 10,
    "bytes": 100_000_000,
    "tables": {
        "event": {
            "file": "rows/event",
            "rows": [None, 1],
            "line": 200,
            "key": ["whole", False, 1, 1000],
            "fields": {"name": ["text", False, 10], "is_open": ["yes or no", False]},
        },
        "seat": {
            "file": "rows/seat",
            "rows": ["event", 3],
            "line": 400_000,
            "key": ["whole", False, 1, 1000],
            "fields": {
                "event": ["whole", True, 1, 1000],
                "list": ["json", True],
                "log": ["json text", False, 100_000],
            },
        },
    },
}
EVENT = {"model": "event", "pk": 7, "fields": {"name": "Ada", "is_open": True}}
SEAT = {"model": "seat", "pk": 8, "fields": {"event": 7, "list": [1], "log": "[1]"}}
Parts = dict[str, bytes]


def parts(events: bytes | None = None, seats: bytes | None = None, **manifest: Any) -> Parts:
    """The parts of a file of one event with two seats, or of other rows."""
    found = {
        "event": line(EVENT) if events is None else events,
        "seat": line(SEAT) * 2 if seats is None else seats,
    }
    sums = {label: hashlib.sha256(rows).hexdigest() for label, rows in found.items()}
    head = {"format": "backup", "schema": {"app": "1"}, "sha256": sums, **manifest}
    rows = {f"rows/{label}": content for label, content in found.items()}
    return {"manifest.json": json.dumps(head).encode(), "sealed.bin": b"box", **rows}


def line(row: Any) -> bytes:
    return f"{json.dumps(row, ensure_ascii=False)}\n".encode("utf-8", "surrogatepass")


def seat(**fields: Any) -> bytes:
    """A seat with other values in its columns."""
    return line({**SEAT, "fields": {**SEAT["fields"], **fields}})  # type: ignore[dict-item]


def packed(found: Parts, how: int = zipfile.ZIP_DEFLATED) -> io.BytesIO:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", how) as archive:
        for name, content in found.items():
            archive.writestr(name, content)
    return out


def fault(source: io.BytesIO) -> tuple[Any, ...]:
    with pytest.raises(FaultError) as told:
        reading_process.read(source, PLAN)
    return tuple(value for value in told.value.told.values() if value)


def test_a_file_is_told_with_its_rows_and_their_first_and_last_keys() -> None:
    found = reading_process.read(packed(parts()), PLAN)
    assert found["rows"] == {"event": [1, 7, 7], "seat": [2, 8, 8]}
    assert found["manifest"]["format"] == "backup"


def test_of_another_version_only_the_manifest_is_told() -> None:
    found = reading_process.read(packed(parts(b"{}", schema={"app": "2"})), PLAN)
    assert (found["rows"], found["manifest"]["schema"]) == (None, {"app": "2"})
    for manifest in (b"[]", b"[" * 900, b"9" * 900, b"{}"):
        other = packed({**parts(), "manifest.json": manifest})
        assert reading_process.read(other, PLAN) == {"manifest": {"format": None}, "rows": None}


SEATS = "rows/seat"
ATTACKS: dict[str, tuple[Callable[[], bytes], tuple[Any, ...]]] = {
    "one line without an end": (lambda: b"[" * 20_000_000, ("size", SEATS)),
    "a line that is too long": (lambda: b"[" * 400_001, ("line", SEATS, 1)),
    "more rows than there can be": (lambda: line(SEAT) * 4, ("rows", SEATS, 4)),
    "many rows of nothing": (lambda: b"\n" * 500_000, ("row", SEATS, 1)),
    "deep nesting": (lambda: b"[" * 200_000, ("row", SEATS, 1)),
    "deep nesting in a column": (
        lambda: line(SEAT).replace(b"[1]", b"[" * 90 + b"]" * 90, 1),
        ("field", SEATS, 1, "list"),
    ),
    "many small lists": (
        lambda: line(SEAT).replace(b"[1]", b"[" + b"[]," * 99_999 + b"[],[]]", 1),
        ("field", SEATS, 1, "list"),
    ),
    "deep nesting in a text": (lambda: seat(log="[" * 90_000), ("field", SEATS, 1, "log")),
    "a text that is too long": (lambda: seat(log="x" * 100_001), ("field", SEATS, 1, "log")),
    "a letter no database keeps": (lambda: seat(log="\0"), ("field", SEATS, 1, "log")),
    "half a letter": (lambda: seat(log="\ud800"), ("row", SEATS, 1)),
    "half a letter, escaped": (
        lambda: line(SEAT).replace(b'"[1]"', b'"\\ud800"'), ("field", SEATS, 1, "log")
    ),
    "a huge number": (lambda: seat(event=10**200), ("row", SEATS, 1)),
    "a number that is too great": (lambda: seat(event=1001), ("field", SEATS, 1, "event")),
    "no number": (lambda: seat(event="7"), ("field", SEATS, 1, "event")),
    "not a number": (lambda: seat(list=float("nan")), ("row", SEATS, 1)),
    "a huge fraction": (
        lambda: line(SEAT).replace(b"[1]", b"[0." + b"1" * 90 + b"]", 1), ("row", SEATS, 1)
    ),
    "an endless number": (
        lambda: line(SEAT).replace(b"[1]", b"[1e400]", 1),
        ("row", SEATS, 1),
    ),
    "a column more": (lambda: seat(more=1), ("row", SEATS, 1)),
    "another table's row": (lambda: line({**SEAT, "model": "user"}), ("row", SEATS, 1)),
    "a key that is none": (lambda: line({**SEAT, "pk": [8]}), ("field", SEATS, 1, "pk")),
    "no value where one has to be": (lambda: seat(log=None), ("field", SEATS, 1, "log")),
}  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS)
def test_rows_that_no_table_has_are_refused_with_their_place(attack: str) -> None:
    make, told = ATTACKS[attack]
    assert fault(packed(parts(seats=make()))) == told


def test_an_archive_that_is_none_of_ours_is_refused() -> None:
    assert fault(io.BytesIO(b"photo")) == ("unreadable",)
    assert fault(packed({**parts(), **{f"x{number}": b"" for number in range(9)}})) == ("parts",)
    assert fault(packed({**parts(), "x": bytes(100_000_001)})) == ("size",)
    assert fault(packed({**parts(), "sealed.bin": bytes(101)})) == ("size", "sealed.bin")
    assert fault(packed({"manifest.json": parts()["manifest.json"]})) == ("missing", "sealed.bin")
    assert fault(packed(parts(), zipfile.ZIP_LZMA)) == ("unreadable", "manifest.json")
    other = parts()
    assert fault(packed({**other, SEATS: line(SEAT)})) == ("digest", SEATS)
    broken = packed(parts(), zipfile.ZIP_STORED).getvalue().replace(b"Ada", b"Eda")
    assert fault(io.BytesIO(broken))[:2] == ("unreadable", "rows/event")


@pytest.mark.django_db
def test_a_fault_is_told_with_its_table_its_row_and_what_to_do(tmp_path: Path) -> None:
    file = tmp_path / "backup.zip"
    file.write_bytes(b"photo")
    with pytest.raises(ValidationError) as told, open_backup(file):
        pytest.fail("It was opened.")
    text = "Take the file again from where it was saved, or choose another backup."
    assert told.value.messages == ["The file is damaged, or no backup.", text]
    place = {"file": "rows/seat.jsonl", "row": 7, "field": "order"}
    for code, why in (
        ("field", "the column “order” cannot hold its value"),
        ("rows", "there are more rows than an event can have"),
    ):
        (sentence, _what_to_do) = unreadable_error({"fault": code, **place}).messages
        assert sentence == f"The file is damaged: rows/seat.jsonl, row 7: {why}."
    (sentence, _what_to_do) = unreadable_error({"fault": "size", **place, "row": 0}).messages
    assert sentence == "The file is damaged: rows/seat.jsonl: it is larger than allowed."


def test_a_reader_that_wants_more_than_its_memory_or_time_is_ended(tmp_path: Path) -> None:
    greedy, file = tmp_path / "greedy.py", b""
    limits = Limits(seconds=20, patience=60, memory=256 * 1024**2)
    greedy.write_text("held = [bytes(2 ** 20) for _ in range(4096)]")
    with pytest.raises(LimitReachedError):
        run_limited(greedy, given=file, limits=limits)
    greedy.write_text("while True: pass")
    with pytest.raises(LimitReachedError):
        run_limited(greedy, given=file, limits=limits._replace(seconds=1))
    with pytest.raises(LimitReachedError):
        run_limited(greedy, given=file, limits=limits._replace(patience=0))
    greedy.write_text("raise TypeError")
    with pytest.raises(subprocess.CalledProcessError):
        run_limited(greedy, given=file, limits=limits)


PEAK = """
import resource, subprocess, sys
subprocess.run([sys.executable, "-I", *sys.argv[1:]], stdout=subprocess.DEVNULL, check=False)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def test_a_forged_file_takes_no_memory_of_the_server_and_little_of_its_reader(
    tmp_path: Path,
) -> None:
    """126 kB of such lines took 2,480 MB of the server."""
    file = tmp_path / "forged.zip"
    file.write_bytes(packed(parts(seats=b"[" + b"[]," * 99_000 + b"0]\n")).getvalue())
    script = reading_process.__file__
    command = [limited_process.__file__, "20", str(512 * 1024**2), script, json.dumps(PLAN)]
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with file.open("rb") as given:
        done = subprocess.run(
            [sys.executable, "-c", PEAK, *command], stdin=given, capture_output=True, check=True
        )
    assert 5_000 < int(done.stdout) < 128 * 1024
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 32 * 1024
