"""Cities in one hand: monopolised (R10) or complete.

The module also finds the changes that an event made to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from referee.engine import cite_rules
from referee.engine.state import State
from referee.tablet.bridge.speech import Json, Speech
from scoring.game.board import Board
from scoring.game.deeds import monopolises
from scoring.game.position import NOBODY

_MONOPOLY = ("R10",)


class Held(NamedTuple):
    """The player who monopolises a city, and the one who owns every street of it.

    NOBODY for none.
    """

    monopolist: int
    owner: int


_NOT_SOLD = frozenset({NOBODY})
_NOBODYS = Held(NOBODY, NOBODY)


def cities(state: State) -> list[Json]:
    """Return every city in one hand: `{city, player, monopolised, complete}`."""
    return [
        {
            "city": city,
            "player": state.ids[player],
            "monopolised": player == held.monopolist,
            "complete": player == held.owner,
        }
        for city, held in _held_cities(state).items()
        for player in sorted({held.monopolist, held.owner} - {NOBODY})
    ]


def city_changes(before: State, after: State, speech: Speech) -> list[Json]:
    """Return sentences on cities that one player gained or lost as a whole.

    They are in board order. A player who monopolises a city gets one sentence as its
    monopolist, and another for owning every street of it.
    """
    if (before.owner, before.built) == (after.owner, after.built):
        return []
    told = []
    earlier = _held_cities(before)
    for city, held in _held_cities(after).items():
        for kind, player in _changes(earlier[city], held):
            text = speech.say(f"city.{kind}", player=speech.name(after.ids[player]), city=city)
            rules = _MONOPOLY if kind in ("monopolised", "broken") else ()
            text = cite_rules(text, rules, after.edition, speech.language)
            told.append(
                {
                    "kind": "city",
                    "rule": None,
                    "text": text,
                    "player": after.ids[player],
                    "amount": None,
                    "why": {"rules": list(rules)},
                }
            )
    return told


def _changes(before: Held, after: Held) -> Iterator[tuple[str, int]]:
    """Yield each change to a city with its player; losses come first."""
    if before.monopolist not in (NOBODY, after.monopolist):
        yield "broken", before.monopolist
    elif before.owner not in (NOBODY, after.owner):
        yield "incomplete", before.owner
    if after.monopolist not in (NOBODY, before.monopolist):
        yield "monopolised", after.monopolist
    if after.owner not in (NOBODY, before.owner):
        yield "complete", after.owner


def _held_cities(state: State) -> dict[str, Held]:
    """Return the holders of each city, by its name."""
    owner, found = state.owner, {}
    for name, squares in _streets(state.board):
        owners = {owner[square] for square in squares}
        if owners == _NOT_SOLD:
            found[name] = _NOBODYS
            continue
        monopolist = next(
            (p for p in owners if p != NOBODY and monopolises(state, p, squares)), NOBODY
        )
        found[name] = Held(monopolist, owners.pop() if len(owners) == 1 else NOBODY)
    return found


@lru_cache(maxsize=8)
def _streets(board: Board) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the name and the streets of every city, in the order of the board."""
    cities = dict.fromkeys(board.cities[square] for square in board.streets)
    return tuple((str(board.squares[squares[0]].city), squares) for squares in cities)
