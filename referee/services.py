"""Writes about boards: storing the finished record of a table and its result."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.engine import Game, engine_digest
from referee.importing import ReadRecord, RecordFile, RecordsRefusedError, read_records
from referee.models import GameRecord
from scoring.result import GameResult
from tournament import services as tournament
from tournament.models import Event, Result, Round, Table
from tournament.services.audit import Actor, log, name_of


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import came to: numbers of tables, by what became of their result."""

    new: tuple[int, ...]
    corrected: tuple[int, ...]
    same: tuple[int, ...]


def import_records(
    *, event: Event, round_number: int, files: Sequence[RecordFile], by: Actor
) -> Imported:
    """Play finished records into the tables their headers name and confirm the results; all of
    them or, with RecordsRefusedError naming each fault, none. A round without a draw takes its
    seats from the records; a round with one has to have the records' players, and their roles
    and order of play unless those were thrown for at the table. The round becomes public. The
    same records again change nothing.
    """
    records = read_records(event, round_number, files)
    try:
        with transaction.atomic():
            found = tournament.ensure_round(event=event, number=round_number, by=by)
            _seat(found, records, by)
            tournament.publish_round(round=found, by=by)
            return _store_all(found, records, by)
    except ValidationError as error:
        raise RecordsRefusedError(error.messages) from error


@transaction.atomic
def store_record(
    *, table: Table, game: Game, text: str, by: Actor, result: GameResult | None = None
) -> str:
    """Store the record of a finished game and its result; `game` is `text` replayed. Its players
    are in the order of the table's seats, or `result` is the game's in that order. Returns `new`,
    `corrected` or `same`.

    Raises ValidationError, changing nothing, if the game is not finished or does not fit.
    """
    result = result or game.result()
    if result is None:
        raise ValidationError(_("The game is not finished."))
    before = Result.objects.filter(table=table).values_list("revision", flat=True).first()
    saved = tournament.record_result(
        table=table,
        result=result,
        source=Result.Source.RECORD,
        statement=game.statement(),
        by=by,
    )
    changed = _keep(table, game, text, by)
    if before is None:
        return "new"
    return "corrected" if changed or saved.revision != before else "same"


def _keep(table: Table, game: Game, text: str, by: Actor) -> bool:
    """Make `text` the table's current record; False if it is already."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    current = GameRecord.objects.filter(table=table, superseded_at__isnull=True).first()
    if current is not None and current.digest == digest:
        return False
    if current is not None:
        current.superseded_at = timezone.now()
        current.save(update_fields=["superseded_at"])
    saved = GameRecord.objects.create(
        table=table,
        text=text,
        digest=digest,
        edition_digest=game.state.edition.digest,
        engine_digest=engine_digest(),
        statement=game.statement(),
        imported_by=name_of(by),
    )
    log(
        by=by,
        action="store record",
        instance=saved,
        event=table.round.event,
        before={"digest": current.digest} if current else None,
        after={"digest": digest},
    )
    return True


def _seat(found: Round, records: Sequence[ReadRecord], by: Actor) -> None:
    """Bring the seats of the round and of the records together (ValidationError if they cannot
    be)."""
    plans = {plan.number: plan for plan in tournament.plans_of(found)}
    wanted = dict(plans)
    thrown = found.event.roles == Event.Roles.THROWN
    for record in records:
        seated, played = plans.get(record.plan.number), record.plan
        if seated is None and found.certificate is not None:
            message = _("%(file)s: the draw of the round has no table %(table)d.")
            facts = {"file": record.file.name, "table": played.number}
            raise ValidationError(message % facts)
        if seated is not None and not _fits(seated.seats, played.seats, thrown):
            raise ValidationError(_other_seats(record, thrown))
        wanted[played.number] = played
    if wanted != plans:
        tables = [wanted[number] for number in sorted(wanted)]
        tournament.set_seats(round=found, tables=tables, by=by, certificate=found.certificate)


def _fits(
    seated: Sequence[tuple[int, str]], played: Sequence[tuple[int, str]], thrown: bool
) -> bool:
    """Drawn seats are played as drawn; where roles are thrown for, the players have to be the
    same."""
    if not thrown:
        return seated == played
    return sorted(entry for entry, _role in seated) == sorted(entry for entry, _role in played)


def _other_seats(record: ReadRecord, thrown: bool) -> str:
    facts = {"file": record.file.name, "table": record.plan.number}
    if thrown:
        return _("%(file)s: other players sit at table %(table)d.") % facts
    message = _("%(file)s: table %(table)d was seated with other players, roles or order of play.")
    return message % facts


def _store_all(found: Round, records: Sequence[ReadRecord], by: Actor) -> Imported:
    tables = {table.number: table for table in found.tables.select_related("round__event")}
    outcomes: dict[str, list[int]] = {"new": [], "corrected": [], "same": []}
    for record in records:
        try:
            outcome = store_record(
                table=tables[record.plan.number], game=record.game, text=record.text, by=by
            )
        except ValidationError as error:
            raise ValidationError(
                [f"{record.file.name}: {text}" for text in error.messages]
            ) from error
        outcomes[outcome].append(record.plan.number)
    return Imported(*(tuple(outcomes[name]) for name in ("new", "corrected", "same")))
