"""Fairness: an even toy is found even, a planted rent is found, and the counts are the games'."""

import json
from collections import Counter
from collections.abc import Iterator
from math import ceil
from typing import Any

import pytest

from referee.engine import Step, ledger
from referee.engine.state import State
from referee.insight.fairness import (
    LOOKED_INTO,
    MONOPOLIST,
    GameTally,
    Setting,
    compare_roles_won,
    divisions,
    figures_of,
    open_table,
    play,
    tallies_of,
)
from referee.insight.playouts import METHODS, Playout, play_outs
from scoring.competition.roles import ROLES
from scoring.game.editions import EDITIONS, Edition, load_edition
from tests.referee.insight.toys import toy_edition
from tournament.common.intervals import share_interval


def played(
    edition: Edition, games: int, *, sizes: tuple[int, ...] = (4,), turns: int = 60, seed: str = "1"
) -> list[GameTally]:
    """Tallies of so many games a method."""
    setting = Setting(edition, turns, sizes)
    tallies = tallies_of(setting)
    list(play(setting, tallies, games=games, seed=seed))
    return tallies


def find_plant(planted: int) -> int:
    """Return the estimator's word on an edition whose plant it is not told: -1, 0 or 1.

    One method alone: the methods share their dice, so their games are no larger sample.
    """
    setting = Setting(toy_edition(planted), 60, (4,))
    tallies = tallies_of(setting, ["collector"])
    list(play(setting, tallies, games=600, seed="3"))
    (figures,) = figures_of(setting, tallies)
    won = figures.roles[MONOPOLIST]
    return (won.least > 0.5) - (won.most < 0.5)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_roles_are_divided_evenly_in_every_way(size: int) -> None:
    found = divisions(size)
    assert len(found) == len(set(found)) == {2: 2, 3: 6, 4: 6, 5: 20, 6: 20}[size]
    seats = Counter(seat for roles in found for seat in range(size) if roles[seat] == MONOPOLIST)
    assert set(seats.values()) == {len(found) // 2}


@pytest.mark.parametrize("planted", [0, 20, -20])
def test_a_planted_rent_is_found_and_nothing_where_there_is_none(planted: int) -> None:
    assert find_plant(planted) == (planted > 0) - (planted < 0)


@pytest.mark.exhaustive
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
def test_no_method_sees_a_role_in_the_even_toy(size: int) -> None:
    """Six methods: one of their 95 % intervals may miss, two hardly ever."""
    tallies = played(toy_edition(), 600, sizes=(size,))
    missed = [
        tally.method
        for tally in tallies
        for low, high in [share_interval(tally.won_by_role(MONOPOLIST), tally.games)]
        if not low <= 0.5 <= high
    ]
    assert len(missed) <= 1, missed


@pytest.mark.exhaustive
@pytest.mark.parametrize("planted", [20, -20])
def test_every_method_sees_the_plant(planted: int) -> None:
    even, uneven = played(toy_edition(), 900), played(toy_edition(planted), 900, seed="2")
    move = compare_roles_won(even, uneven)[4]
    assert (move.least > 0) if planted > 0 else (move.most < 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_figures_are_those_of_the_games_replayed(edition: str) -> None:
    """Each game as a record, by the engine alone: who won, who broke, how many turns."""
    setting = Setting(load_edition(edition), 150, (2,))
    tallies = tallies_of(setting, ["spender"])
    list(play(setting, tallies, games=20, seed="7"))
    (tally,) = tallies
    won, turns, broke, early = Counter[str](), 0, 0, 0
    looked_into = ceil(10 / LOOKED_INTO)
    for number, roles in enumerate(divisions(2)):
        start = open_table(setting, roles)
        for game in play_outs(
            start, turns=150, method="spender", playouts=10, seed=f"7:0:{number}"
        ):
            steps = replayed(edition, roles, game.lines)
            winners = [f"p{seat}" for seat, place in enumerate(game.places, 1) if place == 1]
            for winner in winners:
                won[roles[start.seats[winner]]] += 60 // len(winners)
            if game.number > looked_into:
                continue
            turns += sum(step.decision.facts[0][0] == "turn" for step in steps)
            broke += any('"bankrupt"' in line for line in game.lines)
            early += not any('"time"' in line for line in game.lines)
    assert (tally.games, tally.looked_into) == (20, 2 * looked_into)
    assert won == {role: 60 * tally.won_by_role(role) for role in won}
    assert (tally.broke, tally.early) == (broke, early)
    assert tally.turns == turns


def replayed(
    edition: str, roles: tuple[str, ...], lines: tuple[str, ...], mode: str = "two-hour"
) -> list[Step]:
    """The steps of a game that was replayed to its end from its record."""
    players = [
        {"id": f"p{seat}", "name": f"P{seat}", "role": role} for seat, role in enumerate(roles, 1)
    ]
    header = {"record": "amr/1", "edition": edition, "mode": mode, "players": players}
    content = "\n".join([json.dumps(header), *lines]).encode()
    steps = list(ledger(content))
    assert len(steps) == len(lines)
    return steps


@pytest.mark.parametrize("mode", ["A", "B"])
@pytest.mark.parametrize("edition", EDITIONS)
def test_games_without_time_are_over_or_open_as_the_engine_says(edition: str, mode: str) -> None:
    """All are accepted; who won is told of those that are over, and the others have no winner."""
    setting = Setting(load_edition(edition), 150, (3,), mode=mode)
    tallies = tallies_of(setting, ["spender"])
    list(play(setting, tallies, games=24, seed="7"))
    (tally,) = tallies
    over = wins = 0
    for number, roles in enumerate(divisions(3)):
        start = open_table(setting, roles)
        for game in play_outs(start, turns=150, method="spender", playouts=4, seed=f"7:0:{number}"):
            last = replayed(edition, roles, game.lines, mode)[-1].decision.facts[-1][0]
            assert (last == "finished") == bool(game.places)
            over += last == "finished"
            wins += game.places.count(1) > 0
    assert (tally.games, tally.looked_into) == (24, 24)
    assert over == tally.finished == tally.early == wins
    won = [tally.won_by_role(role) for role in ROLES]
    assert sum(won) == over
    assert tally.broke >= over


def test_game_b_is_over_as_soon_as_one_role_is_left() -> None:
    over = {}
    for mode in ("A", "B"):
        setting = Setting(load_edition("us-2011"), 300, (4,), mode=mode)
        tallies = tallies_of(setting, ["spender"])
        list(play(setting, tallies, games=60, seed="1"))
        over[mode] = tallies[0].finished
    assert 0 < over["A"] < over["B"]


def test_where_no_game_is_over_nothing_is_told_of_who_wins() -> None:
    setting = Setting(load_edition("us-2011"), 4, (3,), mode="A")
    tallies = tallies_of(setting)
    list(play(setting, tallies, games=6, seed="1"))
    (figures,) = figures_of(setting, tallies)
    assert figures.early.high == 0
    assert all((won.least, won.most) == (0, 1) for won in figures.roles.values())
    move = compare_roles_won(tallies, tallies)[3]
    assert move.least < 0 < move.most


def test_a_way_to_play_that_ends_no_game_does_not_widen_the_others() -> None:
    setting = Setting(load_edition("us-2011"), 4, (2,), mode="A")
    over, opened = tallies_of(setting, ["spender", "miser"])
    roles = divisions(2)[0]
    over.results[roles, (1, 2)] = 100
    opened.results[roles, ()] = 100
    for tally in (over, opened):
        tally.looked_into = 100
    (figures,) = figures_of(setting, [over, opened])
    assert figures.seats[0].low == 1
    assert figures.by_method["miser"].seats[0].most == 1
    assert figures.by_method["miser"].seats[0].least == 0


def test_places_are_found_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    """Game by game it would take four times as long: only what is looked into is played so."""
    alone: list[int] = []

    def counted(start: State, **how: Any) -> Iterator[Playout]:
        alone.append(how["playouts"])
        return play_outs(start, **how)

    monkeypatch.setattr("referee.insight.fairness.play_outs", counted)
    monkeypatch.setattr("referee.insight.places.play_outs", counted)
    setting = Setting(load_edition("us-2011"), 9, (2,))
    list(play(setting, tallies_of(setting, ["miser"]), games=16, seed="1"))
    assert alone == [1, 1]


def test_shared_wins_count_in_parts() -> None:
    roles = ("monopolist", "competitor", "competitor")
    tally = GameTally(3, "mix", Counter({(roles, (1, 1, 3)): 2, (roles, (2, 3, 1)): 1}))
    assert tally.won_by_role(MONOPOLIST) == 1.0
    assert [tally.won_by_seat(seat) for seat in range(3)] == [1.0, 1.0, 1.0]
    assert sum(tally.won_by_role(role) for role in ("competitor", "monopolist")) == tally.games


def test_who_stops_keeps_whole_blocks_and_the_same_games_come_again() -> None:
    setting = Setting(load_edition("us-2011"), 20, (2, 3))
    tallies, twin = tallies_of(setting), tallies_of(setting)
    steps = play(setting, tallies, games=6, seed="1")
    shares = [next(steps) for _division in range(len(divisions(2)) + 1)]
    assert 0 < shares[0] < shares[-1] < 1
    assert [tally.games for tally in tallies] == [*[6] * 6, *[0] * 6]
    assert [figures.size for figures in figures_of(setting, tallies)] == [2]
    assert list(steps)[-1] == 1
    list(play(setting, twin, games=6, seed="1"))
    assert twin == tallies
    other = tallies_of(setting)
    list(play(setting, other, games=6, seed="2"))
    assert other != tallies


def test_figures_are_ranges_over_the_methods_with_their_samples() -> None:
    tallies = played(load_edition("us-2011"), 6)
    (figures,) = figures_of(Setting(load_edition("us-2011"), 60, (4,)), tallies)
    shares = [tally.won_by_role(MONOPOLIST) / tally.games for tally in tallies]
    won = figures.roles[MONOPOLIST]
    assert (won.low, won.high) == (min(shares), max(shares))
    assert won.least < won.low <= won.high < won.most or won.high == won.most == 1
    assert list(figures.by_method) == list(METHODS)
    for tally, share in zip(tallies, shares, strict=True):
        alone = figures.by_method[tally.method]
        assert alone.roles[MONOPOLIST].low == alone.roles[MONOPOLIST].high == share
        assert alone.seats[3].low == tally.won_by_seat(3) / tally.games
        assert alone.turns.low == tally.turns / tally.looked_into
    assert figures.turns.low <= 60
    assert len(figures.seats) == 4
