"""Figures of finished games for the analytics of an event.

The figures of each record are worked out once.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from threading import Lock
from typing import Any

from cachetools import LRUCache

from referee.engine import Consequence, Game, RecordRefusedError
from referee.engine.state import State
from referee.journal.times import read_moment
from referee.records.frames import MAX_EVENTS
from referee.records.replayed import is_about, open_record
from referee.records.selectors import (
    RECORDS_AT_ONCE,
    record_texts,
    records_of_entries,
    stored_records,
)
from scoring.game.editions import Edition
from tournament.common.editions import edition_of
from tournament.common.game_figures import (
    DeedFigures,
    DeedsSoFar,
    DiceFigures,
    GameFigures,
    GamesSoFar,
)
from tournament.models import Entry, Event

MAX_KEPT = 2_000
"""The most games whose figures are cached, at a few kilobytes each."""

Key = tuple[str, str]
_kept: LRUCache[Key, GameFigures | None] = LRUCache(MAX_KEPT)
_lock = Lock()


def games_so_far(event: Event, most: int | None = None) -> GamesSoFar:
    """Return figures of the event's games with a current record.

    At most `most` games are played again; 5 ms each. 1 query, and 1 for every 20 of those.
    """
    edition = edition_of(event)
    stored = stored_records(event)
    known = {
        key: found for key, row in stored.items() if (found := _cached_figures(row.digest, edition))
    }
    missing = [key for key in stored if key not in known]
    now = missing if most is None else missing[:most]
    for key, text in _texts_of(now):
        known[key] = (_figures_kept(text, stored[key].digest, edition),)
    games = {stored[key].place: figures for key, (figures,) in known.items() if figures}
    return GamesSoFar(games, len(stored) - len(known), len(known) - len(games))


def deeds_of(entries: Iterable[Entry], most: int) -> DeedsSoFar:
    """Return the deeds that players held.

    The games counted have a record and are in rounds that the public sees. The entries come
    with their events. At most `most` games are played again; 5 ms each. 1 query, and 1 for
    every 20 of those.
    """
    players = {entry.pk: entry for entry in entries}
    editions = {entry.event_id: edition_of(entry.event) for entry in players.values()}
    found: dict[int, list[Mapping[int, DeedFigures]]] = {}
    missing: dict[int, tuple[Entry, str]] = {}
    for key, (pk, digest) in records_of_entries(players).items():
        entry = players[pk]
        known = _cached_figures(digest, editions[entry.event_id])
        if known is None:
            missing[key] = entry, digest
        elif known[0]:
            found.setdefault(pk, []).append(known[0].held.get(entry.code, {}))
    now = list(missing)[:most]
    for key, text in _texts_of(now):
        entry, digest = missing[key]
        figures = _figures_kept(text, digest, editions[entry.event_id])
        if figures:
            found.setdefault(entry.pk, []).append(figures.held.get(entry.code, {}))
    return DeedsSoFar(found, len(missing) - len(now))


def _texts_of(records: Sequence[int]) -> Iterator[tuple[int, str]]:
    """Yield the texts of records by their keys, 20 a query."""
    for at in range(0, len(records), RECORDS_AT_ONCE):
        yield from record_texts(records[at : at + RECORDS_AT_ONCE]).items()


def _figures_kept(text: str, digest: str, edition: Edition) -> GameFigures | None:
    """Return the figures of a record as `figures_or_none`, and keep them."""
    figures = figures_or_none(text, edition)
    with _lock:
        _kept[digest, edition.digest] = figures
    return figures


def _cached_figures(digest: str, edition: Edition) -> tuple[GameFigures | None] | None:
    """Return the cached figures in a tuple, None if nothing is cached."""
    key = digest, edition.digest
    with _lock:
        return (_kept[key],) if key in _kept else None


def figures_or_none(text: str, edition: Edition) -> GameFigures | None:
    """Return the figures of a record, or None.

    It is None if today's rules refuse the record or it is too long.
    """
    if text.count("\n") > MAX_EVENTS:
        return None
    try:
        return figures_of(text, edition)
    except (ValueError, RecordRefusedError):
        return None


def figures_of(text: str, edition: Edition) -> GameFigures:
    """Play a record again and count.

    Raise ValueError, or RecordRefusedError for its header, if today's rules refuse it.
    """
    game, events = open_record(text, edition)
    count = _Count(game)
    for event in events:
        count.play(event)
    return count.figures()


class _Count:
    """Counts along a game, event by event."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._turns = 0
        self._times: list[int] = []
        self._turn_times: list[int | None] = []
        self._out: dict[str, int] = {}
        self._held: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._earned: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._dice: dict[str, list[int]] = {}

    def play(self, event: dict[str, Any]) -> None:
        """Play one event in force; raise ValueError if today's rules refuse it."""
        decision = self._game.play(event)
        if not decision.is_accepted:
            raise ValueError(decision.refusals[0].code)
        state = self._game.state
        moment = read_moment(event.get("at"))
        seconds = int(moment.timestamp()) if moment else None
        if seconds is not None:
            self._times.append(seconds)
        if any(item.kind == "turn" for item in decision.consequences):
            self._begin_turn(state, seconds)
        if event["type"] == "time":
            self._turn_times.append(seconds)
        self._count_rents(decision.consequences)
        self._count_dice(event)
        for index in state.out:
            self._out.setdefault(state.ids[index], self._turns)

    def figures(self) -> GameFigures:
        """Return the figures once everything was played."""
        times = self._times
        gaps = [
            after - before
            for before, after in pairwise(self._turn_times)
            if before is not None and after is not None and after >= before
        ]
        return GameFigures(
            turns=self._turns,
            seconds=max(times) - min(times) if len(times) > 1 else None,
            turn_seconds=tuple(gaps),
            out=self._out,
            deeds=_deeds(
                sum(self._held.values(), Counter()), sum(self._earned.values(), Counter())
            ),
            dice={player: DiceFigures(*counted) for player, counted in self._dice.items()},
            held={
                player: _deeds(turns, self._earned[player]) for player, turns in self._held.items()
            },
        )

    def _begin_turn(self, state: State, seconds: int | None) -> None:
        self._turns += 1
        self._turn_times.append(seconds)
        for square, owner in enumerate(state.owner):
            if owner >= 0:
                self._held[state.ids[owner]][square] += 1

    def _count_rents(self, consequences: Sequence[Consequence]) -> None:
        for item in consequences:
            if (
                is_about(item, "rent")
                and item.moves_money
                and item.payee
                and item.square is not None
            ):
                self._earned[item.payee][item.square] += item.amount

    def _count_dice(self, event: dict[str, Any]) -> None:
        if event["type"] != "roll":
            return
        first, second = event["dice"]
        counted = self._dice.setdefault(event["player"], [0, 0, 0])
        for at, more in enumerate((1, first + second, int(first == second))):
            counted[at] += more


def _deeds(turns: Counter[int], income: Counter[int]) -> dict[int, DeedFigures]:
    """Return the deeds' figures by square.

    They come from the turns each deed was owned and the rent it brought.
    """
    return {square: DeedFigures(count, income[square]) for square, count in sorted(turns.items())}
