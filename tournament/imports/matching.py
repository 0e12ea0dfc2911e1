"""Which player of the database each row of a list is, and what the import would change.

A row is the player with its email address; failing that, the player of the event with its name
(case and spacing aside) if one of the two has no address or they have the same seed; failing that,
somebody new.

A row that would give another name or address to a person who stands in other events as well is
left out until the organiser allows it: an address typed wrong would rename somebody everywhere.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from tournament.imports.faults import Fault
from tournament.imports.players import PlayerList, PlayerRow
from tournament.imports.shared_people import OtherEvent, PersonChange, change_of, other_events
from tournament.models import Entry, Event, Player, Seat
from tournament.names import comparison_key

LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """What becomes of one row: `action` is `add`, `change`, `same`, or `left out` until `person`,
    the change of somebody whom other events have too, is allowed. `player` and `entry` are None
    where new ones are made."""

    row: PlayerRow
    action: str
    player: Player | None
    entry: Entry | None
    name: str
    email: str
    club: str
    team: str
    seed: int
    person: PersonChange | None = None


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What an import does, row by row, and everything that keeps it from being done."""

    rows: tuple[PlannedRow, ...]
    faults: tuple[Fault, ...]
    ignored: tuple[str, ...] = ()

    def count(self, action: str) -> int:
        """How many rows `add`, `change`, leave the `same` or are `left out`."""
        return sum(row.action == action for row in self.rows)

    @property
    def left_out(self) -> list[PlannedRow]:
        """The rows that wait for a word."""
        return [row for row in self.rows if row.action == LEFT_OUT]


@dataclass(slots=True)
class _Known:
    """The players a row may be, and the seeds that are taken."""

    by_email: dict[str, Player] = field(default_factory=dict)
    by_name: dict[str, list[Entry]] = field(default_factory=dict)
    by_player: dict[int, Entry] = field(default_factory=dict)


def plan_import(
    event: Event, players: PlayerList, allowed: Collection[str] = frozenset()
) -> ImportPlan:
    """Match the rows with the event's players (queries do not grow with the rows, but for
    one more for every 500 addresses, and for every 500 persons who would change). `allowed` are
    the keys of the changes of people in other events that are to be made."""
    known = _known(event, players.rows)
    matched = [(row, *_match(row, known)) for row in players.rows]
    elsewhere = other_events(event, _changed(matched))
    changes = _person_changes(matched, elsewhere)
    left_out = {row for row, change in changes.items() if change.key not in allowed}
    taken = [match for match in matched if match[0].row not in left_out]
    faults = [
        *players.faults,
        *_same_player(matched),
        *_taken_seeds(taken, known),
        *_seated_seeds(taken, event),
    ]
    planned = [
        _planned(match, seed, players.columns, _person(match, elsewhere, changes))
        for match, seed in zip(taken, _seeds(taken, known), strict=True)
    ]
    planned += [
        _left_out(match, changes[match[0].row]) for match in matched if match[0].row in left_out
    ]
    rows = tuple(sorted(planned, key=lambda plan: plan.row.row))
    return ImportPlan(rows, tuple(sorted(faults, key=lambda f: f.row or 0)), players.ignored)


MatchedRow = tuple[PlayerRow, Player | None, Entry | None]


def _known(event: Event, rows: Iterable[PlayerRow]) -> _Known:
    known = _Known()
    for entry in Entry.objects.filter(event=event).select_related("player"):
        known.by_player[entry.player_id] = entry
        known.by_name.setdefault(comparison_key(entry.player.name), []).append(entry)
    emails = sorted({row.email.lower() for row in rows if row.email})
    for start in range(0, len(emails), 500):
        wanted = Q(lowered__in=emails[start : start + 500])
        for player in Player.objects.annotate(lowered=Lower("email")).filter(wanted):
            known.by_email[player.email.lower()] = player
    return known


def _match(row: PlayerRow, known: _Known) -> tuple[Player | None, Entry | None]:
    player = known.by_email.get(row.email.lower()) if row.email else None
    if player is not None:
        return player, known.by_player.get(player.pk)
    namesakes = known.by_name.get(comparison_key(row.name), [])
    fitting = [
        entry
        for entry in namesakes
        if not row.email or not entry.player.email or entry.seed == row.seed
    ]
    if len(fitting) > 1:
        fitting = [entry for entry in fitting if entry.seed == row.seed]
    return (fitting[0].player, fitting[0]) if fitting else (None, None)


def _changed(matched: list[MatchedRow]) -> set[int]:
    """The keys of the players whose name or address a row has otherwise."""
    return {
        player.pk
        for row, player, _entry in matched
        if player and (player.name, player.email) != (row.name, row.email or player.email)
    }


def _person_changes(
    matched: list[MatchedRow], elsewhere: Mapping[int, tuple[OtherEvent, ...]]
) -> dict[int, PersonChange]:
    """The changes of people whom other events have too, by row. Capitals and spaces are no
    change: the person keeps those known."""
    found = {}
    for row, player, _entry in matched:
        if player is None or player.pk not in elsewhere:
            continue
        name = player.name if comparison_key(player.name) == comparison_key(row.name) else row.name
        same_email = not row.email or row.email.lower() == player.email.lower()
        email = player.email if same_email else row.email
        if (name, email) != (player.name, player.email):
            found[row.row] = change_of(row.row, player, name, email, elsewhere[player.pk])
    return found


Person = tuple[str, str, PersonChange | None]


def _person(
    match: MatchedRow,
    elsewhere: Mapping[int, tuple[OtherEvent, ...]],
    changes: Mapping[int, PersonChange],
) -> Person:
    """Name and address that a row's player has afterwards, and the change if it is a shared one."""
    row, player, _entry = match
    if change := changes.get(row.row):
        return change.new_name, change.new_email, change
    if player and player.pk in elsewhere:
        return player.name, player.email, None
    return row.name, row.email or (player.email if player else ""), None


def _planned(match: MatchedRow, seed: int, columns: frozenset[str], person: Person) -> PlannedRow:
    row, player, entry = match
    name, email, change = person
    club = row.club if "club" in columns or entry is None else entry.club
    team = row.team if "team" in columns or entry is None else entry.team
    action = "add"
    if player and entry:
        now = (player.name, player.email, entry.club, entry.team, entry.seed)
        action = "same" if now == (name, email, club, team, seed) else "change"
    return PlannedRow(row, action, player, entry, name, email, club, team, seed, change)


def _left_out(match: MatchedRow, change: PersonChange) -> PlannedRow:
    row, player, entry = match
    seed = row.seed or (entry.seed if entry else 0)
    own = (row.name, row.email, row.club, row.team, seed)
    return PlannedRow(row, LEFT_OUT, player, entry, *own, change)


def _seeds(matched: list[MatchedRow], known: _Known) -> list[int]:
    """Each row's seed: its own, else the one the player has, else the next behind the last."""
    given = [
        row.seed if row.seed is not None else entry.seed if entry else None
        for row, _player, entry in matched
    ]
    held = [entry.seed for entry in known.by_player.values()]
    last = max([*held, *(seed for seed in given if seed is not None)], default=0)
    seeds = []
    for seed in given:
        if seed is None:
            last += 1
        seeds.append(last if seed is None else seed)
    return seeds


def _same_player(matched: list[MatchedRow]) -> list[Fault]:
    """Rows that turn out to be a player another row is already."""
    first: dict[int, int] = {}
    faults = []
    for row, player, _entry in matched:
        if player is not None and (earlier := first.setdefault(player.pk, row.row)) != row.row:
            reason = _("This is the same player as in row %(row)d.") % {"row": earlier}
            faults.append(Fault(row.row, "name", reason, _("Delete one of the two rows.")))
    return faults


def _seated_seeds(matched: list[MatchedRow], event: Event) -> list[Fault]:
    """New seeds for players who were seated under another: draws and records name them by it."""
    moved = [
        (row, entry)
        for row, _player, entry in matched
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
    """Seeds that belong to players of the event whom the list does not move."""
    moved = {entry.pk for row, _player, entry in matched if entry and row.seed is not None}
    owners = {entry.seed: entry for entry in known.by_player.values() if entry.pk not in moved}
    faults = []
    for row, _player, entry in matched:
        owner = owners.get(row.seed) if row.seed is not None else None
        if owner is not None and owner != entry:
            reason = _("Seed rank %(seed)d belongs to %(player)s.") % {
                "seed": owner.seed,
                "player": owner.player.name,
            }
            remedy = _("Give another, or give that player's new one in the list.")
            faults.append(Fault(row.row, "seed", reason, remedy))
    return faults
