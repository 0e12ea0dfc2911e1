"""What the public interface tells of an event, cut out of its newest version: plain JSON values.

The version passed `tournament.visibility` when it was made; nothing is told here that is not in it,
so that pages, snapshot, stream and these lists tell the same.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from datetime import datetime
from threading import Lock
from typing import Any

from cachetools import LRUCache

from scoring.competition.roles import RoleComparison, RoleRecord, compare_roles
from scoring.game.rulings import Rulings
from tournament.common import hall_clock
from tournament.standings.selectors.projected import cuts_of, official_scores

Json = dict[str, Any]
OPEN, FINISHED = "open", "finished"
PLAYING, DROPPED = "playing", "dropped"
CLOCK_SECONDS = 60
MAX_COMPARISONS = 4

_comparisons: LRUCache[int, tuple[Json, RoleComparison]] = LRUCache(MAX_COMPARISONS)
_lock = Lock()


def event_of(state: Json) -> Json:
    """The event itself, and how much there is of it."""
    tables = [table for item in state["rounds"].values() for table in item["tables"].values()]
    return {
        **_facts(state, SETTINGS),
        "called_off_reason": state["event"].get("called_off_reason", ""),
        "board_delay": state["event"].get("board_delay", 0),
        "players": len(state["players"]),
        "rounds_published": len(state["rounds"]),
        "tables": len(tables),
        "tables_finished": sum("result" in table for table in tables),
    }


SETTINGS = (
    "slug",
    "name",
    "starts_on",
    "ends_on",
    "venue",
    "time_zone",
    "edition",
    "mode",
    "number_of_rounds",
    "length_minutes",
    "called_off",
    "frozen_at",
    "revealed_to",
)
RULES = (
    "edition",
    "edition_file",
    "mode",
    "length_minutes",
    "table_sizes",
    "roles",
    "points_by_place",
    "tie_breaks",
    "members_counted",
    "lot_seed",
)


def _facts(state: Json, names: Iterable[str]) -> Json:
    event = state["event"]
    return {name: event.get(name) for name in names}


def rules_of(state: Json) -> Json:
    """What the event is played and scored by; all four rulings, as chosen or by default."""
    given = state["event"]["rulings"]
    return {
        **_facts(state, RULES),
        "discards": state["event"].get("discards", 0),
        "least_counting": state["event"].get("least_counting", 1),
        "finals": state["event"].get("finals", []),
        "teams": state["event"].get("teams", "off"),
        "rulings": asdict(Rulings(**given)),
        "rulings_that_differ": given,
    }


def players_of(state: Json) -> list[Json]:
    """The players in order of seed."""
    found = [_player(code, person) for code, person in state["players"].items()]
    return sorted(found, key=lambda item: int(item["seed"]))


def _player(code: str, person: Json) -> Json:
    return {
        "player": code,
        "seed": person["seed"],
        "name": person["name"],
        "club": person["club"],
        "team": person.get("team"),
        "status": DROPPED if person["dropped"] else PLAYING,
    }


def player_of(state: Json, code: str) -> Json | None:
    """One player with the player's row of the standings (null while it is to be revealed) and
    tables; None of a player who is not in the event."""
    if code not in state["players"]:
        return None
    rows = [row for row in standings_of(state) if row["player"] == code]
    return {
        **_player(code, state["players"][code]),
        "standing": rows[0] if rows else None,
        "tables": [table for table in tables_of(state) if code in _codes(table)],
        "results": [result for result in results_of(state) if code in _codes(result)],
    }


def rounds_of(state: Json) -> list[Json]:
    """The published rounds in order."""
    return [
        {
            "round": number,
            "status": item["status"],
            "published_at": item.get("published_at"),
            "drawn": item["drawn"],
            "draw": item.get("draw"),
            "seated_by_hand": item["seated_by_hand"],
            "tables": len(item["tables"]),
            "tables_finished": sum("result" in table for table in item["tables"].values()),
        }
        for number, item in _by_number(state["rounds"])
    ]


def tables_of(state: Json) -> list[Json]:
    """The tables of the published rounds in order, with who sits there."""
    return [
        {
            "round": number,
            "table": table,
            "status": FINISHED if "result" in found else OPEN,
            "seats": [
                {"seat": seat, **_person(state, line), "role": line.get("role") or None}
                for seat, line in _by_number(found["seats"])
            ],
        }
        for number, table, found in _tables(state)
    ]


FIGURES = ("place", "final", "before_retention", "retained", "circuit_income", "points", "outcome")


def results_of(state: Json) -> list[Json]:
    """The tables that have a result in order, with what it came to; points are exact (`7/2`)."""
    return [
        {
            "round": number,
            "table": table,
            "source": found["result"]["source"],
            "confirmed_at": found["result"].get("confirmed_at"),
            "revision": found["result"]["revision"],
            "under_review": found["result"]["under_review"],
            "abandoned": found["result"].get("abandoned"),
            "record": found["result"].get("record"),
            "log": found["result"].get("log"),
            "seats": [
                {
                    "seat": seat,
                    **_person(state, line),
                    "role": line.get("role") or None,
                    **{name: line.get(name) for name in FIGURES},
                }
                for seat, line in _by_number(found["seats"])
            ],
        }
        for number, table, found in _tables(state)
        if "result" in found
    ]


def standings_of(state: Json) -> list[Json]:
    """The rows of the standings in order; while places are being revealed, those that are."""
    rows = state["standings"]["rows"]
    ordered = sorted(rows, key=lambda code: int(rows[code]["position"]))
    found = _role_comparison(state)
    return [
        {
            "position": row["position"],
            "rank": row["rank"],
            **_person(state, {"player": code}),
            **{name: row[name] for name in ("points", "played", "wins", "final_cash")},
            "stage": row.get("stage", 0),
            "final_points": row.get("final_points"),
            "discarded": row.get("discarded", []),
            "tie_breaks": row["tie_breaks"],
            "roles": {role: _role(record) for role, record in found.players[code].items()},
            "penalties": _penalties(state, code),
        }
        for code in ordered
        if (row := rows[code])
    ]


def teams_of(state: Json) -> list[Json]:
    """The rows of the team standings in order; none in an event without, and while places are being
    revealed."""
    rows = state.get("teams", {}).get("rows", {})
    return [
        {
            "position": row["position"],
            "rank": row["rank"],
            "team": team,
            **{name: row[name] for name in ("points", "places", "best_place")},
            "counting": [
                _person(state, {"player": code}) for _order, code in _by_number(row["counting"])
            ],
        }
        for team, row in sorted(rows.items(), key=lambda item: int(item[1]["position"]))
    ]


def teams_head(state: Json) -> Json:
    """Return how many members of each team count."""
    return {"members_counted": state.get("teams", {}).get("members_counted", 0)}


PENALTY = ("kind", "round", "points", "places", "reason", "at")


def _penalties(state: Json, code: str) -> list[Json]:
    """Return what was decided against a player, in that order."""
    return [
        {name: found.get(name) for name in PENALTY}
        for _key, found in _by_number(state.get("penalties", {}))
        if found["player"] == code
    ]


def standings_head(state: Json) -> Json:
    """Return what the standings count, and from which place on they are shown."""
    standings = state["standings"]
    names = ("as_of", "tables_finished", "tables", "first_place")
    averages = {role: _role(record) for role, record in _role_comparison(state).event.items()}
    cuts = [
        {
            "round": cut.first_round,
            "made_at": state["cuts"][str(cut.first_round)]["made_at"],
            "finalists": list(cut.finalists),
            "left_out": list(cut.left_out),
        }
        for cut in cuts_of(state)
    ]
    return {**{name: standings.get(name) for name in names}, "cuts": cuts, "roles": averages}


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
            # With the state itself: no other one has its id while it is here.
            _comparisons[id(state)] = (state, found)
    return found


def _role(record: RoleRecord) -> Json:
    return {
        "rounds": record.rounds,
        "points": str(record.points),
        "final_cash": record.final_cash,
    }


def clocks_of(state: Json) -> list[Json]:
    """The clock of each round as a ledger, and what it said at its last step: who counts on from
    there knows what it says now."""
    length = int(state["event"]["length_minutes"]) * CLOCK_SECONDS
    return [
        {"round": number, "length": length, **_clock(item["clock"], length)}
        for number, item in _by_number(state["rounds"])
    ]


def _clock(ledger: Mapping[str, Json], length: int) -> Json:
    lines = [line for _number, line in _by_number(ledger)]
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
    return {
        "state": clock.state if clock else "waiting",
        "elapsed": clock.elapsed if clock else 0,
        "since": steps[-1].at.isoformat() if steps else None,
        "extra": extra,
        "ledger": [
            {name: line.get(name) for name in ("kind", "at", "table", "seconds")} for line in lines
        ],
    }


def _tables(state: Json) -> list[tuple[int, int, Json]]:
    return [
        (number, table, found)
        for number, item in _by_number(state["rounds"])
        for table, found in _by_number(item["tables"])
    ]


def _person(state: Json, line: Json) -> Json:
    person = state["players"][line["player"]]
    return {"player": line["player"], "name": person["name"], "club": person["club"]}


def _codes(item: Json) -> list[str]:
    return [seat["player"] for seat in item["seats"]]


def _by_number(items: Mapping[str, Any]) -> list[tuple[int, Any]]:
    return sorted(((int(n), item) for n, item in items.items()), key=lambda pair: pair[0])
