"""A short evening whose clients tell their histories, in this process: two tables, one of which is
taken over by a second tablet; an answer is lost, and something goes to the chief."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from django.test import Client

from benchmarks.faults.history import History, TellingClient, export_logs, tell_of
from referee.devices.services import invite
from referee.engine import Game
from referee.journal.record import events_of_record
from referee.rehearsal.http_client import Answer, Faults
from referee.rehearsal.scripts import recorded_script
from referee.rehearsal.tablet import Tablet
from tests.referee.tables import golden, make_table
from tournament.models import Table

TABLES = ("22", "33")
Json = dict[str, Any]


class InProcess(TellingClient):
    """Requests without a network; the answer to each of the `vain` ones is lost."""

    vain: frozenset[int] = frozenset()

    def _exchange(self, method: str, path: str, body: Any) -> Answer:
        told = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        text = "" if body is None else json.dumps(body)
        answer = Client(headers=told).generic(method, path, text, content_type="application/json")
        if self._asked in self.vain:
            raise OSError("lost")
        return Answer(answer.status_code, answer.json(), 0.0)


class SwitchedOffError(Exception):
    """The tablet died."""


def play(folder: Path) -> None:
    """Play it, and write the histories and the logs."""
    games = set()
    for name in TABLES:
        lines = golden(name)
        table = make_table(lines[0], slug=f"open-{name}")
        with History(folder, f"seat-{name}") as history:
            games |= {each.game for each in _play_table(table, lines, history)}
    with History(folder, "strikes") as strikes:
        strikes.write("strike", kind="web", until=time.monotonic())
    export_logs(folder, games)


def _play_table(table: Table, lines: list[Json], history: History) -> list[Tablet]:
    name = str(table.round.event.slug)
    first, second = (_tablet(table, lines, history, f"{name}/{number}") for number in (0, 1))
    with suppress(SwitchedOffError):
        first.run(_dying(first))
    second.run(lambda: None)
    first.reconcile()
    second.reconcile()
    return [first, second]


def _tablet(table: Table, lines: list[Json], history: History, who: str) -> Tablet:
    client = InProcess("http://localhost", Faults(), Random(who))
    client.vain = frozenset({7, 11})
    header, *events = events_of_record(lines)

    def script(game: Game, played: int) -> Iterator[Json]:
        yield {"type": "note", "text": "Дождь"}
        yield from recorded_script(events)(game, played)

    tablet = Tablet(
        client.tell(history, who),
        lambda: str(invite(table=table, by="test").code),
        Random(who),
        script,
        header["header"],
        first_wait=0.001,
    )
    tell_of(tablet, client, lambda: 0.0)
    return tablet


def _dying(tablet: Tablet) -> Callable[[], None]:
    """Return what ends the tablet after nine events, of which the last three found no network."""
    left = 9

    def tell() -> None:
        nonlocal left
        left -= 1
        if left == 3:
            tablet.lose_network(3)
        if left == 0:
            raise SwitchedOffError

    return tell
