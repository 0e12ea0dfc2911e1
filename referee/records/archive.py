"""All game records of an event as one archive, written while it is sent."""

import datetime as dt
import io
import json
from collections.abc import Iterator
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from referee.models import GameRecord
from referee.records.selectors import all_records
from tournament.common.streaming import CHUNK_BYTES
from tournament.models import Event


class _Pipe(io.RawIOBase):
    """A file that cannot be rewound, from which is taken what was written."""

    def __init__(self) -> None:
        self._parts = bytearray()

    def writable(self) -> bool:
        """Return True."""
        return True

    def write(self, data: bytes) -> int:  # type: ignore[override]
        """Keep the data until they are taken."""
        self._parts += data
        return len(data)

    def take(self) -> bytes:
        """Return the bytes written since the last call."""
        taken = bytes(self._parts)
        self._parts.clear()
        return taken

    def __len__(self) -> int:
        return len(self._parts)


def records_archive(event: Event) -> Iterator[bytes]:
    """Yield a zip of the current records, with the players' full names (1 query).

    `round-1/table-2.amr.jsonl` is a record and `round-1/table-2.statement.json` its statement, as
    `manage.py verify FOLDER` reads them.
    """
    pipe = _Pipe()
    with ZipFile(pipe, "w", ZIP_DEFLATED) as archive:
        for name, text, moment in record_files(event):
            info = ZipInfo(name, moment.timetuple()[:6])
            info.external_attr = 0o644 << 16
            archive.writestr(info, text, ZIP_DEFLATED)
            if len(pipe) >= CHUNK_BYTES:
                yield pipe.take()
    yield pipe.take()


def record_files(event: Event) -> Iterator[tuple[str, str, dt.datetime]]:
    """Yield the name, the content and the time of each file of the records (1 query)."""
    for record in all_records(event):
        for name, text in _files(record):
            yield name, text, record.imported_at


def _files(record: GameRecord) -> Iterator[tuple[str, str]]:
    """Yield the names and contents of a record's files."""
    place = f"round-{record.table.round.number}/table-{record.table.number}"
    yield f"{place}.amr.jsonl", record.text
    yield f"{place}.statement.json", json.dumps(record.statement, ensure_ascii=False)
