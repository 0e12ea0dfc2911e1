"""The facts about a backup of the installation: time, migrations and files."""

import datetime as dt
import hashlib
import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Self

from referee.backups.installation.errors import DamagedBackupError, InstallationBackupError

MANIFEST = "manifest.json"
FORMAT = "treasurer-installation/1"
_DIGEST = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Manifest:
    """A backup's first file.

    `files` has the SHA-256 of each other one by its name, `migrations` those that were applied to
    the database (`tournament.0001_initial`), `vendor` is `sqlite` or `postgresql`.
    """

    made_at: dt.datetime
    vendor: str
    migrations: tuple[str, ...]
    files: dict[str, str]

    def to_json(self) -> bytes:
        """Return the manifest as the file's bytes."""
        told = {"format": FORMAT, **asdict(self), "made_at": self.made_at.isoformat()}
        return json.dumps(told, indent=2).encode()

    @classmethod
    def from_json(cls, text: bytes) -> Self:
        """Return the manifest of a file; raise DamagedBackupError if it is none."""
        try:
            told = json.loads(text)
            if told["format"] != FORMAT:
                raise _newer(f"its format is {str(told['format'])[:60]}")
            return cls(
                made_at=dt.datetime.fromisoformat(told["made_at"]),
                vendor=str(told["vendor"]),
                migrations=tuple(map(str, told["migrations"])),
                files={str(name): _digest(text) for name, text in told["files"].items()},
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DamagedBackupError("its list of files cannot be read") from error

    def refuse_unknown(self, known: set[str]) -> None:
        """Refuse a backup whose database this version of the program cannot read.

        Raises InstallationBackupError if it has a migration that is not among the `known` ones.
        """
        if unknown := sorted(set(self.migrations) - known):
            raise _newer(f"its database has {unknown[-1]}")


def _newer(why: str) -> InstallationBackupError:
    return InstallationBackupError(
        f"This backup is of a newer version of Treasurer: {why}. Nothing was changed. Install "
        "that version first, then restore again."
    )


def _digest(text: object) -> str:
    if not isinstance(text, str) or not _DIGEST.fullmatch(text):
        raise ValueError(text)
    return text


def digest_of(file: Path) -> str:
    """Return the SHA-256 of a file."""
    with file.open("rb") as source:
        return hashlib.file_digest(source, "sha256").hexdigest()
