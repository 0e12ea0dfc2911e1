"""The end procedure (R25): time and steps A to D.

The steps are adjustment (A), retention (B), circuit (C) and places (D).

A rule returns a refusal or None. An outcome returns facts and leaves the state unchanged.
"""

from __future__ import annotations

from referee.engine.facts import NO_SQUARE, Fact
from referee.engine.moves import NoMove, RecountMove, Throws
from referee.engine.refusals import Refusal
from referee.engine.state import ADJUSTED, ADJUSTING, CLOSING, RETAINED, State
from scoring.game import endgame
from scoring.game.position import TREASURY
from scoring.game.wealth import richest_throws


def status_fact(status: str) -> Fact:
    """Return the fact that the game passes to `status`."""
    return ("status", TREASURY, TREASURY, 0, NO_SQUARE, status)


def time_called(state: State, player: int, move: NoMove) -> list[Fact]:
    """Call time in a two-hour game; the turn in progress is still completed."""
    return [status_fact(CLOSING)]


def declare_adjusted(state: State, player: int, move: NoMove) -> list[Fact]:
    """Record that the player has finished adjusting (step A)."""
    return [("adjusted", player, TREASURY, 0, NO_SQUARE, None)]


def next_step(after: State) -> list[Fact]:
    """Return the fact of the next status once a stage is complete, else [].

    The stage is the last turn or step A. `after` is the state after the event.
    """
    if after.status == CLOSING and after.turn_complete():
        return [status_fact(ADJUSTING if after.edition.rules.adjustment else ADJUSTED)]
    if after.status == ADJUSTING and set(after.players_in()) <= set(after.adjusted):
        return [status_fact(ADJUSTED)]
    return []


def retain(state: State, player: int, move: NoMove) -> list[Fact]:
    """Let the players keep their share of cash (step B).

    The rest goes to the Treasury.
    """
    facts: list[Fact] = [
        ("retention", kept.player, TREASURY, kept.handed_in, NO_SQUARE, kept)
        for kept in endgame.retention(state)
    ]
    return [*facts, status_fact(RETAINED)]


def _throws_refusal(needed: list[int], throws: Throws, rule: str) -> Refusal | None:
    if set(needed) == set(throws):
        return None
    return Refusal("other_throws_needed", rule, {"needed": needed, "given": sorted(throws)})


def circuit_dice(state: State, player: int, throws: Throws) -> Refusal | None:
    """Require a throw for each utility that earns rent (step C, R20).

    No other utility may have a throw.
    """
    return _throws_refusal(endgame.circuit_throws(state), throws, "R20")


def circuit(state: State, player: int, throws: Throws) -> list[Fact]:
    """Pay every rent once from the Treasury, and rank by cash (steps C and D)."""
    items = endgame.circuit(state, throws)
    facts: list[Fact] = [
        ("circuit", TREASURY, item.owner, item.rent.amount, item.square, (item.rent, item.unpaid))
        for item in items
    ]
    standings = endgame.two_hour_standings(state, state.retentions, items)
    outcome = (tuple(standings), tuple(items))
    return [*facts, ("finished", TREASURY, TREASURY, 0, NO_SQUARE, outcome)]


def richest_dice(state: State, player: int, throws: Throws) -> Refusal | None:
    """Require a throw for each owned, unmortgaged utility, and for no other (R25)."""
    return _throws_refusal(richest_throws(state), throws, "R25")


def richest(state: State, player: int, throws: Throws) -> list[Fact]:
    """End game B: the richest player still in wins (R25)."""
    outcome = (tuple(endgame.richest_standings(state, throws)), ())
    return [("finished", TREASURY, TREASURY, 0, NO_SQUARE, outcome)]


def recount(state: State, player: int, move: RecountMove) -> list[Fact]:
    """Set the counted cash, and book the difference against the Treasury."""
    cash, reason = move
    gain = cash - state.cash[player]
    payer, payee = (TREASURY, player) if gain >= 0 else (player, TREASURY)
    return [("recount", payer, payee, abs(gain), NO_SQUARE, reason)]


def undo(state: State, player: int, reason: str) -> list[Fact]:
    """Take back the last event still in force; the log keeps both."""
    return [("undo", TREASURY, TREASURY, 0, NO_SQUARE, reason)]
