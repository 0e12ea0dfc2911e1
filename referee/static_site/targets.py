"""Where a copy is written: a folder, or a zip with one folder in it."""

import datetime as dt
from pathlib import Path
from typing import Protocol
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from referee.static_site.addresses import is_safe


class Target(Protocol):
    """A place for the files of a copy."""

    def write(self, file: str, content: bytes) -> None:
        """Write a file; ValueError if its name could leave the copy."""


class FolderTarget:
    """A folder of files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def write(self, file: str, content: bytes) -> None:
        """Write a file of the folder."""
        path = self._folder / _checked(file)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


class ZipTarget:
    """A zip whose files lie in one folder."""

    def __init__(self, archive: ZipFile, folder: str, at: dt.datetime) -> None:
        self._archive, self._folder = archive, folder
        self._at = at.astimezone(dt.UTC).timetuple()[:6]

    def write(self, file: str, content: bytes) -> None:
        """Add a file to the zip."""
        info = ZipInfo(f"{_checked(self._folder)}/{_checked(file)}", self._at)
        info.external_attr = 0o644 << 16
        info.compress_type = ZIP_DEFLATED
        self._archive.writestr(info, content)


def _checked(file: str) -> str:
    if not is_safe(file):
        raise ValueError(file)
    return file
