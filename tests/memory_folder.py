"""Files of tests in memory: what a test run writes need not wait for the disk."""

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

MEMORY = Path("/dev/shm")  # noqa: S108
PREFIX = "treasurer-test-"
ENOUGH = 256 * 2**20


@contextmanager
def memory_folder() -> Iterator[Path]:
    """Make a folder in memory, or on the disk where there is no such place; remove it at the end.

    A killed process leaves its folder behind; the next one removes it."""
    place = _place()
    _remove_abandoned(place)
    with tempfile.TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}-", dir=place) as folder:
        yield Path(folder)


def _place() -> Path:
    """Memory, unless it is as small as a container's by default."""
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
        return MEMORY
    return Path(tempfile.gettempdir())


def _remove_abandoned(place: Path) -> None:
    for folder in place.glob(f"{PREFIX}*"):
        owner = re.match(rf"{PREFIX}(\d+)-", folder.name)
        if owner and not psutil.pid_exists(int(owner[1])):
            shutil.rmtree(folder, ignore_errors=True)
