"""A platform as `config/deploy/` has it: PostgreSQL and Redis, web processes without streams, a
process for streams, and nginx before all of them. What one process writes, tablets and the chief's
pages hear from another."""

import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from typing import Any

import pytest

from referee.rehearsal.http_client import Faults, HttpClient
from referee.rehearsal.scripts import bots
from referee.rehearsal.tablet import Tablet
from tests.key_addresses import KEY, key_addresses
from tests.migrated import new_postgres
from tests.on_services import redis
from tests.services.listening import AT_ONCE, Ear
from tests.services.nginx import Nginx
from tests.services.private_hall import Hall
from tests.serving import ROOT, Server

pytestmark = pytest.mark.services

WITHIN = 20.0
CHANGES = (
    """
step_clock(round_=game.table.round, step="start", by=BY)
""",
    """
open_call(device=game.devices.first(), call_id=uuid4(), topic="rules", note="")
""",
    """
assert not append_chief(game_id=game.pk, event={"type": "ruling", "text": "So."}, by=BY)
""",
)


def site(web: Server, streams: Server, logs: Path) -> str:
    """The documented proxy, but for its name and its certificate."""
    text = (ROOT / "config" / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    zones, _http, https = text.split("\nserver {\n")
    for documented, here in (
        ("127.0.0.1:8000", f"127.0.0.1:{web.port}"),
        ("127.0.0.1:8001", f"127.0.0.1:{streams.port}"),
    ):
        assert documented in zones
        zones = zones.replace(documented, here)
    lines = [line for line in https.splitlines() if not line.strip().startswith("ssl_")]
    lines = [line for line in lines if "listen [::]" not in line]
    inside = "\n".join(lines)
    assert "listen 443 ssl;" in inside
    inside = inside.replace("/var/log/nginx", str(logs))
    return f"{zones}\nserver {{\n{inside.replace('listen 443 ssl;', 'listen 127.0.0.1:{port};')}"


class Platform:
    """`hall` comes in by nginx; the `streams` process can be killed."""

    def __init__(self, hall: Hall, nginx: Nginx, web: Server, streams: Server, logs: Path) -> None:
        self.hall, self.nginx, self.web, self.streams = hall, nginx, web, streams
        self.logs = logs

    def ask(self, method: str, path: str, *, token: str) -> int:
        """The status of a request that comes in by nginx."""
        http = HTTPConnection("127.0.0.1", self.nginx.port, timeout=WITHIN)
        body = '{"lease_epoch": 1, "head_seq": 0, "pending": 0, "app": "test"}'
        headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        http.request(method, path, body if method == "POST" else None, headers)
        status = http.getresponse().status
        http.close()
        return status


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Platform]:
    data, folder = tmp_path_factory.mktemp("data"), tmp_path_factory.mktemp("nginx")
    with ExitStack() as stack:
        named: dict[str, Any] = {
            "database": new_postgres("platform"),
            "cache": stack.enter_context(redis()),
        }
        web = Server(data, **named, workers=2)
        streams = Server(data, **named, streams=True)
        nginx = Nginx(folder, site(web, streams, folder))
        hall = Hall(web, nginx)
        for each in (web, streams):
            stack.callback(each.kill)
            each.start()
        stack.callback(nginx.stop)
        nginx.start()
        yield Platform(hall, nginx, web, streams, folder)


def test_what_others_write_is_heard_at_once(platform: Platform) -> None:
    hall = platform.hall
    told = [hall.tablet(), hall.page()]
    elsewhere = hall.tablet(token=hall.made["tokens"][1], game=hall.other)
    for ear in (*told, elsewhere):
        ear.first("ready")
    for statement in CHANGES:
        began = time.time()
        done = hall.write(statement)
        for ear in told:
            assert ear.change(began) - done < AT_ONCE, statement
        assert elsewhere.since(began) == []
    for ear in (*told, elsewhere):
        ear.close()


def test_no_log_of_the_proxy_keeps_an_address_that_is_a_key(platform: Platform) -> None:
    assert platform.hall.made
    for path in key_addresses():
        platform.ask("GET", path, token="none")
        platform.ask("POST", f"{path}?again=1", token="none")
    written = "".join(
        log.read_text("utf-8") for log in platform.logs.glob("*.log") if log.is_file()
    )
    assert "/me/KEY" in written
    assert KEY not in written


def test_a_tablet_plays_through_web_processes_and_listens_beside(platform: Platform) -> None:
    """It logs and gives signs of life at one process or the other; the chief's page hears of each
    event, the tablet itself need not ask for what it wrote."""
    page = platform.hall.page(slug="third")
    page.first("ready")
    client = HttpClient(f"http://127.0.0.1:{platform.nginx.port}", Faults(), Random(1))
    tablet = Tablet(
        client,
        lambda: str(platform.hall.made["code"]),
        Random(2),
        bots(Random(3), turns=100),
        pause=0.2,
        listens=True,
    )
    sent: list[float] = []

    def until_played() -> None:
        sent.append(time.time())
        if len(sent) == 20:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        tablet.run(until_played)
    assert page.change(sent[-1] - 1) - sent[-1] < AT_ONCE
    assert len(page.since(sent[0])) >= 5
    ear = tablet.listening
    # While it had a stream it asked for news of others only: its pairing, and the start.
    assert ear.seconds > 0.5 * ear.seconds_in_all
    assert 1 <= ear.beats <= 3
    page.close()


def test_a_token_that_is_revoked_closes_its_channel(platform: Platform) -> None:
    hall = platform.hall
    token, device = hall.made["second"]
    ear, stays = hall.tablet(token=token), hall.tablet()
    for each in (ear, stays):
        each.first("ready")
    done = hall.write(f'revoke(device_id=UUID("{device}"), by=BY)')
    assert ear.end() - done < AT_ONCE
    assert hall.tablet(token=token).status == 403
    assert platform.ask("POST", f"/api/v1/games/{hall.game}/heartbeat", token=token) == 403
    assert stays.ended_at is None
    stays.close()


def test_a_session_that_ends_closes_the_chiefs_channel(platform: Platform) -> None:
    hall = platform.hall
    page = hall.page()
    page.first("ready")
    done = hall.write("User.objects.filter(username='chief').update(is_active=False)")
    # The rights are asked again every five seconds.
    assert page.end() - done < 10
    assert hall.page().status in (401, 403)
    hall.write("User.objects.filter(username='chief').update(is_active=True)")


def test_without_the_streams_process_all_goes_on_by_asking(platform: Platform) -> None:
    hall, token = platform.hall, platform.hall.made["tokens"][0]
    ear = hall.tablet()
    ear.first("ready")
    address = f"/api/v1/games/{hall.game}"
    platform.streams.kill()
    ear.end()
    assert platform.ask("GET", f"{address}/live", token=token) == 502
    assert platform.ask("POST", f"{address}/heartbeat", token=token) == 200
    # Who comes to a web process for a stream is told to go on asking.
    direct = Ear(platform.web, f"{address}/live", Authorization=f"Bearer {token}")
    assert direct.status == 503
    platform.streams.start()
    assert hall.tablet().first("ready")


def test_the_doctor_names_what_is_missing(platform: Platform) -> None:
    told = platform.web.manage("doctor", "--quiet", "--port", str(platform.web.port))
    assert told.returncode == 2
    assert "fsync = off" in told.stdout  # The database of the tests forgets.
    assert "No Celery worker answers" in told.stdout
    assert f"Port {platform.web.port} is taken" in told.stdout
    assert "Redis does not answer" not in told.stdout
