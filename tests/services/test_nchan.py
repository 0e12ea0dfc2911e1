"""Streams carried by nginx with nchan, by the configuration that `config/deploy/` has."""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from referee.live.publishing.publisher import INTERVAL, Publisher
from referee.live.publishing.versions import publish
from referee.live.streams import nchan
from referee.live.streams.nchan import Channels, Feed
from tests.referee.live.streams.following import messages
from tests.services.conftest import NCHAN
from tests.services.listening import Door
from tests.services.nginx import Nginx, over_redis
from tests.services.test_publishing import MAKE, RENAME
from tests.serving import ROOT, Server, free_port
from tests.tournament.making import BY, entry, make_event
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.people.services.entries import update_entry

pytestmark = [pytest.mark.services, pytest.mark.django_db(transaction=True)]
WITHIN = 20.0
PUBLISHER = "127.0.0.1:8090"
SITE = """
include {folder}/nchan.conf;
server {{
    listen 127.0.0.1:{{port}};
    include {folder}/location.conf;
}}
"""


class Nchan(Nginx):
    """nginx with nchan, by `config/deploy/`; several share the channels of a `redis`."""

    def __init__(self, folder: Path, redis: str = "") -> None:
        self._publisher = free_port()
        deploy = ROOT / "config" / "deploy"
        documented = (deploy / "nginx-nchan.conf").read_text(encoding="utf-8")
        assert PUBLISHER in documented
        here = documented.replace(PUBLISHER, f"127.0.0.1:{self._publisher}")
        location = (deploy / "nginx-nchan-location.conf").read_text(encoding="utf-8")
        for name, text in {"nchan.conf": here, "location.conf": location}.items():
            written = over_redis(text, redis) if redis else text
            (folder / name).write_text(written, encoding="utf-8")
        site = SITE.format(folder=folder)
        super().__init__(folder, site, before=f"load_module {NCHAN};")

    @property
    def url(self) -> str:
        """What NCHAN_URL is."""
        return f"http://127.0.0.1:{self._publisher}/publish"


class Spectator:
    """A browser's stream: what came over it."""

    def __init__(self, nginx: Door, slug: str = "open", **headers: str) -> None:
        self.received = b""
        self.ended = False
        self._http = HTTPConnection("127.0.0.1", nginx.port, timeout=WITHIN)
        headers |= {"Accept": "text/event-stream", "Origin": "https://elsewhere.example"}
        self._http.request("GET", f"/e/{slug}/live?since=1", headers=headers)
        self.response: HTTPResponse = self._http.getresponse()
        if self.response.status == 200:
            Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        with suppress(OSError, HTTPException, ValueError):
            while part := self.response.read1(65_536):
                self.received += part
        self.ended = True

    @property
    def messages(self) -> list[tuple[str, Any]]:
        # nchan writes its own id between the event and the data.
        lines = [one for one in self.received.split(b"\n") if not one.startswith((b"id:", b":"))]
        return messages(b"\n".join(lines))

    def until(self, event: str, version: int) -> dict[str, Any]:
        """Wait for a message."""
        end = time.monotonic() + WITHIN
        while time.monotonic() < end:
            for name, data in self.messages:
                if (name, data["version"]) == (event, version):
                    found: dict[str, Any] = data
                    return found
            time.sleep(0.02)
        raise AssertionError((event, version, self.received))

    @property
    def versions(self) -> list[int]:
        return [data["version"] for name, data in self.messages if name == "version"]


@pytest.fixture
def nginx(tmp_path: Path) -> Iterator[Nchan]:
    started = Nchan(tmp_path)
    started.start()
    yield started
    started.stop()


@pytest.fixture
def event() -> Event:
    event = make_event(players=4)
    publish(event.pk, now=timezone.now())
    return event


def rename(event: Event, name: str) -> None:
    update_event(event=event, by=BY, name=name)
    publish(event.pk, now=timezone.now())


def test_versions_come_in_order_and_say_what_follows(nginx: Nchan, event: Event) -> None:
    feed = Feed(Channels(nginx.url))
    feed.step(now=0)
    spectators = [Spectator(nginx) for _one in range(3)]
    for spectator in spectators:
        assert spectator.response.status == 200
        assert spectator.response.getheader("Content-Type", "").startswith("text/event-stream")
        assert spectator.response.getheader("Access-Control-Allow-Origin") == "*"
        # The newest version is known at once, whatever came before.
        spectator.until("beat", 1)
    for number in range(2, 6):
        rename(event, f"Name {number}")
        if number != 3:  # two at once
            feed.step(now=0)
    feed.step(now=60)
    for spectator in spectators:
        spectator.until("beat", 5)
        assert spectator.versions == [2, 3, 4, 5]
        assert spectator.until("version", 5)["patch"] == {"event": {"name": "Name 5"}}


def test_an_event_that_nobody_follows_is_beaten_half_as_often(nginx: Nchan, event: Event) -> None:
    make_event("quiet")
    publish(Event.objects.get(slug="quiet").pk, now=timezone.now())
    feed = Feed(Channels(nginx.url))
    feed.step(now=0)
    spectator = Spectator(nginx)
    spectator.until("beat", 1)
    for second in range(1, 8):
        feed.step(now=second)
    # Who follows came after the first beat, so the second comes after 4.5 seconds for both.
    assert feed._beats == {"open": 7.5, "quiet": 9.5}


def test_what_nginx_did_not_take_is_posted_again(nginx: Nchan, event: Event) -> None:
    feed = Feed(Channels(nginx.url))
    feed.step(now=0)
    spectator = Spectator(nginx)
    spectator.until("beat", 1)
    rename(event, "Second")
    feed._failed = True
    feed.step(now=0)
    spectator.until("version", 2)


def test_a_new_nginx_is_told_no_version_twice(nginx: Nchan, event: Event) -> None:
    feed = Feed(Channels(nginx.url))
    feed.step(now=0)
    rename(event, "Second")
    feed.step(now=0)
    nginx.stop()
    for name in ("Third", "Fourth"):
        rename(event, name)
        with pytest.raises((OSError, HTTPException)):
            feed.step(now=0)
    # Readers were told of the second one, but nginx died before it answered.
    feed._posted["open"] = 1
    nginx.start()
    feed.step(now=0)
    # Nobody could follow meanwhile. Who comes now sees which version is the newest.
    late = Spectator(nginx)
    late.until("beat", 4)
    rename(event, "Fifth")
    feed.step(now=0)
    late.until("version", 5)
    assert late.versions == [5]


def test_a_version_is_posted_as_soon_as_it_is_published(
    nginx: Nchan, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nchan, "NAP_SECONDS", 60.0)
    publisher, stop = Publisher(), threading.Event()
    publisher.step(now=timezone.now())
    posting = Thread(target=_post, args=(stop, nginx.url, publisher), daemon=True)
    posting.start()
    update_event(event=event, by=BY, name="Second")
    publisher.step(now=timezone.now() + INTERVAL)
    # Once there is something, the channel is there.
    spectator = _follows(nginx)
    spectator.until("beat", 2)
    update_event(event=event, by=BY, name="Third")
    publisher.step(now=timezone.now() + 3 * INTERVAL)
    spectator.until("version", 3)
    stop.set()
    publisher.published.set()
    posting.join(WITHIN)
    assert not posting.is_alive()


def _follows(nginx: Nchan) -> Spectator:
    end = time.monotonic() + WITHIN
    while time.monotonic() < end:
        if (found := Spectator(nginx)).response.status == 200:
            return found
        time.sleep(0.02)
    raise AssertionError("no stream could be had")


def _post(stop: threading.Event, url: str, publisher: Publisher) -> None:
    nchan.run(stop, url, publisher)
    connection.close()


def test_who_takes_over_posts_the_last_minute_again(nginx: Nchan, event: Event) -> None:
    first = Feed(Channels(nginx.url))
    first.step(now=0)
    spectator = Spectator(nginx)
    spectator.until("beat", 1)
    rename(event, "Second")
    first.step(now=0)
    rename(event, "Third")
    Feed(Channels(nginx.url)).step(now=0)
    spectator.until("beat", 3)
    # At least once: a version that is there already is known by its number.
    assert spectator.versions == [2, 1, 2, 3]


def test_nobody_is_told_what_is_hidden_now(nginx: Nchan, event: Event) -> None:
    feed = Feed(Channels(nginx.url))
    feed.step(now=0)
    update_entry(entry=entry(event, 2), by=BY, name="Secret")
    publish(event.pk, now=timezone.now())
    feed.step(now=0)
    update_entry(entry=entry(event, 2), by=BY, name_display="number")
    publish(event.pk, now=timezone.now())
    feed.step(now=0)
    late = Spectator(nginx)
    late.until("version", 3)
    assert b"Secret" not in late.received


def test_nor_by_another_nginx_that_shares_its_channels(
    tmp_path: Path, event: Event, settings: Any
) -> None:
    pair = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        pair.append(Nchan(tmp_path / name, redis=settings.REDIS_URL))
    with ExitStack() as stack:
        for each in pair:
            each.start()
            stack.callback(each.stop)
        feed = Feed(Channels(pair[0].url))
        feed.step(now=0)
        spectator = Spectator(pair[1])
        spectator.until("beat", 1)
        update_entry(entry=entry(event, 2), by=BY, name="Secret")
        publish(event.pk, now=timezone.now())
        feed.step(now=0)
        spectator.until("version", 2)
        update_entry(entry=entry(event, 2), by=BY, name_display="number")
        publish(event.pk, now=timezone.now())
        feed.step(now=0)
        spectator.until("version", 3)
        late = Spectator(pair[1], **{"Last-Event-ID": "1:0"})
        late.until("version", 3)
        assert late.versions == [3]
        assert b"Secret" not in late.received
        asking = {"If-Modified-Since": "Thu, 01 Jan 1970 00:00:01 GMT", "If-None-Match": "0"}
        assert Spectator(pair[1], **asking).response.status == 400


def test_of_an_event_that_is_hidden_streams_end_and_none_begins(nginx: Nchan, event: Event) -> None:
    feed = Feed(Channels(nginx.url))
    feed.step(now=0)
    assert Spectator(nginx, "nothing").response.status == 403
    spectator = Spectator(nginx)
    spectator.until("beat", 1)
    update_event(event=event, by=BY, published=False)
    feed.step(now=0)
    end = time.monotonic() + WITHIN
    while not spectator.ended:
        assert time.monotonic() < end
        time.sleep(0.02)
    # nginx lets go of the empty channel when it gets to it; until then it has nothing to tell.
    late = Spectator(nginx)
    time.sleep(0.5)
    assert late.received.replace(b": hi", b"").strip() == b""


STRANGERS = (
    ("POST", "/e/open/live"),
    ("PUT", "/e/open/live"),
    ("DELETE", "/e/open/live"),
    ("PATCH", "/e/open/live"),
    ("POST", "/publish/open"),
    ("DELETE", "/publish/open"),
    ("GET", "/publish/open"),
    ("POST", "/e/open/live/"),
    ("GET", "/e/hidden/live"),
    ("GET", "/e/open%2fhidden/live"),
    ("GET", "/e/open/../hidden/live"),
    ("GET", "/e/open,hidden/live"),
    ("GET", "/e/open%00hidden/live"),
    ("GET", "/e//live"),
)


def test_no_stranger_writes_ends_or_finds_a_channel(nginx: Nchan, event: Event) -> None:
    make_event("hidden", published=False)
    publish(Event.objects.get(slug="hidden").pk, now=timezone.now())
    feed = Feed(Channels(nginx.url))
    feed.step(now=0)
    spectator = Spectator(nginx)
    spectator.until("beat", 1)
    for method, path in STRANGERS:
        http = HTTPConnection("127.0.0.1", nginx.port, timeout=WITHIN)
        headers = {"X-HTTP-Method-Override": "POST", "X-EventSource-Event": "version"}
        http.request(method, path, b"evil" if method != "GET" else None, headers)
        assert http.getresponse().status in (400, 403, 404, 405), (method, path)
        http.close()
    rename(event, "Second")
    feed.step(now=0)
    spectator.until("version", 2)
    assert b"evil" not in spectator.received
    assert not spectator.ended


def test_the_server_that_publishes_posts_what_it_published(nginx: Nchan, tmp_path: Path) -> None:
    server = Server(tmp_path)
    server.environment["NCHAN_URL"] = nginx.url
    server.migrate()
    assert server.manage("shell", "-v0", "-c", MAKE).returncode == 0
    server.start()
    try:
        end = time.monotonic() + WITHIN
        while (spectator := Spectator(nginx)).response.status != 200:
            assert time.monotonic() < end
            time.sleep(0.1)
        assert server.manage("shell", "-v0", "-c", RENAME).returncode == 0
        assert spectator.until("version", 2)["patch"] == {"event": {"name": "Another"}}
    finally:
        server.kill()
