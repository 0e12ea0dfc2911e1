"""A whole game in the log of a table, without a network.

It is a bot's game, as its tablet would send it.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any
from uuid import uuid4

from referee.devices.paired import Paired
from referee.devices.services import invite, pair
from referee.engine import Game
from referee.journal.table_events import hash_of_statement
from referee.log.append import append
from referee.log.rows import stamp
from referee.log.table_setup import rules_digest, setup_of
from referee.log.wire import MAX_BATCH_EVENTS, Batch, WireEvent
from referee.models import GameLog
from referee.rehearsal.bot import play
from tournament.audit import Actor
from tournament.models import Table


def log_whole_game(
    *, table: Table, seed: int, turns: int, began: dt.datetime, lasted: dt.timedelta, by: Actor
) -> GameLog:
    """Pair a tablet with a table of a public round, and log a whole game of a bot.

    The two-hour game of `turns` throws is logged to the last confirmation, so that the table has
    its result; the events spread evenly over `lasted`. Raise ValidationError if no tablet can be
    paired, and RuntimeError if another tablet began the table.
    """
    invited = invite(table=table, by=by)
    paired = pair(request_id=uuid4(), label="", token=invited.token)
    events = list(_events(paired.game, Random(seed), turns))
    step = lasted / len(events)
    wires = [
        WireEvent.build(uuid4(), uuid4().hex, stamp(began + number * step), event)
        for number, event in enumerate(events)
    ]
    return _append(paired, wires)


def _events(game: GameLog, random: Random, turns: int) -> Iterator[dict[str, Any]]:
    header = setup_of(game).header
    board = Game.open(header)
    yield {"type": "start", "header": header}
    yield from play(board, random, turns=turns)
    result = board.result()
    if result is not None:
        statement = hash_of_statement(board.statement())
        for seat in result.seats:
            if not seat.out:
                yield {"type": "confirm", "player": seat.player_id, "statement": statement}


def _append(paired: Paired, wires: Sequence[WireEvent]) -> GameLog:
    game, digest = paired.game, rules_digest(paired.game)
    for first in range(0, len(wires), MAX_BATCH_EVENTS):
        batch = Batch(
            lease_epoch=game.lease_epoch,
            expected_seq=game.head_seq + 1,
            previous_hash=game.head_hash,
            digest=digest,
            events=tuple(wires[first : first + MAX_BATCH_EVENTS]),
            set_aside=False,
        )
        done = append(device=paired.device, batch=batch)
        refused = [each.verdict for each in done.verdicts if each.seq is None]
        if refused:
            raise RuntimeError(f"the log takes no whole game: {refused}")
        game = done.game
    return game
