"""Fairness of a setting before anybody plays: how often each role and each seat wins.

Games are played from their start by simple policies (`playouts`). Nobody knows how people will
play, so each figure is a range over the policies, with the interval of the sample around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import product
from math import sqrt

from referee.engine.header import open_state
from referee.engine.state import TWO_HOUR, State
from referee.insight.chances import Estimate, Range, difference_between, range_over, share_of
from referee.insight.places import places_by_method
from referee.insight.playouts import METHODS, Playout, play_outs, starts_of_turns
from scoring.competition.points import SHARES
from scoring.competition.roles import ROLES
from scoring.game.editions import Edition
from tournament.common.intervals import Interval, Z

BLOCK = 128
"""The most games of each division of roles in a block: many side by side are played fast."""
LOOKED_INTO = 8
"""One game of so many is gone through event by event, for lengths and bankruptcies."""
MAX_TURNS = 1000
"""The most turns of a simulated game before time is called."""
MONOPOLIST = ROLES[1]
BANKRUPT, TIME = '{"type":"bankrupt"', '{"type":"time"'
Division = tuple[str, ...]
"""The roles of a table, in order of play."""
GamePlaces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """The rules and sizes of games: `sizes` are numbers of players at a table.

    `turns`, of all players of a table together, begin before time is called.
    """

    edition: Edition
    turns: int
    sizes: tuple[int, ...]
    rulings: Mapping[str, str] = field(default_factory=dict)


@dataclass(slots=True)
class GameTally:
    """Counts over the games of one table size, all played by one method.

    Of the `looked_into` games, `turns` and `turns_squared` are sums, `early` were over before time,
    and in `broke` somebody went bankrupt before it.
    """

    size: int
    method: str
    results: Counter[tuple[Division, GamePlaces]] = field(default_factory=Counter)
    looked_into: int = 0
    turns: int = 0
    turns_squared: int = 0
    early: int = 0
    broke: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.results.total()

    def add(self, part: GameTally) -> None:
        """Add the games of another tally of the same size and method."""
        self.results += part.results
        self.looked_into += part.looked_into
        self.turns += part.turns
        self.turns_squared += part.turns_squared
        self.early += part.early
        self.broke += part.broke

    def look_into(self, start: State, playout: Playout, turns: int) -> None:
        """Count how long a game took and who broke; time is called after so many turns."""
        timed = any(line.startswith(TIME) for line in playout.lines)
        begun = turns if timed else sum(1 for _ in starts_of_turns(start, playout.lines))
        self.looked_into += 1
        self.turns += begun
        self.turns_squared += begun * begun
        self.early += not timed
        self.broke += any(line.startswith(BANKRUPT) for line in playout.lines)

    def games_won(self, wins: Callable[[Division, int], bool]) -> float:
        """Return how many games were won by seats that `wins` picks by division and index.

        Joint winners have won a part of the game each.
        """
        won = 0
        for (roles, places), count in self.results.items():
            part = SHARES // places.count(1)
            won += count * sum(
                part for seat, place in enumerate(places) if place == 1 and wins(roles, seat)
            )
        return won / SHARES

    def won_by_role(self, role: str) -> float:
        """Return how many games players of a role won."""
        return self.games_won(lambda roles, seat: roles[seat] == role)

    def won_by_seat(self, seat: int) -> float:
        """Return how many games the player at this index of the order of play won."""
        return self.games_won(lambda _roles, other: other == seat)


def turns_within(minutes: int, seconds: int) -> int:
    """Return how many turns of so many seconds each begin in a game's minutes; at least one."""
    return max(round(minutes * 60 / seconds), 1)


def divisions(size: int) -> list[Division]:
    """Return every even division of the roles over the seats (R4), each to be played as often."""
    return [
        roles
        for roles in product(ROLES, repeat=size)
        if abs(size - 2 * roles.count(MONOPOLIST)) <= 1
    ]


def tallies_of(setting: Setting, methods: Sequence[str] = METHODS) -> list[GameTally]:
    """Return a tally without games for each table size and method."""
    return [GameTally(size, method) for size in setting.sizes for method in methods]


def play(
    setting: Setting, tallies: Sequence[GameTally], *, games: int, seed: str
) -> Iterator[float]:
    """Play about so many games for each tally, and yield the share of the work done so far.

    Tallies are added to whole blocks at a time, so whoever stops keeps what is there. Each division
    is played as often, which rounds `games` up.
    """
    rounds = {size: -(-games // len(divisions(size))) for size in setting.sizes}
    total = sum(rounds[size] * len(divisions(size)) for size in setting.sizes)
    done = 0
    for block in range(-(-max(rounds.values()) // BLOCK)):
        for size in setting.sizes:
            some = min(BLOCK, rounds[size] - block * BLOCK)
            if some > 0:
                whole = [tally for tally in tallies if tally.size == size]
                for played in _play_block(setting, whole, some, f"{seed}:{block}"):
                    done += played
                    yield done / total


def _play_block(
    setting: Setting, tallies: Sequence[GameTally], games: int, seed: str
) -> Iterator[int]:
    """Add so many games of each division to tallies of one size; yield each division's number.

    They are added at the end, all or none.
    """
    parts = {tally.method: GameTally(tally.size, tally.method) for tally in tallies}
    ways = divisions(tallies[0].size)
    turns, few = setting.turns, -(-games // LOOKED_INTO)
    for number, roles in enumerate(ways):
        start, dice = open_table(setting, roles), f"{seed}:{number}"
        for method, places in places_by_method(
            start, turns=turns, methods=list(parts), playouts=games, seed=dice
        ).items():
            parts[method].results.update((roles, each) for each in places)
            for playout in play_outs(start, turns=turns, method=method, playouts=few, seed=dice):
                parts[method].look_into(start, playout, turns)
        if number + 1 < len(ways):
            yield games
    for tally in tallies:
        tally.add(parts[tally.method])
    yield games


def open_table(setting: Setting, roles: Division) -> State:
    """Return a game of the setting before its first turn."""
    header = {
        "record": "amr/1",
        "edition": setting.edition.printed,
        "mode": TWO_HOUR,
        "rulings": dict(setting.rulings),
        "players": [
            {"id": f"p{seat}", "name": f"P{seat}", "role": role}
            for seat, role in enumerate(roles, 1)
        ],
    }
    return open_state(header, setting.edition)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFigures:
    """The figures of games of one table size, each a range over the methods.

    `roles` are shares of games won by role, and `seats` by order of play, the first to play first.
    `turns` is the mean length of a game; it, `early` and `broke` are of the games looked into.
    """

    roles: Mapping[str, Range]
    seats: tuple[Range, ...]
    turns: Range
    early: Range
    broke: Range


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFigures(GameFigures):
    """The figures of one table size over all methods, and those of each method by itself."""

    size: int
    games: int
    looked_into: int
    by_method: Mapping[str, GameFigures]


def figures_of(setting: Setting, tallies: Sequence[GameTally]) -> list[TableFigures]:
    """Return the figures of each table size of which games were played."""
    played = [tally for tally in tallies if tally.games]
    by_size = [[tally for tally in played if tally.size == size] for size in setting.sizes]
    return [_table_figures(setting, found) for found in by_size if found]


def _table_figures(setting: Setting, tallies: Sequence[GameTally]) -> TableFigures:
    found = _game_figures(setting, tallies)
    return TableFigures(
        size=tallies[0].size,
        games=sum(tally.games for tally in tallies),
        looked_into=sum(tally.looked_into for tally in tallies),
        by_method={tally.method: _game_figures(setting, [tally]) for tally in tallies},
        **{field.name: getattr(found, field.name) for field in fields(found)},
    )


def _game_figures(setting: Setting, tallies: Sequence[GameTally]) -> GameFigures:
    return GameFigures(
        roles={
            role: _shares(tallies, [tally.won_by_role(role) for tally in tallies]) for role in ROLES
        },
        seats=tuple(
            _shares(tallies, [tally.won_by_seat(seat) for tally in tallies])
            for seat in range(tallies[0].size)
        ),
        turns=range_over([_mean_turns(tally, setting.turns) for tally in tallies]),
        early=range_over([share_of(tally.early, tally.looked_into) for tally in tallies]),
        broke=range_over([share_of(tally.broke, tally.looked_into) for tally in tallies]),
    )


def _shares(tallies: Sequence[GameTally], counts: Sequence[float]) -> Range:
    return range_over(
        [share_of(count, tally.games) for tally, count in zip(tallies, counts, strict=True)]
    )


def _mean_turns(tally: GameTally, most: int) -> Estimate:
    games = tally.looked_into
    mean = tally.turns / games
    half = Z * sqrt(max(tally.turns_squared / games - mean * mean, 0) / games)
    return mean, Interval(mean - half, min(mean + half, most))


def compare_roles_won(
    setting: Sequence[GameTally], against: Sequence[GameTally]
) -> dict[int, Range]:
    """Return by table size how much more of the games monopolists win in a second setting.

    The range is over the methods. If its interval holds no 0, no method leaves it to chance.
    """
    other = {(tally.size, tally.method): tally for tally in against if tally.games}
    found: dict[int, list[Estimate]] = {}
    for tally in setting:
        twin = other.get((tally.size, tally.method))
        if tally.games and twin:
            found.setdefault(tally.size, []).append(
                difference_between(_roles_won(tally), _roles_won(twin))
            )
    return {size: range_over(differences) for size, differences in found.items()}


def _roles_won(tally: GameTally) -> Estimate:
    return share_of(tally.won_by_role(MONOPOLIST), tally.games)
