"""Taps that nobody makes, to warm the engine up.

Browsers compile code that ran often, so the first real taps are quick.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from referee.tablet.bridge.bridge import Bridge
from referee.tablet.bridge.speech import Json

TAPS = 160
_AT = "2000-01-01T00:00:00.000Z"
_ROLES = ("competitor", "monopolist", "competitor", "monopolist")
_FIRST = ("utility_roll", "card", "income_tax", "foundation", "buy", "pay_fine", "roll")
"""The order of taps when several are possible: open squares before the next turn."""


def taps() -> Iterator[None]:
    """Play `TAPS` events of a game of its own, one each time the next is asked for."""
    bridge, event = Bridge(), _start()
    opened = {"header": event["header"], "roles": "drawn", "seats": [], "steps": [], "log": []}
    bridge.ask("open", {**opened, "language": "en"})
    for number in range(TAPS):
        bridge.answer("play", json.dumps({"events": [event], "at": _AT, "partial": True}))
        yield
        event = _first_button_event(bridge.changes.told["legal"], number)


def _start() -> Json:
    players = [{"id": f"p{seat}", "name": "Ada", "role": role} for seat, role in enumerate(_ROLES)]
    header = {"record": "amr/1", "edition": "us-2011", "mode": "two-hour", "players": players}
    return {"type": "start", "header": header}


def _first_button_event(legal: Sequence[Json], number: int) -> Json:
    """Return the first button's event, with dice that differ from tap to tap."""
    buttons = {button["type"]: button for button in legal}
    button = next(buttons[name] for name in _FIRST if name in buttons)
    dice = [1 + number % 6, 1 + number // 2 % 5]
    thrown = {"dice": dice, "die": dice[0]}
    return {**button["event"], **{need: thrown[need] for need in button["needs"] if need in thrown}}
