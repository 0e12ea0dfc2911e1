"""Pages cached in this process.

Each is rendered once, and compressed once for each encoding.
"""

import gzip
import hashlib
import re
import time
from collections.abc import Mapping
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
