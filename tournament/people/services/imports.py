"""Importing a list of players: all of it or nothing, or its good rows."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from django.db import transaction

from tournament import audit
from tournament.audit import Actor
from tournament.common.email_addresses import address_key
from tournament.events.services.events import lock_event
from tournament.models import Entry, Event
from tournament.models.people import code_of
from tournament.people.imports.good_rows import plan_good_rows, with_same_people
from tournament.people.imports.matching import ImportPlan, PlannedRow, plan_import
from tournament.people.imports.players import players_of, read_players
from tournament.people.imports.sheets import SheetRow
from tournament.people.services.apart import rename_in_pairs

# Above every seed a list may give: where seeds wait while they change hands.
PARKED = 1_000_000_000


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """The organiser's choices about a list.

    `columns` is what each column holds by its position (None: as their titles say); `same` are the
    rows of known players (`good_rows.Alike.key`).
    """

    columns: Mapping[int, str] | None = None
    same: Collection[str] = frozenset()


def import_players(*, event: Event, content: bytes, by: Actor, encoding: str = "") -> ImportPlan:
    """Import a CSV or XLSX list into an event, and return the plan.

    A CSV list is read in `encoding`, one of `encodings.ENCODINGS`, or in the one it seems to have.
    A list with faults changes nothing; they are in the plan. The same list again changes nothing.
    """
    players = read_players(content, own_teams=event.has_own_teams, encoding=encoding)
    return _import(event, lambda event: plan_import(event, players), by, whole=True)


def import_good_rows(
    *, event: Event, sheet: list[SheetRow], choices: ImportChoices, by: Actor
) -> ImportPlan:
    """Import the rows without faults.

    Those with faults are left out, and named in the plan that is returned.
    """
    players = players_of(sheet, choices.columns, own_teams=event.has_own_teams)

    def plan(event: Event) -> ImportPlan:
        joined = with_same_people(event, players, choices.same)
        return plan_good_rows(event, joined)

    return _import(event, plan, by, whole=False)


def _import(
    event: Event, plan_for: Callable[[Event], ImportPlan], by: Actor, *, whole: bool
) -> ImportPlan:
    with transaction.atomic():
        event = lock_event(event)
        plan = plan_for(event)
        if not (whole and plan.faults):
            _write(event, plan, by)
        return plan


def _write(event: Event, plan: ImportPlan, by: Actor) -> None:
    changed = [row for row in plan.rows if row.action == "change"]
    added = [row for row in plan.rows if row.action == "add"]
    if not changed and not added:
        return
    before = [_as_json(row.entry) for row in changed if row.entry]
    codes = {row.entry.code: code_of(row.seed) for row in changed if row.entry}
    _write_changed(changed)
    _write_added(event, added)
    rename_in_pairs(event=event, codes=codes, by=by)
    after = [
        _values(row.seed, row.name, row.club, row.team, row.external_id) for row in changed + added
    ]
    audit.log(
        by=by, action="import players", instance=event, event=event, before=before, after=after
    )


def _write_changed(rows: list[PlannedRow]) -> None:
    entries = [_fill_entry(row, row.entry) for row in rows if row.entry]
    moved = [row for row in rows if row.entry and row.entry.seed != row.seed]
    for base in (PARKED, 0):
        for row in moved:
            if row.entry:
                row.entry.seed = base + row.seed
        Entry.objects.bulk_update([row.entry for row in moved if row.entry], ["seed"], 200)
    fields = ["name", "email", "email_key", "club", "team", "external_id"]
    Entry.objects.bulk_update(entries, fields, batch_size=100)


def _write_added(event: Event, rows: list[PlannedRow]) -> None:
    new = [_fill_entry(row, Entry(event=event, seed=row.seed)) for row in rows]
    Entry.objects.bulk_create(new, batch_size=100)


def _fill_entry(row: PlannedRow, entry: Entry) -> Entry:
    entry.name, entry.email = row.name, row.email
    entry.email_key = address_key(row.email)
    entry.club, entry.team = row.club, row.team
    entry.external_id = row.external_id
    return entry


def _as_json(entry: Entry) -> dict[str, object]:
    return _values(entry.seed, entry.name, entry.club, entry.team, entry.external_id)


def _values(seed: int, name: str, club: str, team: str, external_id: str) -> dict[str, object]:
    """Return the values as the audit log has them.

    Team and id elsewhere are included only if there is one.
    """
    found: dict[str, object] = {"seed": seed, "name": name, "club": club}
    more = {"team": team, "external_id": external_id}
    return found | {key: value for key, value in more.items() if value}
