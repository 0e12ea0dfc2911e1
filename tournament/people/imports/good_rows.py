"""Rows of a list that can be taken, and rows that are nearly a known person.

Good rows can be taken although others cannot.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace

from tournament.models import Entry, Event
from tournament.people.imports.faults import Fault
from tournament.people.imports.likeness import Likeness
from tournament.people.imports.matching import ImportPlan, plan_import
from tournament.people.imports.players import PlayerList, PlayerRow

MAX_TURNS = 10
"""The most turns: each leaves out rows that are wrong only because others were left out."""


@dataclass(frozen=True, slots=True)
class Alike:
    """A row beside the player of the event or earlier row that it nearly is.

    The two are shown side by side. By `key`, the organiser agrees that they are one person.
    """

    key: str
    row: PlayerRow
    name: str
    club: str
    email: str
    other_row: int | None


def plan_good_rows(event: Event, players: PlayerList) -> ImportPlan:
    """Return the plan of an import that leaves out each row with a fault.

    All faults are in the plan.
    """
    faults: list[Fault] = list(players.faults)
    bad = {fault.row for fault in faults}
    for turn in range(MAX_TURNS + 1):
        rows = tuple(row for row in players.rows if row.row not in bad)
        # Rows still wrong after so many turns are a chain of seeds: none of them moves.
        if turn == MAX_TURNS:
            rows = tuple(row for row in rows if row.seed is None)
        plan = plan_import(event, replace(players, rows=rows, faults=()))
        if not plan.faults:
            break
        faults += plan.faults
        bad |= {fault.row for fault in plan.faults}
    return replace(plan, faults=tuple(sorted(faults, key=lambda fault: fault.row or 0)))


def rows_alike(event: Event, players: PlayerList, plan: ImportPlan) -> list[Alike]:
    """Return the rows that would add somebody who may be known (1 query).

    The name is nearly that of a player of the event, or of an earlier row.
    """
    entries = {entry.pk: entry for entry in Entry.objects.filter(event=event)}
    known, earlier, found = Likeness(), Likeness(), []
    for key, entry in entries.items():
        known.add(key, entry.name)
    rows = {row.row: row for row in players.rows}
    for planned in plan.rows:
        row = planned.row
        if planned.action == "add":
            entry_key, row_number = known.first_match(row.name), earlier.first_match(row.name)
            if entry_key is not None:
                entry = entries[entry_key]
                person = (entry.name, entry.club, entry.email)
                found.append(Alike(f"{row.row}.e{entry_key}", row, *person, None))
            elif row_number is not None:
                other = rows[row_number]
                person = (other.name, other.club, other.email)
                found.append(Alike(f"{row.row}.r{row_number}", row, *person, row_number))
        earlier.add(row.row, row.name)
    return found


def with_same_people(event: Event, players: PlayerList, same: Collection[str]) -> PlayerList:
    """Return the list once the organiser said which rows are one person.

    Rows are named by `Alike.key`. A row that is a player of the event has the known name and
    address. Of two rows the first stays, and takes from the other what it lacks. Keys of rows that
    are not there are passed over.
    """
    rows = {row.row: row for row in players.rows}
    entries = {entry.pk: entry for entry in Entry.objects.filter(event=event)}
    for key in sorted(same):
        number, _dot, other = key.partition(".")
        row = rows.get(int(number)) if number.isdecimal() and len(number) < 10 else None
        if row is None or not other[1:].isdecimal() or len(other) > 18:
            continue
        entry, first = entries.get(int(other[1:])), rows.get(int(other[1:]))
        if other[0] == "e" and entry is not None:
            email = entry.email or row.email
            rows[row.row] = replace(row, name=entry.name, email=email)
        elif other[0] == "r" and first is not None and first != row:
            rows[first.row] = _merge_rows(first, row)
            del rows[row.row]
    return replace(players, rows=tuple(rows.values()))


def _merge_rows(first: PlayerRow, row: PlayerRow) -> PlayerRow:
    return replace(
        first,
        club=first.club or row.club,
        team=first.team or row.team,
        email=first.email or row.email,
        external_id=first.external_id or row.external_id,
        seed=first.seed if first.seed is not None else row.seed,
        rating=first.rating if first.rating is not None else row.rating,
    )
