"""Charts of the standings: places over the rounds."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from tournament.common.charts import RIGHT, Chart, Line, Scale, draw_lines
from tournament.rounds.selectors.players import PlayerRef
from tournament.standings.selectors.places import Places

MOST_LINES = 10
NAME_WIDTH = 190
NAME_LENGTH = 24
FEWEST_ROUNDS = 2
TONES, DASHES = 3, 4


@dataclass(frozen=True, slots=True)
class PlacesChart:
    """The chart, and its figures: a row of places by round for each player.

    It is `wide` if names stand at its lines, which one player's page has no need of.
    """

    drawing: SafeString
    rounds: tuple[int, ...]
    rows: Sequence[tuple[PlayerRef, tuple[int | None, ...]]]
    wide: bool


def places_chart(places: Places, players: Sequence[PlayerRef]) -> PlacesChart | None:
    """Draw the places of the first of these players.

    Return None before two rounds have results.
    """
    if len(places.rounds) < FEWEST_ROUNDS:
        return None
    drawn = players[:MOST_LINES]
    wide = len(drawn) > 1
    chart = Chart(
        name="chart-places",
        title=gettext("Places over the rounds"),
        description=gettext("The place in the standings after each round."),
        lines=[
            _line(index, _short(one.name) if wide else "", places.lines_of(one.code))
            for index, one in enumerate(drawn)
        ],
        scales=[Scale(gettext("Round"), list(enumerate(map(str, places.rounds))))],
        places=True,
        right=NAME_WIDTH if wide else RIGHT,
    )
    rows = [(player, places.ranks_of(player.code)) for player in drawn]
    return PlacesChart(draw_lines(chart), places.rounds, rows, wide)


def _line(index: int, label: str, values: Sequence[int | None]) -> Line:
    return Line(label, f"tone-{index % TONES + 1} seat-{index // TONES % DASHES + 1}", values)


def _short(name: str) -> str:
    return name if len(name) <= NAME_LENGTH else f"{name[: NAME_LENGTH - 1]}…"
