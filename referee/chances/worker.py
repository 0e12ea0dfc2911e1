"""The thread that computes chances, a batch at a time, in a process of its own.

It asks the database what is due, so that nothing depends on a message in memory. It rests as long
as it worked, so all tables share half a core: with more tables each gets fewer play-outs, and a
wider interval. Where no table waits, it looks back on finished games for their turning points.
"""

import datetime as dt
import json
import logging
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from django.db import connection
from django.utils import timezone

from referee.chances import process
from referee.chances.playing import POINT_PLAYOUTS, RATE
from referee.chances.services import (
    claim_games,
    claim_record,
    record_no_chances,
    seed_from,
    seed_of,
    store_chances,
    store_points,
)
from referee.log.record import record_lines
from referee.log.table_clock import pause_time_of, snapshot_of_game
from referee.models import GameLog
from tournament.common.limited_process import BusyError, LimitReachedError, Limits, run_limited
from tournament.models import Round
from tournament.rounds.selectors.clock import HallClock, hall_clocks_of

NAP_SECONDS = 5.0
CPU_SECONDS = 30.0
"""The seconds of all tables together in a minute."""
MOST_SECONDS = 3.0
"""The most that one game takes, however few there are."""
LOOK_BACK_EVERY = dt.timedelta(minutes=5)
AT_ONCE = 50
"""The most games of one batch."""
LIMITS = Limits(seconds=180, patience=600, memory=1024 * 1024 * 1024)

_place = threading.BoundedSemaphore(1)

Json = dict[str, Any]
logger = logging.getLogger(__name__)


class Work(NamedTuple):
    """A step's work: its CPU time, and whether it looked for turning points.

    `seconds` is the CPU time that the step took. `rate` is what play-outs took
    (`playing.RATE`).
    """

    seconds: float
    looked_back: bool = False
    rate: float = RATE


def step(
    *, now: dt.datetime, looked_back_at: dt.datetime | None = None, rate: float = RATE
) -> Work:
    """Compute the chances of the games due, or one record's turning points.

    Such a record takes as long as many tables: while games are played it is looked for only
    some time after the last one, at `looked_back_at`. `rate` is what play-outs took last.
    """
    games, of = claim_games(now=now, most=AT_ONCE)
    if not games:
        rests = of and looked_back_at is not None and now < looked_back_at + LOOK_BACK_EVERY
        return Work(0, rate=rate) if rests else Work(_look_back(now), looked_back=True, rate=rate)
    seconds = min(MOST_SECONDS, CPU_SECONDS / of)
    found = answers_to(_questions(games, seconds, now, rate))
    _log_failures([f"game {game.pk}" for game in games], found)
    for game, answer in zip(games, found["answers"], strict=True):
        if answer is None:
            record_no_chances(game=game)
        else:
            store_chances(game=game, found=answer, now=timezone.now())
    return Work(found["seconds"], rate=found["rate"] or rate)


def _look_back(now: dt.datetime) -> float:
    """Look for the turning points of one record.

    None are told of a record that takes too long.
    """
    record = claim_record(now=now)
    if record is None:
        return 0
    question = {"record": record.text, "seed": seed_from(record.digest), "points": True}
    try:
        found = answers_to([question])
    except LimitReachedError:
        failures = {"0": "It takes too long, or too much memory."}
        found = {"answers": [None], "failures": failures, "seconds": LIMITS.seconds}
    _log_failures([f"record {record.pk}"], found)
    (points,) = found["answers"]
    store_points(record=record, points=points, playouts=POINT_PLAYOUTS, now=timezone.now())
    return float(found["seconds"])


def _log_failures(asked: Sequence[str], found: Json) -> None:
    for number, failure in found["failures"].items():
        logger.error("Could not play out %s: %s", asked[int(number)], failure)


def answers_to(questions: Sequence[Json]) -> Json:
    """Return the answers of `playing.answer_all`, from a process of its own.

    Raise BusyError or LimitReachedError.
    """
    given = json.dumps(questions).encode()
    script = Path(process.__file__)
    found: Json = json.loads(run_limited(script, given=given, limits=LIMITS, places=_place))
    return found


def _questions(
    games: Sequence[GameLog], seconds: float, now: dt.datetime, rate: float
) -> list[Json]:
    rounds: dict[int, Round] = {game.table.round_id: game.table.round for game in games}
    halls = hall_clocks_of(rounds.values(), now=now)
    return [
        {
            "record": _record(game),
            "seed": seed_of(game),
            "seconds": seconds,
            "rate": rate,
            **_times(halls[game.table.round_id], game, now),
        }
        for game in games
    ]


def _record(game: GameLog) -> str:
    """Return the record up to the head that was claimed."""
    lines = record_lines(game, up_to=game.head_seq)
    return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in lines)


def _times(hall: HallClock, game: GameLog, now: dt.datetime) -> Json:
    """Return the seconds that the table played and has left.

    None were played without a clock.
    """
    pause = pause_time_of(snapshot_of_game(game), hall.steps)
    stopped = hall.clock.elapsed if pause.since is None else pause.since
    played = stopped - pause.seconds
    length = hall.clock.length + hall.extra.get(game.table_id, 0)
    return {"played": max(played, 0), "left": max(length - played, 0)}


def run(stop: threading.Event) -> None:
    """Compute until `stop` is set, half of the time.

    Games that failed are tried again a minute later.
    """
    work, looked_back_at = Work(0), None
    while not stop.wait(max(NAP_SECONDS, work.seconds)):
        now, work = timezone.now(), Work(0, rate=work.rate)
        try:
            work = step(now=now, looked_back_at=looked_back_at, rate=work.rate)
        except BusyError:
            logger.warning("Chances have to wait.")
        except LimitReachedError:
            logger.warning("Chances took too long, and have to wait.")
            work = Work(LIMITS.seconds, rate=work.rate * 10)
        except Exception:
            logger.exception("Chances have to wait.")
            connection.close()
        if work.looked_back:
            looked_back_at = now
