"""Random numbers of many games: those that each game's own draws give."""

import numpy as np

from referee.insight.batch.numbers import Ints, Numbers
from referee.insight.draws import PER_TURN, Draws


def numbers_of(seed: str, first: int, rows: Ints, *, spent: Ints, turn: int) -> Numbers:
    """The numbers of two play-outs until turn 9."""
    turns = np.full(len(rows), turn)
    return Numbers([seed], first=first, count=2, last_turn=9, rows=rows, spent=spent, turns=turns)


def test_each_game_reads_what_draws_of_its_own_give() -> None:
    """Play-outs 3 and 4, from turn 4 on; the second method has read two more numbers of each."""
    games = np.arange(4)
    numbers = numbers_of("é s", 3, games % 2, spent=np.array([0, 0, 2, 2]), turn=4)
    alone = [Draws("é s", number, turn=4) for number in (3, 4, 3, 4)]
    for draws in alone[2:]:
        draws.extra_below(5), draws.extra_below(5)
    for turn, read in ((4, 1), (5, PER_TURN + 3), (9, PER_TURN + 1), (10, 2)):
        for draws in alone:
            draws.begin_turn(turn)
        numbers.begin_turns(games, turn)
        for _ in range(read):
            together = numbers.number_below(games, 25).tolist()
            assert together == [draws.number_below(25) for draws in alone]


def test_games_read_at_their_own_pace() -> None:
    numbers = numbers_of("1", 1, np.arange(2), spent=np.zeros(2, dtype=int), turn=0)
    first, second = Draws("1", 1), Draws("1", 2)
    numbers.begin_turns(np.array([1]), 2)
    second.begin_turn(2)
    assert numbers.die(np.array([0])).tolist() == [first.die()]
    assert numbers.die(np.array([1, 0])).tolist() == [second.die(), first.die()]
