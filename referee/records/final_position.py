"""A game's end typed from paper and turned into a record.

The record is judged as any other.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple, Self

from referee.engine import Game, RecordRefusedError, Refusal, engine_digest
from referee.engine.state import (
    ADJUSTED,
    ADJUSTING,
    CLOSING,
    FINISHED,
    PLAYING,
    RICHEST,
    TWO_HOUR,
    State,
)
from referee.journal.event_forms import QUICK
from scoring.game.editions import Edition
from scoring.game.endgame import circuit_throws
from scoring.game.wealth import richest_throws

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class TypedDeed:
    """An owned deed: `owner` is a player's id."""

    owner: str
    improvements: int = 0
    mortgaged: bool = False


@dataclass(frozen=True, slots=True)
class TypedPosition:
    """The position before retention, after everybody had adjusted.

    Players are named by their ids, deeds and throws by their squares. `cash` is of the players
    still in, `left` has the others in the order they left, and `throws` has the throws for
    utilities in the circuit.
    """

    roles: Mapping[str, str]
    cash: Mapping[str, int]
    deeds: Mapping[int, TypedDeed] = field(default_factory=dict)
    confined: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    throws: Mapping[int, tuple[int, int]] = field(default_factory=dict)

    def as_json(self) -> Json:
        """Return the position as JSON, without names, as stored until it is confirmed."""
        return json.loads(json.dumps(asdict(self)))  # type: ignore[no-any-return]

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Return the position from the output of `as_json`."""
        return cls(
            roles=kept["roles"],
            cash=kept["cash"],
            deeds={int(square): TypedDeed(**deed) for square, deed in kept["deeds"].items()},
            confined=tuple(kept["confined"]),
            left=tuple(kept["left"]),
            throws={int(square): (one, two) for square, (one, two) in kept["throws"].items()},
        )


class Fault(NamedTuple):
    """A reason why a position cannot be the end of a game, and what it concerns.

    It concerns the deed or the throw of a square, a player by id, or none of these. `code` is
    `refused` by the rules, with their `refusal`; `not_over`, if the game would go on; `over_before`
    the player left; `throw_missing`; or `no_throw_made` if one was typed.
    """

    code: str
    refusal: Refusal | None = None
    deed: int | None = None
    throw: int | None = None
    player: str | None = None


class Judged(NamedTuple):
    """A position judged by the rules.

    It has its record's lines and the game they come to, or all the faults. `board` is the position
    after some left, None if it is refused itself.
    """

    lines: list[Json]
    board: State | None
    game: Game | None
    faults: tuple[Fault, ...]

    @property
    def text(self) -> str:
        """The record as a file's text."""
        return "".join(f"{json.dumps(line, ensure_ascii=False)}\n" for line in self.lines)


def judge_position(header: Json, typed: TypedPosition, edition: Edition) -> Judged:
    """Play `typed` to its end, for a table with this `header`."""
    faults, game = _open_game(_with_position(header, typed), typed, edition)
    if game is None:
        return Judged([], None, None, tuple(faults))
    lines, board = [game.header], game.state.copy()
    for event, faults_of in _events(game, typed):
        refusals = game.play(event).refusals
        if refusals:
            return Judged([], board, None, (*faults, *faults_of(refusals[0])))
        lines.append(event)
        board = game.state.copy() if event["type"] == "withdraw" else board
    if game.status != FINISHED:
        faults.append(Fault("not_over"))
    elif typed.throws and not lines[-1].get("dice"):
        faults += [Fault("no_throw_made", throw=square) for square in typed.throws]
    return Judged(lines, board, game, tuple(faults))


def typed_of(text: str) -> TypedPosition:
    """Return the position that was typed, from the record made of it."""
    header, *events = [json.loads(line) for line in text.splitlines()]
    left = tuple(event["player"] for event in events if event["type"] == "withdraw")
    position, throws = header["position"], events[-1].get("dice", {}) if events else {}
    return TypedPosition(
        roles={player["id"]: player["role"] for player in header["players"]},
        cash={code: cash for code, cash in position["cash"].items() if code not in left},
        deeds={int(square): TypedDeed(**deed) for square, deed in position["deeds"].items()},
        confined=tuple(position["prison"]),
        left=left,
        throws={int(square): (one, two) for square, (one, two) in throws.items()},
    )


def position_so_far(state: State) -> TypedPosition | None:
    """Return the position that lies on the table of an unfinished game.

    None once cash was handed in: what is typed is the position before retention.
    """
    if state.status not in (PLAYING, CLOSING, ADJUSTING, ADJUSTED):
        return None
    ids, still_in = state.ids, [one for one in range(len(state.ids)) if one not in state.out]
    deeds = {
        square: TypedDeed(ids[player], max(state.built[square], 0), state.built[square] < 0)
        for player in still_in
        for square in state.deeds(player)
    }
    return TypedPosition(
        roles={one: state.role(player) for player, one in enumerate(ids)},
        cash={ids[player]: state.cash[player] for player in still_in},
        deeds=deeds,
        confined=tuple(ids[player] for player in still_in if state.confined[player] > 0),
        left=tuple(ids[player] for player in state.out),
    )


def _with_position(header: Json, typed: TypedPosition) -> Json:
    players = [{**one, "role": typed.roles[one["id"]]} for one in header["players"]]
    position = {
        # A player who left has nothing; without this figure, the cash would be that of the start.
        "cash": {one["id"]: typed.cash.get(one["id"], 0) for one in players},
        "deeds": {str(square): asdict(typed.deeds[square]) for square in sorted(typed.deeds)},
        "prison": list(typed.confined),
    }
    return {
        **header,
        "players": players,
        "position": position,
        QUICK: 1,
        "x-engine": engine_digest(),
    }


def _open_game(
    header: Json, typed: TypedPosition, edition: Edition
) -> tuple[list[Fault], Game | None]:
    """Open the game at that position.

    If a deed is refused, try again without its buildings, so that all faults are found at once.
    """
    faults: list[Fault] = []
    while True:
        try:
            return faults, Game.open(header, edition=edition)
        except RecordRefusedError as refused:
            fault = _located_fault(refused.refusals[0])
        faults.append(fault)
        if fault.deed is None or fault.deed not in typed.deeds:
            return faults, None
        bare = replace(typed.deeds[fault.deed], improvements=0)
        typed = replace(typed, deeds={**typed.deeds, fault.deed: bare})
        header = _with_position(header, typed)


def _located_fault(refusal: Refusal) -> Fault:
    match str(refusal.params.get("key", "")).split("."):
        case ["position", "deeds", square, *_]:
            return Fault("refused", refusal, deed=int(square))
        case ["position", _, player, *_]:
            return Fault("refused", refusal, player=player)
    return Fault("refused", refusal)


FaultsOf = Callable[[Refusal], tuple[Fault, ...]]


def _events(game: Game, typed: TypedPosition) -> Iterator[tuple[Json, FaultsOf]]:
    """Yield the events that end the game, each with a refusal explainer.

    The explainer is a function that explains the event's refusal. The events are withdrawals,
    the call of time and the end procedure, as far as the game goes on.
    """
    for player in typed.left:
        yield {"type": "withdraw", "player": player}, _over_before(player)
    if game.state.mode == TWO_HOUR and game.status == PLAYING:
        yield {"type": "time"}, _faults_of
    while game.status == ADJUSTING:
        waiting = [n for n in game.state.players_in() if n not in game.state.adjusted]
        yield {"type": "adjusted", "player": game.state.ids[waiting[0]]}, _faults_of
    dice = {str(square): list(throw) for square, throw in sorted(typed.throws.items())}
    if game.status == ADJUSTED:
        yield {"type": "retain"}, _faults_of
        yield {"type": "circuit", "dice": dice}, _other_throws(circuit_throws(game.state), typed)
    elif game.status == RICHEST:
        yield {"type": "richest", "dice": dice}, _other_throws(richest_throws(game.state), typed)


def _faults_of(refusal: Refusal) -> tuple[Fault, ...]:
    return (Fault("refused", refusal),)


def _over_before(player: str) -> FaultsOf:
    return lambda _refusal: (Fault("over_before", player=player),)


def _other_throws(needed: list[int], typed: TypedPosition) -> FaultsOf:
    """Return a function that names missing throws and needless ones.

    The needless throws were typed although the rules do not ask for them.
    """
    missing = [Fault("throw_missing", throw=n) for n in needed if n not in typed.throws]
    beside = [Fault("no_throw_made", throw=n) for n in typed.throws if n not in needed]
    return lambda _refusal: (*missing, *beside)
