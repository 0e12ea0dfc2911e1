"""All that the public may see of an event, as one JSON document without words of a language.

What grows or changes is an object by key, never a list, and nothing is null: so two documents
differ by a small merge patch (RFC 7396). Nothing in it changes because time goes by.

The boards of running games come from whoever knows of boards, and are put in (`with_boards`).
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from tournament.events.selectors.announcements import public_announcements
from tournament.events.selectors.events import EventDetail
from tournament.models import ClockEntry, Event
from tournament.rounds.selectors.players import PlayerRef
from tournament.rounds.selectors.rounds import RoundView, SeatView, TableView
from tournament.rounds.selectors.seals import public_seals
from tournament.standings.selectors.pages import EventPage, event_page
from tournament.standings.selectors.projected import projected_standings
from tournament.standings.selectors.standings import StandingsRow, StandingsView
from tournament.standings.selectors.teams import teams_of

FORMAT = "treasurer-event/1"
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
    return {
        "format": FORMAT,
        "event": _event(page.event),
        "players": {player.code: _player(player) for player in page.players},
        "rounds": {
            str(item.number): {**_round(item, games), "clock": clocks.get(item.number, {})}
            for item in page.rounds
        },
        **({"cuts": _cuts(page.standings)} if page.event.finals else {}),
        "draws": public_seals(page.event.pk),
        "announcements": public_announcements(page.event.pk),
        "penalties": _penalties(page.standings),
        "standings": _standings(page.standings),
        **_teams(page),
        "boards": {},
        "projected": {},
    }


def with_boards(state: Json, boards: Json, before: Json) -> Json:
    """Return an event's document with running boards and projected standings.

    `boards` are by the numbers of round and table. `before` is a document of the same results,
    or {}: projected anew is only what is expected otherwise.
    """
    found = {**state, "boards": boards}
    known = before and _expected_of(before["boards"]) == _expected_of(boards)
    return {**found, "projected": before["projected"] if known else projected_standings(found)}


def _expected_of(boards: Json) -> dict[tuple[str, str], Any]:
    """Return how each table is expected to end."""
    return {
        (number, table): {
            code: (player.get("expected"), player.get("place"))
            for code, player in board["players"].items()
        }
        for number, tables in boards.items()
        for table, board in tables.items()
    }


def _event(event: EventDetail) -> Json:
    edition_file = event.edition_file.encode()
    return _without_none(
        slug=event.slug,
        name=event.name,
        starts_on=event.starts_on.isoformat(),
        ends_on=event.ends_on.isoformat(),
        venue=event.venue,
        time_zone=event.time_zone,
        edition=event.edition,
        edition_file=hashlib.sha256(edition_file).hexdigest() if edition_file else None,
        mode=event.mode,
        rulings=event.rulings,
        number_of_rounds=event.number_of_rounds,
        length_minutes=event.length_minutes,
        table_sizes=list(event.table_sizes),
        roles=event.roles,
        points_by_place=list(event.points_by_place),
        tie_breaks=list(event.tie_breaks),
        discards=event.discards or None,
        least_counting=event.least_counting if event.discards else None,
        finals=list(event.finals) or None,
        teams=event.teams if event.teams != Event.Teams.OFF else None,
        members_counted=event.members_counted,
        lot_seed=event.lot_seed,
        board_delay=event.board_delay or None,
        called_off=event.called_off or None,
        called_off_reason=event.called_off_reason or None,
        registration=event.registration if event.registration != "off" else None,
        frozen_at=event.frozen_at and event.frozen_at.isoformat(),
        revealed_to=event.revealed_to,
    )


def _player(player: PlayerRef) -> Json:
    return _without_none(
        seed=player.seed,
        name=player.name,
        club=player.club,
        team=player.team or None,
        dropped=player.dropped,
    )


def _round(item: RoundView, games: Mapping[int, Json]) -> Json:
    return _without_none(
        status=item.status,
        published_at=item.published_at and item.published_at.isoformat(),
        starts_at=item.starts_at and item.starts_at.isoformat(),
        drawn=item.drawn,
        draw=item.seal,
        seated_by_hand=item.certificate is None,
        tables={str(table.number): _table(table, games) for table in item.tables},
    )


def _table(table: TableView, games: Mapping[int, Json]) -> Json:
    seats = {str(seat.order): _seat(seat) for seat in table.seats}
    if not table.finished:
        return {"seats": seats}
    result = _without_none(
        source=table.source,
        confirmed_at=table.confirmed_at and table.confirmed_at.isoformat(),
        revision=table.revision,
        under_review=table.under_review,
        abandoned=table.abandoned_reason or None,
    )
    return {"seats": seats, "result": {**result, **games.get(table.pk, {})}}


def _seat(seat: SeatView) -> Json:
    return _without_none(
        player=seat.player.code,
        role=seat.role,
        place=seat.place,
        final=seat.final,
        before_retention=seat.before_retention,
        retained=seat.retained,
        circuit_income=seat.circuit_income,
        points=None if seat.points is None else str(seat.points),
        outcome=seat.outcome or None,
    )


def _penalties(standings: StandingsView) -> Json:
    """Return the penalties of the players whose rows are shown, by their keys.

    With these and the results anybody can rank the players. Points are exact.
    """
    return {
        str(penalty.pk): _without_none(
            player=row.player.code,
            kind=penalty.kind,
            round=penalty.round,
            points=None if penalty.points is None else str(penalty.points),
            places=penalty.places,
            reason=penalty.reason,
            at=penalty.at.isoformat(),
        )
        for row in standings.rows
        for penalty in row.penalties
    }


def _cuts(standings: StandingsView) -> Json:
    """Return each cut by the first round that is played after it.

    When the cut was recorded, the finalists by their place at it, and who let the next one in;
    while places are being revealed, those whose rows are shown.
    """
    shown = {row.player.code for row in standings.rows}
    return {
        str(cut.first_round): {
            "made_at": cut.made_at.isoformat(),
            "finalists": _codes_by_place(cut.finalists, shown),
            "left_out": _codes_by_place(cut.left_out, shown),
        }
        for cut in standings.cuts
    }


def _codes_by_place(codes: Iterable[str], shown: Collection[str]) -> Json:
    return {str(place): code for place, code in enumerate(codes, start=1) if code in shown}


def _standings(standings: StandingsView) -> Json:
    return _without_none(
        first_place=standings.first_place,
        tables_finished=standings.tables_finished,
        tables=standings.tables,
        as_of=standings.as_of and standings.as_of.isoformat(),
        rows={
            row.player.code: _row(row, position)
            for position, row in enumerate(standings.rows, start=1)
        },
    )


def _row(row: StandingsRow, position: int) -> Json:
    """Points and the values of tie-breaks are exact: `7/2`."""
    return _without_none(
        position=position,
        rank=row.rank,
        points=str(row.points),
        played=row.played,
        wins=row.wins,
        final_cash=row.final_cash,
        tie_breaks={value.code: str(value.value) for value in row.values},
        stage=row.stage or None,
        final_points=None if row.final_points is None else str(row.final_points),
        discarded=list(row.discarded) or None,
    )


def _teams(page: EventPage) -> Json:
    """Return the team standings by the teams' names.

    Each has the members that count, in their order. Nothing in an event without teams, and while
    places are being revealed.
    """
    found = teams_of(page.event, page.standings)
    if found is None:
        return {}
    rows = {
        row.name: {
            "position": position,
            "rank": row.rank,
            "points": str(row.points),
            "places": row.places,
            "best_place": row.best_place,
            "counting": {
                str(order): member.player.code for order, member in enumerate(row.counting, start=1)
            },
        }
        for position, row in enumerate(found.rows, start=1)
    }
    return {"teams": {"members_counted": found.members_counted, "rows": rows}}


def _clocks(page: EventPage) -> dict[int, Json]:
    """Return the lines of each shown round's ledger by their number (1 query).

    Reasons, and the names of who entered them, are left out.
    """
    numbers = [item.number for item in page.rounds]
    lines = ClockEntry.objects.filter(round__event=page.event.pk, round__number__in=numbers)
    ledgers: dict[int, Json] = {}
    for line in lines.select_related("round", "table").defer("round__certificate").order_by("pk"):
        ledger = ledgers.setdefault(line.round.number, {})
        ledger[str(len(ledger) + 1)] = _without_none(
            kind=line.kind,
            at=line.at.isoformat(),
            table=line.table and line.table.number,
            seconds=line.seconds or None,
        )
    return ledgers


def _without_none(**values: Any) -> Json:
    """Return the values that are not None, by name."""
    return {name: value for name, value in values.items() if value is not None}
