"""Small positions in step A, and every adjustment that the engine permits there."""

import random
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

from referee.engine import Game
from referee.engine.fold import apply
from referee.engine.judge import judge
from referee.engine.reading import reading_of
from referee.engine.state import ADJUSTING, State
from scoring.game import endgame
from scoring.game.adjustment import Adjustment
from scoring.game.rulings import RULINGS
from tests.referee.engine.boards import CITIES, NAMES, STREETS, board
from tests.referee.engine.table import header

WITH_STEP_A = ("us-2011", "us-wooden", "ru-2014")
COMPANIES = (5, 15, 25, 35, 12, 28)
MOST_STATES = 900
"""The most ways to leave a position's deeds, so that all can be searched."""


def small_position(rng: random.Random) -> Game:
    """Return a game in step A whose player p1 has few deeds and often little cash.

    In every other position prices are corrected, which makes other plans the best ones. In every
    fourth, a monopolist may gain by redeeming one street of a city and mortgaging another.
    """
    exchanges = rng.random() < 0.25
    role = "m" if exchanges else rng.choice("cm")
    deeds = _city_to_exchange(rng) if exchanges else _deeds(rng, role)
    most_cash = rng.choice((1, 120, 250) if exchanges else (1, 120, 600, 3000))
    edition = rng.choice(WITH_STEP_A)
    prices = {"board": _corrected(rng, edition)} if rng.random() < 0.5 else {}
    game = Game.open(
        header(
            edition,
            mode="two-hour",
            roles=role + ("m" if role == "c" else "c"),
            rulings={name: rng.choice(values) for name, values in RULINGS.items()},
            position={
                "cash": {"p1": rng.randrange(most_cash)},
                "deeds": {str(square): deed for square, deed in deeds.items()},
                "prison": ["p1"] if rng.random() < 0.1 else [],
            },
            **prices,
        )
    )
    assert game.play({"type": "time"}).is_accepted
    assert game.status == ADJUSTING
    return game


def _city_to_exchange(rng: random.Random) -> dict[int, dict[str, Any]]:
    """Return a city of three streets, one mortgaged and one built up, and a deed beside it."""
    city = list(rng.choice([city for city in STREETS if len(city) == 3]))
    rng.shuffle(city)
    deeds: dict[int, dict[str, Any]] = {square: {"owner": "p1"} for square in city}
    deeds[city[0]]["mortgaged"] = True
    deeds[city[1]]["improvements"] = rng.randint(1, 4)
    deeds[rng.choice((*COMPANIES, 1, 39))] = {"owner": "p1", "mortgaged": rng.random() < 0.2}
    return deeds


def _deeds(rng: random.Random, role: str) -> dict[int, dict[str, Any]]:
    """Return some deeds of p1, with at most MOST_STATES ways to leave them."""
    most = 5 if role == "c" else 4
    deeds: dict[int, dict[str, Any]] = {}
    ways = 1
    wanted = [rng.choice(STREETS), *((s,) for s in rng.sample((*COMPANIES, *CITIES), 5))]
    for squares in wanted:
        more = [square for square in squares if square not in deeds]
        for square in more:
            ways *= 2 if square in COMPANIES else most + 2
        if ways > MOST_STATES:
            break
        deeds |= {s: {"owner": "p1", "mortgaged": rng.random() < 0.35} for s in more}
    for city in STREETS:
        held = [s for s in city if s in deeds and not deeds[s]["mortgaged"]]
        if role == "c" or len(held) >= 2:
            for square in held:
                deeds[square]["improvements"] = rng.choice((0, 0, 1, most, rng.randint(0, most)))
    return deeds


def _corrected(rng: random.Random, edition: str) -> list[dict[str, Any]]:
    prices = {square: 10 * rng.randint(1, 60) for square in (*CITIES, *COMPANIES)}
    names = NAMES["us" if edition.startswith("us") else "eu"]
    return board(edition, prices, {name: 10 * rng.randint(1, 40) for name in names})


def best_final(state: State, player: int) -> int:
    """Return the most final cash that any sequence of the engine's actions leads to.

    More cash with the same deeds never permits less (R26), so for each way to leave the deeds only
    the most cash is followed.
    """
    richest = {tuple(state.built): state}
    waiting = [(-state.cash[player], tuple(state.built))]
    while waiting:
        # Those with the most cash first: they seldom have to be looked at again.
        cash, built = heappop(waiting)
        if richest[built].cash[player] > -cash:
            continue
        for after in _neighbours(richest[built], player):
            key, cash = tuple(after.built), after.cash[player]
            if key not in richest or richest[key].cash[player] < cash:
                richest[key] = after
                heappush(waiting, (-cash, key))
    return max(final_of(each, player) for each in richest.values())


def _neighbours(state: State, player: int) -> Iterator[State]:
    code = state.ids[player]
    for square in state.deeds(player):
        for kind in ("build", "sell", "mortgage", "redeem"):
            event = {"type": kind, "player": code, "square": square}
            facts = judge(state, reading_of(event))
            if facts is not None:
                after = state.copy()
                apply(after, facts)
                yield after


def final_of(state: State, player: int) -> int:
    """Return the player's final cash by the rules of the end procedure, utilities at 7."""
    return endgame.expected_end(state).standings[player].final


def replayed(game: Game, plan: Adjustment) -> Game:
    """Return the game after the plan's steps, each of which the engine must accept."""
    after = game.copy()
    for step in plan.steps:
        event = {"type": step.kind, "player": after.state.ids[plan.player], "square": step.square}
        if step.kind in ("build", "sell"):
            event["count"] = step.number
        before = after.state.cash[plan.player]
        decision = after.play(event)
        assert decision.is_accepted, (event, decision.refusals)
        assert after.state.cash[plan.player] - before == step.cash
        assert after.state.cash[plan.player] >= 0
    return after
