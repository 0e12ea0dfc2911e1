"""The hash chain: each row's hash covers the one before."""

from referee.journal.canonical import digest

FIRST = "0" * 64
"""The previous hash of a log's first row, which has no row before it."""


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
    sealed: str,
) -> str:
    """Return the hash of one row, in hex: SHA-256 of these fields as canonical JSON.

    `sealed` is the canonical JSON of the event, with commitments for its private values. The hash
    does not cover the server's clock, so rows that tablets upload again to a restored server hash
    as before.
    """
    owner = "null" if device is None else f'"{device}"'
    person = "null" if user is None else str(user)
    # Build the JSON by hand: the event's text is ready, and the fields are plain ASCII.
    return digest(
        f'{{"at":"{at}","device":{owner},"digest":"{edition}","event":{sealed},'
        f'"event_id":"{event_id}","game":"{game}","previous":"{previous}","seq":{seq},'
        f'"user":{person}}}'
    )


def body_hash(event_id: str, salt: str, at: str, event: str) -> str:
    """Return the hash that identifies an event on the wire.

    The hash does not depend on the event's place in the log. `event` is its canonical JSON.
    """
    return digest(f'{{"at":"{at}","event":{event},"event_id":"{event_id}","salt":"{salt}"}}')
