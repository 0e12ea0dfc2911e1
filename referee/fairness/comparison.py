"""Two studies of an event side by side.

The differences are in their settings and in their figures.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from operator import itemgetter
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from referee.fairness.drawing import draw_range
from referee.fairness.selectors import EVEN, open_games_of
from referee.fairness.setting_wording import Change, changes_between
from referee.insight.chances import Estimate, difference_between, range_over
from referee.insight.fairness import MONOPOLIST
from referee.insight.wording import (
    GAME_FACTS,
    ROLE_WINS,
    WAYS_TO_PLAY,
    differences_text,
    interval_text,
    low_to_high_text,
    number_interval_text,
    percents_text,
    seat_wins,
    shares_text,
    verdict_text,
)
from referee.models import FairnessStudy
from scoring.competition.roles import ROLES
from tournament.common.intervals import Interval

Found = Mapping[str, Any]
"""The figures of a table size or of a round, and those of each way to play in `by_method`."""
Values = Mapping[str, float]


class Figure(NamedTuple):
    """A figure that both studies have: how it is called, found and shown.

    `even` is the share if all were even; one that is no share is a number.
    """

    label: str
    find: Callable[[Found], Values]
    even: float | None = None
    mark: str = ""
    note: str = ""
    is_share: bool = True


class Cell(NamedTuple):
    """A figure of one study: its range, the interval around it, and both as a drawing."""

    text: str
    interval: str
    drawing: SafeString | str = ""


class Difference(NamedTuple):
    """A figure's rise in the latest study, and whether chance explains it."""

    text: str
    interval: str
    verdict: str
    is_sure: bool


class Row(NamedTuple):
    """A figure of both studies; None stands for what a study has not."""

    label: str
    note: str
    earlier: Cell | None
    latest: Cell | None
    difference: Difference | None


class ComparedTable(NamedTuple):
    """The figures of one table size."""

    size: int
    rows: Sequence[Row]
    ways: Sequence[Row]


class Comparison(NamedTuple):
    """Two studies side by side."""

    earlier: FairnessStudy
    latest: FairnessStudy
    changes: Sequence[Change]
    tables: Sequence[ComparedTable]
    rounds: Sequence[Row]
    open_games: str
    """Words for the games that the shares are of; blank unless games may be open."""


def compare_studies(earlier: FairnessStudy, latest: FairnessStudy) -> Comparison:
    """Return two studies with figures side by side."""
    reports = [study.report or {} for study in (earlier, latest)]
    by_size = [{found["size"]: found for found in report["tables"]} for report in reports]
    sizes = sorted({*by_size[0], *by_size[1]})
    return Comparison(
        earlier,
        latest,
        changes_between(earlier.setting, latest.setting),
        [_table(size, by_size[0].get(size), by_size[1].get(size)) for size in sizes],
        [
            row
            for one, other in zip_longest(*(report["rounds"] for report in reports))
            for row in _round(one, other)
        ],
        open_games_of(latest) or open_games_of(earlier),
    )


def _table(size: int, earlier: Found | None, latest: Found | None) -> ComparedTable:
    rows = [_row(figure, earlier, latest) for figure in _figures(size)]
    ways = [
        _row(
            Figure(str(label), _roles_won(MONOPOLIST), EVEN, MONOPOLIST, str(note)),
            _alone(earlier, way),
            _alone(latest, way),
        )
        for way, (label, note) in WAYS_TO_PLAY.items()
    ]
    return ComparedTable(size, rows, ways)


def _figures(size: int) -> list[Figure]:
    even = percents_text(round(100 / size), round(100 / size))
    note = _("if even: %(share)s") % {"share": even}
    return [
        *[Figure(str(ROLE_WINS[role]), _roles_won(role), EVEN, role) for role in ROLES],
        *[
            Figure(seat_wins(seat + 1), _seats_won(seat), 1 / size, "", note)
            for seat in range(size)
        ],
        Figure(str(GAME_FACTS["turns"]), itemgetter("turns"), is_share=False),
        Figure(str(GAME_FACTS["early"]), itemgetter("early")),
        Figure(str(GAME_FACTS["broke"]), itemgetter("broke")),
    ]


def _roles_won(role: str) -> Callable[[Found], Values]:
    return lambda found: found["roles"][role]


def _seats_won(seat: int) -> Callable[[Found], Values]:
    return lambda found: found["seats"][seat]


def _alone(found: Found | None, way: str) -> Found | None:
    """Return the figures of one way to play as if there were no other."""
    own = found and found["by_method"].get(way)
    return {**own, "by_method": {way: own}} if own else None


def _round(earlier: Found | None, latest: Found | None) -> list[Row]:
    number = {"number": (earlier or latest or {})["rounds"]}
    first = _("The strongest is first after round %(number)d") % number
    top = _("Among the first three after round %(number)d") % number
    return [
        _row(Figure(first, itemgetter("first")), earlier, latest),
        _row(Figure(top, itemgetter("top")), earlier, latest),
    ]


def _row(figure: Figure, earlier: Found | None, latest: Found | None) -> Row:
    return Row(
        figure.label,
        figure.note,
        _cell(figure, earlier) if earlier else None,
        _cell(figure, latest) if latest else None,
        _difference(figure, earlier, latest) if earlier and latest else None,
    )


def _cell(figure: Figure, found: Found) -> Cell:
    values = figure.find(found)
    if not figure.is_share:
        return Cell(low_to_high_text(values), number_interval_text(values))
    drawing = draw_range(values, figure.even, figure.mark)
    return Cell(shares_text(values), interval_text(values), drawing)


def _difference(figure: Figure, earlier: Found, latest: Found) -> Difference:
    """Return the difference way by way, as a range: a way is compared with itself."""
    ways = [way for way in earlier["by_method"] if way in latest["by_method"]]
    move = range_over(
        [
            difference_between(
                _estimate(figure.find(earlier["by_method"][way])),
                _estimate(figure.find(latest["by_method"][way])),
            )
            for way in ways
        ]
    )
    scale = 100 if figure.is_share else 1
    return Difference(
        differences_text(scale * move.low, scale * move.high),
        f"({differences_text(scale * move.least, scale * move.most)})",
        verdict_text(move.least, move.most),
        move.least > 0 or move.most < 0,
    )


def _estimate(values: Values) -> Estimate:
    """Return the figure of a single way, whose range is one value."""
    return values["low"], Interval(values["least"], values["most"])
