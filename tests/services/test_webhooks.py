"""A sender of webhooks is killed again and again: its receiver, which drops, loses and refuses
messages, gets every one of them."""

import json
import os
from pathlib import Path

import pytest

from tests.migrated import new_postgres
from tests.serving import Server

pytestmark = pytest.mark.services
KILLED = "from tests.services.webhooks_killed import main; main({kills})"


@pytest.mark.parametrize("kills", [5, pytest.param(100, marks=pytest.mark.exhaustive)])
def test_every_message_arrives_however_often_the_sender_is_killed(
    tmp_path: Path, kills: int
) -> None:
    # A database of its own: other tests fill and empty theirs meanwhile.
    database = new_postgres(f"webhooks_{kills}") if os.environ.get("DATABASE_URL") else ""
    server = Server(tmp_path, database=database)
    server.migrate()
    done = server.manage("shell", "-v0", "-c", KILLED.format(kills=kills))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert (found["waiting"], found["off"], found["unsigned"]) == (0, "", 0)
    assert set(found["received"]) == set(found["written"])
    assert len(found["written"]) == kills
    assert found["deaths"] >= kills / 2
    assert len(found["received"]) > kills, "lost answers have messages sent again"
