"""Whole pages: everything one page shows, each in a fixed number of queries."""

from dataclasses import dataclass

from django.db.models import Q

from tournament.models import Event, Round
from tournament.selectors.events import EventDetail, detail_of
from tournament.selectors.rounds import (
    PlayerRef,
    RoundView,
    SeatView,
    TableView,
    players_of,
    rounds_of,
    seats_with_results,
    table_view,
)
from tournament.selectors.standings import (
    RoundScore,
    StandingChange,
    StandingsRow,
    StandingsView,
    TableOutcome,
    round_score,
    standing_changes,
    standings_of,
)


@dataclass(frozen=True, slots=True)
class EventPage:
    """An event with its standings, rounds and players (in order of seed)."""

    event: EventDetail
    standings: StandingsView
    rounds: tuple[RoundView, ...]
    players: tuple[PlayerRef, ...]


@dataclass(frozen=True, slots=True)
class TablePage:
    """One table of an event."""

    event: EventDetail
    round_status: str
    table: TableView


@dataclass(frozen=True, slots=True)
class PathGame:
    """One table of a player's path; `score` is None until it has a result."""

    round: int
    table: int
    own_seat: SeatView
    others: tuple[SeatView, ...]
    score: RoundScore | None


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A player's way through an event, and the player's row of the standings."""

    event: EventDetail
    player: PlayerRef
    row: StandingsRow
    standings: StandingsView
    games: tuple[PathGame, ...]


def event_page(slug: str, *, public: bool = True) -> EventPage | None:
    """The event at an address, None if there is none to be seen (4 queries)."""
    event = _event(slug, public=public)
    if event is None:
        return None
    players = players_of(event)
    rounds = rounds_of(event, players, public=public)
    return EventPage(
        event=detail_of(event),
        standings=standings_of(event, players.values(), rounds),
        rounds=tuple(rounds),
        players=tuple(players.values()),
    )


def table_page(
    slug: str, round_number: int, table_number: int, *, public: bool = True
) -> TablePage | None:
    """One table, None if there is none to be seen (3 queries)."""
    event = _event(slug, public=public)
    if event is None:
        return None
    seats = seats_with_results().filter(
        round__event=event, round__number=round_number, table__number=table_number
    )
    if public:
        seats = seats.filter(round__status__in=Round.PUBLIC)
    loaded = list(seats)
    if not loaded:
        return None
    view = table_view(event, loaded, players_of(event))
    return TablePage(detail_of(event), loaded[0].round.status, view)


def player_page(slug: str, seed: int, *, public: bool = True) -> PlayerPage | None:
    """A player's path through an event, None if there is none to be seen (4 queries)."""
    page = event_page(slug, public=public)
    if page is None:
        return None
    row = next((row for row in page.standings.rows if row.player.seed == seed), None)
    if row is None:
        return None
    games = [
        _path_game(table, seat)
        for item in page.rounds
        for table in item.tables
        for seat in table.seats
        if seat.player.seed == seed
    ]
    return PlayerPage(page.event, row.player, row, page.standings, tuple(games))


def standing_changes_of_table(
    table: int, *, before: TableOutcome | None, after: TableOutcome
) -> tuple[StandingChange, ...]:
    """What changes in the standings of its event if a table (by key) ended as `after`: against its
    result or, as long as it has none, against `before`; see `standing_changes` (4 queries)."""
    event = Event.objects.get(rounds__tables=table)
    players = players_of(event)
    rounds = rounds_of(event, players, public=False)
    return standing_changes(
        event, players.values(), rounds, table=table, before=before, after=after
    )


def _path_game(table: TableView, own: SeatView) -> PathGame:
    return PathGame(
        round=table.round,
        table=table.number,
        own_seat=own,
        others=tuple(seat for seat in table.seats if seat is not own),
        score=round_score(table, own) if table.finished else None,
    )


def _event(slug: str, *, public: bool) -> Event | None:
    return Event.objects.filter(Q(slug=slug), Q(published=True) if public else Q()).first()
