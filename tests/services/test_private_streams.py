"""Tablets and the chief's pages hear of what others wrote, within a second, in any process."""

import json
import time
from collections.abc import Iterator

import pytest

from tests.services.listening import Ear
from tests.serving import Server

pytestmark = pytest.mark.services

SECOND = 1.0
BEGIN = """
import json
from django.test import Client
from django.contrib.auth.models import User
from tests.accounts import signed_in, staff
from referee.log.table_setup import setup_of
from referee.models import GameLog
from tests.referee.log.test_append import send
from tests.referee.tables import golden, make_table, paired
from tournament.access import Action
tables = [make_table(golden("03")[0], slug=slug) for slug in ("open", "other")]
tablets = [paired(table) for table in tables]
second = paired(tables[0], "Second")
header = setup_of(GameLog.objects.get(pk=tablets[0].game)).header
send(tablets[0], *tablets[0].made_of({"type": "start", "header": header}))
client = signed_in(staff("chief", Action.ACT_AS_CHIEF, Action.SEE_EVENT))
print(json.dumps({
    "games": [str(one.game) for one in tablets],
    "tokens": [one.token for one in tablets],
    "second": [second.token, str(second.device.pk)],
    "cookie": "; ".join(f"{name}={one.value}" for name, one in client.cookies.items()),
}))
"""
PROLOGUE = """
import json, time
from uuid import UUID, uuid4
from tests.tournament.making import BY
from tests.referee.tables import golden
from referee.models import Device, GameLog
from tournament.models import Round, Table
from tournament import services
from tournament.services.clock import grant_extra, step_clock
from referee.devices.services import revoke
from referee.devices.paired import fresh_token
from referee.log.calls import open_call, claim_call
from referee.log.chief import append_chief
game = GameLog.objects.select_related("table__round__event").get(table__round__event__slug="open")
"""
EPILOGUE = "\nprint(json.dumps(time.time()))\n"


class Hall:
    """Two servers over one SQLite database, a tablet at each of two events, and a chief."""

    def __init__(self, servers: list[Server]) -> None:
        self.servers = servers
        done = servers[0].manage("shell", "-v0", "-c", BEGIN)
        assert done.returncode == 0, done.stderr
        self.made = json.loads(done.stdout.splitlines()[-1])
        self.game, self.other = self.made["games"]

    def write(self, statement: str) -> float:
        """Do this in a process of its own; the moment after it was committed."""
        done = self.servers[0].manage("shell", "-v0", "-c", PROLOGUE + statement + EPILOGUE)
        assert done.returncode == 0, done.stderr
        return float(json.loads(done.stdout.splitlines()[-1]))

    def tablet(self, server: int = 0, *, token: str = "", game: str = "") -> Ear:
        token = token or self.made["tokens"][0]
        path = f"/api/v1/games/{game or self.game}/live"
        return Ear(self.servers[server], path, Authorization=f"Bearer {token}")

    def page(self, server: int = 0, slug: str = "open") -> Ear:
        path = f"/organise/{slug}/chief/live"
        return Ear(self.servers[server], path, Cookie=self.made["cookie"])


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    data = tmp_path_factory.mktemp("hall")
    servers = [Server(data), Server(data)]
    assert servers[0].manage("migrate", "-v0").returncode == 0
    try:
        made = Hall(servers)
        for server in servers:
            server.start()
        yield made
    finally:
        for server in servers:
            server.kill()


CHANGES = {
    "the clock is started": 'step_clock(round_=game.table.round, step="start", by=BY)',
    "the clock is paused": 'step_clock(round_=game.table.round, step="pause", by=BY)',
    "more time is granted": 'grant_extra(table=game.table, seconds=60, by=BY, reason="Spilt")',
    "the table calls": """
open_call(device=game.devices.first(), call_id=uuid4(), topic="rules", note="")
""",
    "the chief answers a call": """
call = open_call(device=game.devices.first(), call_id=uuid4(), topic="rules", note="")
claim_call(call_id=call.pk, by=BY)
""",
    "the chief rules": """
assert not append_chief(game_id=game.pk, event={"type": "ruling", "text": "So."}, by=BY)
""",
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_heard_within_a_second_in_both_servers(hall: Hall, what: str) -> None:
    ears = [hall.tablet(0), hall.tablet(1), hall.page(0), hall.page(1)]
    elsewhere = hall.tablet(1, token=hall.made["tokens"][1], game=hall.other)
    for ear in (*ears, elsewhere):
        ear.first("ready")
    began = time.time()
    done = hall.write(CHANGES[what])
    for ear in ears:
        end = time.monotonic() + 5
        while not ear.since(began):
            assert time.monotonic() < end, (what, ear.heard)
            time.sleep(0.01)
        at = min(at for at, name, _data in ear.heard if at >= began and name != "beat")
        assert at - done < SECOND, what
    assert elsewhere.since(began) == []
    for ear in (*ears, elsewhere):
        ear.close()


@pytest.mark.parametrize("server", [0, 1])
def test_while_nothing_happens_only_beats_come(hall: Hall, server: int) -> None:
    ear = hall.tablet(server)
    began = ear.first("ready")
    assert ear.heard[0][2] == {"poll_ms": 10_000}
    time.sleep(5)
    assert ear.since(began) == ["ready"]
    assert len(ear.heard) in (3, 4)
    ear.close()


def test_a_fresh_token_and_a_revocation_close_the_channel_within_a_second(hall: Hall) -> None:
    token, device = hall.made["second"]
    stays = hall.tablet()
    for statement in (
        f'd = Device.objects.get(pk="{device}"); print(fresh_token(device=d, game=game).token)',
        f'revoke(device_id=UUID("{device}"), by=BY)',
    ):
        ears = [hall.tablet(server, token=token) for server in (0, 1)]
        for ear in ears:
            ear.first("ready")
        done = hall.servers[0].manage("shell", "-v0", "-c", PROLOGUE + statement + EPILOGUE)
        assert done.returncode == 0, done.stderr
        *printed, at = done.stdout.splitlines()
        for ear in ears:
            assert ear.end() - json.loads(at) < SECOND
        assert hall.tablet(token=token).status in (401, 403)
        token = printed[-1] if printed else token
    assert stays.ended_at is None
    stays.close()
