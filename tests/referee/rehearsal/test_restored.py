"""A server restored from a backup, in whose log the chief rules before the tablet is back."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random

import pytest

from referee.rehearsal.http_client import Faults, HttpClient
from referee.rehearsal.scripts import bots
from referee.rehearsal.tablet import ReplacedError, Tablet
from tests.serving import Server

MAKE = """
from referee.rehearsal.event import make_event, open_round
event = make_event(edition="us-2011", mode="two-hour", tables=1, by="test")
print(open_round(event=event, number=1, seed=1, by="test")[0][1])
"""
INVITE = """
from referee.devices.services import invite
from tournament.models import Table
print(invite(table=Table.objects.get(), by="test").code)
"""
RULE = """
from referee.log.chief import append_chief
from referee.models import GameLog
ruling = {"type": "ruling", "text": "The dice on the floor are thrown again."}
print(append_chief(game_id=GameLog.objects.get().pk, event=ruling, by="test"))
"""
DISCARD = """
from referee.log.chief import discard
from referee.models import SetAside
for entry in SetAside.objects.all():
    print(entry.reason, entry.events.count())
    discard(entry_id=entry.pk, decision="They are played again.", by="test")
"""
JUDGE = """
import json
from referee.models import GameLog, LoggedEvent, SetAsideEvent
print(json.dumps({
    "state": GameLog.objects.get().state,
    "rows": [[str(row.event_id), row.kind] for row in LoggedEvent.objects.order_by("seq")],
    "aside": [str(kept.event_id) for kept in SetAsideEvent.objects.all()],
}))
"""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.migrate()
    yield server
    server.kill()


def output_of(server: Server, script: str) -> str:
    done = server.manage("shell", "-v0", "-c", script)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def copy(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(source)) as live, closing(sqlite3.connect(target)) as kept:
        live.backup(kept)


def restore(server: Server, file: Path, backup: Path) -> None:
    """The database of the backup, and in it a ruling, before the tablet reaches the server."""
    server.kill()
    for ending in ("", "-wal", "-shm"):
        Path(f"{file}{ending}").unlink(missing_ok=True)
    copy(backup, file)
    assert output_of(server, RULE) == "()"
    server.start()


@pytest.mark.long
@pytest.mark.exhaustive
def test_a_tablet_takes_the_servers_log_and_goes_on(server: Server, tmp_path: Path) -> None:
    code = output_of(server, MAKE)
    (file,) = tmp_path.glob("*.sqlite3")
    backup = tmp_path / "backup"
    server.start()
    client = HttpClient(server.url, Faults(), Random(1))
    tablet = Tablet(client, lambda: code, Random(2), bots(Random(3), turns=30))
    steps = 0
    decided = ""

    def tell() -> None:
        nonlocal steps, decided
        steps += 1
        if steps == 10:
            copy(file, backup)
        if steps == 20:
            restore(server, file, backup)
        if tablet.outbox.handed_over and not decided:
            decided = output_of(server, DISCARD)

    tablet.run(tell)
    outcome = json.loads(output_of(server, JUDGE))
    assert (tablet.problem, tablet.confirmed, outcome["state"]) == ("", True, "confirmed")
    assert decided.startswith("diverged ")
    assert set(outcome["aside"]) == tablet.outbox.handed_over
    board = [event_id for event_id, kind in outcome["rows"] if kind != "chief"]
    recorded = [event["event_id"] for event in tablet.outbox.events]
    assert board == [event_id for event_id in recorded if event_id not in tablet.outbox.handed_over]
    assert server.manage("verify", "--all").returncode == 0


class _SwitchedOffError(Exception):
    pass


@pytest.mark.long
@pytest.mark.exhaustive
def test_a_tablet_that_lost_the_lease_takes_it_again_and_ends_the_game(server: Server) -> None:
    output_of(server, MAKE)
    server.start()

    def tablet(number: int) -> Tablet:
        client = HttpClient(server.url, Faults(), Random(number))
        code = partial(output_of, server, INVITE)
        return Tablet(client, code, Random(number), bots(Random(3), turns=10))

    first, second = tablet(1), tablet(2)
    steps = 0

    def switch_off() -> None:
        raise _SwitchedOffError

    def tell() -> None:
        nonlocal steps
        steps += 1
        if steps == 10:
            with pytest.raises(_SwitchedOffError):
                first.run(switch_off)

    with pytest.raises(ReplacedError):
        second.run(tell)
    second.reconcile()
    assert output_of(server, DISCARD) == "lease 1"
    second.write_here()
    outcome = json.loads(output_of(server, JUDGE))
    assert (second.confirmed, outcome["state"]) == (True, "confirmed")
    assert server.manage("verify", "--all").returncode == 0
