"""The choice of games that are computed next, and the storing of their chances.

A claim is a lock and a limit in one: only one process gets it, and a minute passes before the next.
No audit row is written: what is stored can be computed again from the game.
"""

import datetime as dt
from typing import Any

from django.db import transaction
from django.db.models import F, Q

from referee.chances.running_games import games_with_chances, is_shown
from referee.insight.playouts import METHOD
from referee.log.rows import tell_publisher
from referee.models import GameLog, GameRecord, LiveChance, TurningPoints
from referee.records.selectors import current_records
from tournament import visibility
from tournament.audit import tell_of_change
from tournament.models import Event
from tournament.visibility import Reader

EVERY = dt.timedelta(seconds=60)
"""The shortest time between two computations of one game."""
AGAIN = dt.timedelta(minutes=30)
"""After so long without an answer, turning points are looked for again: the process died."""
SEED_LENGTH = 16
"""So much of a hash is the seed, of the log's head or the record."""
MOST_TRIED = 5
"""The most records that are tried in a row, because other processes claim some first."""

Json = dict[str, Any]


def claim_games(*, now: dt.datetime, most: int) -> tuple[list[GameLog], int]:
    """Claim the games that are due, those first that have waited longest.

    Return them with the number of all games whose chances are shown, for which there is one budget.
    A game is due if its log went on, a minute after it was claimed last.
    """
    games: list[Any] = list(games_with_chances())
    due = [game for game in games if _is_due(game, now)]
    due.sort(key=lambda game: (game.chance_claimed is not None, game.chance_claimed or now))
    rows = [LiveChance(game=game) for game in due[:most] if game.chance_head is None]
    LiveChance.objects.bulk_create(rows, ignore_conflicts=True)
    return [game for game in due[:most] if _claim(game, now)], len(games)


def _is_due(game: Any, now: dt.datetime) -> bool:
    known = (game.chance_head, game.chance_method) == (game.head_hash, METHOD)
    claimed = game.chance_claimed
    # A claim in the future is of a clock that was put right since.
    waits = claimed is not None and now - EVERY < claimed < now + EVERY
    return not known and not waits


def _claim(game: Any, now: dt.datetime) -> bool:
    """Claim a game; return False if another process was first."""
    row = LiveChance.objects.filter(game=game, claimed_at=game.chance_claimed)
    return bool(row.update(claimed_at=now))


def seed_of(game: GameLog) -> str:
    """Return the seed of a game's play-outs at its head."""
    return seed_from(game.head_hash)


def seed_from(digest: str) -> str:
    """Return the seed that a hash gives: nobody chooses it."""
    return digest[:SEED_LENGTH]


@transaction.atomic
def store_chances(*, game: GameLog, found: Json, now: dt.datetime) -> bool:
    """Store the chances of a game and have them published.

    They are as of the head at which the game was claimed.

    Return False, storing nothing, if they may not be shown any more, or newer ones are there.
    """
    row = LiveChance.objects.select_for_update().filter(game=game).first()
    if row is None or row.seq > game.head_seq or not is_shown(game):
        return False
    values = {"seq": game.head_seq, "head": game.head_hash, "method": METHOD}
    values |= {"seed": seed_of(game), "computed_at": now, **found}
    LiveChance.objects.filter(pk=row.pk).update(**values)
    tell_publisher(game, game.head_seq, now)
    return True


@transaction.atomic
def record_no_chances(*, game: GameLog) -> None:
    """Record that a game has no chances at its head.

    So it is not tried again there.
    """
    row = LiveChance.objects.filter(Q(seq__lte=game.head_seq), game=game)
    row.update(seq=game.head_seq, head=game.head_hash, method=METHOD, counts={}, computed_at=None)


def claim_record(*, now: dt.datetime) -> GameRecord | None:
    """Claim a published record to look for its turning points.

    The oldest record that was not looked at comes first.

    1 query where nothing is to be done.
    """
    shown = Event.objects.filter(shows_chances=True, mode=Event.Mode.TWO_HOUR)
    tables = visibility.tables_with_result(Reader.PUBLIC).filter(
        round__event__in=shown.values("pk")
    )
    records = current_records(Reader.PUBLIC).filter(table__in=tables.values("pk"))
    unknown = ~Q(points_digest=F("digest"), points_method=METHOD) | Q(points_digest=None)
    free = Q(points_claimed=None) | Q(points_claimed__lt=now - AGAIN)
    found = records.annotate(
        points_digest=F("turning_points__digest"),
        points_method=F("turning_points__method"),
        points_claimed=F("turning_points__claimed_at"),
    ).filter(unknown, free)
    # Texts are long, and one of them is needed.
    for record in found.order_by("pk").defer("text", "statement")[:MOST_TRIED]:
        if _claim_record(record, now):
            return record
    return None


def _claim_record(record: Any, now: dt.datetime) -> bool:
    """Claim a record; return False if another process was first."""
    TurningPoints.objects.bulk_create([TurningPoints(record=record)], ignore_conflicts=True)
    row = TurningPoints.objects.filter(record=record, claimed_at=record.points_claimed)
    return bool(row.update(claimed_at=now))


@transaction.atomic
def store_points(
    *, record: GameRecord, points: list[Json] | None, playouts: int, now: dt.datetime
) -> None:
    """Store the turning points of a record, and have the event published anew.

    None if they could not be found out; they are not looked for again by this method.
    """
    TurningPoints.objects.filter(record=record).update(
        digest=record.digest,
        method=METHOD,
        seed=seed_from(record.digest),
        playouts=playouts,
        points=points or [],
        claimed_at=None,
        computed_at=None if points is None else now,
    )
    tell_of_change(record.table.round.event)
