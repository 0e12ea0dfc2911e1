"""Pages and what nginx sends agree on when a stream is dead."""

import re

from referee.live.publishing.publisher import LEASE, RENEWED
from referee.live.streams.hub import BEAT_SECONDS
from referee.live.streams.nchan import QUIET_BEAT_SECONDS
from tests.serving import ROOT

PAGE = ROOT / "tournament" / "static" / "tournament" / "public" / "event_stream.js"


def seconds(name: str) -> float:
    """A limit of the page's."""
    (found,) = re.findall(rf"^const {name} = ([\d_]+);$", PAGE.read_text("utf-8"), re.MULTILINE)
    return int(found) / 1000


def test_a_stream_of_an_event_that_nobody_followed_is_not_dead_before_its_next_beat() -> None:
    assert max(2 * BEAT_SECONDS, QUIET_BEAT_SECONDS + 1) < seconds("SILENT_AFTER_MS")


def test_another_worker_publishes_before_pages_say_that_nobody_does() -> None:
    assert (LEASE + RENEWED).total_seconds() < seconds("STALE_AFTER_MS")
