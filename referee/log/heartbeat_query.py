"""A game as its tablets ask for it all the time: in one statement.

Every tablet in the hall that has no stream asks once in 0.8 s, mostly to hear that nothing changed.
Through the ORM that was a query for each thing there could be, and most of the time went into
writing them.
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
    """The game, the digest of what it is judged by, whether anything of it was put before the
    chief: calls, events, or several results of its table; whether a newer round is public;
    whether its event lets the tablets advise, and announces something."""

    game: GameLog
    digest: str
    has_calls: bool
    has_set_aside: bool
    has_results: bool
    has_newer_round: bool
    advises: bool
    has_announcements: bool


def heartbeat_state(game: UUID, device: Device) -> HeartbeatState:
    """The game for a device that asks (1 query; another for a writer who is somebody else).
    Raises GameLog.DoesNotExist."""
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
