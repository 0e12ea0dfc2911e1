"""The analytics of an event, as its organisers see them."""

from collections.abc import Iterable
from statistics import median
from typing import NamedTuple

from tournament.analytics import games as counting
from tournament.analytics.games import Bankruptcies, DeedIncome, Dice, Lengths
from tournament.analytics.results import Results, played_seats, results_of
from tournament.boards import boards
from tournament.common.editions import edition_of
from tournament.common.game_figures import CallFigures, LogFigures
from tournament.models import Event
from tournament.standings.selectors.pages import EventPage

MOST_AT_ONCE = 200
"""So many games are worked out in a request (1 s); the page says how many are left."""


class Calls(NamedTuple):
    """The calls to the judge about one topic.

    `number` counts them, and `open` those that are still open. `minutes` is the median time
    until a call was over.
    """

    topic: str
    number: int
    open: int
    minutes: float | None


class Keeping(NamedTuple):
    """Figures on how the tables' logs were kept.

    They are over all tables that have a log. `corrected_results` were corrected after they had
    been confirmed.
    """

    tables: int
    corrections: int
    chief_corrections: int
    undos: int
    corrected_results: int
    tables_with_gaps: int
    gaps: int
    late_events: int
    longest_gap: int
    calls: tuple[Calls, ...]

    @property
    def longest_minutes(self) -> float:
        """The longest gap in minutes."""
        return self.longest_gap / 60


class Analytics(NamedTuple):
    """Everything of an event that is counted.

    `games` have a record; of these `left` are still to be worked out, and `refused` cannot be.
    """

    results: Results
    games: int
    left: int
    refused: int
    lengths: Lengths
    bankruptcies: tuple[Bankruptcies, ...]
    deeds: tuple[DeedIncome, ...]
    dice: tuple[Dice, ...]
    keeping: Keeping


def analytics_of(event: Event, page: EventPage) -> Analytics:
    """Return the analytics of an event, whose page is as staff see it.

    3 queries, 1 for the logs that are new, and 1 for every 20 records that are new; at most
    `MOST_AT_ONCE` of each are counted now.
    """
    games, games_left, refused = boards().games_so_far(event, MOST_AT_ONCE)
    logs, logs_left = boards().logs_so_far(event, MOST_AT_ONCE)
    roles = roles_at(page)
    return Analytics(
        results=results_of(page),
        games=len(games),
        left=games_left + logs_left,
        refused=refused,
        lengths=counting.lengths_of(games.values()),
        bankruptcies=counting.bankruptcies_of(games, roles),
        deeds=counting.deeds_of(games.values(), edition_of(event).board),
        dice=counting.dice_of(games, roles),
        keeping=_keeping(page, logs.values(), boards().calls_of(event)),
    )


def roles_at(page: EventPage) -> counting.Roles:
    """Return the role of each player at each table."""
    return {
        ((table.round, table.number), each.seat.player.code): each.seat.role
        for item in page.rounds
        for table in item.tables
        for each in played_seats(table)
    }


def _keeping(page: EventPage, logs: Iterable[LogFigures], calls: list[CallFigures]) -> Keeping:
    every = list(logs)
    revised = [table for item in page.rounds for table in item.tables if table.revision > 1]
    return Keeping(
        tables=len(every),
        corrections=sum(log.corrections for log in every),
        chief_corrections=sum(log.chief_corrections for log in every),
        undos=sum(log.undos for log in every),
        corrected_results=len(revised),
        tables_with_gaps=sum(log.gaps > 0 for log in every),
        gaps=sum(log.gaps for log in every),
        late_events=sum(log.late_events for log in every),
        longest_gap=max((log.longest_gap for log in every), default=0),
        calls=tuple(_calls(calls)),
    )


def _calls(calls: list[CallFigures]) -> list[Calls]:
    """Return the calls by topic, the most frequent first."""
    topics: dict[str, list[int | None]] = {}
    for call in calls:
        topics.setdefault(call.topic, []).append(call.seconds)
    found = []
    for topic, seconds in topics.items():
        over = [one / 60 for one in seconds if one is not None]
        waiting = len(seconds) - len(over)
        found.append(Calls(topic, len(seconds), waiting, median(over) if over else None))
    return sorted(found, key=lambda each: (-each.number, each.topic))
