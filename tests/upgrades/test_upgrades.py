"""What a release left behind is brought to today's tables, and nothing of it is lost."""

import hashlib
import json
import os
import re
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
from django.apps import apps
from django.db import connection

from tests.serving import ROOT
from tests.upgrades.making import fill

HERE = Path(__file__).parent
FROZEN = {
    "0.1.0.app.tar.xz": "1035803eed8b25edc72ef16b3274b8260290e601a81d172ebc89bd3920773927",
    "0.1.0.games.json": "e57e96c375ec9127e733dfbbcce3e539a3b4cc3613540216aff89660a5f78c93",
    "0.1.0.postgresql.sql": "d675cbed2fefb05925ddb34fbcd87ee2251273d986c0279c311c66b6544ac552",
    "0.1.0.sqlite.sql": "f944116a6ca91b81efb08eb2e61a2a4bbfd0e7bf9bce13089f8e3d6b7c09d7c0",
}
"""The pieces of the museum, by their SHA-256: a later commit adds pieces, and touches none.
`tests/upgrades/making.py` makes one."""
KINDS = ("app.tar.xz", "games.json", "postgresql.sql", "sqlite.sql")
MADE_UP = {"0.1.0": {"/organise/open/r/1/1/sheet/"}}
"""Pages of rows that `making.py` filled as no program would: a result sheet without lines."""
FEWEST = {
    "anybody": 60,
    "reader": 100,
    "registrar": 100,
    "chief-referee": 130,
    "organiser": 200,
    "administrator": 350,
}
"""Pages that people of each role find at least."""
INSERTS = re.compile(r'^INSERT INTO (?:public\.)?"?(\w+)"? ', re.MULTILINE)
RELEASES = re.findall(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
pytestmark = pytest.mark.django_db


def test_no_piece_was_touched() -> None:
    pieces = {path.name: path.read_bytes() for kind in KINDS for path in HERE.glob(f"*.{kind}")}
    assert {name: hashlib.sha256(piece).hexdigest() for name, piece in pieces.items()} == FROZEN


def test_every_release_left_all_its_pieces() -> None:
    assert FROZEN.keys() == {f"{release}.{kind}" for release in RELEASES for kind in KINDS}


@pytest.mark.exhaustive
def test_today_can_be_frozen() -> None:
    fill()
    models = apps.get_models(include_auto_created=True)
    assert [model for model in models if not model._base_manager.exists()] == []


@pytest.mark.parametrize("release", RELEASES)
def test_a_database_of_that_release_is_brought_up_to_date(release: str, tmp_path: Path) -> None:
    piece = (HERE / f"{release}.{connection.vendor}.sql").read_text("utf-8")
    environment = upgraded(piece, tmp_path)
    # Every column of every row is read, and every game judged again.
    rows = json.loads(manage(environment, "dumpdata", "--all", "--format=json"))
    left = Counter(row["model"] for row in rows)
    assert {
        model: count for model, count in frozen_rows(piece).items() if left[model] < count
    } == {}
    hashes = [row["fields"]["hash"] for row in rows if row["model"] == "referee.loggedevent"]
    assert hashes
    assert [each for each in hashes if each not in piece] == []
    manage(environment, "verify", "--all", "--processes", "1")
    if release == "0.1.0":
        # It let tablets show estimates or not: its events go on as they did.
        shown = re.findall(r'"shows_estimate": (true|false)', piece)
        advice = [row["fields"]["advice"] for row in rows if row["model"] == "tournament.event"]
        assert shown
        assert {"everywhere" if each == "true" else "after" for each in shown} == {*advice}


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize(
    "_when",
    [
        pytest.param("test-exhaustive", marks=pytest.mark.exhaustive),
        pytest.param("test-services", marks=pytest.mark.services),
    ],
)
def test_everybody_finds_every_page_of_it(release: str, _when: str, tmp_path: Path) -> None:
    piece = (HERE / f"{release}.{connection.vendor}.sql").read_text("utf-8")
    environment = {**upgraded(piece, tmp_path), "DATA_DIR": str(tmp_path), "REDIS_URL": ""}
    told = json.loads(run(environment, "-m", "tests.upgrades.crawling"))
    failing = {
        address: status
        for answers in told.values()
        for address, status in answers.items()
        if isinstance(status, str) or status >= 500
    }
    assert failing.keys() == MADE_UP.get(release, set()), failing
    found = {
        person: sum(1 for each in answers.values() if each == 200)
        for person, answers in told.items()
    }
    assert found.keys() >= FEWEST.keys()
    assert all(found[person] >= fewest for person, fewest in FEWEST.items()), found


def upgraded(piece: str, folder: Path) -> dict[str, str]:
    """The environment of commands on a database as this release left it, migrated."""
    environment = {**os.environ, "DATABASE_URL": restored(piece, folder)}
    manage(environment, "migrate", "-v0")
    return environment


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


def manage(environment: dict[str, str], *arguments: str) -> str:
    """What a command of `manage.py` prints."""
    return run(environment, "manage.py", *arguments)


def run(environment: dict[str, str], *arguments: str) -> str:
    """What a program prints; it has to end well."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
