"""A tablet's requests as the server handles them: token, form, protocol, rules, commit."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks.append.tablets import SINGLES, BenchTablet, Event, TabletGame, wire_event
from referee.devices.device_cache import cached_device, fetched_device
from referee.devices.services import note_seen
from referee.log.append import append
from referee.log.heartbeat_query import heartbeat_state
from referee.log.wire import Batch
from referee.models import GameLog
from referee.tablet.api import answers

EVENTS_A_HEARTBEAT = 10
LOGGED_BEFOREHAND = 50

Requests = Iterator[Callable[[], object]]


def singles(tablet: BenchTablet, size: int) -> Requests:
    """Return the beginning of a game, event by event."""
    return appends(tablet.singles, SINGLES, size)


def paced(tablet: BenchTablet, size: int) -> Requests:
    """Return the beginning of another game, event by event."""
    return appends(tablet.paced, SINGLES, size)


def with_heartbeats(tablet: BenchTablet, size: int) -> Requests:
    """Yield the beginning of a third game, with a heartbeat before every tenth event."""
    game = tablet.with_heartbeats
    for number, request in enumerate(appends(game, SINGLES, size)):
        if number % EVENTS_A_HEARTBEAT == 0:
            yield partial(_heartbeat, game)
        yield request


def _heartbeat(game: TabletGame) -> None:
    device = fetched_device(game.tablet.token)
    assert device is not None
    note_seen(device=device, app="benchmark", pending=0)
    json.dumps(answers.heartbeat(heartbeat_state(game.tablet.game, device), device))


def batches(tablet: BenchTablet, size: int) -> Requests:
    """Yield whole games, one after another."""
    for game in tablet.batches:
        yield from appends(game, len(game.events) // size * size, size)


def sent_twice(tablet: BenchTablet, size: int) -> Requests:
    """Yield a game in batches, each sent once more as after an answer that was lost."""
    game = tablet.sent_twice
    for at in range(0, SINGLES, size):
        body = _body(game.tablet, game.events[at : at + size])
        yield partial(_send, game, body, "accepted")
        yield partial(_send, game, body, "duplicate")


def ending(tablet: BenchTablet, _size: int) -> Requests:
    """Log a game up to its last event, then return that and all players' confirmations."""
    game = tablet.finished
    *before, last = game.events
    for request in appends(game, len(before), LOGGED_BEFOREHAND):
        request()
    return _closing(game, last)


def _closing(game: TabletGame, last: Event) -> Requests:
    closed: list[GameLog] = []
    yield lambda: closed.append(_send(game, _body(game.tablet, [last])))
    snapshot = json.loads(closed[0].snapshot)
    for player in snapshot["required"]:
        confirm = {"type": "confirm", "player": player, "statement": snapshot["statement_hash"]}
        yield partial(_send, game, _body(game.tablet, [wire_event(confirm)]))


def appends(game: TabletGame, events: int, size: int) -> Requests:
    """Yield batches that build on what was acknowledged before."""
    for at in range(0, events, size):
        yield partial(_send, game, _body(game.tablet, game.events[at : min(at + size, events)]))


def _send(game: TabletGame, body: dict[str, Any], expected: str = "accepted") -> GameLog:
    """Send one request, each event of which must get this verdict, and return the game after it."""
    device = cached_device(game.tablet.token)
    assert device is not None
    done = append(device=device, batch=Batch.read(body))
    if {verdict.verdict for verdict in done.verdicts} != {expected}:
        raise SystemExit(done.verdicts)
    game.tablet.acknowledge(done.game)
    return done.game


def _body(tablet: Any, events: list[Event]) -> dict[str, Any]:
    return {
        "lease_epoch": tablet.epoch,
        "expected_seq": tablet.head[0] + 1,
        "previous_hash": tablet.head[1],
        "digest": tablet.digest,
        "events": events,
    }
