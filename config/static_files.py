"""The storage of static files.

File names change with their content. Files are compressed once, bundled so that a page needs few of
them, and stripped of comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.files.base import ContentFile, File
from whitenoise.storage import CompressedManifestStaticFilesStorage  # type: ignore[import-untyped]

from tournament.common import static_names
from tournament.common.comments import COMMENTS, without_comments

COMPRESSED = ".compressed"
"""A file among the collected ones, there once each of them has compressed copies."""
PAGES_MODULES = ("tournament/*.js", "referee/*.js")
OF_PAGES = ("tournament/", "referee/")
ONE_FILE = ("tournament/design/site.css",)
_IMPORTED_MODULE = CompressedManifestStaticFilesStorage._js_module_import_aggregation_patterns[1]
_IMPORTED_SHEET = re.compile(r'^@import url\("([\w-]+\.css)"\);\n', re.MULTILINE)
Sources = dict[str, tuple[Any, str]]
"""(storage, path in it) of each file, by name."""


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Static files under names that change with their content.

    The pages' modules import each other by those names, too. So each is fetched once, is cached for
    ever, and never meets another version's. The tablet's modules go by its releases instead.

    A style sheet in `ONE_FILE` includes its imports from its own folder, because a browser fetches
    only six files at a time. A third of the modules' bytes are comments, which no phone should have
    to wait for.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        *((pattern, _IMPORTED_MODULE) for pattern in PAGES_MODULES),
    )

    _compression_is_deferred = False

    def url(self, name: str | None, force: bool = False) -> str:
        """Return a file's address, by its own name where the page is made for elsewhere."""
        if static_names.are_plain():
            return str(StaticFilesStorage.url(self, name))
        return str(super().url(name, force))

    def defer_compression(self) -> None:
        """Leave compression, nine tenths of collecting's time, to `compress_collected`.

        Old compressed copies are deleted, because they would be served instead of the new files.
        """
        self._compression_is_deferred = True
        for name in ("*.br", "*.gz", COMPRESSED):
            for old in Path(self.location).rglob(name):
                old.unlink()

    def is_compressed(self) -> bool:
        """Return whether `compress_collected` has finished."""
        return is_compressed(self.location)

    def compress_collected(self) -> None:
        """Compress the collected files, and let running servers know (`COMPRESSED`)."""
        folder = Path(self.location)
        files = (path for path in folder.rglob("*") if path.is_file())
        names = [path.relative_to(folder).as_posix() for path in files]
        for _pair in super().compress_files(names):
            pass
        (folder / COMPRESSED).touch()

    def compress_files(self, paths: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Compress as WhiteNoise does, unless that is deferred."""
        if self._compression_is_deferred:
            return iter(())
        compressed: Iterator[tuple[str, str]] = super().compress_files(paths)
        return compressed

    def post_process(self, paths: Sources, *args: Any, **options: Any) -> Iterator[Any]:
        """Post-process as Django does, but strip comments from the pages' own files."""
        shorter = {
            name: (_Shorter(paths), name)
            for name in paths
            if name.startswith(OF_PAGES) and PurePosixPath(name).suffix in COMMENTS
        }
        yield from super().post_process({**paths, **shorter}, *args, **options)


def is_compressed(folder: str | Path) -> bool:
    """Return whether the collected files in a folder have their compressed copies."""
    return (Path(folder) / COMPRESSED).exists()


class _Shorter:
    """A storage of the pages' own files as they are served.

    Imports are inlined, and comments are stripped.
    """

    def __init__(self, paths: Sources) -> None:
        self._paths = paths

    def open(self, name: str) -> File[bytes]:
        text = self._read_file(name)
        if name in ONE_FILE:
            folder = PurePosixPath(name).parent
            text = _IMPORTED_SHEET.sub(lambda found: self._read_file(f"{folder}/{found[1]}"), text)
        return ContentFile(without_comments(name, text).encode())

    def _read_file(self, name: str) -> str:
        storage, path = self._paths[name]
        with storage.open(path) as file:
            content: bytes = file.read()
        return content.decode()
