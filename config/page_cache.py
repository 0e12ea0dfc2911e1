"""Pages cached in this process.

Each is rendered once, and compressed once for each encoding.
"""

import gzip
import hashlib
import re
import time
from collections import OrderedDict
from collections.abc import Hashable, Mapping
from threading import Lock

import brotli

MAX_BYTES = 64 * 1024 * 1024
MIN_COMPRESSED = 200
BROTLI_QUALITY = 5
MAX_ACCEPTED = 200
_REFUSED = re.compile(r";\s*q=0(\.0*)?\s*$")


class CachedPage:
    """One cached page: its headers, its body, and its compressed bodies.

    `etag` is weak, because it names the page in any encoding. `version` is the digest of the newest
    version when the page was rendered.
    """

    def __init__(self, body: bytes, headers: Mapping[str, str], version: str = "") -> None:
        self.headers = dict(headers)
        self.version = version
        self._rendered_at = time.monotonic()
        self.etag = f'W/"{hashlib.sha256(body).hexdigest()[:32]}"'
        self._bodies = {"": body}
        self._lock = Lock()

    @property
    def size(self) -> int:
        """The most bytes it may take with all encodings."""
        return 2 * len(self._bodies[""])

    @property
    def age(self) -> float:
        """Seconds since it was rendered."""
        return time.monotonic() - self._rendered_at

    def encoded_body(self, accepted: str) -> tuple[str, bytes]:
        """Return the best encoding that Accept-Encoding allows, and the body in it.

        The encoding is "" where there is none.
        """
        encoding = _best_encoding(accepted) if self._is_worth_it() else ""
        with self._lock:
            if encoding not in self._bodies:
                self._bodies[encoding] = _compress_body(self._bodies[""], encoding)
        return encoding, self._bodies[encoding]

    def _is_worth_it(self) -> bool:
        """Return whether compressing makes the body smaller.

        Pictures are compressed already.
        """
        picture = self.headers.get("Content-Type", "").startswith("image/")
        return len(self._bodies[""]) >= MIN_COMPRESSED and not picture


class PageCache:
    """The pages used most recently, limited by their total size in bytes.

    Of each page, by its key, only the version that was kept last is there: nobody asks for those
    before, and they would take the room of other pages.
    """

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._pages: OrderedDict[Hashable, tuple[Hashable, CachedPage]] = OrderedDict()
        self._bytes = 0
        self._max_bytes = max_bytes
        self._lock = Lock()

    def get(self, key: Hashable, version: Hashable) -> CachedPage | None:
        """Return the page of a key, if it is still there in this version."""
        with self._lock:
            known, page = self._pages.get(key, (None, None))
            if page is None or known != version:
                return None
            self._pages.move_to_end(key)
            return page

    def keep(self, key: Hashable, version: Hashable, page: CachedPage) -> None:
        """Store a page, and drop the pages that were used least recently."""
        with self._lock:
            _version, old = self._pages.pop(key, (None, None))
            self._bytes += page.size - (old.size if old else 0)
            self._pages[key] = version, page
            while self._bytes > self._max_bytes:
                _key, (_version, gone) = self._pages.popitem(last=False)
                self._bytes -= gone.size


def _best_encoding(accepted: str) -> str:
    named = {
        part.partition(";")[0].strip().lower()
        for part in accepted[:MAX_ACCEPTED].split(",")
        if not _REFUSED.search(part)
    }
    return next((encoding for encoding in ("br", "gzip") if encoding in named), "")


def _compress_body(body: bytes, encoding: str) -> bytes:
    if encoding == "br":
        found: bytes = brotli.compress(body, quality=BROTLI_QUALITY)
        return found
    return gzip.compress(body, compresslevel=6, mtime=0)
