"""Tablets and the chief's pages hear of what others wrote, at once, in any process."""

import time
from collections.abc import Iterator

import pytest

from tests.services.listening import AT_ONCE
from tests.services.private_hall import Hall
from tests.serving import Server

pytestmark = pytest.mark.services


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    data = tmp_path_factory.mktemp("hall")
    servers = [Server(data), Server(data)]
    servers[0].migrate()
    try:
        made = Hall(servers[0], *servers)
        for server in servers:
            server.start()
        yield made
    finally:
        for server in servers:
            server.kill()


CHANGES = {
    "the clock is started and paused": [
        'step_clock(round_=game.table.round, step="start", by=BY)',
        'step_clock(round_=game.table.round, step="pause", by=BY)',
    ],
    "more time is granted": ['grant_extra(table=game.table, seconds=60, by=BY, reason="Spilt")'],
    "the table calls": [
        'open_call(device=game.devices.first(), call_id=uuid4(), topic="rules", note="")'
    ],
    "the chief answers a call": [
        """
call = open_call(device=game.devices.first(), call_id=uuid4(), topic="rules", note="")
claim_call(call_id=call.pk, by=BY)
"""
    ],
    "the chief rules": [
        'assert not append_chief(game_id=game.pk, event={"type": "ruling", "text": "So."}, by=BY)'
    ],
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_heard_at_once_in_both_servers(hall: Hall, what: str) -> None:
    ears = [hall.tablet(0), hall.tablet(1), hall.page(0), hall.page(1)]
    elsewhere = hall.tablet(1, token=hall.made["tokens"][1], game=hall.other)
    for ear in (*ears, elsewhere):
        ear.first("ready")
    for change in CHANGES[what]:
        began = time.time()
        done = hall.write(change)
        for ear in ears:
            assert ear.change(began) - done < AT_ONCE, change
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
    # A beat every two seconds.
    assert 2 <= len(ear.heard) <= 2 + (time.time() - began) / 2
    ear.close()


def test_a_fresh_token_and_a_revocation_close_the_channel_at_once(hall: Hall) -> None:
    token, device = hall.made["second"]
    stays = hall.tablet()
    for statement in (
        f'd = Device.objects.get(pk="{device}"); print(renew_token(device=d, game=game).token)',
        f'revoke(device_id=UUID("{device}"), by=BY)',
    ):
        ears = [hall.tablet(server, token=token) for server in (0, 1)]
        for ear in ears:
            ear.first("ready")
        printed, at = hall.written(statement)
        for ear in ears:
            assert ear.end() - at < AT_ONCE
        assert hall.tablet(token=token).status in (401, 403)
        token = printed[-1] if printed else token
    assert stays.ended_at is None
    stays.close()
