"""The part of an event in a season: its rows and games. Pure.

They come from the event's newest public version. Only facts that the public sees are in a
version, so a season shows nothing hidden.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scoring.competition.points import shares_of
from scoring.competition.seat_outcomes import DISQUALIFIED
from scoring.result import GameResult, SeatResult
from tournament.models import Round, Season

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class EventRow:
    """A player's end in an event, by the player's code.

    `points` are the event's, those of the last final included. `roles` has the points of the
    tables played in each role.
    """

    code: str
    name: str
    rank: int
    points: Fraction
    disqualified: bool
    roles: Mapping[str, Fraction]


@dataclass(frozen=True, slots=True)
class EventResults:
    """The rows of who played, in order, and the games that ratings are computed from.

    `ranked` is how many have a rank, those who did not play included: of so many, a rank is one.
    """

    rows: tuple[EventRow, ...]
    games: tuple[GameResult, ...]
    ranked: int


@dataclass(frozen=True, slots=True)
class SeasonEventView:
    """An event of a season that the public knows of.

    Its results are None while none count.
    """

    pk: int
    slug: str
    name: str
    results: EventResults | None


def is_over(state: Json) -> bool:
    """Return whether an event counts.

    An event counts that is shown and over, with a result, and with nothing left to reveal.
    """
    if not state or not state["standings"]["tables_finished"]:
        return False
    event = state["event"]
    if event.get("frozen_at") and event.get("revealed_to") != 1:
        return False
    finished = [each["status"] == Round.Status.FINISHED for each in state["rounds"].values()]
    return "closed_at" in event or sum(finished) >= event["number_of_rounds"]


def results_of(state: Json) -> EventResults:
    """Return the rows and games of an event's public state."""
    roles = _points_by_role(state)
    out = {each["player"] for each in state["penalties"].values() if each["kind"] == DISQUALIFIED}
    rows = sorted(state["standings"]["rows"].items(), key=lambda item: int(item[1]["position"]))
    return EventResults(
        tuple(
            EventRow(
                code=code,
                name=state["players"][code]["name"],
                rank=row["rank"],
                points=Fraction(row["points"]) + Fraction(row.get("final_points", 0)),
                disqualified=code in out,
                roles=roles.get(code, {}),
            )
            for code, row in rows
            if row["played"]
        ),
        tuple(_games_of(state)),
        len(rows),
    )


def season_points(
    rows: Sequence[EventRow], *, points_from: str, by_place: Sequence[int]
) -> list[Fraction]:
    """Return the season's points of each row of an event.

    A disqualified player has none.
    """
    if points_from == Season.PointsFrom.TABLES:
        points: Sequence[Fraction] = [row.points for row in rows]
    else:
        points = shares_of([row.rank for row in rows], by_place)
    return [Fraction(0) if row.disqualified else own for row, own in zip(rows, points, strict=True)]


def _finished_tables(state: Json) -> Iterator[Json]:
    for round_ in state["rounds"].values():
        for table in round_["tables"].values():
            if "result" in table:
                yield table


def _points_by_role(state: Json) -> dict[str, dict[str, Fraction]]:
    found: dict[str, dict[str, Fraction]] = defaultdict(dict)
    for table in _finished_tables(state):
        for seat in table["seats"].values():
            if seat["role"] and not seat.get("outcome"):
                own = found[seat["player"]]
                before = own.get(seat["role"], Fraction(0))
                own[seat["role"]] = before + Fraction(seat.get("points", 0))
    return found


def _games_of(state: Json) -> Iterator[GameResult]:
    """Yield each game of two or more who played it to its end.

    Others tell nothing of strength.
    """
    event = state["event"]
    for table in _finished_tables(state):
        if table["result"].get("abandoned"):
            continue
        seats = tuple(
            SeatResult(seat["player"], seat["role"], seat["place"], seat.get("final", 0))
            for _order, seat in sorted(table["seats"].items(), key=lambda item: int(item[0]))
            if not seat.get("outcome")
        )
        if len(seats) > 1:
            yield GameResult(event["edition"], event["mode"], seats)
