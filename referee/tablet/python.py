"""CPython for browsers: the few files of the npm package `pyodide` a tablet needs."""

from __future__ import annotations

import fcntl
import gzip
import json
from functools import cache
from pathlib import Path

import brotli
from django.conf import settings

FILES = {
    "pyodide.mjs": "text/javascript",
    "pyodide.asm.mjs": "text/javascript",
    "pyodide.asm.wasm": "application/wasm",
    "python_stdlib.zip": "application/zip",
    "pyodide-lock.json": "application/json",
}
"""Names and media types."""

KEPT = ("pyodide.asm.wasm", "pyodide.asm.mjs")
"""The largest files, compressed as far as possible: it takes half a minute, but nobody waits."""
_KEPT_QUALITY, _KEPT_WINDOW = 11, 24
_BROTLI_QUALITY = 5
_GZIP_LEVEL = 6


def folder() -> Path:
    """Return where `npm ci` puts the package."""
    return Path(settings.BASE_DIR) / "node_modules" / "pyodide"


def version() -> str | None:
    """Return the installed version, or None.

    With None, tablets ask the server to judge every tap. It may be installed while a server
    runs.
    """
    try:
        return _version()
    except OSError:
        return None


@cache
def _version() -> str:
    package = json.loads((folder() / "package.json").read_text())
    return str(package["version"])


def cached_file(name: str) -> Path:
    """Return the path of one of `KEPT`, well compressed, beside the package."""
    return folder().parent / ".cache" / f"pyodide-{version()}" / f"{name}.br"


def keep_packed() -> None:
    """Compress `KEPT` once for a version; a second process waits for the first.

    Raise OSError if the folder is not writable.
    """
    target = cached_file("").parent
    target.mkdir(parents=True, exist_ok=True)
    with (target / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for name in KEPT:
            if not cached_file(name).exists():
                content = (folder() / name).read_bytes()
                packed = brotli.compress(content, quality=_KEPT_QUALITY, lgwin=_KEPT_WINDOW)
                part = cached_file(name).with_suffix(".part")
                part.write_bytes(packed)
                part.replace(cached_file(name))


@cache
def encoded_file(name: str, coding: str) -> bytes:
    """Return a file of `FILES` in a content coding: `br`, `gzip` or `identity`."""
    if name in KEPT and coding == "br" and cached_file(name).exists():
        return cached_file(name).read_bytes()
    content = (folder() / name).read_bytes()
    if coding == "br":
        return bytes(brotli.compress(content, quality=_BROTLI_QUALITY))
    return gzip.compress(content, _GZIP_LEVEL, mtime=0) if coding == "gzip" else content
