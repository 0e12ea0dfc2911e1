"""`manage.py import_players`: a dry run by default, each bad row named, nothing half-done."""

import io

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.tournament.making import make_event
from tournament.models import Entry

pytestmark = pytest.mark.django_db


@pytest.fixture
def players(tmp_path):
    """A function that writes a list and returns its file's name."""

    def write(content: str | bytes) -> str:
        file = tmp_path / "players.csv"
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(file)

    return write


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("import_players", *arguments, stdout=out)
    return out.getvalue()


def test_a_dry_run_shows_what_would_be_done_and_does_not_do_it(players):
    make_event()
    shown = run("open", players("name,club,fee\nAda,A,5\nBen,,5\n"))
    assert "+    1  Ada, A" in shown
    assert "2 to add, 0 to change, 0 unchanged." in shown
    assert "Columns not used: fee" in shown
    assert "--apply" in shown
    assert not Entry.objects.exists()


def test_apply_does_it_and_a_second_time_changes_nothing(players):
    make_event()
    file = players("name\nAda\nBen\n")
    assert "2 added, 0 changed, 0 unchanged." in run("open", file, "--apply")
    assert "0 added, 0 changed, 2 unchanged." in run("open", file, "--apply")
    assert Entry.objects.count() == 2
    assert "~    1  Ada, A" in run("open", players("name,club\nAda,A\n"))


@pytest.mark.parametrize("apply", [[], ["--apply"]])
def test_every_bad_row_is_named_and_nothing_is_imported(players, apply):
    make_event()
    with pytest.raises(CommandError) as refused:
        run("open", players("name,email\nAda,\n,x\nBen,y\n"), *apply)
    lines = str(refused.value).splitlines()
    assert lines[0].startswith("row 3, name: The name is missing.")
    assert lines[1].startswith("row 3, email: This is not an email address.")
    assert lines[2].startswith("row 4, email: This is not an email address.")
    assert lines[3] == "3 faults: nothing was imported."
    assert not Entry.objects.exists()


def test_the_encoding_is_guessed_and_said_or_given(players):
    make_event()
    file = players("name\nJosé\n".encode("cp1252"))
    shown = run("open", file)
    assert "Read as Windows-1252." in shown
    assert "+    1  José" in shown
    with pytest.raises(CommandError, match="row 2: The file is not in UTF-8"):
        run("open", file, "--apply", "--encoding", "utf-8")
    run("open", file, "--apply", "--encoding", "windows-1251")
    assert Entry.objects.get().name == "Josй"


def test_an_event_or_a_file_that_is_not_there_is_said(players, tmp_path):
    with pytest.raises(CommandError, match=r"There is no event open\. There are: –"):
        run("open", players("name\nAda\n"))
    make_event("autumn")
    with pytest.raises(CommandError, match="There are: autumn"):
        run("open", players("name\nAda\n"))
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        run("autumn", str(tmp_path / "nothing.csv"))
    with pytest.raises(CommandError, match="cannot be read: Is a directory"):
        run("autumn", str(tmp_path))


def test_the_list_may_come_from_standard_input(monkeypatch):
    make_event()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"name\nAda\n")))
    assert "1 added" in run("open", "-", "--apply")
