"""The numbers that rows of a backup get: their own where those are free on this server, else others
behind all there are, in every column that names them."""

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.db import models

from referee.backups.archive import Backup
from referee.backups.parts import PARTS
from referee.backups.sequences import numbers_behind
from tournament.models import AuditEntry, Entry, Event, Player

ENTRIES = next(part for part in PARTS if part.model is Entry)


class Numbers:
    """Where each row of a backup goes. An event's number stays what it is on this server. Who is in
    the event now with the same number and seed rank is the same person, whatever the name is by
    now; else who has the same email address, or where both have none the same number and name.
    """

    def __init__(self, backup: Backup, event: Event, seeds: Mapping[int, int]) -> None:
        """`seeds`: the seed ranks that players of the event have now, by the players' numbers."""
        self._event = event
        self._rows = backup.rows
        self._stayed = {
            entry.player_id
            for rows in backup.of(ENTRIES)
            for entry in rows
            if seeds.get(entry.player_id) == entry.seed
        }
        self._shifts = _shifts(backup)
        self._players: dict[int, int] = {}
        self._models = {part.model._meta.model_name: part.model for part in PARTS}

    def new_player(self, player: Player) -> bool:
        """Give a player of the backup a number; whether this server does not know the player."""
        known = self._known(player)
        key = known.pk if known else self._shifted(Player, player.pk)
        self._players[player.pk] = key
        player.pk = key
        return known is None

    def place(self, row: models.Model) -> None:
        """Let a row, and what it points at, have the numbers that they get here."""
        for field in row._meta.local_concrete_fields:
            model = row._meta.model if field.primary_key else field.related_model
            value = getattr(row, field.attname)
            if model is not None and value is not None and not isinstance(row, Event | Player):
                setattr(row, field.attname, self.of(model, value))
        if isinstance(row, AuditEntry):
            self._place_object(row)

    def of(self, model: Any, key: Any) -> Any:
        """The number here of a row of the backup; nobody's account goes with a backup."""
        if model is User:
            return None
        if model is Event:
            return self._event.pk
        if model is Player:
            return self._players[key]
        return self._shifted(model, key)

    def _place_object(self, row: AuditEntry) -> None:
        if row.event_slug != self._event.slug:
            raise ValueError(row.event_slug)
        model = self._models.get(row.kind)
        if model is Player:
            row.object_id = self._players.get(row.object_id or 0)
        elif model is Event:
            row.object_id = self._event.pk
        elif model is not None and row.object_id is not None:
            row.object_id += self._shifts.get(model._meta.label_lower, 0)

    def _shifted(self, model: type[models.Model], key: Any) -> Any:
        """Only what is among the backup's rows: nothing else here has a number between theirs, and
        of a table without rows it has none."""
        if not isinstance(model._meta.pk, models.AutoField):
            return key
        label = model._meta.label_lower
        rows = self._rows[label]
        if not rows.number or not rows.first <= key <= rows.last:
            raise ValueError(f"{label} {key}")
        return key + self._shifts[label]

    def _known(self, player: Player) -> Player | None:
        if player.pk in self._stayed:
            return Player.objects.get(pk=player.pk)
        if not player.email:
            return Player.objects.filter(pk=player.pk, name=player.name, email="").first()
        found = Player.objects.filter(email__iexact=player.email).first()
        if found and found.pk in self._stayed:
            # Two of the backup were made one since, who has the address now.
            player.email = ""
            return None
        return found


def _shifts(backup: Backup) -> dict[str, int]:
    """By how much the numbers of a table's rows grow, by 0 where nobody has them."""
    shifts: dict[str, int] = {}
    for part in PARTS:
        rows, numbered = backup.rows[part.label], part.model._base_manager
        if not isinstance(part.model._meta.pk, models.AutoField) or not rows.number:
            continue
        if not 0 < rows.first <= rows.last:
            raise ValueError(part.label)
        taken = numbered.filter(pk__range=(rows.first, rows.last)).exists()
        shifts[part.label] = numbers_behind(part.model, rows.last) if taken else 0
    return shifts
