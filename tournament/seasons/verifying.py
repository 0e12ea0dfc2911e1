"""Whether a season's table follows from the published results of its events. Pure.

Who is one person cannot be told from results: that is taken as the document says.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from scoring.competition.season import EventScore, rank_season
from scoring.competition.standings import rank
from tournament.seasons.event_results import EventResults, EventRow, results_of, season_points
from tournament.standings.selectors.projected import (
    cuts_of,
    official_scores,
    penalties_of,
    scheme_of,
)

Json = Mapping[str, Any]
Fault = tuple[str, str]
"""A place where two values differ, and both."""


def faults_of(document: Json, states: Mapping[str, dict[str, Any]]) -> Iterator[Fault]:
    """Yield each fault of a season's document.

    A fault is a value that does not follow from the events' public states. `states` are those
    of the events that count, by their addresses.
    """
    results = {}
    for slug, state in states.items():
        yield from _faults_of_standings(slug, state)
        results[slug] = results_of(state)
    yield from _faults_of_points(document, results)
    yield from _faults_of_ranks(document)


def _faults_of_standings(slug: str, state: dict[str, Any]) -> Iterator[Fault]:
    """Rank an event's players by its tables again."""
    codes = sorted(state["players"], key=lambda code: int(state["players"][code]["seed"]))
    again = rank(
        codes, official_scores(state), scheme_of(state), penalties_of(state), cuts_of(state)
    )
    told = state["standings"]["rows"]
    for row in again.rows:
        own = told.get(row.player, {})
        wanted, given = (row.rank, str(row.points)), (own.get("rank"), own.get("points"))
        if wanted != given:
            yield f"{slug}/{row.player}", f"{given} ≠ {wanted}"


def _faults_of_points(document: Json, results: Mapping[str, EventResults]) -> Iterator[Fault]:
    """Compare each player's points in each event; yield the differences.

    Everybody who played must be there once.
    """
    wanted = {
        (slug, row.code): (row.rank, str(points))
        for slug, found in results.items()
        for row, points in zip(found.rows, _points(document, found.rows), strict=True)
    }
    given = [
        ((each["event"], each["player"]), (each["rank"], each["points"]))
        for row in document["rows"]
        for each in row["results"]
    ]
    told = dict(given)
    for key in sorted(wanted.keys() | told.keys()):
        if wanted.get(key) != told.get(key):
            yield "/".join(key), f"{told.get(key)} ≠ {wanted.get(key)}"
    if len(told) < len(given):
        yield document["slug"], f"{len(given)} ≠ {len(told)}"


def _points(document: Json, rows: tuple[EventRow, ...]) -> list[Fraction]:
    return season_points(
        rows, points_from=document["points_from"], by_place=document["points_by_place"]
    )


def _faults_of_ranks(document: Json) -> Iterator[Fault]:
    """Rank the players by their points in the events again."""
    scores = {
        row["player"]: [
            EventScore(
                each["event"],
                Fraction(each["points"]),
                each["rank"] == 1 and not each["disqualified"],
                each["disqualified"],
            )
            for each in row["results"]
        ]
        for row in document["rows"]
    }
    told = {row["player"]: row for row in document["rows"]}
    for again in rank_season(scores, document["best"] or 0):
        row = told[again.player]
        counted = sorted(each["event"] for each in row["results"] if each["counts"])
        given = (row["rank"], row["points"], counted)
        wanted = (again.rank, str(again.points), sorted(each.event for each in again.counted))
        if given != wanted:
            yield again.player, f"{given} ≠ {wanted}"
