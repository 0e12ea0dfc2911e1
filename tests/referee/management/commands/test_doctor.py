"""`manage.py doctor`: sentences, and an exit code for monitors."""

import os
import socket
import subprocess
import sys

import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.recorder import MigrationRecorder

from referee.doctor import stores
from referee.doctor.findings import State, fine, warning
from referee.management.commands import doctor

pytestmark = pytest.mark.django_db


def only(monkeypatch, *findings, database=(), rest=()):
    """Let nothing but these be found, and by these checks."""
    monkeypatch.setattr(doctor, "OF_THE_PROGRAM", (lambda: iter(findings),))
    monkeypatch.setattr(doctor, "OF_DATABASE", database)
    monkeypatch.setattr(doctor, "OF_THE_REST", rest)


def exit_code(*options):
    with pytest.raises(SystemExit) as ended:
        call_command("doctor", *options)
    return ended.value.code


def tables():
    yield fine("Tables.")


def rest():
    yield fine("The rest.")


def test_the_worst_finding_is_the_exit_code(monkeypatch, capsys):
    only(monkeypatch, fine("All."), database=(tables,))
    call_command("doctor")
    only(monkeypatch, fine("All."), warning("Little.", "Do more."))
    assert exit_code("--quiet") == State.WARNING
    told = capsys.readouterr().out
    assert told.endswith("fine: All.\nfine: Tables.\nwarning: Little.\n    Do more.\n")


def test_a_database_that_does_not_answer_ends_only_what_asks_it(monkeypatch, capsys):
    def refuse():
        raise DatabaseError("no route\n")

    monkeypatch.setattr(connection, "ensure_connection", refuse)
    only(monkeypatch, database=(stores.check_connection, tables), rest=(rest,))
    assert exit_code() == State.CRITICAL
    told = capsys.readouterr().out
    assert "error: The database does not answer: no route." in told
    assert "fine: The rest." in told
    assert "Tables." not in told


def test_tables_of_another_version_are_not_read(monkeypatch, capsys):
    MigrationRecorder.Migration.objects.filter(app="referee").latest("name").delete()
    only(monkeypatch, database=(stores.check_migrations, tables))
    assert exit_code() == State.CRITICAL
    assert "Tables." not in capsys.readouterr().out


def test_a_check_that_fails_itself_is_told_and_the_next_one_runs(monkeypatch, capsys):
    def broken():
        raise RuntimeError("a password")

    only(monkeypatch, rest=(broken, rest))
    assert exit_code() == State.CRITICAL
    told = capsys.readouterr().out
    assert "error: The check “broken” failed: RuntimeError." in told
    assert "fine: The rest." in told
    assert "a password" not in told


def test_a_port_that_is_taken_is_told(monkeypatch, capsys):
    only(monkeypatch)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        assert exit_code("--port", str(port)) == State.WARNING
    assert f"warning: Port {port} is taken or not allowed." in capsys.readouterr().out
    call_command("doctor", "--port", str(port))
    assert f"fine: Port {port} is free." in capsys.readouterr().out


@pytest.mark.exhaustive
def test_a_folder_that_was_never_used_is_told_what_comes_first(tmp_path):
    own = {"DATA_DIR": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": "", "LANG": "C"}
    command = [sys.executable, "manage.py", "doctor"]
    environment = {**os.environ, **own}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == State.CRITICAL
    assert "SQLite" in done.stdout
    assert "manage.py migrate" in done.stdout
    assert "Links lead to http://localhost:8000, a name this server answers to." in done.stdout
