"""The end procedure: time, adjustment (A), retention (B), circuit (C), places (D); R25."""

from __future__ import annotations

from referee.engine.consequences import NO_SQUARE, Fact
from referee.engine.moves import PlayerMove, RecountMove, ThrowsMove
from referee.engine.refusals import Refusal
from referee.engine.state import ADJUSTED, ADJUSTING, CLOSING, RETAINED, State
from scoring.game import endgame
from scoring.game.position import TREASURY
from scoring.game.wealth import richest_throws

Facts = list[Fact]


def status_fact(status: str) -> Fact:
    """The game passes to `status`."""
    return ("status", TREASURY, TREASURY, 0, NO_SQUARE, status)


def time_called(state: State, move: tuple[()]) -> Facts:
    """Two-hour game: time is called; the turn in progress is completed."""
    return [status_fact(CLOSING)]


def adjusted(state: State, move: PlayerMove) -> Facts:
    """Step A: the player declares to be done."""
    return [("adjusted", move[0], TREASURY, 0, NO_SQUARE, None)]


def next_step(after: State) -> Facts:
    """The status that follows once the last turn is complete or all are adjusted."""
    if after.status == CLOSING and after.turn_complete():
        return [status_fact(ADJUSTING if after.edition.rules.adjustment else ADJUSTED)]
    if after.status == ADJUSTING and set(after.players_in()) <= set(after.adjusted):
        return [status_fact(ADJUSTED)]
    return []


def retain(state: State, move: tuple[()]) -> Facts:
    """Step B: the rest of everybody's cash goes to the Treasury."""
    facts: Facts = [
        ("retention", kept.player, TREASURY, kept.handed_in, NO_SQUARE, kept)
        for kept in endgame.retention(state)
    ]
    return [*facts, status_fact(RETAINED)]


def _throws_refusal(needed: list[int], throws: ThrowsMove) -> Refusal | None:
    if set(needed) == set(throws):
        return None
    return Refusal("other_throws_needed", None, {"needed": needed, "given": sorted(throws)})


def circuit_dice(state: State, move: tuple[ThrowsMove]) -> Refusal | None:
    """Step C: one throw for exactly the utilities whose owner is paid."""
    return _throws_refusal(endgame.circuit_throws(state), move[0])


def circuit(state: State, move: tuple[ThrowsMove]) -> Facts:
    """Steps C and D: the Treasury pays every rent once; most cash wins."""
    items = endgame.circuit(state, move[0])
    facts: Facts = [
        ("circuit", TREASURY, item.owner, item.rent.amount, item.square, (item.rent, item.unpaid))
        for item in items
    ]
    standings = endgame.two_hour_standings(state, state.retentions, items)
    outcome = (tuple(standings), tuple(items))
    return [*facts, ("finished", TREASURY, TREASURY, 0, NO_SQUARE, outcome)]


def richest_dice(state: State, move: tuple[ThrowsMove]) -> Refusal | None:
    """R25: one throw for every owned, unmortgaged utility."""
    return _throws_refusal(richest_throws(state), move[0])


def richest(state: State, move: tuple[ThrowsMove]) -> Facts:
    """R25: the richest of the players left wins game B."""
    outcome = (tuple(endgame.richest_standings(state, move[0])), ())
    return [("finished", TREASURY, TREASURY, 0, NO_SQUARE, outcome)]


def recount(state: State, move: RecountMove) -> Facts:
    """The counted cash is set; its difference is booked against the Treasury."""
    player, cash, reason = move
    gain = cash - state.cash[player]
    payer, payee = (TREASURY, player) if gain >= 0 else (player, TREASURY)
    return [("recount", payer, payee, abs(gain), NO_SQUARE, reason)]


def undo(state: State, move: tuple[str]) -> Facts:
    """The last event still in force never happened; the log keeps both."""
    return [("undo", TREASURY, TREASURY, 0, NO_SQUARE, move[0])]
