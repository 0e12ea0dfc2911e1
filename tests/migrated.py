"""A database file that is migrated once: every process of the tests, and every later run, starts
from a copy, until another migration is written."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import django
from django.apps import apps
from django.conf import settings

ROOT = Path(__file__).resolve().parents[1]


def copy_migrated(target: Path) -> None:
    """Put a copy there, of a file that is made first where none is kept."""
    kept = _kept()
    kept.parent.mkdir(parents=True, exist_ok=True)
    with (kept.parent / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not kept.exists():
            _make(kept)
        shutil.copy(kept, target)


def _kept() -> Path:
    """The file that has what all the migrations there are have made."""
    digest = hashlib.sha256(django.__version__.encode())
    for app in apps.get_app_configs():
        for migration in sorted(Path(app.path).glob("migrations/*.py")):
            digest.update(migration.read_bytes())
    return Path(settings.DATA_DIR) / "test-database" / f"{digest.hexdigest()}.sqlite3"


def _make(kept: Path) -> None:
    """Migrate a new file with the product's settings; those of other migrations go."""
    for left in kept.parent.glob("*.sqlite3*"):
        left.unlink()
    part = kept.with_suffix(".part")
    part.unlink(missing_ok=True)
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": f"sqlite:///{part}"},
        check=True,
    )
    part.rename(kept)
