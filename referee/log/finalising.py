"""The way from a finished game to its result.

It has confirmations, obstacles, and the handing over of the result.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from referee.engine import Refusal
from referee.engine.state import FINISHED
from referee.journal.journal import Journal
from referee.log import journal_cache, set_aside
from referee.log.journal_cache import KeptGame
from referee.log.record import record_text
from referee.log.rows import write
from referee.log.snapshot import missing_at_table, snapshot_of, state_of, text
from referee.models import GameLog, LoggedEvent
from referee.records.services import store_record
from scoring.result import GameResult
from tournament.audit import Actor
from tournament.models import Result, Seat, Table
from tournament.results.selectors.reviews import is_waiting
from tournament.results.services.conflicts import wait_for_log
from tournament.results.services.results import lock_seats

State = GameLog.State


def save_rows(game: GameLog, judged: KeptGame, rows: list[LoggedEvent], *, by: Actor) -> None:
    """Write the chief's rows, and the head and snapshot of a locked game.

    The result is handed over once it is confirmed. The judged game is kept in the journal cache
    once the transaction commits.
    """
    journal = judged.journal
    write(game, rows, timezone.now())
    game.head_seq, game.head_hash = journal.seq, journal.hash
    finalise_if_ready(game, journal, by=by)
    journal_cache.keep_once_committed(game, judged)


def finalise_if_ready(game: GameLog, journal: Journal, *, by: Actor) -> None:
    """Save the game's head, snapshot and state, and hand over a ready result.

    The result is handed over if nothing blocks it. A confirmed game hands its result over again
    after each correction.
    """
    snapshot = snapshot_of(journal)
    was_confirmed = game.state == State.CONFIRMED
    game.state = state_of(snapshot, was_confirmed)
    if was_confirmed or not missing_for_result(game, snapshot):
        snapshot["problem"] = hand_over(game, journal, by=by)
        if not snapshot["problem"] and (not is_waiting(game.table_id) or _log_result_counts(game)):
            game.state = State.CONFIRMED
    elif game.head_seq:
        table = Table.objects.select_related("round__event").get(pk=game.table_id)
        wait_for_log(table=table, by=by)
    game.snapshot = text(snapshot)
    game.save(update_fields=["state", "head_seq", "head_hash", "snapshot"])


def _log_result_counts(game: GameLog) -> bool:
    """Return whether the table's log supplied the result that counts.

    If so the table cannot play on, whatever else waits.
    """
    return Result.objects.filter(table=game.table_id, source=Result.Source.LOG).exists()


def blocking_reasons(game: GameLog, snapshot: dict[str, Any], *, review: bool) -> list[str]:
    """Return codes for what the result still waits for.

    They are `unfinished`, `players`, `dispute` and `set_aside`, and `result` if the table has
    another result and the chief referee has to choose (`review`).
    """
    done = game.state == State.CONFIRMED
    return [*([] if done else missing_for_result(game, snapshot)), *(["result"] if review else [])]


def missing_for_result(game: GameLog, snapshot: dict[str, Any]) -> list[str]:
    """Return codes for what the log itself lacks before its result can be handed over."""
    blocks = missing_at_table(snapshot)
    if not blocks and set_aside.has_open_entries(game.pk):
        blocks.append("set_aside")
    return blocks


def refuse_unfinished(game: GameLog, journal: Journal) -> tuple[Refusal, ...]:
    """Refuse a correction that would leave a confirmed game unfinished."""
    if game.state == State.CONFIRMED and journal.status != FINISHED:
        return (Refusal("revised_unfinished"),)
    return ()


def hand_over(game: GameLog, journal: Journal, *, by: Actor) -> str:
    """Store the record and result with the table; return why that was refused, or "".

    The reason is a sentence. Another result that the table may have stays beside this one. Nothing
    of a log is refused once its result was written: no transaction of its own is needed.
    """
    record = record_text(game)
    locked = lock_seats(game.table_id)
    try:
        store_record(
            locked=locked,
            game=journal.require_game(),
            text=record,
            result=result_in_seat_order(locked.seats, journal.result()),
            source=Result.Source.LOG,
            by=by,
        )
    except ValidationError as error:
        return " ".join(error.messages)
    return ""


def result_in_seat_order(seats: Sequence[Seat], result: GameResult) -> GameResult:
    """Return the result with its lines in the order of the table's seats.

    With thrown roles, play may begin at any seat. Raises ValidationError if other players sit there
    now than those who played.
    """
    lines = {line.player_id: line for line in result.seats}
    codes = [seat.entry.code for seat in seats]
    if set(codes) != set(lines):
        raise ValidationError(_("The table has other players now than those who played the game."))
    return replace(result, seats=tuple(lines[code] for code in codes))
