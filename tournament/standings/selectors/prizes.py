"""Prizes earned by formulas, and prizes given by hand.

Formulas use the standings of an event's page.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from scoring.competition.roles import ROLES
from tournament.common import figures_wording
from tournament.models import HandPrize
from tournament.rounds.selectors.rounds import role_label
from tournament.standings.selectors.pages import EventPage
from tournament.standings.selectors.roles import roles_of
from tournament.standings.selectors.standings import RoundScore, StandingsRow
from tournament.standings.selectors.teams import teams_of


@dataclass(frozen=True, slots=True)
class Prize:
    """A prize, with its title, formula, winners and their figure.

    There are several winners where they are equal.
    """

    title: str
    formula: str
    winners: tuple[StandingsRow, ...]
    figure: str = ""


def prizes_of(page: EventPage) -> list[Prize]:
    """Return the prizes that somebody has earned (no query).

    Of each role, of the teams, of each club, and special ones.
    """
    if page.standings.as_of is None:
        return []
    found = [*_of_roles(page), *_special_prizes(page), *_of_teams(page), *_of_clubs(page)]
    return [prize for prize in found if prize.winners]


def hand_prizes_of(event_key: int) -> list[HandPrize]:
    """Return the prizes that an event gives by hand.

    They are in the order in which they were noted.
    """
    return list(HandPrize.objects.filter(event=event_key).select_related("entry").order_by("pk"))


def _of_roles(page: EventPage) -> Iterable[Prize]:
    rows = roles_of(page).rows
    for position, role in enumerate(ROLES):
        lines = [(item.row, item.lines[position]) for item in rows]
        above = [(row, line.points_difference * line.record.rounds) for row, line in lines if line]
        most = max((value for _row, value in above), default=None)
        yield Prize(
            _("Best in the role: %(role)s") % {"role": role_label(role)},
            _("Points above the role’s average."),
            tuple(row for row, value in above if value == most),
            "" if most is None else figures_wording.rounded_text(most, signed=True),
        )


def _special_prizes(page: EventPage) -> Iterable[Prize]:
    rows = page.standings.rows
    cash = _best_rows(
        rows, lambda row: max((score.final for score in _played_scores(row)), default=0)
    )
    yield Prize(
        _("Richest at one table"),
        _("The most final cash in one game."),
        *cash,
    )
    yield Prize(
        _("Most tables won"),
        _("First places, shared ones too."),
        *_best_rows(rows, lambda row: row.wins),
    )
    before = page.standings.ranks_before
    yield Prize(
        _("Greatest leap"),
        _("Places gained in the last round."),
        *_best_rows(rows, lambda row: before.get(row.player.code, row.rank) - row.rank),
    )


def _of_teams(page: EventPage) -> Iterable[Prize]:
    teams = teams_of(page.event, page.standings)
    for team in teams.rows if teams else ():
        if team.rank == 1:
            title = _("Best team: %(team)s") % {"team": team.name}
            yield Prize(
                title, _("Points of the members that count."), team.counting, team.points_text
            )


def _of_clubs(page: EventPage) -> Iterable[Prize]:
    best: dict[str, list[StandingsRow]] = {}
    for row in page.standings.rows:
        same = best.setdefault(row.player.club, [])
        if row.player.club and (not same or same[0].rank == row.rank):
            same.append(row)
    for club in sorted(best):
        rows = best[club]
        if rows:
            figure = figures_wording.points_text(rows[0].points)
            yield Prize(_("Best of the club %(club)s") % {"club": club}, "", tuple(rows), figure)


def _best_rows(
    rows: Iterable[StandingsRow], value_of: Callable[[StandingsRow], int]
) -> tuple[tuple[StandingsRow, ...], str]:
    """Return those with the highest value above 0, and that value."""
    values = [(row, value_of(row)) for row in rows]
    most = max((value for _row, value in values), default=0)
    if most <= 0:
        return (), ""
    winners = tuple(row for row, value in values if value == most)
    return winners, number_format(most, force_grouping=True)


def _played_scores(row: StandingsRow) -> list[RoundScore]:
    return [score for score in row.scores if score]
