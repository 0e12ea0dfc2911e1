"""Importing a list of players: all of it or nothing, or its good rows."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournament.imports.good_rows import plan_good_rows, with_same_people
from tournament.imports.matching import ImportPlan, PlannedRow, plan_import
from tournament.imports.players import players_of, read_players
from tournament.imports.sheets import SheetRow
from tournament.models import Entry, Event, Player
from tournament.models.people import code_of
from tournament.services import audit
from tournament.services.apart import rename_in_pairs
from tournament.services.audit import Actor
from tournament.services.events import lock_event

# Above every seed a list may give: where seeds wait while they change hands.
PARKED = 1_000_000_000


@dataclass(frozen=True, slots=True)
class ImportChoices:
    """What the organiser said of a list: `columns`, what each holds by its position (None: as
    their titles say); `allowed`, the changes of people in other events; `same`, which rows are
    somebody known (`good_rows.Alike.key`)."""

    columns: Mapping[int, str] | None = None
    allowed: Collection[str] = frozenset()
    same: Collection[str] = frozenset()


def import_players(
    *, event: Event, content: bytes, by: Actor, allowed: Collection[str] = frozenset()
) -> ImportPlan:
    """Import a CSV or XLSX list into an event and return what was done. A list with faults
    changes nothing; they are in the plan returned. The same list again changes nothing. A row
    that changes a person of other events is left out, unless `allowed` has the change's key.

    Raises ValidationError if another import took one of the addresses in the same moment.
    """
    players = read_players(content, own_teams=event.has_own_teams)
    return _import(event, lambda event: plan_import(event, players, allowed), by, whole=True)


def import_good_rows(
    *, event: Event, sheet: list[SheetRow], choices: ImportChoices, by: Actor
) -> ImportPlan:
    """The same of the rows without faults: those with faults are left out, and named in the plan
    that is returned."""
    players = players_of(sheet, choices.columns, own_teams=event.has_own_teams)

    def plan(event: Event) -> ImportPlan:
        joined = with_same_people(event, players, choices.same)
        return plan_good_rows(event, joined, choices.allowed)

    return _import(event, plan, by, whole=False)


def _import(
    event: Event, plan_for: Callable[[Event], ImportPlan], by: Actor, *, whole: bool
) -> ImportPlan:
    try:
        with transaction.atomic():
            event = lock_event(event)
            plan = plan_for(event)
            if not (whole and plan.faults):
                _write(event, plan, by)
            return plan
    except IntegrityError as error:
        message = _("Somebody else entered one of these players at the same moment: import again.")
        raise ValidationError(message) from error


def _write(event: Event, plan: ImportPlan, by: Actor) -> None:
    changed = [row for row in plan.rows if row.action == "change"]
    added = [row for row in plan.rows if row.action == "add"]
    if not changed and not added:
        return
    before = [_as_json(row.entry) for row in changed if row.entry]
    codes = {row.entry.code: code_of(row.seed) for row in changed if row.entry}
    before += [{"name": row.person.name} for row in added if row.person]
    _write_changed(changed)
    _write_added(event, added)
    rename_in_pairs(event=event, codes=codes, by=by)
    after = [_values(row.seed, row.name, row.club, row.team) for row in changed + added]
    audit.log(
        by=by, action="import players", instance=event, event=event, before=before, after=after
    )


def _write_changed(rows: list[PlannedRow]) -> None:
    players, entries = [], []
    for row in rows:
        if row.player and row.entry:
            row.player.name, row.player.email = row.name, row.email
            row.entry.club, row.entry.team = row.club, row.team
            players.append(row.player)
            entries.append(row.entry)
    Player.objects.bulk_update(players, ["name", "email"], batch_size=200)
    moved = [row for row in rows if row.entry and row.entry.seed != row.seed]
    for base in (PARKED, 0):
        for row in moved:
            if row.entry:
                row.entry.seed = base + row.seed
        Entry.objects.bulk_update([row.entry for row in moved if row.entry], ["seed"], 200)
    Entry.objects.bulk_update(entries, ["club", "team"], batch_size=200)


def _write_added(event: Event, rows: list[PlannedRow]) -> None:
    """People who are known from another event get an entry, the others a player too."""
    new = [Player(name=row.name, email=row.email) for row in rows if row.player is None]
    created = iter(Player.objects.bulk_create(new, batch_size=200))
    known = [row.player for row in rows if row.player is not None]
    for row in rows:
        if row.player is not None:
            row.player.name, row.player.email = row.name, row.email
    Player.objects.bulk_update(known, ["name", "email"], batch_size=200)
    Entry.objects.bulk_create(
        [
            Entry(
                event=event,
                player=row.player or next(created),
                seed=row.seed,
                club=row.club,
                team=row.team,
            )
            for row in rows
        ],
        batch_size=200,
    )


def _as_json(entry: Entry) -> dict[str, object]:
    return _values(entry.seed, entry.player.name, entry.club, entry.team)


def _values(seed: int, name: str, club: str, team: str) -> dict[str, object]:
    """As the audit log has them; of few a team."""
    found: dict[str, object] = {"seed": seed, "name": name, "club": club}
    return {**found, "team": team} if team else found
