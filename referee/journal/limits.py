"""Limits of what one table may record. Pure.

The tablet applies them before it shows an event as recorded. The server's limits are a little
higher, so that it accepts every event that a tablet showed.
"""

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

MAX_ROWS: Mapping[str, int] = MappingProxyType(
    {
        "board": 5_000,
        "notes": 500,
        "counts": 100,
        "pauses": 200,
        "referees": 100,
        "confirmations": 300,
        "rulings": 500,
        "readings": 500,
        "revisions": 200,
        "reverts": 200,
    }
)
"""The most rows in one game's log, by kind of row.

Each kind has its own limit, so a flood of notes takes no room from the game. Two hours of play come
to 300 to 1,500 rows of the board. A pause is logged only if its end fits too, so the limit of
`pauses` is even. There are as many `reverts` as `revisions`, so that each can be taken back.
"""
ROOMS: Mapping[str, str] = MappingProxyType(
    {
        "note": "notes",
        "referee": "referees",
        "cash_count": "counts",
        "pause": "pauses",
        "resume": "pauses",
        "confirm": "confirmations",
        "dispute": "confirmations",
        "ruling": "rulings",
        "settle": "rulings",
        "understood": "readings",
        "revise": "revisions",
        "revert": "reverts",
    }
)
"""The key of `MAX_ROWS` by type of event; every other type counts under `board`."""
KEPT_FOR_THE_END = 100
"""The last rows of the board, reserved for `ENDING` so that a game can always be ended."""
ENDING = frozenset({"time", "adjusted", "retain", "circuit", "richest", "withdraw", "bankrupt"})
MARGIN = 100
"""Rows that the server takes beyond a tablet's limit, and the chief beyond the server's.

It is one batch: a tablet may not know yet of rows logged from elsewhere.
"""

MAX_EVENT_BYTES = 16 * 1024
MAX_OWN_EVENTS, MAX_OWN_BYTES = 8_000, 8 * 1024 * 1024
"""The most that one tablet may record for one table (bytes as canonical JSON). If the server sets
the tablet's events aside, all of them fit."""
MAX_GAME_EVENTS, MAX_GAME_BYTES = 4 * MAX_OWN_EVENTS, 4 * MAX_OWN_BYTES
"""The most that may wait for the chief referee at one table: four tablets' full limits."""
MAX_ENTRIES = 20
"""The most set-aside entries of one tablet at one table; further events join the last one."""


def room_of(kind: str) -> str:
    """Return the key of `MAX_ROWS` under which an event of this type counts."""
    return ROOMS.get(kind, "board")


def is_full(rows: Counter[str], kind: str, *, beyond: int = 0) -> bool:
    """Return whether a log has no room for one more event of this type.

    `rows` counts its rows by key of `MAX_ROWS`. `beyond` is added to the tablet's limit.
    """
    room = room_of(kind)
    kept = KEPT_FOR_THE_END if room == "board" and kind not in ENDING else 0
    return rows[room] >= MAX_ROWS[room] - kept + beyond
