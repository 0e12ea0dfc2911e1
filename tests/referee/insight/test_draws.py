"""Dice and cards from a seed: which stream a number is read from."""

from random import Random

from referee.insight.draws import PER_TURN, Draws


def test_each_turn_reads_its_own_numbers_and_then_those_of_the_second_stream() -> None:
    first, more = Random("seed:3"), Random("seed:3:more")
    numbers = [first.random() for _ in range(4 * PER_TURN)]
    spare = [more.random() for _ in range(4)]
    draws = Draws("seed", 3)
    draws.begin_turn(3)
    own = numbers[3 * PER_TURN :]
    assert [draws.number_below(1000) for _ in range(PER_TURN)] == [int(1000 * n) for n in own]
    assert [draws.number_below(25) for _ in range(2)] == [int(25 * n) for n in spare[:2]]
    draws.begin_turn(1)
    assert draws.dice() == tuple(int(6 * n) + 1 for n in numbers[PER_TURN : PER_TURN + 2])
    assert draws.extra_below(5) == int(5 * spare[2])


def test_beginning_a_turn_again_reads_the_same() -> None:
    draws = Draws("seed", 1, turn=2)
    once = draws.dice()
    draws.begin_turn(2)
    assert draws.dice() == once
