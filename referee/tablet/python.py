"""CPython for browsers: the few files of the npm package `pyodide` a tablet needs."""

from __future__ import annotations

import gzip
import json
from functools import cache
from pathlib import Path

import brotli  # type: ignore[import-untyped]
from django.conf import settings

FILES = {
    "pyodide.mjs": "text/javascript",
    "pyodide.asm.mjs": "text/javascript",
    "pyodide.asm.wasm": "application/wasm",
    "python_stdlib.zip": "application/zip",
    "pyodide-lock.json": "application/json",
}
"""Names and media types."""

# Quality 11 would take half a minute for the last tenth.
_BROTLI_QUALITY = 5
_GZIP_LEVEL = 6


def folder() -> Path:
    """Where `npm ci` puts the package."""
    return Path(settings.BASE_DIR) / "node_modules" / "pyodide"


@cache
def version() -> str | None:
    """The installed version, or None: tablets then ask the server to judge every tap."""
    try:
        package = json.loads((folder() / "package.json").read_text())
    except OSError:
        return None
    return str(package["version"])


@cache
def packed(name: str, coding: str) -> bytes:
    """The bytes of a file of `FILES` in a content coding: `br`, `gzip` or `identity`."""
    content = (folder() / name).read_bytes()
    if coding == "br":
        return bytes(brotli.compress(content, quality=_BROTLI_QUALITY))
    return gzip.compress(content, _GZIP_LEVEL, mtime=0) if coding == "gzip" else content
