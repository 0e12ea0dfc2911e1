"""E-mails that come back, as a mail server reports them (RFC 3464). Pure.

Anybody can write such a message. It counts by the id of the e-mail that it returns. The id
is random, and only the recipient of that e-mail has seen it: nobody marks addresses that
were not theirs.
"""

import re
from email.message import Message
from typing import Any, NamedTuple
from uuid import UUID

REPORT = "message/delivery-status"
RETURNED = ("message/rfc822", "message/global", "text/rfc822-headers", "message/global-headers")
_ID = re.compile(r"<([0-9a-f-]{36})@[^<>\s]*>")
_HEADER = re.compile(r"^message-id:\s*(.*(?:\n[ \t].*)*)", re.IGNORECASE | re.MULTILINE)


class Bounce(NamedTuple):
    """A returned e-mail, by its key, and the reason in one line."""

    key: UUID
    answer: str


def bounce_in(message: Message) -> Bounce | None:
    """Return the bounce that a message reports.

    None if it is no such report, or of no e-mail that could be ours, or if the e-mail was only
    late, passed on or delivered.
    """
    parts = list(message.walk())
    failed = [_answer(block) for part in parts for block in _recipients(part) if _is_failure(block)]
    keys = [key for part in parts if (key := _returned_key(part)) is not None]
    return Bounce(keys[0], failed[0]) if failed and keys else None


def _recipients(part: Message) -> list[Message]:
    """Return the report's block on each recipient.

    The first block is about the message as a whole.
    """
    blocks: Any = part.get_payload()
    if part.get_content_type() != REPORT or not isinstance(blocks, list):
        return []
    return blocks[1:]


def _is_failure(block: Message) -> bool:
    return str(block.get("Action", "")).strip().lower() == "failed"


def _answer(block: Message) -> str:
    """Return the other server's words or, without any, the status (5.1.1)."""
    said = str(block.get("Diagnostic-Code", "")).partition(";")[2] or str(block.get("Status", ""))
    shown = "".join(one if one.isprintable() else " " for one in said)
    return " ".join(shown.split())


def _returned_key(part: Message) -> UUID | None:
    """Return the key of the e-mail that a part returns, whole or as its head."""
    if part.get_content_type() not in RETURNED:
        return None
    inner: Any = part.get_payload()
    if isinstance(inner, list):
        head = str(inner[0].get("Message-ID", "")) if inner else ""
    else:
        found = _HEADER.search(str(inner))
        head = found[1] if found else ""
    found = _ID.search(head)
    try:
        return UUID(found[1]) if found else None
    except ValueError:
        return None
