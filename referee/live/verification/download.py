"""Download an event's records from its server, trusting nothing that it sends.

Every answer has a limit of size and time, and a redirect may not leave HTTPS. No file name comes
from the server: names are built from numbers only.
"""

import json
import re
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from hashlib import sha256
from http.client import HTTPMessage
from pathlib import Path
from threading import Lock
from typing import IO, Any
from urllib.parse import urlencode, urlsplit

from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from referee.engine import MAX_RECORD_BYTES
from referee.live.verification.folder import RECORD_ENDING, SNAPSHOT, STATEMENT_ENDING
from referee.live.verification.published import MAX_SNAPSHOT_BYTES, PublishedEvent, read_event
from referee.live.verification.reading import MalformedError, Reader, parse_json

AT_ONCE = 4
ATTEMPTS = 5
MAX_REDIRECTS = 5
MAX_WAIT = 60
"""The longest wait before a retry that a server may ask for, in seconds."""
MAX_PAGE_BYTES = 16 * 1024 * 1024
MAX_TOTAL_BYTES = 4 * 1024**3
PAGE = 200
PART = 64 * 1024
TIMEOUT = 20.0
"""The longest silence of a server, in seconds."""
DEADLINE = 120.0
"""The longest time for one answer, in seconds."""

_EVENT = re.compile(r"(?:/e|/api/v1/public/events)/([-a-zA-Z0-9_]{1,60})(?:/.*)?\Z", re.DOTALL)


class DownloadError(Exception):
    """A download that failed, with its address and the reason."""

    def __init__(self, address: str, reason: str) -> None:
        super().__init__(address, reason)
        self.address, self.reason = address, reason


class ChangedError(Exception):
    """The event changed while it was downloaded."""


@dataclass(frozen=True, slots=True)
class EventAddress:
    """The address of an event: the server's scheme and host, and the event's slug."""

    server: str
    slug: str

    def public_url(self, path: str) -> str:
        """Return an address of the event's public interface."""
        return f"{self.server}/api/v1/public/events/{self.slug}{path}"


def address_of(url: str) -> EventAddress | None:
    """Return the event named by the address of a page, else None.

    The address may also be one of the public interface.

    >>> address_of("https://play.example.org/e/spring-open-2026/verify/").slug
    'spring-open-2026'
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    found = _EVENT.match(parts.path)
    if parts.scheme not in ("http", "https") or not parts.hostname or found is None:
        return None
    host = parts.netloc.rpartition("@")[2]
    return EventAddress(f"{parts.scheme}://{host}", found[1])


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Redirects that stay with HTTP, and never go from HTTPS to clear text."""

    max_redirections = MAX_REDIRECTS

    def redirect_request(
        self,
        request: urllib.request.Request,
        answer: IO[bytes],
        code: int,
        message: str,
        headers: HTTPMessage,
        address: str,
    ) -> urllib.request.Request | None:
        """Return the request that follows a redirect.

        Raise DownloadError if it leads away from HTTP or HTTPS, or from HTTPS to HTTP.
        """
        schemes = ("https",) if request.full_url.startswith("https:") else ("http", "https")
        if urlsplit(address).scheme not in schemes:
            fault = _("redirects to an address that is not HTTPS")
            raise DownloadError(request.full_url, fault)
        return super().redirect_request(request, answer, code, message, headers, address)


@dataclass(slots=True)
class Downloader:
    """One event's downloads, which together may take `MAX_TOTAL_BYTES`."""

    address: EventAddress
    _got: int = 0
    _lock: Lock = field(default_factory=Lock)

    def get(self, path: str, most: int) -> bytes:
        """Return an answer of at most `most` bytes; retry while the server is busy.

        Raise DownloadError.
        """
        address = self.address.public_url(path)
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return self._read_body(address, most)
            except urllib.error.HTTPError as error:
                error.close()
                if error.code not in (429, 503) or attempt == ATTEMPTS:
                    raise DownloadError(address, f"HTTP {error.code}") from None
                time.sleep(_wait(error.headers.get("Retry-After")))
            except (OSError, ValueError) as error:
                reason = getattr(error, "reason", error)
                raise DownloadError(address, str(reason)[:200]) from None
        raise AssertionError

    def _read_body(self, address: str, most: int) -> bytes:
        ends = time.monotonic() + DEADLINE
        headers = {"User-Agent": "treasurer-verify", "Accept-Encoding": "identity"}
        request = urllib.request.Request(address, headers=headers)  # noqa: S310 - checked above
        opener = urllib.request.build_opener(_Redirects)
        with opener.open(request, timeout=TIMEOUT) as answer:
            if answer.headers.get("Content-Encoding", "identity") != "identity":
                fault = _("the answer is compressed, which was not asked for")
                raise DownloadError(address, fault)
            content = bytearray()
            while part := answer.read(PART):
                content += part
                if len(content) > most:
                    fault = _("more than %(most)s bytes") % {"most": f"{most:,}"}
                    raise DownloadError(address, fault)
                if time.monotonic() > ends:
                    fault = _("takes more than %(seconds)d seconds") % {"seconds": DEADLINE}
                    raise DownloadError(address, fault)
                self._count(address, len(part))
        return bytes(content)

    def _count(self, address: str, size: int) -> None:
        with self._lock:
            self._got += size
            if self._got > MAX_TOTAL_BYTES:
                fault = _("more than %(most)s bytes in all") % {"most": f"{MAX_TOTAL_BYTES:,}"}
                raise DownloadError(address, fault)


def _wait(asked: str | None) -> float:
    """Return the seconds to wait: as many as the server asks, at most MAX_WAIT."""
    number = int(asked) if asked and asked.isascii() and asked.isdecimal() and len(asked) < 6 else 1
    return min(max(number, 1), MAX_WAIT)


def download(address: EventAddress, folder: Path) -> None:
    """Write an event's snapshot, records and statements into a folder.

    Raise DownloadError, MalformedError for answers of the wrong form, or ChangedError if the event
    changed meanwhile.
    """
    downloader = Downloader(address)
    content, event, published = _snapshot(downloader)
    (folder / SNAPSHOT).write_bytes(content)
    wanted = [(table.round, table.table) for table in event.tables if table.record]
    for place, statement in _statements(downloader).items():
        if place in wanted:
            _file(folder, place, STATEMENT_ENDING).write_text(json.dumps(statement))

    language = get_language() or "en"

    def fetch(place: tuple[int, int]) -> None:
        path = f"/rounds/{place[0]}/tables/{place[1]}/record"
        with override(language):  # a thread has none
            content = downloader.get(path, MAX_RECORD_BYTES)
        _file(folder, place, RECORD_ENDING).write_bytes(content)

    try:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(fetch, wanted))
    except DownloadError:
        # The record was there a moment ago; its result was then corrected or hidden.
        if _snapshot(downloader)[2] == published:
            raise
    if _snapshot(downloader)[2] != published:
        raise ChangedError


PARTS = ("event", "players", "rounds", "penalties", "standings", "teams")
"""Parts of a snapshot from which results and standings are computed."""


def _snapshot(downloader: Downloader) -> tuple[bytes, PublishedEvent, Any]:
    """Return the snapshot's bytes, its event, and the part with results and standings."""
    path = "/snapshot"
    content = downloader.get(path, MAX_SNAPSHOT_BYTES)
    value = parse_json(content, SNAPSHOT)
    reader = Reader(value, SNAPSHOT)
    state = reader["snapshot"].object()
    text = json.dumps(state, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    if sha256(text.encode()).hexdigest() != reader["digest"].text():
        raise MalformedError(SNAPSHOT, "digest", _("not that of the snapshot"))
    parts = {name: state.get(name) for name in PARTS}
    return content, read_event(value, SNAPSHOT), parts


def _statements(downloader: Downloader) -> dict[tuple[int, int], Any]:
    """Return the published statements by round and table, page by page."""
    found: dict[tuple[int, int], Any] = {}
    given: dict[str, str | int] = {"limit": PAGE}
    while True:
        path = f"/records?{urlencode(given)}"
        page = Reader(parse_json(downloader.get(path, MAX_PAGE_BYTES), "records"), "records")
        before = len(found)
        for item in page["items"].list(PAGE):
            place = item["round"].number(1), item["table"].number(1)
            found[place] = item["statement"].object()
        cursor = page.object().get("next")
        if cursor is None:
            return found
        if len(found) == before:
            raise page.fault(_("pages without an end"))
        given["cursor"] = page["next"].text()


def _file(folder: Path, place: tuple[int, int], ending: str) -> Path:
    """Return a file's path, built from numbers only.

    So it stays within the folder.
    """
    inner = folder / f"round-{int(place[0])}"
    inner.mkdir(exist_ok=True)
    return inner / f"table-{int(place[1])}{ending}"
