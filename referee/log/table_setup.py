"""The tournament's settings for a table, as the header of its game's record."""

import json
from functools import lru_cache

from referee.engine import engine_digest
from referee.journal.canonical import digest
from referee.journal.start import TableSetup
from referee.log import prepared_statements
from referee.models import GameLog
from referee.records.table_header import header_of
from scoring.game.editions import Edition
from tournament.common.editions import edition_of
from tournament.models import Entry, Event

# Written out since every game begins with it, those of a round at once: through the ORM, and with
# the rules asked for apart, it was four queries and four times the CPU.
DRAW = """
SELECT e.edition, e.edition_file, e.mode, e.rulings, e.name, e.roles, r.number, t.number,
       n.seed, n.name, s.role
FROM referee_gamelog g
JOIN tournament_table t ON t.id = g.table_id
JOIN tournament_round r ON r.id = t.round_id
JOIN tournament_event e ON e.id = r.event_id
LEFT JOIN tournament_seat s ON s.table_id = t.id
LEFT JOIN tournament_entry n ON n.id = s.entry_id
WHERE g.id = %s ORDER BY s."order"
"""


def setup_of(game: GameLog) -> TableSetup:
    """Return the header with which a game at this table starts, and its rules.

    It takes 1 query.
    """
    with prepared_statements.cursor() as cursor:
        cursor.execute(DRAW, [prepared_statements.key(game.pk)])
        rows = cursor.fetchall()
    edition, own_file, mode, rulings, name, roles, number, table = rows[0][:8]
    event = Event(edition=edition, edition_file=own_file, mode=mode, name=name, roles=roles)
    event.rulings = json.loads(rulings)
    thrown = roles == Event.Roles.THROWN
    players = [
        {"id": Entry(seed=seed).code, "name": player, "role": None if thrown else role}
        for *_, seed, player, role in rows
        if seed is not None
    ]
    header = header_of(event, players, (number, table))
    return TableSetup(header, thrown, (edition, own_file))


def rules_of(game: GameLog) -> tuple[str, str]:
    """Return the edition of a table's game, and the organiser's edition file.

    The file is "" if the organiser has none. 1 query.
    """
    rules = Event.objects.filter(rounds__tables=game.table_id)
    edition, own_file = rules.values_list("edition", "edition_file").get()
    return edition, own_file


def rules_digest(game: GameLog) -> str:
    """Return the SHA-256 of the edition and engine that judge this table's game.

    It takes 1 query.
    """
    return digest_of(*rules_of(game))


@lru_cache(maxsize=64)
def digest_of(code: str, own_file: str) -> str:
    """Return the SHA-256 of an edition and the engine.

    The edition is given by its code and the organiser's own file, "" if there is none.
    """
    edition = edition_of(Event(edition=code, edition_file=own_file))
    return combined_digest(edition)


def combined_digest(edition: Edition) -> str:
    """Return one digest of edition and engine."""
    return digest(f"{edition.digest}:{engine_digest()}")
