"""The outcomes of an event's games, before an upload and after it.

What changed is played again.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from referee.engine import replay_lines
from referee.language import language
from referee.log.verify import faults_of
from referee.models import GameLog, GameRecord, LoggedEvent
from tournament.common.editions import edition_of
from tournament.models import Event, Result
from tournament.rounds.wording import table_name


class Outcome(NamedTuple):
    """A game's outcome: the digest of its log, its end, and what follows from it."""

    rows: str
    head: str
    state: str
    snapshot: str
    statement: Any


class Outcomes(NamedTuple):
    """The outcomes of an event's games, and the digests of its records."""

    games: Mapping[UUID, Outcome]
    records: frozenset[str]


def outcomes_of(event: Event) -> Outcomes:
    """Return the outcomes as they are now (4 queries)."""
    return Outcomes(_game_outcomes(event), frozenset(map(_record_digest, _records(event))))


def _game_outcomes(event: Event) -> dict[UUID, Outcome]:
    results = Result.objects.filter(table__round__event=event, source=Result.Source.LOG)
    statements = dict(results.values_list("table_id", "statement"))
    digests = _log_digests(event)
    return {
        log.pk: Outcome(
            digests.get(log.pk, ""),
            log.head_hash,
            log.state,
            log.snapshot,
            statements.get(log.table_id),
        )
        for log in GameLog.objects.filter(table__round__event=event)
    }


def verify_changes(event: Event, before: Outcomes) -> None:
    """Raise ValidationError unless each changed game replays to what is stored."""
    for table, fault in (*_log_faults(event, before), *_record_faults(event, before)):
        raise ValidationError(
            _("%(table)s: %(fault)s. Nothing was taken."),
            params={"table": table_name(table.round.number, table.number), "fault": fault},
        )


def _log_faults(event: Event, before: Outcomes) -> Iterator[tuple[Any, str]]:
    games = GameLog.objects.filter(table__round__event=event).select_related("table__round__event")
    now = _game_outcomes(event)
    for game in games.order_by("table__round__number", "table__number"):
        if now[game.pk] != before.games.get(game.pk):
            yield from ((game.table, fault) for fault in faults_of(game))


def _record_faults(event: Event, before: Outcomes) -> Iterator[tuple[Any, str]]:
    edition = edition_of(event)
    for record in _records(event):
        if _record_digest(record) in before.records:
            continue
        replay = replay_lines(record.text, edition=edition)
        if replay.game is None or replay.refusal is not None:
            yield record.table, replay.describe(language())
        elif _as_json(replay.game.statement()) != record.statement:
            yield record.table, _("its record does not come to the statement beside it")
        elif hashlib.sha256(record.text.encode()).hexdigest() != record.digest:
            yield record.table, _("its record has another digest")


def _records(event: Event) -> Any:
    return GameRecord.objects.filter(table__round__event=event).select_related("table__round")


def _record_digest(record: GameRecord) -> str:
    told = [record.table_id, record.text, record.digest, record.statement]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


def _log_digests(event: Event) -> dict[UUID, str]:
    """Return the digest of all that the rows of each game's log say."""
    names = [field.attname for field in LoggedEvent._meta.local_concrete_fields]
    columns = [name for name in names if name not in ("id", "game_id")]
    rows = LoggedEvent.objects.filter(game__table__round__event=event).order_by("game", "seq")
    found: dict[UUID, Any] = {}
    for game, *values in rows.values_list("game_id", *columns).iterator():
        found.setdefault(game, hashlib.sha256()).update(repr(values).encode())
    return {game: digest.hexdigest() for game, digest in found.items()}


def _as_json(value: Any) -> Any:
    return json.loads(json.dumps(value))
