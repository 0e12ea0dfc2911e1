"""The header of a table's game record, from the tournament's facts."""

from collections.abc import Sequence
from typing import Any

from tournament.common.editions import edition_of
from tournament.models import Event


def header_of(
    event: Event, players: Sequence[dict[str, Any]], where: tuple[int, int]
) -> dict[str, Any]:
    """Return a record's header for a table.

    `players` have id, name and role, in order of play; `where` are the numbers of round and table.
    """
    edition = edition_of(event)
    header: dict[str, Any] = {
        "record": "amr/1",
        "edition": edition.printed,
        "mode": event.mode,
        "rulings": event.rulings,
        "players": list(players),
        "event": event.name,
    }
    if event.edition_file:
        header["board"] = edition.board.rows()
    return header | {"round": where[0], "table": where[1]}
