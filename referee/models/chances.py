"""Database tables of chances.

They hold those of running games, and the turning points of finished ones.
"""

from django.db import models

from referee.models.log import GameLog
from referee.models.records import GameRecord


class LiveChance(models.Model):
    """The newest chances of a running game, as they were at one row of its log.

    Log head (`seq`, `head`), `method` and `seed` identify them. The position is the one after
    `line` of the game's record, in turn `turn`, and `turns` more begin. `counts` has, by policy,
    each player's number of play-outs that reached each place; empty before the first chances.
    """

    game = models.OneToOneField(GameLog, models.CASCADE, related_name="chance")
    claimed_at = models.DateTimeField(null=True, db_index=True)
    seq = models.PositiveIntegerField(default=0)
    head = models.CharField(max_length=64, blank=True)
    method = models.CharField(max_length=20, blank=True)
    seed = models.CharField(max_length=64, blank=True)
    line = models.PositiveIntegerField(default=0)
    turn = models.PositiveIntegerField(default=0)
    turns = models.PositiveIntegerField(default=0)
    playouts = models.PositiveIntegerField(default=0)
    counts = models.JSONField(default=dict)
    computed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return str(self.game)


class TurningPoints(models.Model):
    """The turning points of a finished game, by record (`digest`) and `method`.

    `points` are JSON values in order of the record's lines; `computed_at` is null as long as none
    were looked for, and where they could not be found out.
    """

    record = models.OneToOneField(GameRecord, models.CASCADE, related_name="turning_points")
    claimed_at = models.DateTimeField(null=True, db_index=True)
    digest = models.CharField(max_length=64, blank=True)
    method = models.CharField(max_length=20, blank=True)
    seed = models.CharField(max_length=64, blank=True)
    playouts = models.PositiveIntegerField(default=0)
    points = models.JSONField(default=list)
    computed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return str(self.record)
