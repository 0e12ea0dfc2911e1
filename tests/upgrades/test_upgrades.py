"""What a release left behind is brought to today's tables, and nothing of it is lost."""

import hashlib
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
from django.apps import apps
from django.db import connection

from referee.engine import replay_lines
from tests.on_services import postgres
from tests.present import present
from tests.serving import ROOT
from tests.upgrades.games import statements_digest

HERE = Path(__file__).parent
FROZEN = {
    "0.1.0.games.jsonl": "50fcb5883531e1a708a91c763cebf83f7b8c59b7cfb59cb40ffe3d8f4ce903b6",
    "0.1.0.postgresql.sql": "d675cbed2fefb05925ddb34fbcd87ee2251273d986c0279c311c66b6544ac552",
    "0.1.0.sqlite.sql": "f944116a6ca91b81efb08eb2e61a2a4bbfd0e7bf9bce13089f8e3d6b7c09d7c0",
}
"""The pieces of the museum, by their SHA-256: a later commit adds pieces, and touches none.
`tests/upgrades/making.py` makes one."""
INSERTS = re.compile(r'^INSERT INTO (?:public\.)?"?(\w+)"? ', re.MULTILINE)
RELEASES = sorted({name.removesuffix(".sqlite.sql") for name in FROZEN if "sqlite" in name})
MADE_UP = {"/organise/open/r/1/1/position/", "/organise/open/r/1/1/sheet/"}
"""Pages of a sheet whose figures `making.py` made up, in no form that a sheet has."""
pytestmark = pytest.mark.django_db


def test_no_piece_was_touched() -> None:
    pieces = {path.name: path.read_bytes() for path in HERE.glob("*.*") if path.suffix != ".py"}
    assert {name: hashlib.sha256(piece).hexdigest() for name, piece in pieces.items()} == FROZEN


@pytest.mark.parametrize("release", RELEASES)
def test_a_database_of_that_release_is_brought_up_to_date(release: str, tmp_path: Path) -> None:
    piece = (HERE / f"{release}.{connection.vendor}.sql").read_text("utf-8")
    environment = {**os.environ, "DATABASE_URL": restored(piece, tmp_path)}
    manage(environment, "migrate", "-v0")
    # Every column of every row is read, and every game judged again.
    rows = json.loads(manage(environment, "dumpdata", "--all", "--format=json"))
    left = Counter(row["model"] for row in rows)
    assert {
        model: count for model, count in frozen_rows(piece).items() if left[model] < count
    } == {}
    manage(environment, "verify", "--all", "--processes", "1")
    # 0.1.0 let tablets show estimates or not: its events go on as they did.
    shown = re.findall(r'"shows_estimate": (true|false)', piece)
    advice = [row["fields"]["advice"] for row in rows if row["model"] == "tournament.event"]
    assert shown
    assert {"everywhere" if each == "true" else "after" for each in shown} == {*advice}


@pytest.mark.parametrize("release", RELEASES)
def test_the_games_of_that_release_come_to_what_they_came_to(release: str) -> None:
    lines = (HERE / f"{release}.games.jsonl").read_text("utf-8").splitlines()
    for game in map(json.loads, lines):
        assert replay_records(game["lines"]) == game["last"]
        assert statements_digest(game["lines"]) == game["statements"]


def replay_records(lines: list[dict[str, Any]]) -> dict[str, Any]:
    """The last statement of a record, read as an uploaded one is."""
    replay = replay_lines("\n".join(map(json.dumps, lines)).encode())
    assert replay.refusal is None
    return present(replay.game).statement()


@pytest.mark.exhaustive
@pytest.mark.services
@pytest.mark.long
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
@pytest.mark.parametrize("release", RELEASES)
def test_each_page_of_that_database_answers(release: str, kind: str, tmp_path: Path) -> None:
    piece = (HERE / f"{release}.{kind}.sql").read_text("utf-8")
    with ExitStack() as stack:
        address = f"sqlite:///{tmp_path / 'upgraded.sqlite3'}"
        if kind == "sqlite":
            with sqlite3.connect(tmp_path / "upgraded.sqlite3") as opened:
                opened.executescript(piece)
        else:
            address = stack.enter_context(postgres(durable=False))
            with psycopg.connect(address) as opened:
                opened.execute(piece.encode())
        environment = {**os.environ, "DATABASE_URL": address}
        manage(environment, "migrate", "-v0")
        statuses = json.loads(run(environment, "-m", "tests.upgrades.crawling"))
    assert len(statuses["visitor"]) >= 100
    assert len(statuses["administrator"]) >= 500
    every = [page for reader in statuses.values() for page in reader.items()]
    assert {page for page, status in every if status != 200} == MADE_UP


def restored(piece: str, folder: Path) -> str:
    """The address of a new database as that release left it."""
    if connection.vendor == "sqlite":
        with sqlite3.connect(folder / "upgraded.sqlite3") as opened:
            opened.executescript(piece)
        return f"sqlite:///{folder / 'upgraded.sqlite3'}"
    name, server = f"upgraded_{uuid4().hex}", os.environ["DATABASE_URL"]
    with psycopg.connect(server, autocommit=True) as opened:
        opened.execute(f"CREATE DATABASE {name}")
    address = urlsplit(server)._replace(path=f"/{name}").geturl()
    with psycopg.connect(address) as opened:
        opened.execute(piece.encode())
    return address


def frozen_rows(piece: str) -> dict[str, int]:
    """How many rows each model had, of those that there still are."""
    names = {model._meta.db_table: model._meta.label_lower for model in apps.get_models()}
    return {names[t]: n for t, n in Counter(INSERTS.findall(piece)).items() if t in names}


def manage(environment: dict[str, Any], *arguments: str) -> str:
    """What a command prints; it has to end well."""
    return run(environment, "manage.py", *arguments)


def run(environment: dict[str, Any], *arguments: str) -> str:
    """What a program prints; it has to end well."""
    command = [sys.executable, *arguments]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
