"""Which player of the database each row of a list is, and what the import would change.

A row is the player with its email address; failing that, the player of the event with its name
(case and spacing aside) if one of the two has no address or they have the same seed; failing that,
somebody new.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from tournament.imports.faults import Fault
from tournament.imports.players import PlayerList, PlayerRow
from tournament.models import Entry, Event, Player, Seat
from tournament.names import folded


@dataclass(frozen=True, slots=True)
class PlannedRow:
    """What becomes of one row: `action` is `add`, `change` or `same`; `player` and `entry` are
    None where new ones are made."""

    row: PlayerRow
    action: str
    player: Player | None
    entry: Entry | None
    name: str
    email: str
    club: str
    seed: int


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What an import does, row by row, and everything that keeps it from being done."""

    rows: tuple[PlannedRow, ...]
    faults: tuple[Fault, ...]
    ignored: tuple[str, ...] = ()

    def count(self, action: str) -> int:
        """How many rows `add`, `change` or leave the `same`."""
        return sum(row.action == action for row in self.rows)


@dataclass(slots=True)
class _Known:
    """The players a row may be, and the seeds that are taken."""

    by_email: dict[str, Player] = field(default_factory=dict)
    by_name: dict[str, list[Entry]] = field(default_factory=dict)
    by_player: dict[int, Entry] = field(default_factory=dict)


def plan_import(event: Event, players: PlayerList) -> ImportPlan:
    """Match the rows with the event's players (queries do not grow with the rows, but for
    one more for every 500 addresses)."""
    known = _known(event, players.rows)
    matched = [(row, *_match(row, known)) for row in players.rows]
    faults = [
        *players.faults,
        *_same_player(matched),
        *_taken_seeds(matched, known),
        *_seated_seeds(matched, event),
    ]
    seeds = _seeds(matched, known)
    rows = tuple(
        _planned(row, player, entry, seed, players.columns)
        for (row, player, entry), seed in zip(matched, seeds, strict=True)
    )
    return ImportPlan(rows, tuple(sorted(faults, key=lambda f: f.row or 0)), players.ignored)


Match = tuple[PlayerRow, Player | None, Entry | None]


def _known(event: Event, rows: Iterable[PlayerRow]) -> _Known:
    known = _Known()
    for entry in Entry.objects.filter(event=event).select_related("player"):
        known.by_player[entry.player_id] = entry
        known.by_name.setdefault(folded(entry.player.name), []).append(entry)
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
    namesakes = known.by_name.get(folded(row.name), [])
    fitting = [
        entry
        for entry in namesakes
        if not row.email or not entry.player.email or entry.seed == row.seed
    ]
    if len(fitting) > 1:
        fitting = [entry for entry in fitting if entry.seed == row.seed]
    return (fitting[0].player, fitting[0]) if fitting else (None, None)


def _planned(
    row: PlayerRow,
    player: Player | None,
    entry: Entry | None,
    seed: int,
    columns: frozenset[str],
) -> PlannedRow:
    email = row.email or (player.email if player else "")
    club = row.club if "club" in columns or entry is None else entry.club
    action = "add"
    if player and entry:
        now = (player.name, player.email, entry.club, entry.seed)
        action = "same" if now == (row.name, email, club, seed) else "change"
    return PlannedRow(row, action, player, entry, row.name, email, club, seed)


def _seeds(matched: list[Match], known: _Known) -> list[int]:
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


def _same_player(matched: list[Match]) -> list[Fault]:
    """Rows that turn out to be a player another row is already."""
    first: dict[int, int] = {}
    faults = []
    for row, player, _entry in matched:
        if player is not None and (earlier := first.setdefault(player.pk, row.row)) != row.row:
            reason = _("This is the same player as in row %(row)d.") % {"row": earlier}
            faults.append(Fault(row.row, "name", reason, _("Delete one of the two rows.")))
    return faults


def _seated_seeds(matched: list[Match], event: Event) -> list[Fault]:
    """New seeds for players who were seated under another: draws and records name them by it."""
    moved = [
        (row, entry)
        for row, _player, entry in matched
        if entry and row.seed is not None and row.seed != entry.seed
    ]
    if not moved:
        return []
    seated = set(Seat.objects.filter(round__event=event).values_list("entry_id", flat=True))
    reason = _("The player was seated as seed %(seed)d, so that it stays.")
    remedy = _("Give that seed, or leave the cell empty.")
    return [
        Fault(row.row, "seed", reason % {"seed": entry.seed}, remedy)
        for row, entry in moved
        if entry.pk in seated
    ]


def _taken_seeds(matched: list[Match], known: _Known) -> list[Fault]:
    """Seeds that belong to players of the event whom the list does not move."""
    moved = {entry.pk for row, _player, entry in matched if entry and row.seed is not None}
    owners = {entry.seed: entry for entry in known.by_player.values() if entry.pk not in moved}
    faults = []
    for row, _player, entry in matched:
        owner = owners.get(row.seed) if row.seed is not None else None
        if owner is not None and owner != entry:
            reason = _("Seed rank %(seed)d is %(player)s's.") % {
                "seed": owner.seed,
                "player": owner.player.name,
            }
            remedy = _("Give another, or give that player's new one in the list.")
            faults.append(Fault(row.row, "seed", reason, remedy))
    return faults
