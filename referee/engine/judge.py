"""Judging: whether an event is legal in a state, and what it brings about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from referee.engine.actions import ACTIONS, ActionKind
from referee.engine.consequences import Consequence, consequences_of
from referee.engine.deals import supply_notes
from referee.engine.dues import payments
from referee.engine.facts import Fact
from referee.engine.fold import apply
from referee.engine.leaving import game_end
from referee.engine.moves import Move
from referee.engine.procedure import next_step
from referee.engine.reading import Reading, reading_of
from referee.engine.refusals import FormError, Refusal, printable
from referee.engine.state import CLOSING, NO_PLAYER, State


@dataclass(frozen=True, slots=True)
class Decision:
    """The decision on one event: refusals in order of precedence, or consequences.

    `facts` are for `fold.apply`. `consequences` describe them for readers, and add notes on
    buildings missing from the box (R22).
    """

    refusals: tuple[Refusal, ...] = ()
    facts: tuple[Fact, ...] = ()
    consequences: tuple[Consequence, ...] = ()

    @property
    def is_accepted(self) -> bool:
        """Return whether the event is legal."""
        return not self.refusals

    def as_json(self) -> dict[str, Any]:
        """Return refusals and consequences as plain JSON values."""
        return {
            "refusals": [refusal.as_json() for refusal in self.refusals],
            "consequences": [consequence.as_json() for consequence in self.consequences],
        }


def decide(state: State, event: Any) -> Decision:
    """Judge `event`; return all refusals, or all consequences. `state` is not changed."""
    facts = judge(state, reading_of(event))
    if facts is None:
        return Decision(refusals=reasons(state, event))
    consequences = consequences_of(state, [*facts, *supply_notes(state, facts)])
    return Decision((), tuple(facts), consequences)


def judge(state: State, reading: Reading) -> list[Fact] | None:
    """Return the facts that follow from an event, or None if it is refused.

    The reasons for a refusal are those of `reasons`.
    """
    event, kind, move = reading
    if kind is None or state.status not in kind.statuses:
        return None
    try:
        player = NO_PLAYER if kind.of_referee else state.seats[event["player"]]
        if move is None:
            move = kind.read(event, state)
    except (FormError, KeyError, TypeError):
        return None
    for rule in kind.rules:
        if rule(state, player, move) is not None:
            return None
    return outcome(state, kind, player, move)


def outcome(state: State, kind: ActionKind[Move], player: int, move: Move) -> list[Fact]:
    """Return the facts of a legal move: its own, dues it pays, and any new status."""
    facts = kind.outcome(state, player, move)
    last_kind, _, _, _, _, _ = facts[-1]
    if state.dues or last_kind == "due":
        facts.extend(payments(state, facts))
    if kind.may_end or state.status == CLOSING:
        facts.extend(_ending(state, facts))
    return facts


def _ending(state: State, facts: list[Fact]) -> list[Fact]:
    """Return the facts that take the game to its next status; [] if it stays."""
    after = state.copy()
    apply(after, facts)
    if len(after.out) > len(state.out) and (end := game_end(after)):
        return end
    return next_step(after)


def reasons(state: State, event: Any) -> tuple[Refusal, ...]:
    """Return all reasons why `event` is refused, () if it is legal.

    They are in the order of precedence.
    """
    if type(event) is not dict:
        return (Refusal("not_an_object"),)
    name = event.get("type")
    if type(name) is not str or name not in ACTIONS:
        return (Refusal("unknown_type", None, {"type": printable(name)}),)
    kind = ACTIONS[name]
    refusals = [] if state.status in kind.statuses else [wrong_status(state, name)]
    try:
        player, move = kind.player_and_move(event, state)
    except FormError as fault:
        return (fault.refusal, *refusals)
    refusals += [refusal for rule in kind.rules if (refusal := rule(state, player, move))]
    return tuple(refusals)


def wrong_status(state: State, name: str) -> Refusal:
    """Return the refusal of event type `name` in this status.

    It lists the types that the status allows.
    """
    legal = [other for other, kind in ACTIONS.items() if state.status in kind.statuses]
    return Refusal("wrong_status", None, {"type": name, "status": state.status, "legal": legal})
