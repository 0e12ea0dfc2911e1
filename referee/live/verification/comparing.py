"""Comparison of published values with those recomputed from the records."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from referee.live.verification.published import FIGURES, PublishedEvent, PublishedTable
from referee.live.verification.reading import MalformedError
from referee.live.verification.recomputing import Recomputed
from scoring.competition.points import points_by_outcomes
from scoring.competition.scheme import SeatScore, TableScore
from scoring.competition.seat_outcomes import FORFEITS, is_won, places_by_outcomes
from scoring.competition.standings import Row, rank
from scoring.competition.teams import Member, rank_teams
from scoring.game.rulings import Rulings

MISSING = "—"
FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Difference:
    """A published value that is not what it should be.

    `where` names the game (`round 1, table 3`) or the row of the standings (`standings, position
    4`), `field` the value there.
    """

    where: str
    field: str
    published: Any
    recomputed: Any


@dataclass(frozen=True, slots=True)
class Standings:
    """The differences of the standings, and how many of their rows were compared.

    No rows are compared while places are being revealed, for then they count hidden results.
    """

    differences: tuple[Difference, ...]
    rows: int


def differences_in(
    published: Any, recomputed: Any, where: str, path: str = ""
) -> Iterator[Difference]:
    """Yield the differences of two JSON values, part by part."""
    if isinstance(published, dict) and isinstance(recomputed, dict):
        for name in [*recomputed, *(name for name in published if name not in recomputed)]:
            both = published.get(name, MISSING), recomputed.get(name, MISSING)
            yield from differences_in(*both, where, f"{path}.{name}" if path else str(name))
    elif isinstance(published, list) and isinstance(recomputed, list):
        for index in range(max(len(published), len(recomputed))):
            both = _item(published, index), _item(recomputed, index)
            yield from differences_in(*both, where, f"{path}.{index + 1}")
    elif published != recomputed or type(published) is not type(recomputed):
        yield Difference(where, path, published, recomputed)


def _item(values: Sequence[Any], index: int) -> Any:
    return values[index] if index < len(values) else MISSING


def place_of(number: int, table: int) -> str:
    """Return the words by which differences name a game."""
    return _("round %(round)d, table %(table)d") % {"round": number, "table": table}


def result_differences(
    event: PublishedEvent, table: PublishedTable, found: Recomputed
) -> Iterator[Difference]:
    """Yield what differs between a result and its record.

    The record must belong to this event and table, and every figure must agree.
    """
    where = place_of(table.round, table.table)
    if found.digest != table.record:
        yield Difference(where, "SHA-256", table.record, found.digest)
    if found.statement is None:
        yield Difference(where, "record", FINISHED, found.refusal)
        return
    if found.statement["status"] != FINISHED:
        yield Difference(where, "status", FINISHED, found.statement["status"])
        return
    told = {"round": table.round, "table": table.table, **event.settings}
    yield from differences_in(told, {**told, **_header_of(found.header)}, where)
    seats = _seats_of(event, found, [seat.outcome for seat in table.seats])
    yield from differences_in(_seats_told(table), seats, where, "seats")


def _header_of(header: Mapping[str, Any]) -> dict[str, Any]:
    """Return a record's facts about its table and event; it need not name its round."""
    named = {name: header[name] for name in ("round", "table", "edition", "mode") if name in header}
    return {**named, "rulings": Rulings(**header.get("rulings", {})).differing}


def _seats_told(table: PublishedTable) -> list[dict[str, Any]]:
    return [{"player": s.player, "role": s.role, **s.figures} for s in table.seats]


def _seats_of(
    event: PublishedEvent, found: Recomputed, outcomes: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the seats' lines by the record, corrected by published outcomes."""
    players = (found.statement or {})["players"]
    played = tuple(line["place"] for line in players)
    decided = _as_many(outcomes, len(played))
    points = points_by_outcomes(played, decided, event.scheme.points_by_place)
    return [
        {
            "player": line["id"],
            "role": line["role"],
            **{name: line[name] for name in FIGURES},
            "place": place,
            "points": str(earned),
        }
        for line, place, earned in zip(
            players, places_by_outcomes(played, decided), points, strict=True
        )
    ]


def _as_many(outcomes: Sequence[str], seats: int) -> tuple[str, ...]:
    """Return the outcomes, or blank ones if the record has another number of seats.

    That is reported as a difference anyway.
    """
    return tuple(outcomes) if len(outcomes) == seats else ("",) * seats


def standings_differences(
    event: PublishedEvent, scores: Sequence[TableScore], file: str
) -> Standings:
    """Compare the standings with those recomputed from the tables.

    Raise MalformedError if they cannot be ranked.
    """
    if event.first_place > 1:
        return Standings((), 0)
    try:
        ranked = rank(event.players, scores, event.scheme, event.penalties, event.cuts)
    except ValueError as error:
        raise MalformedError(file, "standings", str(error)) from None
    wins, cash = _sums(event.players, scores)
    differences: list[Difference] = []
    for position, row in enumerate(ranked.rows):
        values = {code: str(value) for code, value in ranked.tie_break_values(position).items()}
        counted = {
            "position": position + 1,
            "rank": row.rank,
            "points": str(row.points),
            "played": row.played,
            "wins": wins[row.player],
            "final_cash": cash[row.player],
            "tie_breaks": values,
            **({"discarded": list(row.discarded)} if row.discarded else {}),
            **_corrections(row),
            **_of_finals(row),
        }
        where = _in_standings(row.player)
        differences += differences_in(event.rows.get(row.player, {}), counted, where)
    differences += _team_differences(event, ranked.rows)
    strangers = [code for code in event.rows if code not in event.players]
    differences += [Difference(_in_standings(c), "player", c, MISSING) for c in strangers]
    return Standings(tuple(differences), len(ranked.rows))


def _team_differences(event: PublishedEvent, rows: Sequence[Row]) -> Iterator[Difference]:
    """Yield what differs in the team standings, recomputed from the individual ones."""
    if event.teams is None:
        return
    out = {penalty.player for penalty in event.penalties if penalty.disqualified}
    members = [
        Member(row.player, team, row.rank, row.points, row.player in out)
        for row in rows
        if (team := event.teams.of_players.get(row.player))
    ]
    ranked = rank_teams(members, players=len(rows), members_counted=event.teams.members_counted)
    counted = {
        row.team: {
            "position": position,
            "rank": row.rank,
            "points": str(row.points),
            "places": row.places,
            "best_place": row.best_place,
            "counting": {str(order): who for order, who in enumerate(row.counting, start=1)},
        }
        for position, row in enumerate(ranked.rows, start=1)
    }
    for team in [*counted, *(name for name in event.teams.rows if name not in counted)]:
        both = event.teams.rows.get(team, {}), counted.get(team, {})
        yield from differences_in(*both, _("team standings, %(team)s") % {"team": team})


def _of_finals(row: Row) -> dict[str, Any]:
    """Return a finalist's stage and points in the finals; empty for any other player."""
    return {"stage": row.stage, "final_points": str(row.final_points)} if row.stage else {}


def _corrections(row: Row) -> dict[str, Any]:
    """Return the points that make up for the player's roles, by round.

    It is empty if nothing does.
    """
    found = {str(number): str(points) for number, points in row.corrections.items()}
    return {"corrections": found} if found else {}


def _in_standings(player: str) -> str:
    return _("standings, %(player)s") % {"player": player}


def scores_of(
    event: PublishedEvent, recomputed: Mapping[tuple[int, int], Recomputed]
) -> Iterator[TableScore]:
    """Yield the tables' scores from their records.

    Results entered by hand are taken as published.
    """
    for table in event.tables:
        found = recomputed.get((table.round, table.table))
        if found is not None and found.statement and found.statement["status"] == FINISHED:
            lines = found.statement["players"]
            outcomes = _as_many([seat.outcome for seat in table.seats], len(lines))
            seats = [
                SeatScore(n["id"], n["role"], n["place"], n["final"], outcome)
                for n, outcome in zip(lines, outcomes, strict=True)
            ]
        else:
            seats = [
                SeatScore(
                    s.player,
                    s.role,
                    s.figures["place"] or 0,
                    s.figures["final"] or 0,
                    s.outcome,
                )
                for s in table.seats
            ]
        yield TableScore(table.round, table.table, tuple(seats))


def _sums(
    players: Iterable[str], tables: Iterable[TableScore]
) -> tuple[dict[str, int], dict[str, int]]:
    """Return tables won and total final cash, each by player."""
    wins, cash = dict.fromkeys(players, 0), dict.fromkeys(players, 0)
    for table in tables:
        outcomes = tuple(seat.outcome for seat in table.seats)
        places = places_by_outcomes(tuple(seat.place for seat in table.seats), outcomes)
        for seat, place in zip(table.seats, places, strict=True):
            wins[seat.player] += is_won(place, seat.outcome)
            cash[seat.player] += 0 if seat.outcome in FORFEITS else seat.final
    return wins, cash
