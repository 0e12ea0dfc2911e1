"""A client of Treasurer's public interface, typed, in the standard library alone: copy it.

    python public_client.py https://play.example.org spring-open-2026

`docs/public-api.md` tells of the interface. The tests run this file against a running server, check
it with `mypy --strict`, and hold its types to the interface.
"""

from __future__ import annotations

import json
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any, Generic, Literal, TypedDict, TypeVar, cast
from urllib.parse import urlencode

# Types, made by tools/public_client.py.


class ListedEvent(TypedDict):
    """An event in the list of events."""

    slug: str
    name: str
    starts_on: str
    ends_on: str
    venue: str
    edition: str
    mode: Literal["two-hour", "A", "B"]
    players: int
    number_of_rounds: int
    rounds_published: int
    rounds_finished: int
    status: Literal["upcoming", "running", "finished"]
    called_off: Literal["cancelled", "postponed"] | None


class RoleRecord(TypedDict):
    """The total results of the rounds in one role."""

    rounds: int
    points: str
    final_cash: int


class Penalty(TypedDict):
    """A decision against a player."""

    kind: Literal["caution", "points", "places", "no-show", "lost-table", "disqualified"]
    reason: str
    at: str
    round: int | None
    points: str | None
    places: int | None


class Standing(TypedDict):
    """A row of the standings."""

    player: str
    name: str
    club: str
    position: int
    rank: int
    points: str
    played: int
    wins: int
    final_cash: int
    tie_breaks: dict[str, str]
    roles: dict[str, RoleRecord]
    penalties: list[Penalty]
    stage: int
    final_points: str | None
    discarded: list[int]
    corrections: dict[str, str]


class ResultSeat(TypedDict):
    """One player's line of a result in the public interface."""

    player: str
    name: str
    club: str
    seat: int
    role: Literal["competitor", "monopolist"] | None
    place: int
    final: int
    points: str
    before_retention: int | None
    retained: int | None
    circuit_income: int | None
    outcome: Literal["no-show", "disqualified", "walk-over", "abandoned"] | None


class LogEnd(TypedDict):
    """The end of a table's log: the hash covers all its events."""

    events: int
    head: str


class Result(TypedDict):
    """A table that has a result."""

    source: Literal["log", "record", "paper"]
    revision: int
    under_review: bool
    round: int
    table: int
    seats: list[ResultSeat]
    confirmed_at: str | None
    abandoned: str | None
    record: str | None
    log: LogEnd | None
    turning_points: int | None


# End of what is made.

Item = TypeVar("Item")


class Page(TypedDict, Generic[Item]):
    """A page of a list; `next` is the cursor of the one after it."""

    items: list[Item]
    next: str | None


class Client:
    """Asks one server. Answers are kept with their tags: what did not change is not sent again.

    Raises `urllib.error.HTTPError` for what is refused; its body, problem details, says why.
    """

    def __init__(self, server: str, key: str = "", patience: int = 3) -> None:
        self._base = server.rstrip("/") + "/api/v1/public"
        self._headers = {"Accept": "application/json"} | ({"X-Api-Key": key} if key else {})
        self._patience = patience
        self._kept: dict[str, tuple[str, Any]] = {}

    def events(self, **filters: str | int) -> Iterator[ListedEvent]:
        """The published events, the latest first."""
        return cast("Iterator[ListedEvent]", self._items("/events", filters))

    def standings(self, slug: str, **filters: str | int) -> Iterator[Standing]:
        """The standings of an event, or the rows of one `player` or `club`."""
        return cast("Iterator[Standing]", self._items(f"/events/{slug}/standings", filters))

    def results(self, slug: str, **filters: str | int) -> Iterator[Result]:
        """The results of an event, or those of a `round`, `table`, `player` or `club`."""
        return cast("Iterator[Result]", self._items(f"/events/{slug}/results", filters))

    def _items(self, path: str, filters: dict[str, str | int]) -> Iterator[Any]:
        """The items of all pages."""
        query: dict[str, str | int] = {"limit": 200, **filters}
        while True:
            page: Page[Any] = self.get(f"{path}?{urlencode(query)}")
            yield from page["items"]
            if page["next"] is None:
                return
            query["cursor"] = page["next"]

    def get(self, path: str) -> Any:
        """One answer; asked again after `Retry-After` seconds where the server is busy."""
        tag, kept = self._kept.get(path, ("", None))
        headers = self._headers | ({"If-None-Match": tag} if tag else {})
        request = urllib.request.Request(self._base + path, headers=headers)
        for attempt in range(self._patience + 1):
            try:
                with urllib.request.urlopen(request, timeout=20) as answer:
                    found = json.load(answer)
                    self._kept[path] = answer.headers["ETag"], found
                    return found
            except urllib.error.HTTPError as error:
                if error.code == 304:
                    return kept
                if error.code not in (429, 503) or attempt == self._patience:
                    raise
                time.sleep(min(60, int(error.headers.get("Retry-After", "1"))))
        raise AssertionError


def main(server: str, slug: str) -> None:
    """Print the standings of an event."""
    for row in Client(server).standings(slug):
        print(f"{row['rank']:>4}  {row['name']:<30} {row['points']:>6}")


if __name__ == "__main__":
    main(*sys.argv[1:])
