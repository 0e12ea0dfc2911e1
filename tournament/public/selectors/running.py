"""The tables of an event that play, as its public state has them, for pages."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tournament.rounds.selectors.public_clock import PublicClock, hall_clock_of, table_clock_of

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class RunningPlayer:
    """A player at a running table.

    `expected` and `place` are those if time were called now, None if the event shows no estimates
    or the player is out.
    """

    code: str
    seed: int
    name: str
    seat: int
    role: str
    cash: int
    expected: int | None
    place: int | None
    confined: bool
    out: bool
    on_turn: bool
    worth: tuple[int, ...] = ()
    """The worth if time had been called, from early in the game to now; empty if `expected` is."""


@dataclass(frozen=True, slots=True)
class RunningTable:
    """A table that plays.

    `last` is its last event as a sentence by language. `judge` is "called", "coming" or "".
    """

    round: int
    number: int
    status: str
    last: dict[str, str]
    judge: str
    clock: PublicClock
    players: tuple[RunningPlayer, ...]

    @property
    def estimates(self) -> bool:
        """Whether the page shows what the table would be worth now."""
        return any(player.expected is not None for player in self.players)

    @property
    def worth_bounds(self) -> tuple[int, int]:
        """The least and the most that any player was worth.

        With these bounds, the players' spark lines compare.
        """
        values = [value for player in self.players for value in player.worth]
        return min(values, default=0), max(values, default=0)


@dataclass(frozen=True, slots=True)
class RunningRound:
    """The round that is being played.

    It has its number, the hall's clock and, until that is started, the start as announced.
    """

    number: int
    clock: PublicClock
    starts_at: dt.datetime | None


@dataclass(frozen=True, slots=True)
class ProjectedRow:
    """The row of a player or a team if time were called now.

    Its points are exact (`7/2`).
    """

    rank: int
    points: str


def running_tables(state: Json) -> tuple[RunningTable, ...]:
    """Return all tables that play, in order of round and number."""
    return tuple(
        table
        for number in sorted(state.get("boards", {}), key=int)
        for each in sorted(state["boards"][number], key=int)
        if (table := running_table(state, int(number), int(each)))
    )


def running_table(state: Json, round_number: int, number: int) -> RunningTable | None:
    """Return one table, None if it does not play or is hidden."""
    board = state.get("boards", {}).get(str(round_number), {}).get(str(number))
    if board is None:
        return None
    return RunningTable(
        round=round_number,
        number=number,
        status=board["status"],
        last=board["last"],
        judge=board["judge"],
        clock=table_clock_of(state, round_number, number),
        players=tuple(_players(state, board)),
    )


def running_round(state: Json) -> RunningRound | None:
    """Return the last round that is published and not finished."""
    rounds = state.get("rounds", {})
    playing = [int(number) for number, item in rounds.items() if item["status"] == "published"]
    if not playing:
        return None
    number, clock = max(playing), hall_clock_of(state, max(playing))
    told = rounds[str(number)].get("starts_at") if clock.state == "waiting" else None
    return RunningRound(number, clock, told and dt.datetime.fromisoformat(told))


def projected_rows(state: Json) -> dict[str, ProjectedRow]:
    """Return the projected standings by players' codes; {} where no table plays."""
    return _projected_rows(state, "rows")


def projected_teams(state: Json) -> dict[str, ProjectedRow]:
    """Return the projected team standings by the teams' names.

    {} where no table plays, or without teams.
    """
    return _projected_rows(state, "teams")


def _projected_rows(state: Json, kind: str) -> dict[str, ProjectedRow]:
    rows = state.get("projected", {}).get(kind, {})
    return {code: ProjectedRow(row["rank"], row["points"]) for code, row in rows.items()}


def _players(state: Json, board: Json) -> Iterator[RunningPlayer]:
    earlier = sorted(board.get("worth", {}).items(), key=lambda item: int(item[0]))
    for code, told in sorted(board["players"].items(), key=lambda item: int(item[1]["seat"])):
        expected = None if told["out"] else told.get("expected")
        before = [values[told["seat"] - 1] for _count, values in earlier]
        yield RunningPlayer(
            code=code,
            seed=state["players"][code]["seed"],
            name=state["players"][code]["name"],
            seat=told["seat"],
            role=told["role"],
            cash=told["cash"],
            expected=expected,
            place=told.get("place"),
            confined=told["confined"],
            out=told["out"],
            on_turn=board["on_turn"] == code,
            worth=() if expected is None else (*before, expected),
        )
