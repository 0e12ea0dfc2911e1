"""Earlier points of the players' worth at a running table.

There are a few, for a spark line.
"""

from referee.engine import if_time_were_called
from referee.engine.state import State
from referee.journal.journal import Journal

Worth = dict[str, list[int]]

MOST_POINTS = 8
FEWEST_EVENTS = 4
"""The fewest events between two points."""


def worth_so_far(journal: Journal) -> Worth:
    """Return the final cash that calling time earlier would have given each player.

    The keys count the events in force until then, the values are in order of play; 0 for a player
    who was out. The same log gives the same points.
    """
    played, rows = journal.require_game(), len(journal.in_force)
    return {
        str(count): _worth(played.earlier_copy(rows - count).state)
        for count in range(0, rows, _stride(rows))
    }


def _stride(count: int) -> int:
    stride = FEWEST_EVENTS
    while count > stride * MOST_POINTS:
        stride *= 2
    return stride


def _worth(state: State) -> list[int]:
    rows = {row["id"]: row["final"] or 0 for row in if_time_were_called(state)["players"]}
    return [rows.get(code, 0) for code in state.ids]
