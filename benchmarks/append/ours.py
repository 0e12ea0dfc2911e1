"""What a tablet's request does on the server: token, form, protocol, rules, commit."""

from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.append.tablets import SINGLES, BenchTablet, Played
from referee.devices.memory import remembered
from referee.log.store import append
from referee.log.wire import Batch


def singles(tablet: BenchTablet, size: int) -> Iterator[Callable[[], None]]:
    """The beginning of a game, event by event."""
    return _appends(tablet.singles, SINGLES, size)


def paced(tablet: BenchTablet, size: int) -> Iterator[Callable[[], None]]:
    """The same of another game."""
    return _appends(tablet.paced, SINGLES, size)


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
