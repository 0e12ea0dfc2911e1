"""The histories of a fault run: what each client asked and was answered, line by line.

They are taken where requests leave a tablet and answers reach it, not from what the tablet thinks
of them. `benchmarks.faults.history_check` reads them.
"""

import datetime as dt
import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Self

from benchmarks.faults.history_check.hashing import event_digest
from referee.rehearsal.http_client import Answer, HttpClient, RequestLostError
from referee.rehearsal.outbox import Outbox
from referee.rehearsal.tablet import Tablet

GAMES = "/api/v1/games/"
KINDS = {"events": "append", "log": "read", "": "bootstrap", "set-aside": "hand-over"}


class History:
    """A file of one writer's lines; each has the time, on a clock that all here share."""

    def __init__(self, folder: Path, name: str) -> None:
        self._file = (folder / f"{name}.jsonl").open("a", encoding="utf-8")
        self._lock = threading.Lock()

    def write(self, do: str, **values: Any) -> None:
        """Write one line."""
        with self._lock:
            line = {"do": do, "t": round(time.monotonic(), 6), **values}
            self._file.write(json.dumps(line, separators=(",", ":")) + "\n")

    def close(self) -> None:
        """Write what is left."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class TellingClient(HttpClient):
    """A tablet's requests, each told to its history as `who`."""

    history: History
    who = ""
    _asked = 0

    def tell(self, history: History, who: str) -> Self:
        """Tell this history of everything from now on."""
        self.history, self.who = history, who
        return self

    def request(self, method: str, path: str, body: Any = None) -> Answer:
        """Send a request as a tablet does, and tell of it and of what came."""
        self._asked += 1
        told = {"who": self.who, "n": self._asked}
        self.history.write("ask", **told, **question_of(path, body))
        try:
            answer = super().request(method, path, body)
        except RequestLostError:
            self.history.write("lost", **told)
            raise
        decided = decision_of(answer.body) if answer.status in {200, 201} else {}
        self.history.write("answer", **told, status=answer.status, **decided)
        return answer


class TellingOutbox(Outbox):
    """An outbox that tells of each event before anything is sent."""

    def tell(self, client: TellingClient, tablet: Tablet, turned: Callable[[], float]) -> Self:
        """Tell the client's history, for this tablet; by how much its clock is `turned`."""
        self._client, self._tablet, self._turned = client, tablet, turned
        return self

    def record(self, event: dict[str, Any]) -> None:
        """Keep one event, and tell that it was shown as recorded."""
        super().record(event)
        made = self.events[-1]
        at = dt.datetime.fromisoformat(made["at"]) + dt.timedelta(seconds=self._turned())
        made["at"] = at.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        self._client.history.write(
            "record",
            who=self._client.who,
            game=self._tablet.game,
            event_id=made["event_id"],
            salt=made["salt"],
            what=event_digest(made["at"], event),
        )


def tell_of(
    tablet: Tablet, client: TellingClient, turned: Callable[[], float] = lambda: 0.0
) -> None:
    """Have a tablet that was just made tell of the events that it records."""
    box = TellingOutbox(tablet.random).tell(client, tablet, turned)
    tablet.outbox = tablet.exchange.outbox = box


def question_of(path: str, body: Any) -> dict[str, Any]:
    """Return what a request asks, as histories have it."""
    if not path.startswith(GAMES):
        return {"kind": "pair", "game": ""}
    game, _, rest = path.removeprefix(GAMES).partition("/")
    name, _, query = rest.partition("?")
    asked: dict[str, Any] = {"kind": KINDS.get(name, name), "game": game}
    if name == "log":
        asked["after"] = int(query.removeprefix("after=").partition("&")[0])
    if isinstance(body, dict) and "events" in body:
        asked["events"] = [
            (each["event_id"], event_digest(each["at"], each["event"])) for each in body["events"]
        ]
    return asked


def decision_of(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return what an answer says of the log."""
    told: dict[str, Any] = {}
    if "results" in body:
        told["results"] = [_result(each) for each in body["results"]]
    if "rows" in body or "log" in body:
        told["rows"] = [_row(each) for each in body.get("rows", body.get("log"))]
    if "head" in body:
        told["head"] = [body["head"]["seq"], body["head"]["hash"]]
    if "set_aside" in body:
        told["aside"] = [_entry(each) for each in body["set_aside"]]
    if "token" in body:
        told |= {"device": body["device"]["id"], "paired": body["game"]}
    return told | {"state": body["state"]} if "state" in body else told


def _result(given: Mapping[str, Any]) -> tuple[Any, ...]:
    keys = ("event_id", "verdict", "seq", "hash")
    return (*map(given.get, keys), bool(given.get("set_aside")))


def _row(given: Mapping[str, Any]) -> tuple[Any, ...]:
    keys = ("seq", "hash", "previous_hash", "event_id", "device")
    return (*(given[key] for key in keys), event_digest(given["at"], given["event"]))


def _entry(given: Mapping[str, Any]) -> tuple[Any, ...]:
    return given["id"], given["events"], given["state"]


ROWS = {
    "game": "game_id",
    "seq": "seq",
    "event_id": "event_id",
    "kind": "kind",
    "device": "device_id",
    "user": "user_id",
    "at": "at",
    "digest": "digest",
    "event": "event",
    "private": "private",
    "previous": "previous_hash",
    "hash": "hash",
    "epoch": "lease_epoch",
}


def export_logs(folder: Path, games: Iterable[str]) -> None:
    """Write the server's logs of these games as its tables have them."""
    from referee.models import GameLog, LoggedEvent, SetAside

    with History(folder, "server") as server:
        for game in GameLog.objects.filter(pk__in=list(games)):
            key, head = str(game.pk), [game.head_seq, game.head_hash]
            server.write("game", game=key, state=game.state, head=head)
            rows = LoggedEvent.objects.filter(game=game).order_by("seq")
            for row in rows.values_list(*ROWS.values()).iterator():
                server.write("row", **dict(zip(ROWS, map(_plain, row), strict=True)))
            for entry in SetAside.objects.filter(game=game):
                events = [str(each) for each in entry.events.values_list("event_id", flat=True)]
                server.write(
                    "aside", entry=str(entry.pk), game=key, state=entry.state, events=events
                )


def _plain(value: Any) -> Any:
    return value if value is None or isinstance(value, int) else str(value)
