"""Verification of an event in a folder.

The folder has its snapshot, its game records and their published statements. `verify`
downloads into such a folder, or reads one that somebody else made.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from referee.live.verification.comparing import (
    MISSING,
    Difference,
    differences_in,
    place_of,
    result_differences,
    scores_of,
    standings_differences,
)
from referee.live.verification.cuts import cuts_again
from referee.live.verification.published import (
    MAX_SNAPSHOT_BYTES,
    MAX_STATEMENT_BYTES,
    PublishedEvent,
    read_event,
)
from referee.live.verification.reading import MalformedError, read_json
from referee.live.verification.recomputing import Recomputed, recompute_files

SNAPSHOT = "snapshot.json"
RECORD_ENDING = ".amr.jsonl"
STATEMENT_ENDING = ".statement.json"
MAX_FILES = 100_000
_NAMED = re.compile(r"round-([0-9]{1,9})/table-([0-9]{1,9})\.amr\.jsonl")


@dataclass(frozen=True, slots=True)
class Verification:
    """The outcome of verifying a folder: how much was compared, and every difference.

    `rows` of the standings is None without a snapshot, `by_hand` are results without a record;
    `cuts` to the finals were drawn again, and would be as in `corrected` by results that were
    corrected since.
    """

    name: str
    records: int
    events: int
    statements: int
    results: int
    by_hand: int
    rows: int | None
    cuts: int
    corrected: tuple[Difference, ...]
    differences: tuple[Difference, ...]


def verify_folder(
    folder: Path, *, processes: int | None = None, language: str = "en"
) -> Verification:
    """Play all records of a folder again and compare them with what was published.

    Raises MalformedError for a file that has another form (two records of one table, a symbolic
    link, too many files), and OSError for one that cannot be read.
    """
    files = list(_records(folder))
    event = _event(folder)
    found = dict(
        zip(files, recompute_files(files, processes=processes, language=language), strict=True)
    )
    by_table = _by_table(folder, found) if event else {}
    statements, differences = _compare_statements(folder, found)
    if event:
        differences += _compare_results(event, by_table)
        scores = list(scores_of(event, by_table))
        standings = standings_differences(event, scores, SNAPSHOT)
        cuts = cuts_again(event, scores)
        differences += [*cuts.differences, *standings.differences]
    return Verification(
        name=event.name if event else "",
        records=len(files),
        events=sum(one.events for one in found.values()),
        statements=statements,
        results=sum(bool(table.record) for table in event.tables) if event else 0,
        by_hand=sum(not table.record for table in event.tables) if event else 0,
        rows=standings.rows if event else None,
        cuts=cuts.drawn if event else 0,
        corrected=cuts.corrected if event else (),
        differences=tuple(differences),
    )


def _records(folder: Path) -> Iterator[Path]:
    """Yield the records by name.

    A link is refused with MalformedError, because its target is not in the folder.
    """
    for count, file in enumerate(sorted(folder.rglob(f"*{RECORD_ENDING}"))):
        name = str(file.relative_to(folder))
        if count >= MAX_FILES:
            raise MalformedError(
                name, "", _("more than %(most)s records") % {"most": f"{MAX_FILES:,}"}
            )
        if file.is_symlink() or not file.is_file():
            raise MalformedError(name, "", _("no regular file"))
        yield file


def _event(folder: Path) -> PublishedEvent | None:
    file = folder / SNAPSHOT
    if not file.exists():
        return None
    if file.is_symlink():
        raise MalformedError(SNAPSHOT, "", _("no regular file"))
    return read_event(read_json(file, SNAPSHOT, MAX_SNAPSHOT_BYTES), SNAPSHOT)


def _by_table(folder: Path, found: Mapping[Path, Recomputed]) -> dict[tuple[int, int], Recomputed]:
    """Return the records by round and table.

    A record without them is not compared with a result.
    """
    tables: dict[tuple[int, int], Recomputed] = {}
    for file, record in found.items():
        place = _place(str(file.relative_to(folder).as_posix()), record.header)
        if place is None:
            continue
        if place in tables:
            name = str(file.relative_to(folder))
            fault = _("another record of %(place)s") % {"place": place_of(*place)}
            raise MalformedError(name, "", fault)
        tables[place] = record
    return tables


def _place(name: str, header: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return a record's round and table.

    They are read from its file's name as downloaded, else from its header.
    """
    named = _NAMED.fullmatch(name)
    if named:
        return int(named[1]), int(named[2])
    number, table = header.get("round"), header.get("table")
    return (number, table) if type(number) is int and type(table) is int else None


def _compare_statements(
    folder: Path, found: Mapping[Path, Recomputed]
) -> tuple[int, list[Difference]]:
    """Count the statements published beside the records, and return what differs.

    A record that cannot be replayed differs from any statement.
    """
    count, differences = 0, list[Difference]()
    for file, record in found.items():
        name = str(file.relative_to(folder))
        if record.statement is None:
            differences.append(Difference(name, "record", MISSING, record.refusal))
            continue
        beside = file.with_name(file.name.removesuffix(RECORD_ENDING) + STATEMENT_ENDING)
        if beside.is_file() and not beside.is_symlink():
            count += 1
            told = read_json(beside, str(beside.relative_to(folder)), MAX_STATEMENT_BYTES)
            differences += differences_in(told, record.statement, name, "statement")
    return count, differences


def _compare_results(
    event: PublishedEvent, found: Mapping[tuple[int, int], Recomputed]
) -> Iterator[Difference]:
    for table in event.tables:
        if not table.record:
            continue
        record = found.get((table.round, table.table))
        if record is None:
            yield Difference(place_of(table.round, table.table), "record", table.record, MISSING)
        else:
            yield from result_differences(event, table, record)
