"""What the tournament says of a table, as the header of its game's record."""

from functools import lru_cache
from typing import Any

from referee.engine import engine_digest
from referee.log.canonical import digest
from referee.log.models import GameLog
from referee.log.start import Setup
from scoring.game.editions import Edition
from tournament.editions import edition_of
from tournament.models import Event, Table


def setup_of(game: GameLog) -> Setup:
    """The header a game at this table starts from (3 queries)."""
    table = Table.objects.select_related("round__event").get(pk=game.table_id)
    event = table.round.event
    seats = table.seats.select_related("entry__player").order_by("order")
    thrown = event.roles == Event.Roles.THROWN
    players = [
        {
            "id": seat.entry.code,
            "name": seat.entry.player.name,
            "role": None if thrown else seat.role,
        }
        for seat in seats
    ]
    return Setup(_header(table, players), thrown)


def rules_of(game: GameLog) -> tuple[str, str]:
    """The edition of a table's game, and the organiser's own edition file or "" (1 query)."""
    rules = Event.objects.filter(rounds__tables=game.table_id)
    edition, own_file = rules.values_list("edition", "edition_file").get()
    return edition, own_file


def rules_digest(game: GameLog) -> str:
    """What a game at this table is judged by: edition and engine, as one SHA-256 (1 query)."""
    return digest_of(*rules_of(game))


@lru_cache(maxsize=64)
def digest_of(code: str, own_file: str) -> str:
    """What a game of an event with this edition (and organiser's own file) is judged by."""
    edition = edition_of(Event(edition=code, edition_file=own_file))
    return combined(edition)


def combined(edition: Edition) -> str:
    """Edition and engine as one digest."""
    return digest(f"{edition.digest}:{engine_digest()}")


def _header(table: Table, players: list[dict[str, Any]]) -> dict[str, Any]:
    event = table.round.event
    edition = edition_of(event)
    header: dict[str, Any] = {
        "record": "amr/1",
        "edition": edition.printed,
        "mode": event.mode,
        "rulings": event.rulings,
        "players": players,
        "event": event.name,
        "round": table.round.number,
        "table": table.number,
    }
    if event.edition_file:
        header["board"] = edition.board.rows()
    return header
