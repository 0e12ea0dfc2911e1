"""The facts of messages: news in a new public version of an event.

A message repeats only what the public document has, so that nothing hidden, frozen or
unrevealed can get into one. Players are named by their codes, announcements by their keys:
the words are looked up when a message is sent, and no copy of them has to be erased.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tournament.models import Round, WebhookMessage

Json = dict[str, Any]
Kind = WebhookMessage.Kind
MAX_TABLES = 20
"""The most tables whose results one message has; more get further messages."""
MAX_ROWS = 10
"""The rows of the standings in a message, from the best place shown."""


class Fact(NamedTuple):
    """Something that has become public, of one kind."""

    kind: str
    facts: Json


def new_facts(before: Json, after: Json) -> list[Fact]:
    """Return the facts that `after` tells and `before` did not.

    There are none where one of them is hidden: what was there before an event became public is
    no news.
    """
    if not before or not after:
        return []
    return [
        *_of_rounds(before["rounds"], after["rounds"]),
        *_of_standings(before["standings"], after["standings"]),
        *_of_announcements(before["announcements"], after["announcements"]),
        *_of_the_end(before, after),
    ]


def facts_left(kind: str, facts: Json, newest: Json) -> Json:
    """Return the facts of a message that the newest document still tells.

    They are {} if nothing is left. Results and standings are those of now, so that nothing goes
    out that is hidden again.
    """
    if kind == Kind.RESULT:
        return _results_left(facts, newest["rounds"].get(str(facts["round"]), {}).get("tables", {}))
    if kind == Kind.STANDINGS:
        return _told_of(newest["standings"]) if newest["standings"]["tables_finished"] else {}
    if kind == Kind.FINISHED and not _is_over(newest):
        return {}
    return facts


def _results_left(facts: Json, tables: Json) -> Json:
    numbers = [each["table"] for each in facts["results"]]
    found = [
        {"table": number, **result}
        for number in numbers
        if (result := _result(tables.get(str(number), {})))
    ]
    return {**facts, "results": found} if found else {}


def _of_rounds(before: Json, after: Json) -> Iterator[Fact]:
    for number, round_ in sorted(after.items(), key=lambda item: int(item[0])):
        known = before.get(number)
        about = {"round": int(number)}
        if known is None:
            starts = {"starts_at": round_["starts_at"]} if round_.get("starts_at") else {}
            yield Fact(Kind.DRAW, {**about, "tables": len(round_["tables"]), **starts})
        if _starts(round_) > _starts(known or {}):
            yield Fact(Kind.STARTED, about)
        yield from _of_results(about, (known or {}).get("tables", {}), round_["tables"])
        if _has_ended(round_) and not _has_ended(known or {}):
            yield Fact(Kind.ENDED, about)


def _starts(round_: Json) -> int:
    return sum(line["kind"] == "start" for line in round_.get("clock", {}).values())


def _has_ended(round_: Json) -> bool:
    return bool(round_.get("status") == Round.Status.FINISHED)


def _of_results(about: Json, before: Json, after: Json) -> Iterator[Fact]:
    """Yield the results that are new or other than before, some tables at a time."""
    found = [
        {"table": int(number), **result}
        for number, table in sorted(after.items(), key=lambda item: int(item[0]))
        if (result := _result(table)) and result != _result(before.get(number, {}))
    ]
    for first in range(0, len(found), MAX_TABLES):
        yield Fact(Kind.RESULT, {**about, "results": found[first : first + MAX_TABLES]})


def _result(table: Json) -> Json:
    """Return a table's result as messages have it.

    It is {} while there is none, or while it is reviewed.
    """
    result = table.get("result")
    if result is None or result["under_review"]:
        return {}
    seats = [
        {"player": seat["player"], **{name: seat[name] for name in _FIGURES if name in seat}}
        for _order, seat in sorted(table["seats"].items(), key=lambda item: int(item[0]))
    ]
    abandoned = {"abandoned": True} if result.get("abandoned") else {}
    return {"revision": result["revision"], **abandoned, "seats": seats}


_FIGURES = ("place", "final", "points")


def _of_standings(before: Json, after: Json) -> Iterator[Fact]:
    if not after["tables_finished"] or _ranks(before) == _ranks(after):
        return
    yield Fact(Kind.STANDINGS, _told_of(after))


def _told_of(standings: Json) -> Json:
    rows = sorted(standings["rows"].items(), key=lambda item: int(item[1]["position"]))
    return {
        "first_place": standings["first_place"],
        "tables_finished": standings["tables_finished"],
        "tables": standings["tables"],
        "rows": [
            {"player": code, "rank": row["rank"], "points": row["points"]}
            for code, row in rows[:MAX_ROWS]
        ],
    }


def _ranks(standings: Json) -> tuple[int, dict[str, tuple[int, str]]]:
    rows = standings["rows"].items()
    ranks = {code: (row["rank"], row["points"]) for code, row in rows if row["played"]}
    return standings["first_place"], ranks


def _of_announcements(before: Json, after: Json) -> Iterator[Fact]:
    """Yield the announcements that were sent since.

    The document has only the newest: when one is withdrawn, an older one comes in again.
    """
    oldest = min((each["at"] for each in before.values()), default="")
    for key, each in sorted(after.items(), key=lambda item: item[1]["at"]):
        if key not in before and each["at"] > oldest:
            yield Fact(Kind.ANNOUNCEMENT, {"announcement": int(key)})


def _of_the_end(before: Json, after: Json) -> Iterator[Fact]:
    if _is_over(after) and not _is_over(before):
        yield Fact(Kind.FINISHED, {"rounds": len(after["rounds"])})


def _is_over(state: Json) -> bool:
    """Return whether nothing more will follow, and no place waits to be revealed."""
    event = state["event"]
    if event.get("frozen_at") and event.get("revealed_to") != 1:
        return False
    ended = sum(_has_ended(round_) for round_ in state["rounds"].values())
    return "closed_at" in event or bool(ended >= event["number_of_rounds"])
