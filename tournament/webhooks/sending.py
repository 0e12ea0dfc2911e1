"""The sending of one message, and the meaning of the answer.

The message is signed as “Standard Webhooks” says.

https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
"""

import base64
import datetime as dt
import hashlib
import hmac
import secrets
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import Enum
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from urllib.parse import SplitResult, urlsplit, urlunsplit

from tournament.models.webhooks import MAX_ANSWER
from tournament.webhooks.connecting import CheckedConnection, RefusedAddressError

PREFIX = "whsec_"
SECRET_BYTES = 32
MAX_WAIT_ASKED = 3600
"""The longest wait that a receiver may ask for (`Retry-After`), in seconds."""


class Outcome(Enum):
    """The outcome of an attempt; after `GONE` the address wants no more."""

    ARRIVED = "arrived"
    LATER = "later"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of a POST, with its HTTP status and text.

    `code` is the HTTP status, or None without one. `text` is the answer's text in a line.
    """

    outcome: Outcome
    code: int | None = None
    text: str = ""
    milliseconds: int = 0
    wait: int = 0


@dataclass(frozen=True, slots=True)
class Request:
    """A message as it goes out."""

    url: str
    key: str
    body: bytes
    secrets: Collection[str]
    is_discord: bool
    inward: bool


@dataclass(frozen=True, slots=True)
class Post:
    """A POST to an address that others typed in.

    `gone` are the statuses of an address that is no more.
    """

    url: str
    headers: Mapping[str, str]
    body: bytes
    inward: bool
    gone: Collection[int] = (HTTPStatus.GONE,)


def new_secret() -> str:
    """Return a random secret in the form of the standard."""
    return PREFIX + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signature_of(secret: str, key: str, timestamp: str, body: bytes) -> str:
    """Return the signature `v1,…` of a message."""
    shared = base64.b64decode(secret.removeprefix(PREFIX))
    signed = b".".join((key.encode(), timestamp.encode(), body))
    digest = hmac.new(shared, signed, hashlib.sha256).digest()
    return f"v1,{base64.b64encode(digest).decode()}"


def send(request: Request, *, at: dt.datetime) -> Answer:
    """Send a message and return what became of it; nothing is raised."""
    gone = [HTTPStatus.GONE, *([HTTPStatus.NOT_FOUND] if request.is_discord else [])]
    headers = _headers(request, at)
    return post(Post(request.url, headers, request.body, request.inward, gone))


def post(sent: Post) -> Answer:
    """Send a POST and return its outcome.

    Nothing is raised, and nothing is redirected.
    """
    started = time.monotonic()
    try:
        code, text, wait = _post(sent)
        outcome = _outcome_of(code, sent.gone)
    except RefusedAddressError:
        code, wait, outcome = None, 0, Outcome.LATER
        text = "The name leads to no public address."
    except (OSError, HTTPException, ValueError) as error:
        code, wait, outcome = None, 0, Outcome.LATER
        text = getattr(error, "strerror", None) or str(error) or type(error).__name__
    milliseconds = round((time.monotonic() - started) * 1000)
    return Answer(outcome, code, _line(text), milliseconds, wait)


def _post(sent: Post) -> tuple[int, str, int]:
    """Send a POST and return its status, text and requested wait.

    The text is the beginning of the answer where it is a refusal.
    """
    url = urlsplit(sent.url)
    connection = CheckedConnection(url, inward=sent.inward)
    headers = {"User-Agent": "Treasurer", "Connection": "close", **sent.headers}
    try:
        connection.request("POST", _target(url), sent.body, headers)
        with connection.getresponse() as answer:
            text = "" if answer.status < HTTPStatus.MULTIPLE_CHOICES else _text_of(answer)
            return answer.status, text, _wait_asked(answer)
    finally:
        connection.finish()


def _target(url: SplitResult) -> str:
    return urlunsplit(("", "", url.path or "/", url.query, ""))


def _headers(request: Request, at: dt.datetime) -> dict[str, str]:
    timestamp = str(int(at.timestamp()))
    signatures = (
        signature_of(each, request.key, timestamp, request.body) for each in request.secrets
    )
    return {
        "Content-Type": "application/json",
        "webhook-id": request.key,
        "webhook-timestamp": timestamp,
        "webhook-signature": " ".join(signatures),
    }


def _outcome_of(code: int, gone: Collection[int]) -> Outcome:
    if HTTPStatus.OK <= code < HTTPStatus.MULTIPLE_CHOICES:
        return Outcome.ARRIVED
    return Outcome.GONE if code in gone else Outcome.LATER


def _text_of(answer: HTTPResponse) -> str:
    if HTTPStatus.MULTIPLE_CHOICES <= answer.status < HTTPStatus.BAD_REQUEST:
        return "It redirects, which is not followed."
    return answer.read(4 * MAX_ANSWER).decode(errors="replace")


def _wait_asked(answer: HTTPResponse) -> int:
    text = answer.getheader("Retry-After", "").strip()
    return min(int(text), MAX_WAIT_ASKED) if text.isascii() and text.isdigit() else 0


def _line(text: str) -> str:
    shown = "".join(one if one.isprintable() else " " for one in text)
    return " ".join(shown.split())[:MAX_ANSWER]
