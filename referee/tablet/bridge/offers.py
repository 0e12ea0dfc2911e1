"""A deed on offer that nobody bought."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine import Game
from referee.tablet.bridge.reasons import not_buying
from referee.tablet.bridge.speech import Json, Speech
from referee.tablet.bridge.table_log import Played
from scoring.game.position import NOBODY

_KEEPS_SILENT = frozenset({"undo", "revise", "revert"})
"""Types that end an offer by taking back the move that led to it."""

_PURCHASE = ("R9",)


def dropped_offer(before: Game, after: Game, last: Sequence[Played], speech: Speech) -> list[Json]:
    """Return the sentence that a player did not buy the deed on offer.

    Empty unless the rows just played ended the offer without a purchase that was possible.
    """
    state = before.state
    if state.offer < 0 or any(item.row.event["type"] in _KEEPS_SILENT for item in last):
        return []
    stands = (after.state.offer, after.state.on_turn) == (state.offer, state.on_turn)
    bought = after.state.owner[state.offer] != NOBODY
    if stands or bought or not_buying(before, speech) is not None:
        return []
    player = state.ids[state.on_turn]
    place = speech.place(state.offer, state.board)
    text = speech.say("offer.dropped", player=speech.name(player), place=place)
    return [
        {"kind": "declined", "rule": None, "text": text, "player": player, "amount": None}
        | {"why": {"rules": list(_PURCHASE)}}
    ]
