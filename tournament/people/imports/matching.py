"""Matching of each row of a list with a player, and the plan of changes.

The players are those of the event; the changes are those to import.

A row belongs to the player with its id elsewhere. Failing that, it belongs to the player
with its email address. Failing that, it belongs to the player with its name (ignoring case
and spacing) and no other id, if one of the two has no address or both have the same seed.
Failing that, it is a new player.
"""

from dataclasses import dataclass, field
from itertools import count

from django.utils.translation import gettext as _

from tournament.common.email_addresses import address_key
from tournament.common.names import comparison_key
from tournament.models import Entry, Event, Seat
from tournament.people.imports.faults import Fault
from tournament.people.imports.players import PlayerList, PlayerRow


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """One row's place in an import.

    `action` is `add`, `change` or `same`; `entry` is None for a new player.
    """

    row: PlayerRow
    action: str
    entry: Entry | None
    name: str
    email: str
    club: str
    team: str
    seed: int
    external_id: str


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """The plan of an import, row by row, and everything that prevents it."""

    rows: tuple[PlannedRow, ...]
    faults: tuple[Fault, ...]
    ignored: tuple[str, ...] = ()

    def count(self, action: str) -> int:
        """Return the number of rows with this `action`: `add`, `change` or `same`."""
        return sum(row.action == action for row in self.rows)


@dataclass(slots=True)
class _Known:
    """The event's players that a row may match, and the seeds that are taken."""

    by_id: dict[str, Entry] = field(default_factory=dict)
    by_email: dict[str, Entry] = field(default_factory=dict)
    by_name: dict[str, list[Entry]] = field(default_factory=dict)
    entries: list[Entry] = field(default_factory=list)


def plan_import(event: Event, players: PlayerList) -> ImportPlan:
    """Match the rows with the event's players (queries do not grow with the rows)."""
    known = _known_entries(event)
    matched = [(row, _match(row, known)) for row in players.rows]
    faults = [
        *players.faults,
        *_same_player(matched),
        *_other_ids(matched, known),
        *_taken_seeds(matched, known),
        *_seated_seeds(matched, event),
    ]
    seeds = _seeds(matched, known)
    rows = tuple(
        _planned_row(match, seed, players.columns)
        for match, seed in zip(matched, seeds, strict=True)
    )
    return ImportPlan(rows, tuple(sorted(faults, key=lambda f: f.row or 0)), players.ignored)


MatchedRow = tuple[PlayerRow, Entry | None]


def _known_entries(event: Event) -> _Known:
    known = _Known(entries=list(Entry.objects.filter(event=event)))
    for entry in known.entries:
        known.by_name.setdefault(comparison_key(entry.name), []).append(entry)
        if entry.external_id:
            known.by_id[entry.external_id] = entry
        if entry.email_key:
            known.by_email[entry.email_key] = entry
    return known


def _match(row: PlayerRow, known: _Known) -> Entry | None:
    entry = known.by_id.get(row.external_id) if row.external_id else None
    if entry is None and row.email:
        entry = known.by_email.get(address_key(row.email))
    if entry is not None:
        return entry
    namesakes = [
        entry
        for entry in known.by_name.get(comparison_key(row.name), [])
        if not _has_another_id(row, entry)
    ]
    fitting = [
        entry for entry in namesakes if not row.email or not entry.email or entry.seed == row.seed
    ]
    if len(fitting) > 1:
        fitting = [entry for entry in fitting if entry.seed == row.seed]
    return fitting[0] if fitting else None


def _has_another_id(row: PlayerRow, entry: Entry) -> bool:
    return bool(row.external_id and entry.external_id) and row.external_id != entry.external_id


def _planned_row(match: MatchedRow, seed: int, columns: frozenset[str]) -> PlannedRow:
    row, entry = match
    email = row.email or (entry.email if entry else "")
    club = row.club if "club" in columns or entry is None else entry.club
    team = row.team if "team" in columns or entry is None else entry.team
    own = row.external_id or (entry.external_id if entry else "")
    action = "add"
    if entry:
        now = (entry.name, entry.email, entry.club, entry.team, entry.seed, entry.external_id)
        action = "same" if now == (row.name, email, club, team, seed, own) else "change"
    return PlannedRow(row, action, entry, row.name, email, club, team, seed, own)


def _seeds(matched: list[MatchedRow], known: _Known) -> list[int]:
    """Return each row's seed.

    It is the row's own seed, else the player's present one, else the next after the last: first to
    rows with a rating, from the highest, then as the rows stand.
    """
    given = [
        row.seed if row.seed is not None else entry.seed if entry else None
        for row, entry in matched
    ]
    held = [entry.seed for entry in known.entries]
    last = max([*held, *(seed for seed in given if seed is not None)], default=0)
    waiting = [at for at, seed in enumerate(given) if seed is None]
    waiting.sort(key=lambda at: -_rating(matched[at][0]))
    following = dict(zip(waiting, count(last + 1), strict=False))
    return [following[at] if seed is None else seed for at, seed in enumerate(given)]


def _rating(row: PlayerRow) -> float:
    """Return a row's rating; without one it comes after those that have one."""
    return -1.0 if row.rating is None else row.rating


def _same_player(matched: list[MatchedRow]) -> list[Fault]:
    """Return a fault for each row that matches the same player as an earlier row."""
    first: dict[int, int] = {}
    faults = []
    for row, entry in matched:
        if entry is not None and (earlier := first.setdefault(entry.pk, row.row)) != row.row:
            reason = _("This is the same player as in row %(row)d.") % {"row": earlier}
            faults.append(Fault(row.row, "name", reason, _("Delete one of the two rows.")))
    return faults


def _other_ids(matched: list[MatchedRow], known: _Known) -> list[Fault]:
    """Return a fault for each row whose ID and address are not those of one player."""
    faults = []
    for row, entry in matched:
        owner = known.by_email.get(address_key(row.email)) if row.email else None
        if entry is not None and _has_another_id(row, entry):
            reason = _("%(player)s has the ID %(id)s.")
            names = {"player": entry.name, "id": entry.external_id}
            remedy = _("Correct the ID in the list or with the player, or leave the cell empty.")
            faults.append(Fault(row.row, "external_id", reason % names, remedy))
        elif owner is not None and owner != entry:
            reason = _("The address belongs to %(player)s.") % {"player": owner.name}
            remedy = _("Correct the ID or the address.")
            faults.append(Fault(row.row, "email", reason, remedy))
    return faults


def _seated_seeds(matched: list[MatchedRow], event: Event) -> list[Fault]:
    """Return a fault for each new seed of a seated player.

    Draws and records name these players by seed.
    """
    moved = [
        (row, entry)
        for row, entry in matched
        if entry and row.seed is not None and row.seed != entry.seed
    ]
    if not moved:
        return []
    seated = set(Seat.objects.filter(round__event=event).values_list("entry_id", flat=True))
    reason = _("The player was seated as seed %(seed)d, so the seed stays.")
    remedy = _("Give that seed, or leave the cell empty.")
    return [
        Fault(row.row, "seed", reason % {"seed": entry.seed}, remedy)
        for row, entry in moved
        if entry.pk in seated
    ]


def _taken_seeds(matched: list[MatchedRow], known: _Known) -> list[Fault]:
    """Return a fault for each row with the seed of another player who keeps it.

    Such a player gets no seed from the list.
    """
    moved = {entry.pk for row, entry in matched if entry and row.seed is not None}
    owners = {entry.seed: entry for entry in known.entries if entry.pk not in moved}
    faults = []
    for row, entry in matched:
        owner = owners.get(row.seed) if row.seed is not None else None
        if owner is not None and owner != entry:
            reason = _("Seed rank %(seed)d belongs to %(player)s.") % {
                "seed": owner.seed,
                "player": owner.name,
            }
            remedy = _("Give another, or give that player's new one in the list.")
            faults.append(Fault(row.row, "seed", reason, remedy))
    return faults
