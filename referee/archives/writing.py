"""The content of an archive: each table in each format, and the game records.

Or it is a copy of the public pages.
"""

import datetime as dt
from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils import timezone

from referee.records.archive import record_files
from referee.records.selectors import number_of_records
from referee.static_site.copying import write_site
from referee.static_site.targets import ZipTarget
from tournament.access import Action, Person, may
from tournament.exports.archives import SITE
from tournament.exports.registry import EXPORTS
from tournament.exports.writers import FORMATS
from tournament.models import Event

RECORDS = "records"
"""The part with the game records; the others are tables."""
FOLDER_OF_RECORDS = "records"


def parts_for(person: Person, event: Event) -> list[str]:
    """Return the names of the parts that a person may see."""
    found = [each.name for each in EXPORTS if may(person, each.right, event)]
    return [*found, *([RECORDS] if may(person, Action.SEE_RECORDS, event) else [])]


def site_for(person: Person, event: Event) -> list[str]:
    """Return the part with the public pages if a person may have them copied."""
    return [SITE] if may(person, Action.ORGANISE, event) else []


def write_archive(
    out: IO[bytes], event: Event, parts: Collection[str], report: Callable[[int, int], None]
) -> None:
    """Write an archive, a little of it in memory at a time.

    `report` is called often, with how many files are written, and of how many. Raise
    ValidationError if pages are to be copied that the public does not see.
    """
    if SITE in parts:
        with ZipFile(out, "w") as archive:
            write_site(ZipTarget(archive, event.slug, timezone.now()), event, report)
        return
    _write_tables(out, event, parts, report)


def _write_tables(
    out: IO[bytes], event: Event, parts: Collection[str], report: Callable[[int, int], None]
) -> None:
    formats = [(each, ending) for each in EXPORTS if each.name in parts for ending in FORMATS]
    records = number_of_records(event)
    total = len(formats) + (records if RECORDS in parts else 0)
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for done, (export, ending) in enumerate(formats):
            sheet = export.sheet(event)
            content = FORMATS[ending].write(sheet.columns, sheet.rows)
            _write(archive, f"{export.name}.{ending}", content, partial(report, done, total))
        if RECORDS not in parts:
            return
        for number, (name, text, _moment) in enumerate(record_files(event)):
            report(min(len(formats) + number // 2, total), total)
            path = f"{FOLDER_OF_RECORDS}/{name}"
            _write(archive, path, iter([text.encode()]), lambda: None)


def _write(
    archive: ZipFile, name: str, content: Iterator[bytes], each_time: Callable[[], None]
) -> None:
    info = ZipInfo(name, dt.datetime.now(dt.UTC).timetuple()[:6])
    info.external_attr = 0o644 << 16
    info.compress_type = ZIP_DEFLATED
    with archive.open(info, "w", force_zip64=True) as file:
        for chunk in content:
            each_time()
            file.write(chunk)
