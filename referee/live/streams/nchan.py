"""The public streams through nginx (its module nchan).

Every new version is posted to it. No record is kept of the posted messages. After a
failure, or when another process takes over the publisher's lease, anything readers may have
missed is posted again. Readers know a version by its number, and a heartbeat shows them
that they missed one.
"""

import logging
import threading
import time
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import urlsplit

from django.db import DatabaseError, connection
from django.utils import timezone

from referee.live.publishing.publisher import LEASE, Publisher
from referee.live.streams.hub import BEAT_SECONDS, NAP_SECONDS
from referee.live.streams.reading import Answer, Followed, News, read_news
from referee.live.streams.wire import beat_data, patch_data
from tournament import visibility

TIMEOUT_SECONDS = 2.0
PAUSE_SECONDS = 2.0
"""The wait after a failure before the next attempt."""
QUIET_BEAT_SECONDS = 4.5
"""The time between two heartbeats of an event that nobody follows.

nginx's answer to each message tells whether anybody follows. The time must not be longer: a new
reader takes a stream for dead after 6 s of silence, and publishing for dead 10 s after its last
heartbeat.
"""
HEARD = 201
OK = (200, HEARD, 202)
GONE = 404

logger = logging.getLogger(__name__)


class Channels:
    """Client of nchan, with one channel for each event.

    The channels are below the address of nchan's publisher location.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._http = kind(parts.hostname or "", parts.port, timeout=TIMEOUT_SECONDS)
        self._path = parts.path.rstrip("/")

    def post(self, slug: str, event: str, data: str) -> bool:
        """Send a message to all followers, and return whether there are any.

        Raise OSError or HTTPException on failure.
        """
        return (
            self._send_request("POST", slug, data.encode(), {"X-EventSource-Event": event}) == HEARD
        )

    def is_there(self, slug: str) -> bool:
        """Return whether an event's channel exists; a restarted nginx has none."""
        return self._send_request("GET", slug, b"", {}) != GONE

    def close(self, slug: str) -> None:
        """End the streams of an event."""
        self._send_request("DELETE", slug, b"", {})

    def _send_request(self, method: str, slug: str, body: bytes, headers: dict[str, str]) -> int:
        try:
            self._http.request(method, f"{self._path}/{slug}", body, headers)
            response = self._http.getresponse()
            response.read()
        except (OSError, HTTPException):
            # The next request opens another connection.
            self._http.close()
            raise
        if response.status not in OK and (method == "POST" or response.status != GONE):
            raise HTTPException(f"{method} {slug}: {response.status}")
        return response.status


class Feed:
    """The feed to nginx: what was posted, and what is still to post."""

    def __init__(self, channels: Channels) -> None:
        self._channels = channels
        self._posted: dict[str, int] = {}
        # The time at which each event's next heartbeat is due.
        self._beats: dict[str, float] = {}
        self._failed = False

    def forget(self) -> None:
        """Forget what was posted, because another process is posting now.

        The next step begins with the versions of the last minute.
        """
        self._posted.clear()

    def step(self, *, now: float) -> None:
        """Post everything new since the last step.

        `now` is in seconds of a monotonic clock. Raise OSError or HTTPException on failure; the
        next step then posts it.
        """
        events = visibility.events(visibility.Reader.PUBLIC).values_list("slug", flat=True)
        followed = {slug: Followed(self._posted.get(slug, 0)) for slug in events}
        answer = read_news(followed)
        failed, self._failed = self._failed, True
        if failed:
            self._find_new_channels(answer)
        for slug in [*self._posted]:
            if slug not in answer.events:
                self._channels.close(slug)
                del self._posted[slug]
                self._beats.pop(slug, None)
        for slug, news in answer.events.items():
            self._post(slug, news)
        self._beat(answer, now)
        self._failed = False

    def _find_new_channels(self, answer: Answer) -> None:
        """Start a new channel with a heartbeat of the newest version.

        Readers who received the last message before nginx died would otherwise get it twice.
        """
        for slug, news in answer.events.items():
            if not self._channels.is_there(slug):
                self._posted[slug] = news.version
                self._beats.pop(slug, None)

    def _post(self, slug: str, news: News) -> None:
        fresh = [one for one in news.patches if one[0] > self._posted.get(slug, 0)]
        for number, patch in fresh:
            self._channels.post(slug, "version", patch_data(number, patch))
            self._posted[slug] = number
        self._posted[slug] = news.version

    def _beat(self, answer: Answer, now: float) -> None:
        age = max(0.0, (timezone.now() - answer.beat).total_seconds()) if answer.beat else None
        for slug, news in answer.events.items():
            if now < self._beats.get(slug, now):
                continue
            beat = beat_data(answer.beat, age, news.version)
            followed = self._channels.post(slug, "beat", beat)
            self._beats[slug] = now + (BEAT_SECONDS if followed else QUIET_BEAT_SECONDS)


def run(stop: threading.Event, url: str, publisher: Publisher) -> None:
    """Post until told to stop, while this process's publisher holds the lease.

    Its own versions are posted at once, everything else ten times a second.
    """
    feed = Feed(Channels(url))
    while not stop.is_set():
        publisher.published.wait(NAP_SECONDS)
        publisher.published.clear()
        if not publisher.holds_lease:
            feed.forget()
            continue
        try:
            feed.step(now=time.monotonic())
        except DatabaseError:
            logger.exception("What is posted to nchan has to wait for the database.")
            connection.close()
            stop.wait(LEASE.total_seconds() / 2)
        except (OSError, HTTPException) as error:
            logger.warning("nchan does not take what is posted: %s", error)
            stop.wait(PAUSE_SECONDS)
