"""An event's published values, read from its snapshot: nothing in it is trusted."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from referee.live.verification.reading import Json, Reader
from scoring.competition.finals import Cut
from scoring.competition.penalties import Penalty
from scoring.competition.scheme import Scheme
from scoring.competition.seat_outcomes import DISQUALIFIED, SEAT_OUTCOMES

MAX_SNAPSHOT_BYTES = 128 * 1024 * 1024
MAX_STATEMENT_BYTES = 256 * 1024


@dataclass(frozen=True, slots=True)
class PublishedSeat:
    """A line of a result, in order of play.

    Figures are as in the snapshot, None if it has none. `outcome` is blank if the seat was played.
    """

    player: str
    role: str
    figures: Mapping[str, Any]
    outcome: str


@dataclass(frozen=True, slots=True)
class PublishedTable:
    """A table that has a result.

    `record` is the SHA-256 of its game record, "" if the result was entered by hand.
    """

    round: int
    table: int
    record: str
    seats: tuple[PublishedSeat, ...]
    confirmed_at: dt.datetime | None


@dataclass(frozen=True, slots=True)
class PublishedCut(Cut):
    """A cut to the finals, and when it was recorded."""

    made_at: dt.datetime = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class PublishedPenalty(Penalty):
    """A penalty, and when it was decided."""

    at: dt.datetime = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class PublishedTeams:
    """The team standings.

    They have the players' teams, how many members of each count (None: all), and the rows by team
    name.
    """

    of_players: Mapping[str, str]
    members_counted: int | None
    rows: Mapping[str, Json]


@dataclass(frozen=True, slots=True)
class PublishedEvent:
    """An event as it was published.

    `settings` are edition, mode and rulings; `players` are ids in order of seed; `rows` the
    standings by player's id, from `first_place` on, which count the `penalties` and the `cuts` to
    the finals. Some tables of the `hidden` rounds have a result that is not shown. `final_sizes`
    has the finalists of each round of the finals; `teams` is None in an event without team
    standings.
    """

    name: str
    settings: Mapping[str, Any]
    scheme: Scheme
    players: tuple[str, ...]
    tables: tuple[PublishedTable, ...]
    first_place: int
    penalties: tuple[PublishedPenalty, ...]
    cuts: tuple[PublishedCut, ...]
    hidden: frozenset[int]
    final_sizes: Mapping[int, int]
    rows: Mapping[str, Json]
    teams: PublishedTeams | None


FIGURES = ("place", "final", "before_retention", "retained", "circuit_income")


def read_event(value: Any, file: str) -> PublishedEvent:
    """Return the event in a snapshot of the public interface; raise MalformedError."""
    state = Reader(value, file)["snapshot"]
    event, standings = state["event"], state["standings"]
    first = standings.get("first_place")
    return PublishedEvent(
        name=event["name"].text(),
        settings={
            "edition": event["edition"].text(),
            "mode": event["mode"].text(),
            "rulings": {name: value.text() for name, value in event["rulings"].items()},
        },
        scheme=_scheme(event),
        players=_players(state),
        tables=tuple(
            _table(number, table, found)
            for number, item in state["rounds"].numbered_parts()
            for table, found in item["tables"].numbered_parts()
            if found.get("result") is not None
        ),
        first_place=first.number(1) if first else 1,
        penalties=_penalties(state),
        cuts=_cuts(state),
        hidden=frozenset(
            number
            for number, item in state["rounds"].numbered_parts()
            for _table, found in item["tables"].numbered_parts()
            if found.get("result") is None
        ),
        final_sizes=_final_sizes(event),
        rows={code: row.object() for code, row in standings["rows"].items()},
        teams=_teams(state),
    )


def _scheme(event: Reader) -> Scheme:
    seed, discards, least = (event.get(name) for name in ("lot_seed", "discards", "least_counting"))
    corrects = event.get("corrects_roles")
    return Scheme(
        tuple(item.number() for item in event["points_by_place"].list()),
        tuple(item.text() for item in event["tie_breaks"].list()),
        seed.text() if seed else "",
        discards.number() if discards else 0,
        least.number(1) if least else 1,
        corrects.flag() if corrects else False,
    )


def _final_sizes(event: Reader) -> dict[int, int]:
    finals = event.get("finals")
    if finals is None:
        return {}
    sizes = [size.number(2) for size in finals.list()]
    rounds = event["number_of_rounds"].number(1)
    return dict(enumerate(sizes, start=rounds - len(sizes) + 1))


def _teams(state: Reader) -> PublishedTeams | None:
    """Return the published teams; None without any, as in older snapshots."""
    if state["event"].get("teams") is None:
        return None
    found, counted = state.get("teams"), state["event"].get("members_counted")
    teams = {code: player.get("team") for code, player in state["players"].items()}
    return PublishedTeams(
        {code: team.text() for code, team in teams.items() if team},
        counted.number(1) if counted else None,
        {team: row.object() for team, row in (found["rows"].items() if found else ())},
    )


def _players(state: Reader) -> tuple[str, ...]:
    seeds = {code: player["seed"].number(1) for code, player in state["players"].items()}
    return tuple(sorted(seeds, key=seeds.__getitem__))


def _penalties(state: Reader) -> tuple[PublishedPenalty, ...]:
    """Return the published penalties; none in older snapshots."""
    listed = state.get("penalties")
    return tuple(_penalty(found) for _key, found in listed.items()) if listed else ()


def _penalty(found: Reader) -> PublishedPenalty:
    points, places, about = found.get("points"), found.get("places"), found.get("round")
    return PublishedPenalty(
        player=found["player"].text(),
        points=points.fraction() if points else Fraction(0),
        places=places.number() if places else 0,
        disqualified=found["kind"].text() == DISQUALIFIED,
        round=about.number(1) if about else None,
        at=found["at"].moment(),
    )


def _cuts(state: Reader) -> tuple[PublishedCut, ...]:
    """Return the published cuts; none without finals."""
    made = state.get("cuts")
    return tuple(
        PublishedCut(
            number,
            tuple(code.text() for _place, code in found["finalists"].numbered_parts()),
            tuple(code.text() for _place, code in found["left_out"].numbered_parts()),
            made_at=found["made_at"].moment(),
        )
        for number, found in (made.numbered_parts() if made else ())
    )


def _table(number: int, table: int, found: Reader) -> PublishedTable:
    record = found["result"].get("record")
    seats = tuple(_seat(seat) for _order, seat in found["seats"].numbered_parts())
    confirmed_at = found["result"].get("confirmed_at")
    return PublishedTable(
        number,
        table,
        record.text() if record else "",
        seats,
        confirmed_at.moment() if confirmed_at else None,
    )


def _seat(seat: Reader) -> PublishedSeat:
    role = seat.get("role")
    numbers = {name: seat.get(name) for name in FIGURES}
    points, outcome = seat.get("points"), seat.get("outcome")
    return PublishedSeat(
        player=seat["player"].text(),
        role=role.text() if role else "",
        figures={
            **{name: part.number() if part else None for name, part in numbers.items()},
            "points": points.text() if points else None,
        },
        outcome=outcome.choice(SEAT_OUTCOMES) if outcome else "",
    )
