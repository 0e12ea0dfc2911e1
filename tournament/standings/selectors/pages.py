"""Data for whole pages, each in a fixed number of queries.

The data are everything that one page shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournament import visibility
from tournament.common.newest_values import NewestValues
from tournament.events.selectors.events import EventDetail, detail_of
from tournament.models import Change, Event, PublicVersion, Round
from tournament.rounds.selectors.players import PlayerRef, players_of
from tournament.rounds.selectors.rounds import (
    RoundView,
    SeatView,
    TableView,
    rounds_of,
    seats_with_results,
    table_view,
)
from tournament.standings.selectors.standing_changes import (
    StandingChange,
    TableOutcome,
    standing_changes,
)
from tournament.standings.selectors.standings import (
    RoundScore,
    StandingsRow,
    StandingsView,
    cuts_of,
    revealed_to,
    round_score,
    standings_of,
)
from tournament.visibility import Reader

MAX_PAGES = 8
_pages: "NewestValues[EventPage]" = NewestValues(MAX_PAGES)


@dataclass(frozen=True, slots=True)
class EventPage:
    """An event with its standings, rounds and players (in order of seed).

    `has_unpublished_change` says that a version after the public's newest one may follow.
    """

    event: EventDetail
    standings: StandingsView
    rounds: tuple[RoundView, ...]
    players: tuple[PlayerRef, ...]
    has_unpublished_change: bool = False

    @property
    def is_played(self) -> bool:
        """Whether all rounds are finished, or the event was closed before."""
        finished = [item for item in self.rounds if item.status == Round.Status.FINISHED]
        return bool(self.event.closed_at) or len(finished) >= self.event.number_of_rounds

    @property
    def is_over(self) -> bool:
        """Whether nothing more is played, and no result waits to be revealed."""
        return self.standings.frozen_at is None and self.is_played

    @property
    def is_settled(self) -> bool:
        """Whether the event is over, and the public has been told all of it."""
        return self.is_over and not self.has_unpublished_change

    @property
    def has_ended(self) -> bool:
        """Whether the prize-giving is over, or the event ended without one.

        The prize-giving is over once it has come to the first place.
        """
        return self.event.revealed_to == 1 or (self.event.frozen_at is None and self.is_played)


@dataclass(frozen=True, slots=True)
class TablePage:
    """One table of an event."""

    event: EventDetail
    round_status: str
    table: TableView


@dataclass(frozen=True, slots=True)
class PathGame:
    """One table on a player's path.

    `pk` is the table's key for `referee.records`. `score` is None until it has a result.
    """

    pk: int
    round: int
    table: int
    own_seat: SeatView
    others: tuple[SeatView, ...]
    score: RoundScore | None


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A player's path through an event.

    `row` is None while the place is not revealed yet. `is_over` says whether nothing more will
    follow. `whole` is the event's page that it is taken from.
    """

    event: EventDetail
    player: PlayerRef
    row: StandingsRow | None
    standings: StandingsView
    games: tuple[PathGame, ...]
    is_over: bool
    whole: EventPage


def event_page(slug: str, reader: Reader = Reader.PUBLIC) -> EventPage | None:
    """Return the event at an address, None if the reader sees none.

    5 queries; 9 while places are being revealed.
    """
    event = _event(slug, reader)
    if event is None:
        return None
    players = players_of(event, reader)
    rounds = rounds_of(event, players, reader)
    return EventPage(
        event=detail_of(event),
        standings=_standings(event, players, rounds, reader),
        rounds=tuple(rounds),
        players=tuple(players.values()),
    )


def published_page(slug: str) -> EventPage | None:
    """Return the public's `event_page`, computed once per published version.

    So more rows or one player's page need no new ranking. 1 query; those of `event_page` if the
    page is not cached, and 1 more if it is over.
    """
    versions = PublicVersion.objects.filter(event__slug=slug).order_by("-number")
    event, parts = versions.values_list("event", "parts").first() or (0, {})
    version = parts.get("event", "")
    page = _pages.get(event, version) if version else None
    if page is None:
        page = event_page(slug)
        # The database may be ahead of the version that readers' scripts follow.
        if page is not None and page.is_over:
            waits = Change.objects.filter(event__slug=slug).exists()
            page = replace(page, has_unpublished_change=waits)
        if page is not None and version and not page.has_unpublished_change:
            _pages.keep(event, version, page)
    return page


def table_page(
    slug: str, round_number: int, table_number: int, reader: Reader = Reader.PUBLIC
) -> TablePage | None:
    """Return one table, None if the reader sees none (4 queries)."""
    event = _event(slug, reader)
    if event is None:
        return None
    rounds = visibility.rounds(reader).filter(event=event, number=round_number)
    loaded = seats_with_results(round__in=rounds, table__number=table_number)
    if not loaded:
        return None
    view = table_view(event, loaded, players_of(event, reader), reader)
    return TablePage(detail_of(event), loaded[0].round_status, view)


def player_page(slug: str, seed: int, reader: Reader = Reader.PUBLIC) -> PlayerPage | None:
    """Return a player's path through an event, None if the reader sees none.

    Queries as for `published_page`, or for the staff as for `event_page`.
    """
    page = published_page(slug) if reader is Reader.PUBLIC else event_page(slug, reader)
    if page is None:
        return None
    player = next((player for player in page.players if player.seed == seed), None)
    if player is None:
        return None
    row = next((row for row in page.standings.rows if row.player.seed == seed), None)
    games = [
        _path_game(table, seat)
        for item in page.rounds
        for table in item.tables
        for seat in table.seats
        if seat.player.seed == seed
    ]
    return PlayerPage(page.event, player, row, page.standings, tuple(games), page.is_over, page)


def standing_changes_of_tables(
    event: Event,
    *,
    before: Mapping[int, TableOutcome],
    after: Mapping[int, TableOutcome],
) -> tuple[StandingChange, ...]:
    """Return the changes in the standings if tables ended as in `after`.

    Tables are given by key (4 queries). They are compared with the tables' results or, if there
    is none yet, with `before`; see `standing_changes`.
    """
    players = players_of(event, Reader.STAFF)
    rounds = rounds_of(event, players, Reader.STAFF)
    cuts = cuts_of(event, Reader.STAFF)
    people = players.values()
    return standing_changes(event, people, rounds, before=before, after=after, cuts=cuts)


def _path_game(table: TableView, own: SeatView) -> PathGame:
    return PathGame(
        pk=table.pk,
        round=table.round,
        table=table.number,
        own_seat=own,
        others=tuple(seat for seat in table.seats if seat is not own),
        score=round_score(table, own) if table.finished else None,
    )


def _event(slug: str, reader: Reader) -> Event | None:
    return visibility.events(reader).filter(slug=slug).first()


def _standings(
    event: Event, players: dict[int, PlayerRef], rounds: list[RoundView], reader: Reader
) -> StandingsView:
    """Return the standings from the results that the reader sees.

    While places are revealed, all results count, and only the revealed rows are returned.
    """
    frozen_at = event.frozen_at if visibility.is_frozen(reader, event) else None
    place = visibility.best_place(reader, event)
    if place is None:
        cuts = cuts_of(event, reader)
        return replace(standings_of(event, players.values(), rounds, cuts), frozen_at=frozen_at)
    numbers = {item.number for item in rounds}
    judged = players_of(event, reader, of_all_results=True)
    everything = rounds_of(event, judged, Reader.STAFF)
    final = [item for item in everything if item.number in numbers]
    cuts = cuts_of(event, reader, of_all_results=True)
    standings = standings_of(event, judged.values(), final, cuts)
    return replace(revealed_to(place, standings, rounds), frozen_at=frozen_at)
