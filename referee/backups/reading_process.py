"""Read a whole backup file in a separate process, within limits.

The limits are those of `tournament/common/limited_process.py`. As a script it reads the file on
standard input, and takes the permitted content (`plan.py`) as its argument. It prints `{"manifest":
…, "rows": {table: [number, first key, last key]}}`, or a fault: `{"fault": "field", "file":
"rows/…", "row": 7, "field": "name"}`.

Everything is counted before it is unpacked, and one row at a time is in memory. The script does not
load Django, so it starts at once.
"""

import hashlib
import io
import json
import math
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

Json = dict[str, Any]
PLAIN = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
"""Accepted compression methods: others may need any amount of memory to unpack."""
MAX_DEPTH = 20
"""The deepest nesting of lists and objects in one column."""
MAX_PARTS = 100_000
"""The most lists and objects in one column."""
MAX_DIGITS = 30
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    OSError,
    # What zipfile raises for an archive with a password, and for offsets out of any file.
    RuntimeError,
    ValueError,
    OverflowError,
)


class FaultError(Exception):
    """The reason a file is not read: a code and the place of the fault.

    The place is the file within the backup, and the row and column in that file.
    """

    def __init__(self, code: str, file: str = "", row: int = 0, field: str = "") -> None:
        self.told = {"fault": code, "file": file, "row": row, "field": field}
        super().__init__(code)


def read(source: Any, plan: Json) -> Json:
    """Return the result to print for a readable file.

    If the backup is of another version, return only the manifest: its tables have other
    columns.
    """
    with _open_zip(source) as archive:
        _check_directory(archive, plan)
        manifest = _manifest(archive, plan)
        if manifest.get("format") != plan["format"] or manifest.get("schema") != plan["schema"]:
            return {"manifest": manifest, "rows": None}
        for name, most in plan["whole"].items():
            _part(archive, name, most)
        rows: dict[str, list[Any]] = {}
        for label, table in plan["tables"].items():
            of, each = table["rows"]
            most = each * rows[of][0] if of else each
            rows[label] = _Table(label, table, most).read(archive, manifest)
        return {"manifest": manifest, "rows": rows}


def _open_zip(source: Any) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(source)
    except UNREADABLE:
        raise FaultError("unreadable") from None


def _check_directory(archive: zipfile.ZipFile, plan: Json) -> None:
    parts = archive.infolist()
    if len(parts) > plan["parts"]:
        raise FaultError("parts")
    if sum(part.file_size for part in parts) > plan["bytes"]:
        raise FaultError("size")


def _part(archive: zipfile.ZipFile, name: str, most: int) -> zipfile.ZipInfo:
    """Return a file in the backup that unpacks to no more than its stated size."""
    try:
        found = archive.getinfo(name)
    except KeyError:
        raise FaultError("missing", name) from None
    if found.compress_type not in PLAIN:
        raise FaultError("unreadable", name)
    if found.file_size > most:
        raise FaultError("size", name)
    return found


def _manifest(archive: zipfile.ZipFile, plan: Json) -> Json:
    name, most = plan["manifest"]
    part = _part(archive, name, most)
    try:
        found: Json = _parse_json(archive.read(part))
        sums = found["sha256"]
        if all(isinstance(sums.get(label), str) for label in plan["tables"]):
            return found
    except (*UNREADABLE, RecursionError, AttributeError, KeyError, TypeError):
        pass
    # Any other file of that name has no format that is ours.
    return {"format": None}


def _parse_json(text: bytes) -> Any:
    """Parse JSON whose numbers a database can store."""
    # Decoded here: JSON's own way lets halves of letters through.
    return json.loads(
        text.decode(), parse_int=_whole_number, parse_float=_decimal, parse_constant=_refuse
    )


def _whole_number(text: str) -> int:
    return int(text) if len(text) <= MAX_DIGITS else _refuse(text)


def _decimal(text: str) -> float:
    number = float(text)
    return number if len(text) <= MAX_DIGITS and math.isfinite(number) else _refuse(text)


def _refuse(text: str) -> NoReturn:
    raise ValueError(text[:MAX_DIGITS])


class _Table:
    """The rows of one table, with exactly its columns."""

    def __init__(self, label: str, table: Json, most: int) -> None:
        self._label, self._most = label, most
        self._name, self._longest = table["file"], table["line"]
        self._fields: Json = table["fields"]
        self._key = table["key"]

    def read(self, archive: zipfile.ZipFile, manifest: Json) -> list[Any]:
        """Check the table's rows; return their number, first key and last key.

        Raise FaultError if there are too many, or if they differ from those the manifest names.
        """
        digest, number, first, last = hashlib.sha256(), 0, None, None
        for line in self._lines(archive):
            number += 1
            if number > self._most:
                raise FaultError("rows", self._name, number)
            digest.update(line)
            last = self._key_of(line, number)
            first = last if first is None else first
        if digest.hexdigest() != manifest["sha256"][self._label]:
            raise FaultError("digest", self._name)
        return [number, first, last]

    def _lines(self, archive: zipfile.ZipFile) -> Iterator[bytes]:
        part, number = _part(archive, self._name, self._most * self._longest), 0
        try:
            with archive.open(part) as packed:
                reader = io.BufferedReader(packed)  # type: ignore[type-var]
                while line := reader.readline(self._longest + 1):
                    number += 1
                    if len(line) > self._longest:
                        raise FaultError("line", self._name, number)
                    yield line
        except UNREADABLE:
            raise FaultError("unreadable", self._name, number) from None

    def _key_of(self, line: bytes, number: int) -> Any:
        try:
            row = _parse_json(line)
        except (ValueError, RecursionError):
            raise FaultError("row", self._name, number) from None
        if not self._is_row(row):
            raise FaultError("row", self._name, number)
        for name, kind in (("pk", self._key), *self._fields.items()):
            value = row["pk"] if name == "pk" else row["fields"][name]
            if not _fits(value, kind):
                raise FaultError("field", self._name, number, name)
        return row["pk"]

    def _is_row(self, row: Any) -> bool:
        return (
            isinstance(row, dict)
            and row.keys() == {"model", "pk", "fields"}
            and row["model"] == self._label
            and isinstance(row["fields"], dict)
            and row["fields"].keys() == self._fields.keys()
        )


def _fits(value: Any, kind: list[Any]) -> bool:
    """Return whether a column can hold a value.

    A kind is its name, whether NULL is allowed, and its limits.
    """
    name, is_nullable, *limits = kind
    if value is None:
        return bool(is_nullable)
    return FITS[name](value, *limits)


def _fits_whole(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _fits_text(value: Any, most: int) -> bool:
    if not isinstance(value, str) or len(value) > most or "\0" in value:
        return False
    # Half of a pair of UTF-16 is in no text that a database keeps.
    return value.isascii() or not any("\ud800" <= letter <= "\udfff" for letter in value)


def _fits_json_text(value: Any, most: int) -> bool:
    """Return whether a text is blank or JSON, which is parsed as such later."""
    if not _fits_text(value, most):
        return False
    if not value or value.count("[") + value.count("{") <= MAX_DEPTH:
        return True
    try:
        return _fits_json(_parse_json(value.encode()))
    except (ValueError, RecursionError):
        return False


def _fits_json(value: Any) -> bool:
    """Return whether a value is within `MAX_DEPTH` and `MAX_PARTS`.

    Its parts are its lists and objects. Each list or object takes twenty times its letters in
    memory.
    """
    held, left = [value], MAX_PARTS
    for _level in range(MAX_DEPTH + 1):
        held = [item for part in held for item in _nested_values(part)]
        left -= len(held)
        if not held or left < 0:
            return left >= 0
    return False


def _nested_values(value: Any) -> Any:
    """Return the members of a list or object that may have members themselves."""
    if isinstance(value, dict):
        value = value.values()
    elif not isinstance(value, list):
        return ()
    return [item for item in value if isinstance(item, (dict, list))]


FITS: dict[str, Callable[..., bool]] = {
    "whole": _fits_whole,
    "text": _fits_text,
    "json text": _fits_json_text,
    "json": _fits_json,
    "yes or no": lambda value: isinstance(value, bool),
}


def main() -> None:
    """Print the answer for the backup on standard input."""
    source, plan = sys.stdin.buffer, json.loads(sys.argv[1])
    try:
        told = read(source, plan)
    except FaultError as error:
        told = error.told
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
