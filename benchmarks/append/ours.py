"""What a tablet's request does on the server: token, form, protocol, rules, commit."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks.append.tablets import SINGLES, BenchTablet, Played
from referee.api import answers
from referee.devices.memory import looked_up, remembered
from referee.devices.services import seen
from referee.log.asked import asked
from referee.log.store import append
from referee.log.wire import Batch

EVENTS_A_HEARTBEAT = 10


def singles(tablet: BenchTablet, size: int) -> Iterator[Callable[[], None]]:
    """The beginning of a game, event by event."""
    return _appends(tablet.singles, SINGLES, size)


def paced(tablet: BenchTablet, size: int) -> Iterator[Callable[[], None]]:
    """The same of another game."""
    return _appends(tablet.paced, SINGLES, size)


def asking(tablet: BenchTablet, size: int) -> Iterator[Callable[[], None]]:
    """The same of a third game; before every tenth event the tablet says that it is there."""
    for number, request in enumerate(_appends(tablet.asking, SINGLES, size)):
        if number % EVENTS_A_HEARTBEAT == 0:
            yield partial(_heartbeat, tablet.asking)
        yield request


def _heartbeat(game: Played) -> None:
    device = looked_up(game.tablet.token)
    seen(device=device, app="benchmark", pending=0)
    json.dumps(answers.heartbeat(asked(game.tablet.game, device), device))


def batches(tablet: BenchTablet, size: int) -> Iterator[Callable[[], None]]:
    """Whole games, one after another."""
    for game in tablet.batches:
        yield from _appends(game, len(game.events) // size * size, size)


def _appends(game: Played, events: int, size: int) -> Iterator[Callable[[], None]]:
    """Batches that build on what was acknowledged before."""
    for at in range(0, events, size):

        def request(at: int = at) -> None:
            device = remembered(game.tablet.token)
            batch = Batch.read(_body(game.tablet, game.events[at : at + size]))
            done = append(device=device, batch=batch)
            if done.verdicts[-1].verdict != "accepted":
                raise SystemExit(done.verdicts)
            game.tablet.acknowledge(done.game)

        yield request


def _body(tablet: Any, events: list[Any]) -> dict[str, Any]:
    return {
        "lease_epoch": tablet.epoch,
        "expected_seq": tablet.head[0] + 1,
        "previous_hash": tablet.head[1],
        "digest": tablet.digest,
        "events": events,
    }
