"""The rows of the team standings to download."""

from collections.abc import Iterator

from tournament.exports.selectors import Row, Sheet
from tournament.models import Event
from tournament.standings.selectors.pages import event_page
from tournament.standings.selectors.standings import StandingsRow
from tournament.standings.selectors.teams import TeamView, teams_of
from tournament.visibility import Reader

TEAMS = (
    "rank",
    "shared_rank",
    "team",
    "points",
    "sum_of_places",
    "best_place",
    "members_counted",
    "other_members",
)


def teams(event: Event) -> Sheet:
    """Return the team standings as staff see them (6 queries).

    There are no rows without teams. Members are named by their codes, the best first.
    """
    return Sheet(TEAMS, _teams(event))


def _teams(event: Event) -> Iterator[Row]:
    page = event_page(event.slug, Reader.STAFF)
    found = teams_of(page.event, page.standings) if page else None
    return map(_team, found.rows if found else ())


def _team(row: TeamView) -> Row:
    return (
        row.rank if row.ranked else None,
        row.shared,
        row.name,
        row.points,
        row.places,
        row.best_place,
        _codes(row.counting),
        _codes(row.others),
    )


def _codes(members: tuple[StandingsRow, ...]) -> str:
    return " ".join(member.player.code for member in members)
