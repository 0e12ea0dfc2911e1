"""Each player's game in figures: leads, monopolies, rents, and luck.

The figures cover monopolies made and lost, and the dearest rent.

They are computed from a record alone, by the rules, without words. The leader is the player
who would win alone "if time were called now", asked whenever a turn is over. Turns are
counted as the ledger counts them, from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine import Consequence, Game, if_time_were_called
from referee.engine.state import State
from referee.records.luck import Luck, luck_of_cards, luck_of_throw
from referee.records.replayed import is_about, monopolies_of, open_record
from scoring.game.editions import Edition


@dataclass(frozen=True, slots=True)
class RentPaid:
    """A rent that was paid to a player (by id), in whole currency units."""

    turn: int
    amount: int
    to: str


@dataclass(frozen=True, slots=True)
class MonopolyMade:
    """In which turn a city was monopolised."""

    turn: int
    city: str


@dataclass(frozen=True, slots=True)
class MonopolyLost:
    """The end of a monopoly, with its turn.

    `to` is the player (by id) who got a deed of it. It is "" if none did: it was mortgaged, or
    the Treasury has it.
    """

    turn: int
    city: str
    to: str


@dataclass(frozen=True, slots=True)
class PlayerStory:
    """One player's game.

    `led_from` is the turn from which the player led to the end, `led_until` the last turn that
    somebody led who did not lead at the end; None if there is none. `out` is the turn in which the
    player left the game.
    """

    led_from: int | None
    led_until: int | None
    made: tuple[MonopolyMade, ...]
    lost: tuple[MonopolyLost, ...]
    dearest: RentPaid | None
    out: int | None
    luck: Luck


@dataclass(slots=True)
class _Told:
    """The facts known of one player so far."""

    made: list[MonopolyMade] = field(default_factory=list)
    lost: list[MonopolyLost] = field(default_factory=list)
    dearest: RentPaid | None = None
    out: int | None = None
    luck: Luck = field(default_factory=Luck)


class _Teller:
    """Follows a game, event by event."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._turn = 0
        self._leaders: list[str] = []
        self._monopolies = monopolies_of(game.state)
        self._told = {player: _Told() for player in game.state.ids}

    def play(self, event: dict[str, Any]) -> None:
        """Play one event in force; raise ValueError if today's rules refuse it."""
        state = self._game.state
        owners = list(state.owner)
        # A turn can only begin with an event of who is next: else nobody needs to be told to lead.
        leader = _leader(state) if event.get("player") == state.ids[state.next] else ""
        luck = luck_of_throw(state, event)
        decision = self._game.play(event)
        if not decision.is_accepted:
            raise ValueError(decision.refusals[0].code)
        if any(item.kind == "turn" for item in decision.consequences):
            self._leaders += [leader] * (self._turn > 0)
            self._turn += 1
        for player, share in (*luck.items(), *luck_of_cards(decision.consequences).items()):
            self._told[player].luck += share
        self._tell_monopolies(owners)
        self._tell_rents(decision.consequences)
        for index in state.out:
            told = self._told[state.ids[index]]
            told.out = told.out or self._turn

    def stories(self) -> dict[str, PlayerStory]:
        """Return the story of each player once everything was played."""
        leaders = [*self._leaders, _leader(self._game.state)]
        return {
            player: PlayerStory(
                *_lead_span(leaders, player),
                tuple(told.made),
                tuple(told.lost),
                told.dearest,
                told.out,
                told.luck,
            )
            for player, told in self._told.items()
        }

    def _tell_monopolies(self, owners: Sequence[int]) -> None:
        state, before = self._game.state, self._monopolies
        self._monopolies = now = monopolies_of(state)
        for player, city in sorted(now - before):
            self._told[state.ids[player]].made.append(MonopolyMade(self._turn, city))
        for player, city in sorted(before - now):
            to = _got_a_deed(state, player, city, owners)
            self._told[state.ids[player]].lost.append(MonopolyLost(self._turn, city, to))

    def _tell_rents(self, consequences: Sequence[Consequence]) -> None:
        for item in consequences:
            if not is_about(item, "rent") or not item.moves_money:
                continue
            if item.payer is None or item.payee is None:
                continue
            told = self._told[item.payer]
            if told.dearest is None or item.amount > told.dearest.amount:
                told.dearest = RentPaid(self._turn, item.amount, item.payee)


def stories_of(text: str, edition: Edition) -> dict[str, PlayerStory]:
    """Return by player (id) what happened to each in a stored record's game.

    Raise ValueError, or RecordRefusedError for its header, if today's rules refuse it.
    """
    game, events = open_record(text, edition)
    teller = _Teller(game)
    for event in events:
        teller.play(event)
    return teller.stories()


def _leader(state: State) -> str:
    """Return the id of the sole winner if time were called now.

    It is "" if there would be several.
    """
    winners = if_time_were_called(state)["winners"]
    return str(winners[0]) if len(winners) == 1 else ""


def _lead_span(leaders: Sequence[str], player: str) -> tuple[int | None, int | None]:
    """Return the first turn of a lasting lead, or the last turn of another.

    The first value is the turn at whose end the player began to lead for good. If the lead did
    not last, the second value is the last turn at whose end the player led. Both are None if
    the player never led.
    """
    turns = [turn for turn, leader in enumerate(leaders, start=1) if leader == player]
    if not turns:
        return None, None
    if turns[-1] != len(leaders):
        return None, turns[-1]
    others = [turn for turn, leader in enumerate(leaders, start=1) if leader != player]
    return (others[-1] + 1 if others else 1), None


def _got_a_deed(state: State, player: int, city: str, owners: Sequence[int]) -> str:
    for square in state.board.streets:
        owner = state.owner[square]
        if state.board.squares[square].city == city and owners[square] == player != owner >= 0:
            return state.ids[owner]
    return ""
