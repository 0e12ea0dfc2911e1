"""The hash chain: each row's hash covers the one before."""

from typing import Any

from referee.log.canonical import canonical, digest

FIRST = "0" * 64
"""What the first row names as the one before it."""


def row_hash(
    *,
    game: str,
    seq: int,
    previous: str,
    event_id: str,
    device: str | None,
    user: int | None,
    at: str,
    edition: str,
    sealed: dict[str, Any],
) -> str:
    """The hash of one row, in hex.

    It covers ids and the board event (private values as commitments), not the server's clock:
    a tail that tablets upload again to a restored server hashes as before.
    """
    return digest(
        canonical(
            {
                "at": at,
                "device": device,
                "digest": edition,
                "event": sealed,
                "event_id": event_id,
                "game": game,
                "previous": previous,
                "seq": seq,
                "user": user,
            }
        )
    )


def body_hash(event_id: str, salt: str, at: str, event: dict[str, Any]) -> str:
    """What makes an event on the wire the same event: all but where it is to be appended."""
    return digest(canonical({"at": at, "event": event, "event_id": event_id, "salt": salt}))
