"""PostgreSQL's programs have to be there, as new as the server; and a role may make no database."""

import os
from pathlib import Path

import psycopg
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from referee.backups.installation.retention import backups_in
from tests.referee.backups.installation.places import here

pytestmark = [
    pytest.mark.services,
    pytest.mark.django_db(transaction=True),
]


def test_missing_programs_are_named(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match="pg_dump is not installed: install PostgreSQL's"):
        call_command("back_up_installation")
    assert list(folder.iterdir()) == []


def test_old_programs_are_named(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pg_dump").write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.24'\n")
    (tmp_path / "pg_dump").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with pytest.raises(CommandError, match=r"is older than the server.*postgresql-client-\d\d"):
        call_command("back_up_installation")


def test_a_role_that_may_make_no_database_is_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The dump was read to its end, and is kept; the exit code says that nothing was replayed."""
    with psycopg.connect(here().address, autocommit=True) as server:
        server.execute("CREATE ROLE poor LOGIN")
        server.execute("GRANT SELECT ON ALL TABLES IN SCHEMA public TO poor")
        server.execute("GRANT SELECT ON ALL SEQUENCES IN SCHEMA public TO poor")
    connection.close()
    with monkeypatch.context() as patch:
        patch.setitem(connection.settings_dict, "USER", "poor")
        with pytest.raises(CommandError, match='ALTER ROLE "poor" CREATEDB'):
            call_command("back_up_installation")
        connection.close()
    with psycopg.connect(here().address, autocommit=True) as server:
        server.execute("DROP OWNED BY poor")
        server.execute("DROP ROLE poor")
    assert len(backups_in(folder)) == 1


def test_the_copy_to_check_is_dropped(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call_command("back_up_installation")
    assert "replayed: 0 games" in capsys.readouterr().out
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_database "
            "WHERE datname = left(current_database(), 40) || '_backup_check'"
        )
        assert cursor.fetchone() == (0,)
