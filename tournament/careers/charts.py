"""A player's ratings as a curve, event after event."""

from collections.abc import Sequence

from django.utils.safestring import SafeString
from django.utils.translation import pgettext

from tournament.careers.curve import RatingAfterEvent
from tournament.common.charts import Chart, Line, Scale, draw_lines

FEWEST = 2
HUNDRED = 100
"""The axis begins at a whole number of hundreds."""


def rating_chart(ratings: Sequence[RatingAfterEvent]) -> SafeString | None:
    """Draw the ratings and the ends of their intervals as a chart.

    None for fewer than two events.
    """
    if len(ratings) < FEWEST:
        return None
    numbers = [(n, str(n + 1)) for n in range(len(ratings))]
    return draw_lines(
        Chart(
            name="chart-ratings",
            title=pgettext("player", "Rating after each event"),
            description=pgettext("player", "The rating, and the ends of its interval."),
            lines=[
                Line("", "tone-1 seat-1", [each.rating.value for each in ratings]),
                Line("", "tone-2 seat-2", [each.rating.low for each in ratings]),
                Line("", "tone-2 seat-2", [each.rating.high for each in ratings]),
            ],
            scales=[Scale(pgettext("tournament", "Event"), numbers)],
            least=min(each.rating.low for each in ratings) // HUNDRED * HUNDRED,
        )
    )
