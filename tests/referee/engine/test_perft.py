"""Counts of the games that can be played from fixed positions, to a depth (after perft in chess).

Every event is counted that the rules leave open to a finite choice, with three throws of two
dice, three of one die and, in the decks, four effects; trades and recounts are not counted. The
counts are taken twice: by `legal_actions`, and by asking `decide` about every conceivable event.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from referee.engine import Game
from tests.referee.engine.playouts import DEEDS
from tests.referee.engine.table import EDITIONS, table

# The tests of single rules reach every branch; counting branches here would take seconds.
pytestmark = pytest.mark.no_cover

Event = dict[str, Any]

THROWS = ([1, 2], [2, 2], [3, 4])
EFFECTS = ("collect 75", "pay 600", "goto 12", "confine")
UNDO = {"type": "undo", "reason": "perft"}
STEPS = range(1, 6)


def start(edition: str) -> Game:
    """The start of a two-hour game of two."""
    return table(edition, mode="two-hour").game


def middle(edition: str) -> Game:
    """Little cash, a built monopoly, mortgages, one confined of each role, the start behind."""
    return table(
        edition, roles="mcc", cash={"p1": 120, "p2": 45, "p3": 60}, prison=["p3"],
        squares={"p1": 5, "p2": 28},
        deeds={8: "p1 +1", 9: "p1", 12: "p2", 39: "p2 +2", 15: "p2 mortgaged", 31: "p3",
               1: "p3 mortgaged"},
    ).game  # fmt: skip


def closing(edition: str) -> Game:
    """Time has been called in the middle of a turn with doubles."""
    game = table(
        edition, mode="two-hour", cash={"p1": 130, "p2": 30}, squares={"p1": 2},
        deeds={1: "p1", 12: "p2", 37: "p2 mortgaged"},
    )  # fmt: skip
    game.roll("p1", 2, 2).time()
    return game.game


def confined(edition: str) -> Game:
    """Both players are confined, p1 on its third own turn with too little for the fine."""
    game = table(edition, cash={"p1": 40, "p2": 70}, prison=["p1", "p2"], deeds={1: "p1"})
    for _ in range(2):
        game.roll("p1", 1, 2).roll("p2", 1, 2)
    return game.game


def conceivable(game: Game) -> Iterator[Event]:
    """Every event of the finite kinds, whoever plays it."""
    yield from ({"type": kind} for kind in ("time", "retain"))
    for squares in ((), ("12",), ("28",), ("12", "28")):
        for kind in ("circuit", "richest"):
            yield {"type": kind, "dice": {square: [3, 4] for square in squares}}
    for player in game.state.ids:
        for fields in personal(game):
            yield {"player": player, **fields}


def personal(game: Game) -> Iterator[Event]:
    """The events of one player, without the player."""
    names = ("pass", "pay_fine", "buy", "bankrupt", "withdraw", "adjusted")
    yield from ({"type": name} for name in names)
    yield from ({"type": "income_tax", "choice": choice} for choice in ("flat", "percent"))
    yield from ({"type": "foundation", "die": die} for die in (1, 2, 3))
    for dice in THROWS:
        yield {"type": "roll", "dice": dice}
        yield {"type": "utility_roll", "dice": dice}
        if game.state.edition.rules.role_square == "dice":
            yield {"type": "card", "dice": dice}
    if game.state.edition.rules.role_square != "dice":
        yield from ({"type": "card", "effect": effect} for effect in EFFECTS)
    for square in DEEDS:
        yield from ({"type": name, "square": square} for name in ("mortgage", "redeem"))
        for name in ("build", "sell"):
            yield from ({"type": name, "square": square, "count": n} for n in STEPS)


def permitted(game: Game) -> Iterator[Event]:
    """The same events as `legal_actions` spells them out."""
    for action in game.legal_actions():
        event: Event = {"type": action.type}
        if action.player:
            event["player"] = action.player
        if action.type not in ("trade", "recount", "undo"):
            yield from (event | fields for fields in spelt_out(action.type, action.fields))


def spelt_out(kind: str, fields: Event) -> list[Event]:
    if kind == "card" and "effect" in fields:
        return [{"effect": effect} for effect in EFFECTS]
    if "dice" in fields:
        return [{"dice": dice} for dice in THROWS]
    if "die" in fields:
        return [{"die": die} for die in (1, 2, 3)]
    if "throws" in fields:
        return [{"dice": {str(square): [3, 4] for square in fields["throws"]}}]
    if "choice" in fields:
        return [{"choice": choice} for choice in fields["choice"]]
    if "square" in fields:
        return [
            {"square": int(square)} | ({"count": count} if count else {})
            for square, detail in fields["square"].items()
            for count in (range(1, detail["most"] + 1) if "most" in detail else [0])
        ]
    return [{}]


def count(game: Game, depth: int) -> int:
    """How many sequences of `depth` events can be played."""
    events = list(permitted(game))
    if depth == 1:
        return len(events)
    total = 0
    for event in events:
        assert game.play(event).is_accepted, event
        total += count(game, depth - 1)
        game.play(UNDO)
    return total


COUNTS = {
    (start, "us-2011"): (6, 22, 81, 342),
    (start, "us-wooden"): (6, 23, 89, 379),
    (start, "eu-fr"): (6, 22, 83, 346),
    (start, "ru-2014"): (6, 23, 89, 379),
    (middle, "us-2011"): (16, 239, 3316),
    (middle, "us-wooden"): (16, 239, 3316),
    (middle, "eu-fr"): (16, 227, 2889),
    (middle, "ru-2014"): (16, 239, 3316),
    (closing, "us-2011"): (10, 67, 377, 1851),
    (closing, "us-wooden"): (10, 67, 377, 1851),
    (closing, "eu-fr"): (10, 51, 181, 543),
    (closing, "ru-2014"): (10, 67, 377, 1851),
    (confined, "us-2011"): (4, 7, 14, 33),
    (confined, "us-wooden"): (4, 7, 14, 35),
    (confined, "eu-fr"): (4, 6, 10, 28),
    (confined, "ru-2014"): (4, 7, 14, 35),
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("position", [start, middle, closing, confined])
def test_as_many_games_as_ever(position, edition):
    expected = COUNTS[position, edition]
    found = tuple(count(position(edition), depth) for depth in range(1, len(expected) + 1))
    assert found == expected


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("position", [start, middle, closing, confined])
def test_what_is_permitted_is_all_that_is_accepted(position, edition):
    game = position(edition)
    for event in [None, *permitted(game)]:
        if event is not None:
            game.play(event)
        accepted = [one for one in conceivable(game) if game.decide(one).is_accepted]
        assert key(accepted) == key(list(permitted(game))), event
        if event is not None:
            game.play(UNDO)


def key(events: list[Event]) -> list[str]:
    return sorted(repr(sorted(event.items(), key=str)) for event in events)
