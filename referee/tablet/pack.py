"""The engine's source as one archive.

The tablet therefore runs the same source as the server.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

_ROOT = Path(__file__).resolve().parents[2]
_FOLDERS = ("scoring", "referee/engine", "referee/journal", "referee/tablet/bridge")
_KINDS = {".py", ".toml", ".json", ".csv"}
_LONG_AGO = (1980, 1, 1, 0, 0, 0)


class Pack(NamedTuple):
    """The archive, and the SHA-256 (hex) of its contents that names it."""

    digest: str
    archive: bytes


def sources(root: Path = _ROOT) -> list[Path]:
    """Return every file of the archive, relative to `root`, sorted.

    The archive has the folders, and what makes the folders above them packages.
    """
    found = {
        path.relative_to(root)
        for folder in _FOLDERS
        for path in (root / folder).rglob("*")
        if path.suffix in _KINDS
    }
    above = {parent / "__init__.py" for folder in _FOLDERS for parent in Path(folder).parents}
    return sorted(found | (above - {Path("__init__.py")}))


def build(root: Path = _ROOT) -> Pack:
    """Build the archive: the same bytes from the same sources, on every machine."""
    target = io.BytesIO()
    digest = hashlib.sha256()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sources(root):
            content = (root / path).read_bytes()
            digest.update(f"{path.as_posix()}\0{len(content)}\0".encode() + content)
            archive.writestr(zipfile.ZipInfo(path.as_posix(), _LONG_AGO), content)
    return Pack(digest.hexdigest(), target.getvalue())


@cache
def current() -> Pack:
    """Return the archive of the sources this process runs."""
    return build()
