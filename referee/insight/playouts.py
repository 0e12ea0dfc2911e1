"""Play-outs: games played from a position to their end.

Policies play them through the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from referee.engine.fold import apply
from referee.engine.judge import judge
from referee.engine.reading import cached_reading
from referee.engine.state import FINISHED, TWO_HOUR, State
from referee.insight.draws import Draws
from referee.insight.lines import TIME, next_line
from referee.insight.policies import POLICIES, Policy

METHOD = "play-outs/1"
"""The version of policies, draws and play-outs (docs/chances.md); what another one made is made
anew."""
MIX = "mix"
"""The name of the mix: each player of a play-out follows a policy of its own."""
METHODS = (*POLICIES, MIX)
"""The ways to play a play-out: all players by one of the policies, or the mix."""


Places = Sequence[tuple[int, ...]]
"""The places of each play-out, by player."""


class Start(NamedTuple):
    """A position to play out from.

    `turn` is the number of its turn in progress, `last_turn` that of the last one that begins.
    """

    state: State
    turn: int
    last_turn: int
    seed: str


@dataclass(frozen=True, slots=True)
class Playout:
    """One game played out: its events as lines of a record, and each player's place.

    There are no places where game A or B was not over after the last turn.
    """

    number: int
    lines: tuple[str, ...]
    places: tuple[int, ...]


def play_outs(
    start: State, *, turns: int, method: str, playouts: int, seed: str, turn: int = 0
) -> Iterator[Playout]:
    """Yield so many play-outs from `start`, numbered from 1; `start` is not changed.

    `turns` more turns begin before time is called. `turn` is the number of the turn in progress.
    """
    for number in range(1, playouts + 1):
        draws = Draws(seed, number, turn=turn)
        policies = _policies(method, len(start.ids), draws)
        yield play_out(start, policies, draws, number=number, turn=turn, last_turn=turn + turns)


def _policies(method: str, players: int, draws: Draws) -> tuple[Policy, ...]:
    """Return each player's policy.

    The mix draws them in order of play, each as likely.
    """
    if method != MIX:
        return (POLICIES[method],) * players
    choices = tuple(POLICIES.values())
    return tuple([choices[draws.extra_below(len(choices))] for _ in range(players)])


def play_out(
    start: State,
    policies: tuple[Policy, ...],
    draws: Draws,
    *,
    number: int,
    turn: int,
    last_turn: int,
) -> Playout:
    """Play from `start` to the end of the game, as `Game.advance` plays an event.

    Games A and B know no time: they stay open if they are not over after the last turn.
    Raise RuntimeError if the engine refuses an event.
    """
    state = start.copy()
    lines: list[str] = []
    while state.status != FINISHED:
        line = next_line(state, policies, draws, turn=turn, last_turn=last_turn)
        if line == TIME and state.mode != TWO_HOUR:
            return Playout(number, tuple(lines), ())
        facts = judge(state, cached_reading(line))
        if facts is None:
            raise RuntimeError(f"the engine refuses {line}")
        if facts[0][0] == "turn":
            turn += 1
        apply(state, facts)
        lines.append(line)
    return Playout(number, tuple(lines), tuple([row.place for row in state.standings]))


def starts_of_turns(start: State, lines: Sequence[str]) -> Iterator[State]:
    """Yield the position in which each turn of a game begins.

    It changes with the next turn. `lines` are the events of a play-out from `start`, which is
    not changed.
    """
    state = start.copy()
    for line in lines:
        facts = judge(state, cached_reading(line))
        if facts is None:
            raise RuntimeError(f"the engine refuses {line}")
        if facts[0][0] == "turn":
            yield state
        apply(state, facts)
