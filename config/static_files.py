"""How static files are stored: under names that change with their content, compressed once, and as
few as a page can do with."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

PAGES_MODULES = ("tournament/js/*.js", "live/*.js")
ONE_FILE = ("tournament/css/site.css",)
_IMPORTED_MODULE = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
_IMPORTED_SHEET = re.compile(r'^@import url\("([\w-]+\.css)"\);\n', re.MULTILINE)
Sources = dict[str, tuple[Any, str]]
"""By a file's name: the storage it is in, and its path there."""


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """The modules of pages import each other by those names too: each is fetched once, is kept for
    ever, and never meets another version's. The tablet's modules go by its releases instead.

    A style sheet of `ONE_FILE` has in it what it imports from its own folder: a browser asks for
    one file, and only six at a time."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *((pattern, _IMPORTED_MODULE) for pattern in PAGES_MODULES),
    )

    def post_process(self, paths: Sources, *args: Any, **options: Any) -> Iterator[Any]:
        """As Django's, of the sheets made one."""
        joined = {name: (_Joined(paths), name) for name in ONE_FILE if name in paths}
        yield from super().post_process({**paths, **joined}, *args, **options)


class _Joined:
    """A style sheet with the imported ones in their places, as a storage opens it."""

    def __init__(self, paths: Sources) -> None:
        self._paths = paths

    def open(self, name: str) -> File[bytes]:
        folder = PurePosixPath(name).parent
        text = _IMPORTED_SHEET.sub(
            lambda found: self._read(f"{folder}/{found[1]}"), self._read(name)
        )
        return ContentFile(text.encode())

    def _read(self, name: str) -> str:
        storage, path = self._paths[name]
        with storage.open(path) as file:
            content: bytes = file.read()
        return content.decode()
