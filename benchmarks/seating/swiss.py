"""A Swiss event with drop-outs: our draw beside the standings cut in order."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import mean

from tournament.seating import Problem, Role, Round, Seat, Table, draw, evaluate, table_sizes

SIZES = (4, 5, 3)
DROP_OUT = 0.02
POINTS = (6, 4, 3, 2, 1)

Draws = Callable[[Problem], Round]


@dataclass
class Event:
    """Players with a strength and a club; the rounds played so far and the points won."""

    players: tuple[str, ...]
    rng: random.Random
    rounds: list[Round] = field(default_factory=list)
    gone: set[str] = field(default_factory=set)
    seconds: list[float] = field(default_factory=list)
    spans: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.strength = {player: self.rng.gauss(0, 1) for player in self.players}
        clubs = max(2, len(self.players) // 8)
        self.clubs = {player: f"club {self.rng.randrange(clubs)}" for player in self.players}
        self.points = dict.fromkeys(self.players, 0)

    def problem(self) -> Problem:
        """Return the next round to draw."""
        number = len(self.rounds) + 1
        return Problem(
            self.players,
            1,
            SIZES,
            seed=number,
            history=tuple(self.rounds),
            absent={number: frozenset(self.gone)},
            clubs=self.clubs,
            scores=dict(self.points),
        )

    def play(self, draws: Draws) -> None:
        """Draw a round, play it, and let 2 % of the players leave."""
        start = time.process_time()
        self.rounds.append(draws(self.problem()))
        self.seconds.append(time.process_time() - start)
        for table in self.rounds[-1]:
            scores = [self.points[seat.player] for seat in table.seats]
            self.spans.append(max(scores) - min(scores))
            luck = {seat.player: self.rng.gauss(0, 1) for seat in table.seats}
            ranked = sorted(luck, key=lambda p: -self.strength[p] - luck[p])
            for place, player in enumerate(ranked):
                self.points[player] += POINTS[place]
        staying = [player for player in self.players if player not in self.gone]
        self.gone.update(player for player in staying if self.rng.random() < DROP_OUT)

    def figures(self) -> list[float]:
        """Return rematches, club pairs, players beyond one in roles, mean span and most CPU s."""
        whole = Problem(self.players, len(self.rounds), SIZES, clubs=self.clubs)
        found = evaluate(whole, tuple(self.rounds)).violations
        span = mean(self.spans)
        return [found["rematches"], found["clubs"], found["roles"], span, max(self.seconds)]


def ours(problem: Problem) -> Round:
    """Return the draw of this package."""
    return draw(problem).rounds[0]


def cut_in_order(problem: Problem) -> Round:
    """Cut the standings in order, with roles alternating along the table."""
    number = problem.first_round
    scores = problem.scores or {}
    ranked = sorted(problem.present_players(number), key=lambda player: -scores[player])
    tables: list[Table] = []
    at = 0
    for size in table_sizes(len(ranked), SIZES) or ():
        seats = tuple(
            Seat(player, (Role.COMPETITOR, Role.MONOPOLIST)[place % 2])
            for place, player in enumerate(ranked[at : at + size])
        )
        tables.append(Table(len(tables) + 1, seats))
        at += size
    return tuple(tables)


def table(players: int, rounds: int, seeds: int) -> Iterator[str]:
    """Yield means over events, with the same players and luck for both draws."""
    yield "| draw | rematches | club pairs | players beyond one in roles | points spanned | CPU s |"
    yield "|---|---|---|---|---|---|"
    names = tuple(f"p{number}" for number in range(1, players + 1))
    for title, draws in (("ours", ours), ("standings cut in order", cut_in_order)):
        events = []
        for seed in range(seeds):
            event = Event(names, random.Random(seed))
            for _ in range(rounds):
                event.play(draws)
            events.append(event.figures())
        means = [mean(figures) for figures in zip(*events, strict=True)]
        yield "| " + " | ".join([title, *(f"{value:.2f}" for value in means)]) + " |"
