"""Writes about boards: storing the finished record of a table and its result."""

import datetime as dt
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.engine import Game, engine_digest
from referee.models import GameRecord
from referee.records.importing import ReadRecord, RecordFile, RecordsRefusedError, read_records
from scoring.result import GameResult
from tournament.audit import Actor, log, name_of
from tournament.models import ConflictingResult, Event, Result, Round, Table
from tournament.results.services.results import (
    LockedTable,
    lock_seats,
    note_correction,
    record_result,
)
from tournament.rounds.services.rounds import ensure_round, plans_of, publish_round, set_seats


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """The outcome of an import: numbers of tables, by what became of their result."""

    new: tuple[int, ...]
    corrected: tuple[int, ...]
    same: tuple[int, ...]
    waiting: tuple[int, ...]


def import_records(
    *,
    event: Event,
    round_number: int,
    files: Sequence[RecordFile],
    by: Actor,
    reason: str = "",
) -> ImportOutcome:
    """Play finished records into their tables, and confirm the results.

    The headers name the tables. All records are imported or, with RecordsRefusedError naming
    each fault, none. A round without a draw takes its seats from the records. A drawn round
    must have the records' players, and also their roles and order of play unless those were
    thrown for at the table. The round becomes public.

    The same records again change nothing. Other records of tables whose record counts correct
    it, for a `reason` that everybody can read. If a table has another result, entered by hand
    or from its log, both are kept and the chief referee chooses.
    """
    records = read_records(event, round_number, files)
    try:
        with transaction.atomic():
            round_ = ensure_round(event=event, number=round_number, by=by)
            _seat(round_, records, by)
            publish_round(round=round_, by=by)
            return _store_all(round_, records, reason, by)
    except ValidationError as error:
        raise RecordsRefusedError(error.messages) from error


@transaction.atomic
def date_back(*, round_: Round, began: dt.datetime, ended: dt.datetime) -> None:
    """Let a round and its results have been of an earlier day, as their records were."""
    Result.objects.filter(table__round=round_).update(confirmed_at=ended)
    Round.objects.filter(pk=round_.pk).update(
        published_at=began, confirmed_at=ended, closed_at=ended
    )


def store_record(
    *,
    locked: LockedTable,
    game: Game,
    text: str,
    by: Actor,
    result: GameResult | None = None,
    source: str = Result.Source.RECORD,
    reason: str = "",
) -> str:
    """Store the record of a finished game and its result.

    `game` is `text` replayed. Its players are in the order of the table's seats, or `result` is the
    game's in that order. A record that replaces an imported one needs a `reason`, the same result
    or not. Return `new`, `corrected`, `same`, or `waiting` if the table has another result from
    elsewhere, which counts until the chief referee chooses, or because it was chosen.

    Raise ValidationError, changing nothing, if the game is not finished or does not fit; also if
    the reason of a RECORD is missing: then the caller's transaction takes back what was written.
    """
    result = result or game.result()
    if result is None:
        raise ValidationError(_("The game is not finished."))
    table, before = locked.table, locked.result.revision if locked.result else None
    saved = record_result(
        table=locked,
        result=result,
        source=source,
        statement=game.statement(),
        correction_reason=reason,
        by=by,
    )
    counts = saved.source == source
    changed = store_text(table, game, text, by, current=counts)
    if before is None:
        return "new"
    if changed and counts and saved.revision == before and source == Result.Source.RECORD:
        note_correction(table=table, source=source, reason=reason, by=by)
    if not counts:
        beside = ConflictingResult.objects.filter(table=table, source=source)
        return "waiting" if beside.exists() else "same"
    return "corrected" if changed or saved.revision != before else "same"


@transaction.atomic
def show_record(*, table: Table, by: Actor) -> None:
    """Make the record of the result that counts the table's current one.

    There is none if that result was entered by hand.
    """
    result = Result.objects.get(table=table)
    records = GameRecord.objects.filter(table=table).order_by("-pk")
    current = next((record for record in records if record.superseded_at is None), None)
    counting = next((record for record in records if record.statement == result.statement), None)
    if counting == current:
        return
    if current is not None:
        _supersede(current)
    if counting is not None:
        counting.superseded_at = None
        counting.save(update_fields=["superseded_at"])
    log(
        by=by,
        action="show record",
        instance=table,
        event=table.round.event,
        before={"digest": current.digest} if current else None,
        after={"digest": counting.digest} if counting else None,
    )


def _supersede(record: GameRecord) -> None:
    record.superseded_at = timezone.now()
    record.save(update_fields=["superseded_at"])


def store_text(table: Table, game: Game, text: str, by: Actor, *, current: bool) -> bool:
    """Store `text` as the table's current record, or beside it if it does not count.

    Return False if it is stored already.
    """
    digest = hashlib.sha256(text.encode()).hexdigest()
    before = GameRecord.objects.filter(table=table, superseded_at__isnull=True).first()
    if before is not None and before.digest == digest:
        return False
    if not current and GameRecord.objects.filter(table=table, digest=digest).exists():
        return False
    if current and before is not None:
        _supersede(before)
    saved = GameRecord.objects.create(
        table=table,
        text=text,
        digest=digest,
        edition_digest=game.state.edition.digest,
        engine_digest=engine_digest(),
        statement=game.statement(),
        imported_by=name_of(by),
        superseded_at=None if current else timezone.now(),
    )
    log(
        by=by,
        action="store record",
        instance=saved,
        event=table.round.event,
        before={"digest": before.digest} if before else None,
        after={"digest": digest, "current": current},
    )
    return True


def _seat(round_: Round, records: Sequence[ReadRecord], by: Actor) -> None:
    """Bring the seats of the round and of the records together.

    Raises ValidationError if they differ.
    """
    plans = {plan.number: plan for plan in plans_of(round_)}
    wanted = dict(plans)
    thrown = round_.event.roles == Event.Roles.THROWN
    results = Result.objects.filter(table__round=round_)
    finished = set(results.values_list("table__number", flat=True))
    for record in records:
        seated, played = plans.get(record.plan.number), record.plan
        if seated is None and round_.certificate is not None:
            message = _("%(file)s: the draw of the round has no table %(table)d.")
            facts = {"file": record.file.name, "table": played.number}
            raise ValidationError(message % facts)
        if seated is not None and not _matches_draw(seated.seats, played.seats, thrown):
            raise ValidationError(_other_seats(record, thrown))
        if played.number not in finished:
            wanted[played.number] = played
    if wanted != plans:
        tables = [wanted[number] for number in sorted(wanted)]
        set_seats(round=round_, tables=tables, by=by, certificate=round_.certificate)


def _matches_draw(
    seated: Sequence[tuple[int, str]], played: Sequence[tuple[int, str]], thrown: bool
) -> bool:
    """Return whether seats were played as drawn.

    With thrown roles, return whether the players match.
    """
    if not thrown:
        return seated == played
    return sorted(entry for entry, _role in seated) == sorted(entry for entry, _role in played)


def _other_seats(record: ReadRecord, thrown: bool) -> str:
    facts = {"file": record.file.name, "table": record.plan.number}
    if thrown:
        return _("%(file)s: other players sit at table %(table)d.") % facts
    message = _("%(file)s: table %(table)d was seated with other players, roles or order of play.")
    return message % facts


def _in_seat_order(locked: LockedTable, record: ReadRecord) -> GameResult | None:
    """Return the record's result with its seats in the table's order.

    A table that has a result keeps its order of play, even if the record shows another.
    """
    result = record.game.result()
    if result is None:
        return None
    lines = {
        entry: line for (entry, _role), line in zip(record.plan.seats, result.seats, strict=True)
    }
    return replace(result, seats=tuple(lines[seat.entry_id] for seat in locked.seats))


def _store_all(
    round_: Round, records: Sequence[ReadRecord], reason: str, by: Actor
) -> ImportOutcome:
    tables = dict(round_.tables.values_list("number", "pk"))
    outcomes: dict[str, list[int]] = {"new": [], "corrected": [], "same": [], "waiting": []}
    for record in records:
        try:
            locked = lock_seats(tables[record.plan.number])
            outcome = store_record(
                locked=locked,
                game=record.game,
                text=record.text,
                result=_in_seat_order(locked, record),
                reason=reason,
                by=by,
            )
        except ValidationError as error:
            raise ValidationError(
                [f"{record.file.name}: {text}" for text in error.messages]
            ) from error
        outcomes[outcome].append(record.plan.number)
    return ImportOutcome(**{name: tuple(numbers) for name, numbers in outcomes.items()})
