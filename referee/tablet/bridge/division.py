"""The time before the game: seats, role division (R4), and the `start`.

The `start` comes of the seats and the division. `opened` is the question that opened the
bridge; its `steps` are those of the division so far.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine import Refusal
from referee.journal.role_division import RoleDivision, division_after
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.view import pawns


def setup(opened: Json, speech: Speech) -> Json:
    """Return the table's setup before the start.

    The answer is `{roles, pawns, seats, division}`. `division` is null if the roles were drawn.
    """
    division, _ = _replayed_division(opened, opened["steps"])
    return {
        "roles": opened["roles"],
        "pawns": pawns(opened["header"]["edition"]),
        "seats": opened["seats"],
        "division": _division_view(opened, division, None, speech) if _is_thrown(opened) else None,
    }


def divide(opened: Json, step: Json, speech: Speech) -> Json:
    """Return `{steps, division}` with this step.

    The step is stored in `opened` unless refused.
    """
    steps = opened["steps"]
    kept = steps[:-1] if step.get("step") == "undo" else [*steps, step]
    division, refusal = _replayed_division(opened, kept)
    if refusal is not None:
        kept = steps
        division, _ = _replayed_division(opened, steps)
    opened["steps"] = kept
    return {"steps": kept, "division": _division_view(opened, division, refusal, speech)}


def start(opened: Json, players: Sequence[Json] | None, speech: Speech) -> Json:
    """Return `{event, refusals}` with the `start` event.

    It follows from the draw, the division, or these `players`.
    """
    header = opened["header"]
    if opened["roles"] == "drawn" and not players:
        return {"event": {"type": "start", "header": header}, "refusals": []}
    division, _ = _replayed_division(opened, opened["steps"])
    order, roles = division.order, division.roles
    if players:
        order = [player["id"] for player in players]
        roles = {player["id"]: player["role"] for player in players}
    if order is None or set(roles) != set(order):
        return {"event": None, "refusals": [speech.refusal(Refusal("not_divided", "R4"))]}
    known = {player["id"]: player for player in header["players"]}
    seated = [{**known[player], "role": roles[player]} for player in order]
    event = {"type": "start", "header": {**header, "players": seated}}
    if _is_thrown(opened):
        event |= {"throws": division.throws(), "choices": division.choices()}
    return {"event": event, "refusals": []}


def _is_thrown(opened: Json) -> bool:
    return bool(opened["roles"] == "thrown")


def _replayed_division(opened: Json, steps: list[Json]) -> tuple[RoleDivision, Refusal | None]:
    return division_after([player["id"] for player in opened["header"]["players"]], steps)


def _division_view(
    opened: Json, division: RoleDivision, refusal: Refusal | None, speech: Speech
) -> Json:
    names = {player["id"]: player.get("name") for player in opened["header"]["players"]}
    return {
        "players": [
            {
                "id": player,
                "name": names[player] or player,
                "role": division.roles.get(player),
                "throws": _throws(division, player),
            }
            for player in division.seats
        ],
        "throwing": division.players_to_throw,
        "tied": len(division.rounds) > 1,
        "choosing": division.player_to_choose,
        "allowed": division.allowed_roles,
        "order": division.order,
        "done": division.is_complete,
        "refusals": [speech.refusal(refusal)] if refusal else [],
    }


def _throws(division: RoleDivision, player: str) -> list[list[int]]:
    """Return the player's throws, round by round."""
    return [list(thrown[player]) for thrown in division.rounds if player in thrown]
