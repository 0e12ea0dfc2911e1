"""The hall's side of an upload: ask for the state, send what is new, compare."""

import io
import json
import re
import tempfile
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from http.client import HTTPException
from typing import IO, Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from django.conf import settings
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from referee.backups.parts import PARTS
from referee.backups.plan import name_of
from referee.backups.services import write_upload
from referee.models import GameLog
from referee.models.uploads import MAX_ADDRESS
from referee.uploads.receiving import content_digest
from tournament.models import Event
from tournament.webhooks.addresses import parse_address
from tournament.webhooks.connecting import CheckedConnection, RefusedAddressError, ShortResponse

ATTEMPTS = 3
"""How often another upload may be faster before this one gives up."""
MAX_MEGABYTES = 24
"""The largest upload; `config.body_limits` lets a little more through."""
MAX_REASON = 500
LOGS = next(part for part in PARTS if part.model is GameLog)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
Json = dict[str, Any]
Parsed = TypeVar("Parsed")
Heads = dict[str, tuple[int, str]]
"""The number of lines and the last hash of each game."""


class Game(msgspec.Struct):
    """A game in a platform's answer: its end, and the lines that came or were there."""

    game: str
    round: int
    table: int
    seq: int
    hash: str
    received: int
    already: int


class Answer(msgspec.Struct):
    """A platform's answer: the number and content of its last upload, and its games."""

    receipt: int
    content: str
    games: list[Game]


class _Conflict(msgspec.Struct):
    where: str
    what: str
    here: str
    hall: str


class _Refusal(msgspec.Struct):
    """A problem as a platform tells it."""

    detail: str = ""
    conflicts: list[_Conflict] = []
    found: int = 0


@dataclass(frozen=True, slots=True)
class Target:
    """Where an event is sent, and the key that opens the door there."""

    url: str
    key: str = field(repr=False)


class UploadError(Exception):
    """An upload that was not taken, with the reason as a sentence and any conflicts."""

    def __init__(self, reason: str, conflicts: list[Json] | None = None, found: int = 0) -> None:
        super().__init__(reason)
        self.reason, self.conflicts, self.found = reason, conflicts or [], found


class _OutdatedError(Exception):
    """Another upload came between the question for the state and this upload."""


class _LongResponse(ShortResponse):
    """An answer that lists all games, or all conflicts."""

    most = 1024 * 1024


class _UploadConnection(CheckedConnection):
    """A connection with the time that a large event takes on a slow line."""

    response_class = _LongResponse
    seconds = 300.0


def checked_url(text: str) -> str:
    """Return an address for uploads; ValidationError if nothing may be sent there."""
    url = parse_address(text.strip(), inward=settings.WEBHOOKS_INWARD, longest=MAX_ADDRESS)
    return url.geturl()


def send_event(*, event: Event, target: Target) -> Answer:
    """Send an event as it is now, and return the platform's answer.

    The answer has `games`, each with the lines `received` and those `already` there. Nothing is
    sent if the platform has all of it. Raises UploadError.
    """
    for _attempt in range(ATTEMPTS):
        state = _ask(target, "GET")
        try:
            return _send(event, target, state)
        except _OutdatedError:
            continue
    raise UploadError(_("Other uploads of this event are faster: it is sent from elsewhere too."))


def _send(event: Event, target: Target, state: Answer) -> Answer:
    with tempfile.TemporaryFile() as file:
        tables = write_upload(file, event, key=target.key)
        heads = _heads_written(file)
        if content_digest(tables) == state.content and heads == _heads(state):
            return state
        sent = _content_of(file)
    answer = _ask(target, "POST", sent, {"If-Match": f'"{state.receipt}"'})
    if _heads(answer) != heads:
        raise UploadError(_("The games on the platform do not end with the same hashes as here."))
    return answer


def _content_of(file: IO[bytes]) -> bytes:
    size = file.seek(0, io.SEEK_END)
    if size > MAX_MEGABYTES << 20:
        text = _("The event has %(size)d MB, and %(most)d MB can be uploaded: take a backup along.")
        raise UploadError(text % {"size": (size >> 20) + 1, "most": MAX_MEGABYTES})
    file.seek(0)
    return file.read()


def _heads(state: Answer) -> Heads:
    return {game.game: (game.seq, game.hash) for game in state.games}


def _heads_written(file: IO[bytes]) -> Heads:
    """Return the ends of the games as they are in the file; the games go on meanwhile."""
    with zipfile.ZipFile(file) as archive:
        rows = [json.loads(line) for line in archive.read(name_of(LOGS)).splitlines()]
    return {row["pk"]: (row["fields"]["head_seq"], row["fields"]["head_hash"]) for row in rows}


def _ask(
    target: Target, method: str, body: bytes = b"", headers: Mapping[str, str] | None = None
) -> Answer:
    """Return the platform's answer; UploadError or _OutdatedError without one.

    Whatever answers there is trusted with nothing: its form is checked, and what it says is shown
    without control characters.
    """
    try:
        code, answer = _exchange(target, method, body, headers or {})
    except RefusedAddressError:
        raise UploadError(_("The name leads to no public address.")) from None
    except (OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        text = _("The platform does not answer: %(reason)s.")
        raise UploadError(text % {"reason": reason}) from None
    if code == HTTPStatus.PRECONDITION_FAILED:
        raise _OutdatedError
    if code == HTTPStatus.OK and (told := _parse(answer, Answer)) is not None:
        return told
    refusal = _parse(answer, _Refusal) or _Refusal()
    reason = refusal.detail or _("The platform answers %(code)d.") % {"code": code}
    conflicts = [
        {name: _printable_text(value) for name, value in msgspec.structs.asdict(each).items()}
        for each in refusal.conflicts
    ]
    raise UploadError(_printable_text(reason), conflicts, refusal.found or len(conflicts))


def _exchange(
    target: Target, method: str, body: bytes, headers: Mapping[str, str]
) -> tuple[int, bytes]:
    """Send one request; OSError, HTTPException or ValueError without an answer."""
    url = urlsplit(checked_url(target.url))
    connection = _UploadConnection(url, inward=settings.WEBHOOKS_INWARD)
    sent = {
        "User-Agent": "Treasurer",
        "Connection": "close",
        "Authorization": f"Bearer {target.key}",
        "Accept-Language": get_language() or "en",
        "Content-Type": "application/zip",
        **headers,
    }
    try:
        connection.request(method, url.path or "/", body, sent)
        with connection.getresponse() as answer:
            return answer.status, answer.read(_LongResponse.most)
    finally:
        connection.finish()


def _parse(text: bytes, form: type[Parsed]) -> Parsed | None:
    """Return an answer in its form; None for any other."""
    try:
        return msgspec.json.decode(text, type=form)
    except (msgspec.MsgspecError, RecursionError):
        return None


def _printable_text(text: str) -> str:
    return _CONTROL.sub(" ", text)[:MAX_REASON]
