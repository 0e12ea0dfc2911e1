"""Save and restore a PostgreSQL database by PostgreSQL's own programs.

A saved database is a file of one moment.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit

from django.db import connection

from referee.backups.installation.errors import InstallationBackupError

FILE = "database.dump"
_VARIABLES = {
    "host": "PGHOST",
    "port": "PGPORT",
    "user": "PGUSER",
    "password": "PGPASSWORD",
    "sslmode": "PGSSLMODE",
    "sslrootcert": "PGSSLROOTCERT",
    "sslcert": "PGSSLCERT",
    "sslkey": "PGSSLKEY",
    "passfile": "PGPASSFILE",
}
"""Variables of the programs' environment: a password in arguments could be read by all."""
_ARCHIVE = ("--no-owner", "--no-privileges")


def save(target: Path) -> None:
    """Dump the database as it is in one snapshot."""
    _run("pg_dump", "--format=custom", *_ARCHIVE, f"--file={target}")


def check(file: Path) -> None:
    """Read a dump from its beginning to its end."""
    _run("pg_restore", f"--file={os.devnull}", str(file))


def refuse_old_programs() -> None:
    """Refuse to start with programs that are missing, or older than the server.

    Raises InstallationBackupError with what to install.
    """
    connection.ensure_connection()
    server = connection.connection.info.server_version // 10_000
    for program in ("pg_dump", "pg_restore", "psql"):
        told = _run(program, "--version", database="")
        found = re.search(r"\) (\d+)", told)
        if found is None or int(found[1]) < server:
            raise InstallationBackupError(
                f"{program} is older than the server, which is PostgreSQL {server}: {told.strip()}."
                f" Install the clients of version {server} (Debian: postgresql-client-{server})."
            )


@contextmanager
def temporary_copy(file: Path) -> Iterator[str]:
    """Restore a dump into a new database; yield its `DATABASE_URL`, then drop it.

    Raises InstallationBackupError if the role may make no databases.
    """
    name = f"{_database()[:40]}_backup_check"
    _refuse_without_right()
    _sql(f'DROP DATABASE IF EXISTS "{name}"', f'CREATE DATABASE "{name}" TEMPLATE template0')
    try:
        _run("pg_restore", *_ARCHIVE, "--exit-on-error", f"--dbname={name}", str(file))
        address = urlsplit(os.environ["DATABASE_URL"])
        yield address._replace(path=f"/{quote(name)}").geturl()
    finally:
        _sql(f'DROP DATABASE IF EXISTS "{name}"')


def _refuse_without_right() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT rolname, rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user"
        )
        role, may = cursor.fetchone()
    if not may:
        raise InstallationBackupError(
            f"the role {role} may make no database to restore it into. As PostgreSQL's "
            f'administrator: ALTER ROLE "{role}" CREATEDB'
        )


def restore(source: Path) -> None:
    """Replace the tables of the database in one transaction.

    Raises InstallationBackupError, nothing changed, while somebody else is connected.
    """
    _refuse_others()
    with connection.cursor() as cursor:
        tables = connection.introspection.table_names(cursor)
    drop = ", ".join(f'"{table}"' for table in tables)
    script = source.with_suffix(".sql")
    # A script that ended early would be committed as far as it came: it is written first.
    _run("pg_restore", *_ARCHIVE, f"--file={script}", str(source))
    before = [f"--command=DROP TABLE IF EXISTS {drop} CASCADE"] if tables else []
    connection.close()
    _run("psql", *_QUIET, "--single-transaction", *before, f"--file={script}")


def _refuse_others() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() "
            "AND pid <> pg_backend_pid() AND backend_type = 'client backend'"
        )
        (others,) = cursor.fetchone()
    if others:
        raise InstallationBackupError(
            f"{others} other connections use the database. Nothing was changed. Stop the servers "
            "and workers, then restore again."
        )


_QUIET = ("--quiet", "--no-psqlrc", "--set=ON_ERROR_STOP=1", "--output=/dev/null")


def _sql(*statements: str) -> None:
    _run("psql", *_QUIET, *(f"--command={statement}" for statement in statements))


def _database() -> str:
    return str(connection.settings_dict["NAME"])


def _run(program: str, *arguments: str, database: str | None = None) -> str:
    """Run one of PostgreSQL's programs, and return what it prints."""
    path = shutil.which(program)
    if path is None:
        raise InstallationBackupError(
            f"{program} is not installed: install PostgreSQL's clients (Debian: postgresql-client)."
        )
    environment = {**os.environ, **_access(), "PGDATABASE": database or _database()}
    done = subprocess.run(  # noqa: S603 - PostgreSQL's own, without a shell
        [path, *arguments], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        told = " ".join(done.stderr.split())[-500:]
        raise InstallationBackupError(f"{program} failed: {told}")
    return done.stdout


def _access() -> dict[str, str]:
    """Return the variables that lead PostgreSQL's programs to the database's server."""
    given = connection.settings_dict
    told = {name: given[name.upper()] for name in ("host", "port", "user", "password")}
    told |= {name: given["OPTIONS"].get(name) for name in _VARIABLES if name in given["OPTIONS"]}
    return {_VARIABLES[name]: str(value) for name, value in told.items() if value}
