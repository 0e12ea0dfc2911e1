"""The chart of a running table: the course of each player's worth.

Its figures are there as a table too.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext

from tournament.common.charts import Chart, Line, Scale, draw_lines
from tournament.public.selectors.running import RunningPlayer, RunningTable


@dataclass(frozen=True, slots=True)
class WorthChart:
    """The chart of a running table, and its rows.

    A row says how many events there had been (None for now) and gives each amount.
    """

    drawing: SafeString
    players: Sequence[RunningPlayer]
    rows: Sequence[tuple[int | None, Sequence[int | None]]]


def worth_chart(table: RunningTable, board: Mapping[str, Any]) -> WorthChart | None:
    """Draw the worth of everybody who plays; None where the event shows no estimates.

    `worth_chart.js` goes on with the same lines.
    """
    if not any(len(player.worth) > 1 for player in table.players):
        return None
    counts: list[int | None] = [*sorted(map(int, board.get("worth", {}))), None]
    last = len(counts) - 1
    ends = [(0, pgettext("chart", "Start")), (last, pgettext("chart", "Now"))]
    chart = Chart(
        name="chart-worth",
        title=gettext("Expected final cash"),
        description=gettext("The table below has the same figures."),
        lines=[
            Line(str(player.seat), f"{player.role} seat-{player.seat}", player.worth or (None,))
            for player in table.players
        ],
        scales=[Scale("", ends)],
    )
    amounts = [player.worth or (None,) * (last + 1) for player in table.players]
    rows = [(count, [each[at] for each in amounts]) for at, count in enumerate(counts)]
    return WorthChart(draw_lines(chart), table.players, rows)
