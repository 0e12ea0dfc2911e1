"""Projected standings, as if time were called now at every running table.

The functions are pure. The standings are computed from the event's public state alone.
"""

from fractions import Fraction
from typing import Any

from scoring.competition.finals import Cut
from scoring.competition.penalties import Penalty
from scoring.competition.scheme import Scheme, SeatScore, TableScore
from scoring.competition.seat_outcomes import DISQUALIFIED
from scoring.competition.standings import Standings, rank
from scoring.competition.teams import Member, rank_teams

Json = dict[str, Any]


def projected_standings(state: Json) -> Json:
    """Return the projected standings: rows by players' codes.

    Each row has `position` (1 is the first), `rank` and `points`. `tables` is the number of
    running tables included, and `teams` has the same rows by name, if the event shows team
    standings. {} if no table runs or nothing is estimated.
    """
    running = [
        _expected_score(int(number), int(table), board["players"])
        for number, boards in state["boards"].items()
        for table, board in boards.items()
        if all("expected" in player for player in board["players"].values())
    ]
    if not running:
        return {}
    codes = sorted(state["players"], key=lambda code: int(state["players"][code]["seed"]))
    scores = [*official_scores(state), *running]
    ranked = rank(codes, scores, scheme_of(state), penalties_of(state), cuts_of(state))
    return {
        "tables": len(running),
        "rows": {
            row.player: {
                "position": position,
                "rank": row.rank,
                "points": str(row.points if row.final_points is None else row.final_points),
            }
            for position, row in enumerate(ranked.rows, start=1)
        },
        **({"teams": _teams(state, ranked)} if "teams" in state else {}),
    }


def _teams(state: Json, ranked: Standings) -> Json:
    """Return the teams by the points of the rounds before the finals.

    Team standings count these rounds.
    """
    players = state["players"]
    out = {penalty.player for penalty in penalties_of(state) if penalty.disqualified}
    members = [
        Member(row.player, team, row.rank, row.points, row.player in out)
        for row in ranked.rows
        if (team := players[row.player].get("team"))
    ]
    counted = state["event"].get("members_counted")
    teams = rank_teams(members, players=len(players), members_counted=counted)
    return {
        row.team: {"position": position, "rank": row.rank, "points": str(row.points)}
        for position, row in enumerate(teams.rows, start=1)
    }


def scheme_of(state: Json) -> Scheme:
    """Return the event's scoring scheme."""
    event = state["event"]
    return Scheme(
        tuple(event["points_by_place"]),
        tuple(event["tie_breaks"]),
        event.get("lot_seed", ""),
        event.get("discards", 0),
        event.get("least_counting", 1),
        event.get("corrects_roles", False),
    )


def official_scores(state: Json) -> list[TableScore]:
    """Return the tables with results, in the form that standings are computed from."""
    return [
        TableScore(
            int(number),
            int(table),
            tuple(
                SeatScore(
                    seat["player"],
                    seat["role"],
                    seat["place"],
                    seat.get("final", 0),
                    seat.get("outcome", ""),
                )
                for seat in found["seats"].values()
            ),
        )
        for number, item in state["rounds"].items()
        for table, found in item["tables"].items()
        if "result" in found
    ]


def penalties_of(state: Json) -> list[Penalty]:
    """Return the penalties in the form that standings are computed from."""
    return [
        Penalty(
            player=found["player"],
            points=Fraction(found.get("points", 0)),
            places=found.get("places", 0),
            disqualified=found["kind"] == DISQUALIFIED,
            round=found.get("round"),
        )
        for found in state.get("penalties", {}).values()
    ]


def cuts_of(state: Json) -> list[Cut]:
    """Return the cuts to the finals, in the order of their rounds."""
    made = sorted((int(number), found) for number, found in state.get("cuts", {}).items())
    return [
        Cut(number, _in_order(found["finalists"]), _in_order(found["left_out"]))
        for number, found in made
    ]


def _in_order(codes: Json) -> tuple[str, ...]:
    return tuple(codes[place] for place in sorted(codes, key=int))


def _expected_score(number: int, table: int, players: Json) -> TableScore:
    seats = tuple(
        SeatScore(code, player["role"], player["place"], player["expected"])
        for code, player in players.items()
    )
    return TableScore(number, table, seats)
