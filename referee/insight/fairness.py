"""Fairness of a setting before anybody plays: wins by role and by seat.

Games are played from their start by simple policies (`playouts`). Nobody knows how people
will play, so each figure is a range over the policies, with the interval of the sample
around it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from itertools import groupby, product
from math import sqrt
from typing import NamedTuple

from referee.engine.header import open_state
from referee.engine.state import TWO_HOUR, State
from referee.insight.chances import Estimate, Range, difference_between, range_over, share_of
from referee.insight.places import places_from
from referee.insight.playouts import METHODS, Playout, Start, play_outs, starts_of_turns
from scoring.competition.points import SHARES
from scoring.competition.roles import ROLES
from scoring.game.editions import Edition
from tournament.common.intervals import Interval, Z

BLOCK = 128
"""The most games of each division of roles that have one seed."""
TOGETHER = 4
"""The blocks of two-hour games that are played at once: many side by side are played fast."""
LOOKED_INTO = 8
"""One game of so many is gone through event by event, for lengths and bankruptcies."""
MAX_TURNS = 1000
"""The most turns of a simulated game before time is called."""
MONOPOLIST = ROLES[1]
BANKRUPT, TIME = '{"type":"bankrupt"', '{"type":"time"'
UNKNOWN: Estimate = (0.5, Interval(0, 1))
"""The share of games won where none is over."""
Division = tuple[str, ...]
"""The roles of a table, in order of play."""
GamePlaces = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Setting:
    """The rules and sizes of games: `sizes` are numbers of players at a table.

    `turns`, of all players of a table together, begin before time is called. Games A and B know no
    time: they are played so far and counted as open if they are not over by then.
    """

    edition: Edition
    turns: int
    sizes: tuple[int, ...]
    rulings: Mapping[str, str] = field(default_factory=dict)
    mode: str = TWO_HOUR


@dataclass(slots=True)
class GameTally:
    """Counts over the games of one table size, all played by one method.

    An open game has no places in `results`.
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

    @property
    def finished(self) -> int:
        """The number of games that are over."""
        return sum(count for (_roles, places), count in self.results.items() if places)

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
        timed = not playout.places or any(line.startswith(TIME) for line in playout.lines)
        begun = turns if timed else sum(1 for _ in starts_of_turns(start, playout.lines))
        self.looked_into += 1
        self.turns += begun
        self.turns_squared += begun * begun
        self.early += not timed
        self.broke += any(line.startswith(BANKRUPT) for line in playout.lines)

    def games_won(self, wins: Callable[[Division, int], bool]) -> float:
        """Return the number of games won by the seats that `wins` picks.

        Joint winners have won a part of the game each; nobody has won an open one.
        """
        won = 0
        finished = {key: count for key, count in self.results.items() if key[1]}
        for (roles, places), count in finished.items():
            part = SHARES // places.count(1)
            won += count * sum(
                part for seat, place in enumerate(places) if place == 1 and wins(roles, seat)
            )
        return won / SHARES

    def won_by_role(self, role: str) -> float:
        """Return the number of games that players of a role won."""
        return self.games_won(lambda roles, seat: roles[seat] == role)

    def won_by_seat(self, seat: int) -> float:
        """Return the number of games that the player of a seat won.

        The seat is an index of the order of play.
        """
        return self.games_won(lambda _roles, other: other == seat)


def turns_within(minutes: int, seconds: int) -> int:
    """Return the number of turns that begin in a game's minutes; at least one.

    Each turn takes so many seconds.
    """
    return max(round(minutes * 60 / seconds), 1)


def divisions(size: int) -> list[Division]:
    """Return every even division of the roles over the seats (R4).

    Each is to be played as often as the others.
    """
    return [
        roles
        for roles in product(ROLES, repeat=size)
        if abs(size - 2 * roles.count(MONOPOLIST)) <= 1
    ]


def tallies_of(setting: Setting, methods: Sequence[str] = METHODS) -> list[GameTally]:
    """Return an empty tally for each table size and method."""
    return [GameTally(size, method) for size in setting.sizes for method in methods]


def play(
    setting: Setting, tallies: Sequence[GameTally], *, games: int, seed: str
) -> Iterator[float]:
    """Play about so many games for each tally; yield the share done so far.

    Games are added to tallies some blocks at a time, so a caller who stops keeps the games so far.
    Each division is played as often as the others, which rounds `games` up.
    """
    rounds = {size: -(-games // len(divisions(size))) for size in setting.sizes}
    total = sum(rounds[size] * len(divisions(size)) for size in setting.sizes)
    done = 0
    blocks = {size: _blocks(rounds[size], seed) for size in setting.sizes}
    together = TOGETHER if setting.mode == TWO_HOUR else 1
    for first in range(0, max(map(len, blocks.values())), together):
        for size in setting.sizes:
            if some := blocks[size][first : first + together]:
                whole = [tally for tally in tallies if tally.size == size]
                for played in _play_blocks(setting, whole, some):
                    done += played
                    yield done / total


class Block(NamedTuple):
    """So many games of each division of roles, played from a seed."""

    seed: str
    games: int


def _blocks(games: int, seed: str) -> list[Block]:
    """Return the blocks of so many games of each division."""
    firsts = range(0, games, BLOCK)
    return [Block(f"{seed}:{n}", min(BLOCK, games - first)) for n, first in enumerate(firsts)]


def _play_blocks(
    setting: Setting, tallies: Sequence[GameTally], blocks: Sequence[Block]
) -> Iterator[int]:
    """Add the games of some blocks to tallies of one size.

    Yield each division's number of games. The games are added at the end, all or none.
    """
    parts = {tally.method: GameTally(tally.size, tally.method) for tally in tallies}
    ways = divisions(tallies[0].size)
    games = sum(block.games for block in blocks)
    play_division = _play_to_time if setting.mode == TWO_HOUR else _play_so_far
    for number, roles in enumerate(ways):
        those = [Block(f"{block.seed}:{number}", block.games) for block in blocks]
        play_division(setting, roles, parts, those)
        if number + 1 < len(ways):
            yield games
    for tally in tallies:
        tally.add(parts[tally.method])
    yield games


Parts = Mapping[str, GameTally]
"""A tally of each method."""


def _play_to_time(setting: Setting, roles: Division, parts: Parts, blocks: Sequence[Block]) -> None:
    """Add the two-hour games of a division, many side by side.

    Some are played again, to look into them.
    """
    start, turns = open_table(setting, roles), setting.turns
    for games, alike in groupby(blocks, key=lambda block: block.games):
        starts = [Start(start, 0, turns, block.seed) for block in alike]
        for found in places_from(starts, methods=list(parts), playouts=games):
            for method, part in parts.items():
                part.results.update((roles, each) for each in found[method])
    for seed, games in blocks:
        few = -(-games // LOOKED_INTO)
        for method, part in parts.items():
            for playout in play_outs(start, turns=turns, method=method, playouts=few, seed=seed):
                part.look_into(start, playout, turns)


def _play_so_far(setting: Setting, roles: Division, parts: Parts, blocks: Sequence[Block]) -> None:
    """Add games A or B of a division, one at a time; all of them are looked into."""
    start, turns = open_table(setting, roles), setting.turns
    for (seed, games), (method, part) in product(blocks, parts.items()):
        for playout in play_outs(start, turns=turns, method=method, playouts=games, seed=seed):
            part.results[roles, playout.places] += 1
            part.look_into(start, playout, turns)


def open_table(setting: Setting, roles: Division) -> State:
    """Return a game of the setting before its first turn."""
    header = {
        "record": "amr/1",
        "edition": setting.edition.printed,
        "mode": setting.mode,
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

    `roles` are shares of games won by role, and `seats` by order of play, the first to play first;
    open games count in neither.
    `turns` is the mean length of a game; it, `early` and `broke` are of the games looked into.
    """

    roles: Mapping[str, Range]
    seats: tuple[Range, ...]
    turns: Range
    early: Range
    broke: Range


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFigures(GameFigures):
    """The figures of one table size over all methods, and of each method."""

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
    """Return the range over the methods by which a game is over.

    Methods that end no game are left out.
    """
    found = zip(tallies, counts, strict=True)
    known = [_share_won(tally, count) for tally, count in found if tally.finished]
    return range_over(known or [UNKNOWN])


def _share_won(tally: GameTally, won: float) -> Estimate:
    """Return the share of the games that are over."""
    return share_of(won, tally.finished) if tally.finished else UNKNOWN


def _mean_turns(tally: GameTally, most: int) -> Estimate:
    games = tally.looked_into
    mean = tally.turns / games
    half = Z * sqrt(max(tally.turns_squared / games - mean * mean, 0) / games)
    return mean, Interval(mean - half, min(mean + half, most))


def compare_roles_won(
    setting: Sequence[GameTally], against: Sequence[GameTally]
) -> dict[int, Range]:
    """Return, by table size, the rise of the monopolists' share of games won.

    It is the second setting's share minus that of the first. The range is over the methods. If
    its interval holds no 0, no method leaves it to chance.
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
    return _share_won(tally, tally.won_by_role(MONOPOLIST))
