"""Files that only the account that runs Treasurer may read.

They are the database, keys and the data folder.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
# SQLite gives what it writes beside a database the permissions of the database.
_BESIDE_DATABASE = ("", "-wal", "-shm", "-journal")


def close_to_others(path: Path) -> None:
    """Take every permission of group and others from a file or folder that is ours.

    A missing file is ignored, and a folder that everybody shares (sticky, as /tmp) is left alone.
    """
    with suppress(FileNotFoundError, PermissionError):
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & _OTHERS and not mode & stat.S_ISVTX:
            path.chmod(mode & ~_OTHERS)


def private_folder(folder: Path) -> None:
    """Make a folder for one's own eyes, or close one that is there."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    close_to_others(folder)


def private_database(file: Path) -> None:
    """Create a SQLite database that only its owner can read.

    An existing one is restricted. The files that SQLite keeps beside it are restricted, too.
    Nothing happens if the folder is missing: opening the database says so.
    """
    with suppress(FileExistsError, FileNotFoundError, PermissionError):
        os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    for ending in _BESIDE_DATABASE:
        close_to_others(file.with_name(file.name + ending))


def close_keys(folder: Path) -> None:
    """Close the server's and the certificates' keys to other accounts.

    The keys are those that a data folder has from before.
    """
    close_to_others(folder / "secret-key")
    close_to_others(folder / "push-key")
    close_to_others(folder / "certificates")
    for key in (folder / "certificates").glob("*.key"):
        close_to_others(key)
