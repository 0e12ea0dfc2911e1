"""The streams in front of an ASGI application, once Django's models are loaded."""

from typing import Any

from config.body_limit import AsgiBodyLimit
from config.clear_text import may_pass


def with_streams(application: AsgiBodyLimit, **limits: int) -> Any:
    """Wrap an ASGI application: stream addresses go to the hubs, the rest to it.

    `limits` are those of the spectators' hub, which waits while `application` is busy.
    """
    from referee.live.streams.application import Streams
    from referee.live.streams.hub import Hub
    from referee.live.streams.private_application import PrivateStreams
    from referee.live.streams.private_hub import PrivateHub
    from referee.live.streams.private_reading import PrivateReading
    from referee.live.streams.reading import read_news

    private = PrivateStreams(application, PrivateHub(PrivateReading().look), may_pass)
    return Streams(private, Hub(read_news, is_busy=application.is_busy, **limits))
