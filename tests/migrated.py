"""A database that is migrated once: every process of the tests starts from a copy, and on SQLite
every later run, until another migration is written."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import django
import psycopg
from django.apps import apps
from django.conf import settings

ROOT = Path(__file__).resolve().parents[1]


def copy_migrated(target: Path) -> None:
    """Put a copy there, of a file that is made first where none is kept."""
    kept = _folder() / f"{_digest()}.sqlite3"
    with _alone():
        if not kept.exists():
            _make(kept)
        shutil.copy(kept, target)


def template() -> str:
    """The name of a database on the PostgreSQL server of DATABASE_URL, made first where none is
    kept, of which others are copies."""
    name = f"migrated_{_digest()[:16]}"
    address = os.environ["DATABASE_URL"]
    with _alone(), psycopg.connect(address, autocommit=True) as connection:
        if not connection.execute(
            "SELECT 1 FROM pg_database WHERE datname = %s", [name]
        ).fetchone():
            part = f"{name}_part"
            connection.execute(f"DROP DATABASE IF EXISTS {part}")
            connection.execute(f"CREATE DATABASE {part}")
            _migrate(urlsplit(address)._replace(path=f"/{part}").geturl())
            connection.execute(f"ALTER DATABASE {part} RENAME TO {name}")
    return name


def new_postgres(name: str) -> str:
    """The address of a new copy by this name on that server, in the place of an earlier run's."""
    address = os.environ["DATABASE_URL"]
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {template()}")
    return urlsplit(address)._replace(path=f"/{name}").geturl()


def _digest() -> str:
    """It differs where other migrations make the database."""
    digest = hashlib.sha256(django.__version__.encode())
    for app in apps.get_app_configs():
        for migration in sorted(Path(app.path).glob("migrations/*.py")):
            digest.update(migration.read_bytes())
    return digest.hexdigest()


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "test-database"


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time looks whether it is there, and makes it."""
    _folder().mkdir(parents=True, exist_ok=True)
    with (_folder() / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _make(kept: Path) -> None:
    """Migrate a new file; those of other migrations go."""
    for left in kept.parent.glob("*.sqlite3*"):
        left.unlink()
    part = kept.with_suffix(".part")
    part.unlink(missing_ok=True)
    _migrate(f"sqlite:///{part}")
    part.rename(kept)


def _migrate(address: str) -> None:
    """With the product's settings."""
    subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": address},
        check=True,
    )
