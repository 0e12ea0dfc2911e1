"""One statement for a tablet's heartbeat.

Every tablet in the hall without a stream asks once in 0.8 s, mostly to hear that nothing changed.
Through the ORM each thing to ask for was a query, and most of the time went into writing them.
"""

from typing import Any, NamedTuple
from uuid import UUID

from referee.log import prepared_statements
from referee.log.table_setup import digest_of
from referee.models import Device, GameLog
from tournament import visibility

GAME = """
SELECT g.*, e.edition, e.edition_file, e.advice,
       EXISTS (SELECT 1 FROM referee_call c WHERE c.game_id = g.id) AS has_calls,
       EXISTS (SELECT 1 FROM referee_setaside s WHERE s.game_id = g.id) AS has_set_aside,
       EXISTS (
           SELECT 1 FROM tournament_conflictingresult c WHERE c.table_id = g.table_id
       ) AS has_results,
       EXISTS (
           SELECT 1 FROM tournament_round n
           WHERE n.event_id = e.id AND n.number > r.number
             AND n.status IN ('published', 'finished')
       ) AS has_newer_round,
       EXISTS (
           SELECT 1 FROM tournament_announcement a
           WHERE a.event_id = e.id AND a.sent_at IS NOT NULL AND a.withdrawn_at IS NULL
       ) AS has_announcements
FROM referee_gamelog g
JOIN tournament_table t ON t.id = g.table_id
JOIN tournament_round r ON r.id = t.round_id
JOIN tournament_event e ON e.id = r.event_id
WHERE g.id = %s
"""


class HeartbeatState(NamedTuple):
    """A game as a heartbeat needs it.

    `digest` is that of the rules it is judged by. `has_calls`, `has_set_aside` and `has_results`
    (conflicting results of its table) say if there ever were any; `has_newer_round` if a newer
    round is public. `advises` and `has_announcements` are of its event.
    """

    game: GameLog
    digest: str
    has_calls: bool
    has_set_aside: bool
    has_results: bool
    has_newer_round: bool
    advises: bool
    has_announcements: bool


def heartbeat_state(game: UUID, device: Device) -> HeartbeatState:
    """Return the game for a heartbeat of `device`; raises GameLog.DoesNotExist.

    1 query, and another to read the writer if that is another device.
    """
    log: Any = next(iter(GameLog.objects.raw(GAME, [prepared_statements.key(game)])), None)
    if log is None:
        raise GameLog.DoesNotExist
    if log.lease_device_id == device.pk:
        log.lease_device = device
    rules = digest_of(log.edition, log.edition_file)
    return HeartbeatState(
        log,
        rules,
        log.has_calls,
        log.has_set_aside,
        log.has_results,
        log.has_newer_round,
        visibility.advises_tables(log.advice),
        log.has_announcements,
    )
