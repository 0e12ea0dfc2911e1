"""A table where only the end of the game is entered.

The module has the events that record it, doubts worth a question, and the entered position, which
can be changed until the players sign.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from referee.engine import Game, Refusal
from referee.engine.state import State
from referee.journal.event_forms import QUICK
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.table_log import TableLog
from scoring.game.deeds import most_improvements

BOX_CASH = 50 * 1 + 40 * 5 + 50 * 10 + 50 * 50 + 50 * 100 + 20 * 500
"""The money in the box; every edition's rules list the same notes (contents, page 1)."""


def start_with(start: Json, position: Json) -> Json:
    """Return the start of a game that is entered from its end."""
    return {**start, "header": {**start["header"], "position": position, QUICK: 1}}


def start_again(current: Json, header: Json) -> Json:
    """Return the start in force, with the names of the draw as it is now."""
    drawn = {player["id"]: player for player in header["players"]}
    players = [
        {**drawn.get(player["id"], player), "role": player["role"]}
        for player in current["header"]["players"]
    ]
    return {**current, "header": {**header, "players": players}}


def events_of(
    log: TableLog, start: Json, left: list[str], reason: str
) -> tuple[list[Json], tuple[Refusal, ...], TableLog]:
    """Return the events that record a position, its refusals, and its own log.

    The refusals say why the rules refuse the position. The events are its start, or the
    correction of the present start and all that follows; the players who left, in their order;
    and the call of time if it is due.
    """
    leaving: list[Json] = [{"type": "withdraw", "player": player} for player in left]
    trial = TableLog(log.setup)
    _, refusals = trial.add([start, *leaving], None)
    game = trial.game
    time: list[Json] = []
    if game is not None and start["header"]["mode"] == "two-hour" and game.status == "playing":
        time = [{"type": "time"}]
    return [_start_question(log, start, reason), *leaving, *time], refusals, trial


def _start_question(log: TableLog, start: Json, reason: str) -> Json:
    order = log.journal.order
    rows = sorted({number for number, _ in order.events})
    if not rows:
        return start
    return {
        "type": "revise",
        "seq": order.start_seq,
        "replacement": [start],
        "without": rows,
        "reason": reason,
    }


def position_refusal(refusal: Refusal, game: Game | None, speech: Speech) -> Json:
    """Return a position's refusal that names the deed or the player.

    The name stands instead of the record's key. `game` is the one of the table, if it has
    begun.
    """
    where = refusal.params.get("key", "")
    match where.split("."):
        case ["position", "deeds", square, *_] if game:
            where = speech.place(int(square), game.state.board)
        case ["position", _, player, *_]:
            where = speech.name(player) or where
    return speech.refusal(replace(refusal, params={**refusal.params, "key": where}))


def questions(state: State, speech: Speech) -> list[str]:
    """Return questions about unlikely figures.

    Such figures are not refused: the table may have them.
    """
    return [*_cash(state, speech), *_buildings(state, speech)]


def _cash(state: State, speech: Speech) -> Iterator[str]:
    players = state.players_in()
    total = sum(state.cash[player] for player in players)
    if total > BOX_CASH:
        yield speech.say(
            "question.cash",
            amount=speech.money(total, state.edition),
            box=speech.money(BOX_CASH, state.edition),
        )
    for player in players:
        if state.cash[player] == 0:
            yield speech.say("question.no_cash", player=speech.name(state.ids[player]))


def _buildings(state: State, speech: Speech) -> Iterator[str]:
    """Yield a question if more stand than the box holds; rare, made of paper (R22)."""
    big = houses = 0
    for street in state.board.streets:
        steps = state.built[street]
        if steps > 0 and steps == most_improvements(state, state.owner[street]):
            big += 1
        else:
            houses += max(steps, 0)
    box: Any = state.edition.box
    if houses > box["houses"]:
        yield speech.say("question.houses", count=houses, box=box["houses"])
    if big > box["big_buildings"]:
        yield speech.say(f"question.{box['big_building']}", count=big, box=box["big_buildings"])


def entered_position(log: TableLog) -> Json | None:
    """Return the entered `{position, left}`.

    None for a game that was played on the tablet.
    """
    start = log.journal.order.start
    if start is None or QUICK not in start["header"]:
        return None
    left: list[str] = []
    for _, event in log.journal.order.events:
        if event["type"] != "withdraw":
            break
        left.append(event["player"])
    return {"position": start["header"]["position"], "left": left}
