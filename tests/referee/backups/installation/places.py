"""Installations as other processes find them."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.db import connection
from psycopg import sql

from tests.serving import ROOT

Rows = dict[str, list[tuple[Any, ...]]]


class Place:
    """Another installation: its data folder, its database, and its commands."""

    def __init__(self, data: Path, address: str) -> None:
        self.data, self.address = data, address

    def start(self, *words: str, **environment: str) -> subprocess.Popen[str]:
        """Start a command of `manage.py`."""
        own = {"DATA_DIR": str(self.data), "DATABASE_URL": self.address, "REDIS_URL": ""}
        return subprocess.Popen(
            [sys.executable, "manage.py", *words],
            cwd=ROOT,
            env={**os.environ, **own, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def manage(self, *words: str, **environment: str) -> tuple[int, str]:
        """Run a command of `manage.py` to its end; return its exit code, and what it says."""
        process = self.start(*words, **environment)
        return process.wait(), "".join(process.communicate())

    def rows(self) -> Rows:
        """All rows of all tables."""
        if self.address.startswith("sqlite"):
            file = self.address.removeprefix("sqlite:///")
            with closing(sqlite3.connect(file)) as database:
                read = [(name, f'SELECT * FROM "{name}"') for name in tables()]  # noqa: S608
                return {name: sorted(database.execute(query), key=repr) for name, query in read}
        with psycopg.connect(self.address) as database:
            found = {}
            for name in tables():
                query = sql.SQL("SELECT t::text FROM {} t").format(sql.Identifier(name))
                found[name] = sorted(database.execute(query).fetchall())
            return found


def tables() -> list[str]:
    return connection.introspection.table_names()


def here() -> Place:
    """This installation, as another process finds it."""
    name, data = str(connection.settings_dict["NAME"]), Path(settings.DATA_DIR)
    if connection.vendor == "sqlite":
        return Place(data, f"sqlite:///{name}")
    address = urlsplit(os.environ["DATABASE_URL"])
    return Place(data, address._replace(path=f"/{name}").geturl())


def opened() -> Any:
    """A connection of another process: it has read, and is idle."""
    if connection.vendor == "sqlite":
        script = (
            "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]);"
            "c.execute('SELECT count(*) FROM tournament_event').fetchone();"
            "print(flush=True); sys.stdin.read()"
        )
        name = str(connection.settings_dict["NAME"])
        process = subprocess.Popen(
            [sys.executable, "-c", script, name], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert process.stdout is not None
        process.stdout.readline()
        return process
    return psycopg.connect(here().address)
