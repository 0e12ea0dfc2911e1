"""Archives of events as files on this server's disk, each made for one person."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.conf import settings


def archives_folder() -> Path:
    """Return the folder of all archives; it need not exist."""
    return Path(settings.DATA_DIR) / "archives"


def archive_file(job: int) -> Path:
    """Return the archive file of a job, which is named by its key.

    The file exists from the end of the job until it has expired.
    """
    return archives_folder() / f"{job}.zip"


@contextmanager
def new_archive(job: int) -> Iterator[IO[bytes]]:
    """Open the file of a job, which appears only once all of it is written.

    Only this account may read it. Raises OSError if the disk is full.
    """
    folder = archives_folder()
    folder.mkdir(mode=0o700, exist_ok=True)
    handle, part = tempfile.mkstemp(dir=folder, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as out:
            yield out
        Path(part).replace(archive_file(job))
    finally:
        Path(part).unlink(missing_ok=True)
