"""The statement as items that anyone can add up again."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

from referee.engine import Game
from referee.engine.state import State
from referee.tablet.bridge.speech import Json, Speech
from scoring.game.endgame import CircuitItem, Standing
from scoring.game.wealth import Dice, wealth


def statement_lines(game: Game, counts: Mapping[str, int | None], speech: Speech) -> Json:
    """Return each player's final cash line by line, and the circuit's stops.

    Each line has the sum so far. A stop has the cash of its owner once it is paid (`cash`); the
    owner began with `kept`. `counts` is the cash counted before retention (None: it was left
    uncounted).
    """
    state = game.state
    players = [_player(game, row, counts, speech) for row in state.standings]
    kept = {item.player: item.before - item.handed_in for item in state.retentions}
    return {
        "players": players,
        "circuit": _stops(state, kept, speech),
        "kept": {state.ids[player]: cash for player, cash in kept.items()},
    }


def _player(game: Game, row: Standing, counts: Mapping[str, int | None], speech: Speech) -> Json:
    state = game.state
    lines = _procedure(state, row, counts, speech) if state.retentions else _cash(game, row, speech)
    sums = list(accumulate(line["amount"] for line in lines))
    return {
        "id": state.ids[row.player],
        "lines": [{**line, "sum": so_far} for line, so_far in zip(lines, sums, strict=True)],
        "total": sums[-1] if sums else 0,
    }


def _procedure(
    state: State, row: Standing, counts: Mapping[str, int | None], speech: Speech
) -> list[Json]:
    kept = next((item for item in state.retentions if item.player == row.player), None)
    if kept is None:
        return []
    player = state.ids[row.player]
    why = {"kept": player}
    own = [item for item in state.circuit if item.owner == row.player]
    return [
        {"text": speech.say(_cash_before_key(player, counts)), "amount": kept.before, "why": why},
        {
            "text": speech.say("line.handed_in", percent=kept.percent),
            "amount": -kept.handed_in,
            "why": why,
        },
        *(
            {
                "text": _stop_text(state, item, speech),
                "amount": item.rent.amount,
                "why": {"stop": item.square},
            }
            for item in own
        ),
    ]


def _cash_before_key(player: str, counts: Mapping[str, int | None]) -> str:
    """Return the phrase's key of the cash before retention.

    It says if that cash was counted.
    """
    if player not in counts:
        return "line.before"
    return "line.before_uncounted" if counts[player] is None else "line.before_counted"


def _cash(game: Game, row: Standing, speech: Speech) -> list[Json]:
    """Return the cash in games A and B, in game B with what R25 counts for each deed."""
    state = game.state
    if row.player in state.out:
        return []
    lines = [{"text": speech.say("line.cash"), "amount": state.cash[row.player]}]
    dice = _richest_dice(game)
    if dice is None:
        return lines
    for square, rent in wealth(state, row.player, dice).income:
        place = speech.place(square, state.board)
        lines.append({"text": speech.say("line.rent", place=place), "amount": rent.amount})
    return lines


def _richest_dice(game: Game) -> Dice | None:
    """Return the throws of the event that ended the game by R25."""
    last = game.events[-1]
    if last["type"] != "richest":
        return None
    return {int(square): (dice[0], dice[1]) for square, dice in last["dice"].items()}


def _stops(state: State, kept: dict[int, int], speech: Speech) -> list[Json]:
    cash = dict(kept)
    stops: list[Json] = []
    for item in state.circuit:
        cash[item.owner] += item.rent.amount
        stops.append(
            {
                "square": item.square,
                "owner": state.ids[item.owner],
                "amount": item.rent.amount,
                "cash": cash[item.owner],
                "text": _stop_text(state, item, speech),
                "why": {"stop": item.square},
            }
        )
    return stops


def _stop_text(state: State, item: CircuitItem, speech: Speech) -> str:
    place = speech.place(item.square, state.board)
    dice = item.rent.dice
    key = item.unpaid or ("dice" if dice else "rent")
    thrown = " + ".join(map(str, dice)) if dice else ""
    return speech.say(f"line.{key}", place=place, dice=thrown)
