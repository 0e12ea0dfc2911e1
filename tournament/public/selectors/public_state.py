"""The public state of an event, as one JSON document.

It has all that the public may see, without words of a language.

Everything that grows is an object by key, not a list, and nothing is null: so two documents
differ by a small merge patch (RFC 7396). Short lists that are replaced as a whole
(`tie_breaks`, `discarded`) stay lists. Nothing changes because time passes.

The boards of running games come from whoever knows of boards, and are put in
(`with_boards`).
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from tournament.events.selectors.announcements import public_announcements
from tournament.events.selectors.events import EventDetail
from tournament.models import ClockEntry
from tournament.public.declaration import document
from tournament.public.declaration.boards import ProjectedStandings
from tournament.public.declaration.fields import filled_from
from tournament.rounds.selectors.players import PlayerRef
from tournament.rounds.selectors.rounds import RoundView, SeatView, TableView
from tournament.rounds.selectors.seals import public_seals
from tournament.standings.selectors.pages import EventPage, event_page
from tournament.standings.selectors.projected import projected_standings
from tournament.standings.selectors.standings import StandingsRow, StandingsView
from tournament.standings.selectors.teams import teams_of

Json = dict[str, Any]


def public_state(slug: str, games: Mapping[int, Json]) -> Json:
    """Return the document of an event, {} if the public may not know of it.

    `games` is what is told of tables' games beside their results (`record`: SHA-256 of the game
    record, `log`: where it ends), by the tables' keys (9 queries; 13 while places are being
    revealed).
    """
    page = event_page(slug)
    if page is None:
        return {}
    clocks = _clocks(page)
    state = document.State(
        format=document.FORMAT,
        event=_event(page.event),
        players={player.code: _player(player) for player in page.players},
        rounds={
            str(item.number): _round(item, games, clocks.get(item.number, {}))
            for item in page.rounds
        },
        cuts=_cuts(page.standings) if page.event.finals else None,
        draws={
            commitment: document.Draw(**seal)
            for commitment, seal in public_seals(page.event.pk).items()
        },
        announcements={
            key: document.Announcement(**told)
            for key, told in public_announcements(page.event.pk).items()
        },
        penalties=_penalties(page.standings),
        standings=_standings(page.standings),
        teams=_teams(page),
        boards={},
        projected=ProjectedStandings(),
    )
    told: Json = document.document_of(state)
    return told


def with_boards(state: Json, boards: Json, before: Json) -> Json:
    """Return an event's document with running boards and projected standings.

    `boards` are by the numbers of round and table. `before` is a document of the same results,
    or {}: projected anew is only what is expected otherwise.
    """
    found = {**state, "boards": boards}
    known = before and _expected_of(before["boards"]) == _expected_of(boards)
    return {**found, "projected": before["projected"] if known else projected_standings(found)}


def _expected_of(boards: Json) -> dict[tuple[str, str], Any]:
    """Return the expected end of each table, by round and table number."""
    return {
        (number, table): {
            code: (player.get("expected"), player.get("place"))
            for code, player in board["players"].items()
        }
        for number, tables in boards.items()
        for table, board in tables.items()
    }


def _event(event: EventDetail) -> document.Event:
    edition_file = event.edition_file.encode()
    return filled_from(
        event,
        document.Event,
        edition_file=hashlib.sha256(edition_file).hexdigest() if edition_file else None,
        called_off=event.called_off or None,
    )


def _player(player: PlayerRef) -> document.Player:
    return filled_from(player, document.Player, team=player.team or None)


def _round(
    item: RoundView, games: Mapping[int, Json], clock: dict[str, document.RoundClockLine]
) -> document.Round:
    return filled_from(
        item,
        document.Round,
        draw=item.seal,
        seated_by_hand=item.certificate is None,
        tables={str(table.number): _table(table, games) for table in item.tables},
        clock=clock,
    )


def _table(table: TableView, games: Mapping[int, Json]) -> document.Table:
    seats = {str(seat.order): _seat(seat) for seat in table.seats}
    if not table.finished:
        return document.Table(seats=seats)
    abandoned = table.abandoned_reason or None
    game = games.get(table.pk, {})
    result = filled_from(table, document.TableResult, abandoned=abandoned, **game)
    return document.Table(seats=seats, result=result)


def _seat(seat: SeatView) -> document.Seat:
    outcome = seat.outcome or None
    return filled_from(seat, document.Seat, player=seat.player.code, outcome=outcome)


def _penalties(standings: StandingsView) -> dict[str, document.Penalty]:
    """Return the penalties of the players whose rows are shown, by their keys.

    With these and the results anybody can rank the players.
    """
    return {
        str(penalty.pk): filled_from(penalty, document.Penalty, player=row.player.code)
        for row in standings.rows
        for penalty in row.penalties
    }


def _cuts(standings: StandingsView) -> dict[str, document.Cut]:
    shown = {row.player.code for row in standings.rows}
    return {
        str(each.first_round): filled_from(
            each,
            document.Cut,
            finalists=_codes_by_place(each.finalists, shown),
            left_out=_codes_by_place(each.left_out, shown),
        )
        for each in standings.cuts
    }


def _codes_by_place(codes: Iterable[str], shown: Collection[str]) -> dict[str, str]:
    return {str(place): code for place, code in enumerate(codes, start=1) if code in shown}


def _standings(standings: StandingsView) -> document.Standings:
    rows = {
        row.player.code: _row(row, position) for position, row in enumerate(standings.rows, start=1)
    }
    return filled_from(standings, document.Standings, rows=rows)


def _row(row: StandingsRow, position: int) -> document.Row:
    tie_breaks = {value.code: str(value.value) for value in row.values}
    return filled_from(
        row,
        document.Row,
        position=position,
        tie_breaks=tie_breaks,
        corrections={str(number): str(points) for number, points in row.corrections.items()},
    )


def _teams(page: EventPage) -> document.TeamStandings | None:
    """Return the team standings by the teams' names.

    None in an event without teams, and while places are being revealed.
    """
    found = teams_of(page.event, page.standings)
    if found is None:
        return None
    rows = {
        row.name: filled_from(
            row,
            document.TeamRow,
            position=position,
            counting={
                str(order): member.player.code for order, member in enumerate(row.counting, start=1)
            },
        )
        for position, row in enumerate(found.rows, start=1)
    }
    return filled_from(found, document.TeamStandings, rows=rows)


def _clocks(page: EventPage) -> dict[int, dict[str, document.RoundClockLine]]:
    """Return the lines of each shown round's ledger by their number (1 query).

    Reasons, and the names of who entered them, are left out.
    """
    numbers = [item.number for item in page.rounds]
    lines = ClockEntry.objects.filter(round__event=page.event.pk, round__number__in=numbers)
    ledgers: dict[int, dict[str, document.RoundClockLine]] = {}
    for line in lines.select_related("round", "table").defer("round__certificate").order_by("pk"):
        ledger = ledgers.setdefault(line.round.number, {})
        ledger[str(len(ledger) + 1)] = filled_from(
            line,
            document.RoundClockLine,
            table=line.table and line.table.number,
            seconds=line.seconds or None,
        )
    return ledgers
