"""Tablets and a chief's page that listen: what was made for them, and what others write."""

import json
from typing import Any

from tests.services.listening import Door, Ear
from tests.serving import Server

BEGIN = """
import json
from django.test import Client
from django.contrib.auth.models import User
from tests.accounts import signed_in, staff
from referee.devices.services import invite
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
    "code": invite(table=make_table(golden("03")[0], slug="third"), by="test").code,
    "cookie": "; ".join(f"{name}={one.value}" for name, one in client.cookies.items()),
}))
"""
PROLOGUE = """
import json, time
from uuid import UUID, uuid4
from django.contrib.auth.models import User
from tests.tournament.making import BY
from tests.referee.tables import golden
from referee.models import Device, GameLog
from tournament.models import Round, Table
from tournament.rounds.services.clock import grant_extra, step_clock
from referee.devices.services import revoke
from referee.devices.paired import renew_token
from referee.log.calls import open_call, claim_call
from referee.log.chief import append_chief
game = GameLog.objects.select_related("table__round__event").get(table__round__event__slug="open")
"""
EPILOGUE = "\nprint(json.dumps(time.time()))\n"


class Hall:
    """A tablet at each of two events, and a chief, who come in by any of the `doors` to the data of
    a server."""

    def __init__(self, server: Server, *doors: Door) -> None:
        self._server = server
        self._doors = doors
        self.made: dict[str, Any] = json.loads(self._shell(BEGIN)[-1])
        self.game, self.other = self.made["games"]

    def write(self, statement: str) -> float:
        """Do this in a process of its own; the moment after it was committed."""
        return self.written(statement)[1]

    def written(self, statement: str) -> tuple[list[str], float]:
        """The same, and the lines that it printed."""
        *printed, at = self._shell(PROLOGUE + statement + EPILOGUE)
        return printed, float(json.loads(at))

    def _shell(self, program: str) -> list[str]:
        done = self._server.manage("shell", "-v0", "-c", program)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    def tablet(self, door: int = 0, *, token: str = "", game: str = "") -> Ear:
        token = token or self.made["tokens"][0]
        path = f"/api/v1/games/{game or self.game}/live"
        return Ear(self._doors[door], path, Authorization=f"Bearer {token}")

    def page(self, door: int = 0, slug: str = "open") -> Ear:
        path = f"/organise/{slug}/chief/live"
        return Ear(self._doors[door], path, Cookie=self.made["cookie"])
