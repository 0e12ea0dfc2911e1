"""One release of the tablet's app.

It has the addresses a cold start needs, and an archive of its files. A cold start happens
without a network, so every address must be listed here.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import brotli
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.urls import reverse

from referee.tablet import pack, python, snapshot

_FOLDERS = ("tablet/", "tournament/design/", "tournament/img/")
_KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
"""Media types of the app's files, by file extension."""
_BROTLI_QUALITY = 9
_OWN = ("shell", "worker", "release", "manifest")
_SHELL = Path(settings.BASE_DIR) / "templates" / "referee" / "tablet" / "shell.html"


class Started(NamedTuple):
    """The address of a snapshot, and its digest in the form that browsers compare."""

    address: str
    integrity: str


class Release(NamedTuple):
    """A release of the tablet's app.

    `version` names all of it; `digest` is of the engine's source. `python` is the folder of
    CPython's files, None if the package is not installed. `snapshot` is of both, None if it was not
    made. Addresses: `own` pages and documents, `static` files, which the archive holds, and `fixed`
    ones that never change what they lead to.
    """

    version: str
    digest: str
    engine: str
    python: str | None
    snapshot: Started | None
    own: tuple[str, ...]
    static: tuple[tuple[str, Path], ...]
    fixed: tuple[str, ...]


def current() -> Release:
    """Return the release this process serves.

    While developing, it is of the files as they are now.
    """
    engine = pack.build() if settings.DEBUG else pack.current()
    parts = (engine.digest, python.version(), _started_snapshot(engine.digest))
    return _assemble.__wrapped__(*parts) if settings.DEBUG else _assemble(*parts)


@lru_cache(maxsize=1)
def _assemble(engine: str, version: str | None, started: Started | None) -> Release:
    """Assemble the release of an engine (its digest), a CPython and a snapshot.

    The last two may be installed while a server runs.
    """
    engine_address = reverse("tablet:engine", args=[engine])
    static = sorted(_static_files())
    digest = hashlib.sha256(f"{engine} {version} {started}".encode())
    digest.update(_SHELL.read_bytes())
    for name, path in static:
        digest.update(name.encode() + Path(path).read_bytes())
    fixed = [engine_address, *_python_files(), *([started.address] if started else [])]
    return Release(
        version=digest.hexdigest()[:16],
        digest=engine,
        engine=engine_address,
        python=_python_folder(),
        snapshot=started,
        own=tuple(reverse(f"tablet:{name}") for name in _OWN),
        static=tuple((settings.STATIC_URL + name, Path(path)) for name, path in static),
        fixed=tuple(fixed),
    )


@lru_cache(maxsize=1)
def archive(release: Release) -> dict[str, bytes]:
    """Return all static files in one sequence, raw and compressed.

    The key `identity` is raw, `br` is compressed with brotli. A line of JSON before them has
    the address, media type and length of each.
    """
    contents = [(address, path, path.read_bytes()) for address, path in release.static]
    index = [[address, _KINDS[path.suffix], len(body)] for address, path, body in contents]
    whole = json.dumps(index).encode() + b"\n" + b"".join(body for _, _, body in contents)
    return {"identity": whole, "br": bytes(brotli.compress(whole, quality=_BROTLI_QUALITY))}


def _started_snapshot(digest: str) -> Started | None:
    found = snapshot.stored_snapshot(digest)
    if found is None:
        return None
    return Started(reverse("tablet:snapshot", args=[digest, found.sha256]), found.integrity)


def _static_files() -> Iterator[tuple[str, str]]:
    """Yield (name below STATIC_URL, path) of the files for which the screens may ask."""
    for finder in get_finders():
        for name, storage in finder.list(ignore_patterns=None):
            if name.startswith(_FOLDERS) and Path(name).suffix in _KINDS:
                yield name, storage.path(name)


def _python_folder() -> str | None:
    version = python.version()
    if version is None:
        return None
    return reverse("tablet:python", args=[version, "pyodide.mjs"]).removesuffix("pyodide.mjs")


def _python_files() -> list[str]:
    folder = _python_folder()
    return [] if folder is None else [folder + name for name in python.FILES]


def for_service_worker(release: Release) -> str:
    """Return the line of JavaScript that goes above the service worker's source.

    It tells the worker which addresses to cache.
    """
    value = {
        "version": release.version,
        "shell": reverse("tablet:shell"),
        "archive": reverse("tablet:app", args=[release.version]),
        "own": release.own,
        "packed": [address for address, _path in release.static],
        "fixed": release.fixed,
    }
    return f"self.RELEASE = {json.dumps(value)};\n"
