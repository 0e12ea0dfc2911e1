"""The streams of events in front of an ASGI application, once Django's models are loaded."""

from typing import Any


def with_streams(application: Any, **limits: int) -> Any:
    """`application`, the addresses of streams answered before it; `limits` are those of the hub."""
    from referee.streams.application import Streams
    from referee.streams.hub import Hub
    from referee.streams.reading import read

    return Streams(application, Hub(read, **limits))
