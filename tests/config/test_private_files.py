"""What the service keeps is for the eyes of its own account only, old files too."""

import os
import sqlite3
import stat
from contextlib import closing

import pytest

from config.databases import durable_settings
from config.environment import data_folder
from config.private_files import close_to_others


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture(autouse=True)
def _open_to_all():
    """As most machines have it, and worse."""
    before = os.umask(0)
    yield
    os.umask(before)


def test_a_new_data_folder_and_all_of_its_database_are_private(tmp_path):
    folder = data_folder(str(tmp_path / "data"))
    assert mode(folder) == 0o700
    file = folder / "treasurer.sqlite3"
    settings = durable_settings({"ENGINE": "django.db.backends.sqlite3", "NAME": str(file)})
    with closing(sqlite3.connect(settings["NAME"])) as database:
        database.executescript(settings["OPTIONS"]["init_command"])
        database.execute("CREATE TABLE secret (word)")
        found = {path.name: mode(path) for path in folder.iterdir()}
    assert found == dict.fromkeys([file.name, f"{file.name}-wal", f"{file.name}-shm"], 0o600)


def test_what_is_there_already_is_closed_at_the_next_start(tmp_path):
    folder = tmp_path / "data"
    certificates = folder / "certificates"
    certificates.mkdir(parents=True)
    kept = [
        folder / name
        for name in ("secret-key", "push-key", "t.sqlite3", "t.sqlite3-wal", "t.sqlite3-shm")
    ]
    kept += [certificates / "authority.key", certificates / "server.key"]
    for file in kept:
        file.write_text("kept")
        file.chmod(0o664)
    folder.chmod(0o755)
    data_folder(str(folder))
    durable_settings({"ENGINE": "django.db.backends.sqlite3", "NAME": str(folder / "t.sqlite3")})
    assert (mode(folder), mode(certificates)) == (0o700, 0o700)
    assert {file.name: mode(file) for file in kept} == {file.name: 0o600 for file in kept}
    assert {file.read_text() for file in kept} == {"kept"}


def test_a_folder_that_everybody_shares_is_left_alone(tmp_path):
    tmp_path.chmod(0o1777)
    close_to_others(tmp_path)
    assert mode(tmp_path) == 0o1777


def test_a_missing_folder_of_a_database_is_left_to_whoever_opens_it(tmp_path):
    durable_settings(
        {"ENGINE": "django.db.backends.sqlite3", "NAME": str(tmp_path / "no" / "t.sqlite3")}
    )
    assert list(tmp_path.iterdir()) == []
