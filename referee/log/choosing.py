"""The chief referee's choice between a table's log and a result from elsewhere."""

from functools import partial

from django.db import transaction

from referee.engine.state import FINISHED
from referee.log import finalising, journal_cache
from referee.log.table_setup import setup_of
from referee.models import GameLog
from referee.records import services
from tournament.audit import Actor
from tournament.models import Result, Table
from tournament.results.services.conflicts import choose_result as choose


@transaction.atomic
def choose_result(*, table: Table, source: str, seen: str, reason: str, by: Actor) -> Result:
    """Let the result from `source` count, with its record.

    The table's game is updated. The game is confirmed if the log was chosen and its game is
    over. Raises ValidationError as the tournament's service does.
    """
    game = GameLog.objects.select_for_update().filter(table=table).first()
    chosen = choose(table=table, source=source, seen=seen, reason=reason, by=by)
    services.show_record(table=table, by=by)
    if game is not None and game.head_seq:
        journal = journal_cache.copy_at_head(game, partial(setup_of, game)).journal
        if source == Result.Source.LOG and journal.status == FINISHED:
            # Whatever waits beside it: a table that could play on would change what was chosen.
            game.state = GameLog.State.CONFIRMED
        finalising.finalise_if_ready(game, journal, by=by)
    return chosen
