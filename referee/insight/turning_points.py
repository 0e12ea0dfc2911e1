"""Turning points: the events that moved the chances to win most.

They are found on the same dice before and after. The play-outs before and after an event
have the same numbers and throw the same dice in the same turns, so they differ by the event
and little else. The rest of chance is measured on the pairs, and an event that it could
explain is no turning point.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt

from referee.engine import Step
from referee.engine.state import State
from referee.insight.chances import Range, range_of, tally
from referee.insight.places import places_from
from referee.insight.playouts import METHODS, MIX, Places, Start
from referee.insight.positions import Position, begins_turn

POINTS = 3
TURNS_COMPARED, EVENTS_COMPARED = 8, 6
"""How many turns are compared event by event, and how many of these events by all methods."""
COARSE, MOST_COARSE = (MIX,), 100
"""How turns, and then events, are compared a first time: by the mix, with so many play-outs."""
SURE = 4.0
"""How many standard errors a move has to be from nothing, since hundreds of events are compared."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of the search for turning points.

    They are the number of play-outs of each method, their seed, and the last turn before time.
    """

    playouts: int
    seed: str
    last_turn: int


@dataclass(frozen=True)
class Moment:
    """The position before an event, or after the last one; `turn` began last.

    `played` keeps what was played out from here, by the methods and the number of play-outs.
    """

    state: State
    turn: int
    settings: Settings
    played: dict[tuple[Sequence[str], int], dict[str, Places]] = field(default_factory=dict)

    @property
    def all_places(self) -> dict[str, Places]:
        """The places of all play-outs, by method."""
        key = METHODS, self.settings.playouts
        play_out([self], *key)
        return self.played[key]

    @property
    def coarse_places(self) -> Places:
        """The places of a few play-outs of the mix."""
        key = COARSE, min(MOST_COARSE, self.settings.playouts)
        play_out([self], *key)
        return self.played[key][MIX]


def play_out(
    moments: Sequence[Moment],
    methods: Sequence[str],
    playouts: int,
    on_progress: Callable[[float], None] = lambda _share: None,
) -> None:
    """Play out from the moments where that was not done; together they take less time.

    `on_progress` gets each share of the work once it is done.
    """
    key = methods, playouts
    missing = [moment for moment in moments if key not in moment.played]
    if not missing:
        on_progress(1.0)
        return
    total = len(missing) * len(methods) * playouts
    found = places_from(
        [
            Start(moment.state, moment.turn, moment.settings.last_turn, moment.settings.seed)
            for moment in missing
        ],
        methods=methods,
        playouts=playouts,
        on_progress=lambda played: on_progress(played / total),
    )
    for moment, places in zip(missing, found, strict=True):
        moment.played[key] = places


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """An event, and the player whose chance to win it moved most.

    `player` is an index. `move` is a share: the mean over the methods.
    """

    step: Step
    player: int
    move: float
    before: Range
    after: Range


def turning_points(
    position: Position,
    settings: Settings,
    *,
    count: int = POINTS,
    on_progress: Callable[[float], None] = lambda _share: None,
) -> list[TurningPoint]:
    """Return the events up to a position that moved the chances most.

    The greatest move comes first. There are fewer than `count` where nothing else moved them
    beyond chance. Turns are compared first, then the events of the turns that moved the mix's
    chances most, then the events of these by all methods. `on_progress` gets each share of the
    work once it is done.
    """
    moments = _moments(position, settings)
    turns = _moved_most(_turns(position), moments, TURNS_COMPARED, on_progress)
    inside = [(event, event + 1) for begin, end in turns for event in range(begin, end)]
    events = _moved_most(inside, moments, EVENTS_COMPARED, on_progress)
    compared = [moments[number] for number in _ends_of(events)]
    play_out(compared, METHODS, settings.playouts, lambda share: on_progress(share / 3))
    points = (_point(position.steps[n], moments[n], moments[after]) for n, after in events)
    found = [point for point in points if point]
    return sorted(found, key=lambda point: (-abs(point.move), point.step.line))[:count]


def _moments(position: Position, settings: Settings) -> list[Moment]:
    """Return the moment before each event in force, and the last one."""
    moments, turn = [], 0
    for step in position.steps:
        moments.append(Moment(step.before, turn, settings))
        turn += begins_turn(step)
    return [*moments, Moment(position.state, turn, settings)]


def _turns(position: Position) -> list[tuple[int, int]]:
    """Return each turn as the index of its first event and of the one after it."""
    starts = [n for n, step in enumerate(position.steps) if n == 0 or begins_turn(step)]
    return list(pairwise([*starts, len(position.steps)]))


def _moved_most(
    spans: Sequence[tuple[int, int]],
    moments: Sequence[Moment],
    count: int,
    on_progress: Callable[[float], None],
) -> list[tuple[int, int]]:
    """Return the spans between two moments that moved the mix's chances most."""
    compared = [moments[number] for number in _ends_of(spans)]
    playouts = min(MOST_COARSE, compared[0].settings.playouts) if compared else 0
    play_out(compared, COARSE, playouts, lambda share: on_progress(share / 3))
    moved = []
    for begin, end in spans:
        before, after = moments[begin].coarse_places, moments[end].coarse_places
        players = range(len(moments[begin].state.ids))
        moved.append((max(abs(_mean(_pairs(before, after, p))) for p in players), begin, end))
    moved.sort(key=lambda item: (-item[0], item[1]))
    return [(begin, end) for move, begin, end in moved[:count] if move]


def _ends_of(spans: Sequence[tuple[int, int]]) -> list[int]:
    """Return the moments at the ends of some spans, each once."""
    return sorted({moment for span in spans for moment in span})


def _point(step: Step, before: Moment, after: Moment) -> TurningPoint | None:
    """Return the turning point of an event; None if chance could explain it.

    The player is the one with the greatest move.
    """
    best = None
    for player in range(len(before.state.ids)):
        pairs = _mean_pairs(before, after, player)
        move = _mean(pairs)
        if _is_sure(pairs, move) and (best is None or abs(move) > abs(best[1])):
            best = player, move
    if best is None:
        return None
    player, move = best
    return TurningPoint(step, player, move, _range(before, player), _range(after, player))


def _mean_pairs(before: Moment, after: Moment, player: int) -> list[float]:
    """Return the pairs of each play-out's number, as a mean over the methods.

    The methods share dice.
    """
    by_method = [
        _pairs(before.all_places[method], after.all_places[method], player) for method in METHODS
    ]
    return [_mean(pairs) for pairs in zip(*by_method, strict=True)]


def _pairs(before: Places, after: Places, player: int) -> list[int]:
    """Return the change of the player's wins for each play-out.

    It is 1 if the player wins only after the event, -1 if only before, else 0.
    """
    return [
        (late[player] == 1) - (early[player] == 1)
        for early, late in zip(before, after, strict=True)
    ]


def _mean(pairs: Sequence[float]) -> float:
    return sum(pairs) / len(pairs)


def _is_sure(pairs: Sequence[float], move: float) -> bool:
    """Return whether the mean of the pairs is SURE standard errors from nothing."""
    variance = sum((pair - move) ** 2 for pair in pairs) / len(pairs)
    return move != 0 and abs(move) >= SURE * sqrt(variance / len(pairs))


def _range(moment: Moment, player: int) -> Range:
    """Return the range over the methods of the player's chance to win."""
    players = len(moment.state.ids)
    counted = [tally(method, places, players) for method, places in moment.all_places.items()]
    return range_of(counted, player, 1)
