"""The public interface's view of an event, taken from its newest version.

Its items are declared in `tournament.public.declaration.lists`. The version passed
`tournament.visibility` when it was made, and nothing else is used. So pages, snapshot, stream and
these lists all agree.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from threading import Lock
from typing import Any, TypeVar

from cachetools import LRUCache

from scoring.competition.roles import RoleComparison, RoleRecord, compare_roles
from scoring.game.rulings import Rulings
from tournament.common import hall_clock
from tournament.public.declaration import lists
from tournament.public.declaration.fields import (
    PLAYER_STATES,
    TABLE_STATES,
    ClockLine,
    cut,
    filled_from,
)
from tournament.standings.selectors.projected import cuts_of, official_scores

Json = dict[str, Any]
Item = TypeVar("Item")
CLOCK_SECONDS = 60
MAX_COMPARISONS = 4

_comparisons: LRUCache[int, tuple[Json, RoleComparison]] = LRUCache(MAX_COMPARISONS)
_lock = Lock()


def event_of(state: Json) -> lists.Event:
    """Return the event, with the numbers of its players, published rounds and tables."""
    tables = [table for item in state["rounds"].values() for table in item["tables"].values()]
    return cut(
        state["event"],
        lists.Event,
        players=len(state["players"]),
        rounds_published=len(state["rounds"]),
        tables=len(tables),
        tables_finished=_count_finished(tables),
    )


def rules_of(state: Json) -> lists.Rules:
    """Return the rules of play and scoring, with all rulings, chosen or default."""
    given = state["event"]["rulings"]
    rulings = lists.Rulings(**asdict(Rulings(**given)))
    return cut(state["event"], lists.Rules, rulings=rulings, rulings_that_differ=given)


def players_of(state: Json) -> list[lists.ListedPlayer]:
    """Return the players in order of seed."""
    found = [_player(state, code, lists.ListedPlayer) for code in state["players"]]
    return sorted(found, key=lambda item: item.seed)


def _player(state: Json, code: str, kind: type[Item], **more: Any) -> Item:
    person = state["players"][code]
    status = PLAYER_STATES[bool(person["dropped"])]
    return cut(person, kind, player=code, status=status, **more)


def player_of(state: Json, code: str) -> lists.Player | None:
    """Return a player's row, tables and results.

    It is None if the player is not in the event.
    """
    if code not in state["players"]:
        return None
    rows = [row for row in standings_of(state) if row.player == code]
    return _player(
        state,
        code,
        lists.Player,
        standing=rows[0] if rows else None,
        tables=[table for table in tables_of(state) if code in _codes(table)],
        results=[result for result in results_of(state) if code in _codes(result)],
    )


def rounds_of(state: Json) -> list[lists.Round]:
    """Return the published rounds in order."""
    return [
        cut(
            item,
            lists.Round,
            round=number,
            tables=len(item["tables"]),
            tables_finished=_count_finished(item["tables"].values()),
        )
        for number, item in _by_number(state["rounds"])
    ]


def tables_of(state: Json) -> list[lists.Table]:
    """Return the tables of the published rounds in order, with their players."""
    return [
        lists.Table(
            round=number,
            table=table,
            status=TABLE_STATES["result" in found],
            seats=_seats(state, found, lists.Seat),
        )
        for number, table, found in _tables(state)
    ]


def results_of(state: Json) -> list[lists.Result]:
    """Return the results in order of table; points are exact."""
    return [
        cut(
            found["result"],
            lists.Result,
            round=number,
            table=table,
            seats=_seats(state, found, lists.ResultSeat),
        )
        for number, table, found in _tables(state)
        if "result" in found
    ]


def _seats(state: Json, table: Json, kind: type[Item]) -> list[Item]:
    return [
        cut(line, kind, seat=seat, role=line.get("role") or None, **_person(state, line["player"]))
        for seat, line in _by_number(table["seats"])
    ]


def standings_of(state: Json) -> list[lists.Standing]:
    """Return the standings' rows in order.

    While places are revealed, they are only the revealed ones.
    """
    rows = state["standings"]["rows"]
    found = _role_comparison(state)
    return [
        cut(
            rows[code],
            lists.Standing,
            **_person(state, code),
            roles={role: _role(record) for role, record in found.players[code].items()},
            penalties=_penalties(state, code),
        )
        for code in sorted(rows, key=lambda code: int(rows[code]["position"]))
    ]


def teams_of(state: Json) -> list[lists.Team]:
    """Return the rows of the team standings in order.

    Empty if the event has no teams, and while places are being revealed.
    """
    rows = state.get("teams", {}).get("rows", {})
    return [
        cut(
            row,
            lists.Team,
            team=team,
            counting=[
                lists.Person(**_person(state, code)) for _order, code in _by_number(row["counting"])
            ],
        )
        for team, row in sorted(rows.items(), key=lambda item: int(item[1]["position"]))
    ]


def teams_head(state: Json) -> lists.TeamsHead:
    """Return the number of members of each team that count."""
    return lists.TeamsHead(members_counted=state.get("teams", {}).get("members_counted", 0))


def _penalties(state: Json, code: str) -> list[lists.Penalty]:
    """Return the penalties of a player, in the order of the decisions."""
    return [
        cut(found, lists.Penalty)
        for _key, found in _by_number(state.get("penalties", {}))
        if found["player"] == code
    ]


def standings_head(state: Json) -> lists.StandingsHead:
    """Return the counts of the standings, and the first place shown."""
    averages = {role: _role(record) for role, record in _role_comparison(state).event.items()}
    cuts = [
        lists.Cut(
            round=each.first_round,
            made_at=state["cuts"][str(each.first_round)]["made_at"],
            finalists=list(each.finalists),
            left_out=list(each.left_out),
        )
        for each in cuts_of(state)
    ]
    told = state["standings"]
    return cut(told, lists.StandingsHead, as_of=told.get("as_of"), cuts=cuts, roles=averages)


def _role_comparison(state: Json) -> RoleComparison:
    """Compare the shown results by role, once per cached state.

    A cached state is the same object for each page of the list.
    """
    with _lock:
        known, found = _comparisons.get(id(state), (None, None))
    if found is None or known is not state:
        points = state["event"]["points_by_place"]
        found = compare_roles(list(state["players"]), official_scores(state), points)
        with _lock:
            # Cached with the state itself, so that no other state can have its id meanwhile.
            _comparisons[id(state)] = (state, found)
    return found


def _role(record: RoleRecord) -> lists.RoleRecord:
    return filled_from(record, lists.RoleRecord)


def clocks_of(state: Json) -> list[lists.Clock]:
    """Return the clock of each round as a ledger, with its reading at its last step.

    A client that counts on from there knows the present reading.
    """
    length = int(state["event"]["length_minutes"]) * CLOCK_SECONDS
    return [
        _clock(number, [line for _number, line in _by_number(item["clock"])], length)
        for number, item in _by_number(state["rounds"])
    ]


def _clock(number: int, lines: list[Json], length: int) -> lists.Clock:
    kinds: dict[str, hall_clock.Step] = {step: step for step in hall_clock.STEPS}
    steps = [
        hall_clock.LedgerEntry(kinds[line["kind"]], datetime.fromisoformat(line["at"]))
        for line in lines
        if line["kind"] in kinds
    ]
    clock = hall_clock.clock_at(steps, length=length, now=steps[-1].at) if steps else None
    extra: dict[str, int] = {}
    for line in lines:
        if "table" in line:
            extra[str(line["table"])] = extra.get(str(line["table"]), 0) + line.get("seconds", 0)
    return lists.Clock(
        round=number,
        length=length,
        state=clock.state if clock else "waiting",
        elapsed=clock.elapsed if clock else 0,
        since=steps[-1].at.isoformat() if steps else None,
        extra=extra,
        ledger=[cut(line, ClockLine) for line in lines],
    )


def _tables(state: Json) -> list[tuple[int, int, Json]]:
    return [
        (number, table, found)
        for number, item in _by_number(state["rounds"])
        for table, found in _by_number(item["tables"])
    ]


def _person(state: Json, code: str) -> Json:
    person = state["players"][code]
    return {"player": code, "name": person["name"], "club": person["club"]}


def _codes(item: lists.Table | lists.Result) -> list[str]:
    return [seat.player for seat in item.seats]


def _count_finished(tables: Iterable[Json]) -> int:
    return sum("result" in table for table in tables)


def _by_number(items: Mapping[str, Any]) -> list[tuple[int, Any]]:
    return sorted(((int(n), item) for n, item in items.items()), key=lambda pair: pair[0])
