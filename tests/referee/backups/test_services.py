"""An event is saved as one file and restored into an empty server, the same as it was."""

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from referee.backups import services
from referee.backups.parts import LEFT_OUT, PARTS
from referee.log.verify import faults_of
from referee.models import Device, GameLog, LoggedEvent, TableCode
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import golden, log_events, make_table, paired
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tests.tournament.racing import race
from tournament import services as tournament
from tournament.backup_files import KEPT, backups_of, path_of
from tournament.models import AuditEntry, Entry, Event, Player, Round, Seal
from tournament.services.drawing import draw_round
from tournament.services.penalties import PenaltyGiven, give_penalty
from tournament.services.practice import delete_practice_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture(autouse=True)
def data(settings: Any, tmp_path: Path) -> Path:
    settings.DATA_DIR = tmp_path
    return tmp_path


@pytest.fixture
def event() -> Event:
    """A logged and confirmed game, a tablet, a penalty; and a drawn round that is still hidden."""
    lines = golden("03")
    tablet = paired(make_table(lines[0], slug="open", published=True))
    game = play(tablet, log_events(lines))
    confirm(tablet, *(player["id"] for player in lines[0]["players"]))
    found = tournament.update_event(event=game.table.round.event, by=BY, number_of_rounds=2)
    give_penalty(
        entry=game.table.seats.first().entry, given=PenaltyGiven("caution", "Late."), by=BY
    )
    second = tournament.ensure_round(event=found, number=2, by=BY)
    draw_round(round=second, by=BY, time_limit=1)
    return found


def rows_of(event: Event) -> Rows:
    """Everything a backup is of, column by column, but for what the restoring itself logs."""
    return {
        part.label: [
            row
            for row in part.rows(event).values()
            if row.get("action") not in ("back up", "restore")
        ]
        for part in PARTS
    }


def test_no_table_of_an_event_is_forgotten() -> None:
    """Every table with a way to an event is in a backup, or left out on purpose."""
    known = {part.model for part in PARTS} | set(LEFT_OUT)
    of_event: set[Any] = {Event}
    while True:
        more = {
            model
            for app in ("tournament", "referee")
            for model in apps.get_app_config(app).get_models()
            if any(field.related_model in of_event for field in model._meta.concrete_fields)
        }
        if more <= of_event:
            break
        of_event |= more
    assert of_event <= known
    assert of_event | {Player, AuditEntry} == known


def saved(event: Event) -> Path:
    made = services.save_backup(event=event, by=BY)
    return path_of(event, made.name) or Path()


def empty_the_server(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(practice=True, published=False)
    delete_practice_event(event=Event.objects.get(), by=BY)
    AuditEntry.objects.all().delete()
    Player.objects.all().delete()
    assert not LoggedEvent.objects.exists()


def test_a_restored_event_is_the_same_in_every_column(event: Event) -> None:
    before, file = rows_of(event), saved(event)
    assert all(before[label] for label in (
        "tournament.seal", "referee.loggedevent", "referee.device", "tournament.penalty",
        "tournament.seatresult", "referee.gamerecord",
    ))  # fmt: skip
    public = Client().get("/api/v1/public/events/open/standings").content
    empty_the_server(event)
    restored, unsealed = services.restore_backup(file=file, by=BY)
    assert unsealed
    assert rows_of(restored) == before
    assert faults_of(GameLog.objects.get()) == []
    assert Client().get("/api/v1/public/events/open/standings").content == public
    # New rows have numbers behind the restored ones.
    tournament.add_entry(event=restored, player=tournament.create_player(name="Zoe", by=BY), by=BY)
    assert AuditEntry.objects.filter(action="restore").count() == 1


def test_rounds_that_do_not_count_and_teams_come_back(data: Path) -> None:
    settings: Any = {"discards": 1, "least_counting": 2, "teams": "names", "members_counted": 2}
    event = make_event("open", players=4, number_of_rounds=3, published=True, **settings)
    for seed, team in enumerate(("Reds", "reds ", "Blues", ""), start=1):
        tournament.update_entry(entry=entry(event, seed), team=team, by=BY)
    for number in (1, 2, 3):
        finish(table_of(seat_round(event, number, (1, 2, 3, 4))), 4 + number, 3, 2 * number, 1)
    paths = ("standings", "teams", "players/p01")
    addresses = [f"/api/v1/public/events/open/{path}" for path in paths]
    before, file = rows_of(event), saved(event)
    public = [Client().get(address).json() for address in addresses]
    assert any(row["discarded"] for row in public[0]["items"])
    empty_the_server(event)
    restored, _unsealed = services.restore_backup(file=file, by=BY)
    assert rows_of(restored) == before
    assert {name: getattr(restored, name) for name in settings} == settings
    assert [Client().get(address).json() for address in addresses] == public


def test_nobody_reads_in_it_what_is_sealed(event: Event) -> None:
    (seal,) = Seal.objects.filter(event=event)
    hidden = Round.objects.get(number=2)
    assert hidden.certificate
    with zipfile.ZipFile(saved(event)) as archive:
        content = b"".join(archive.read(name) for name in archive.namelist())
    for secret in (seal.opening, str(hidden.certificate["problem"]["seed"])):
        assert secret.encode() not in content
    for code in TableCode.objects.all():
        assert code.secret_hash.encode() not in content


def test_with_another_secret_key_all_but_what_is_sealed_comes_back(
    event: Event, settings: Any
) -> None:
    before, file = rows_of(event), saved(event)
    empty_the_server(event)
    settings.SECRET_KEY = "another"
    restored, unsealed = services.restore_backup(file=file, by=BY)
    assert not unsealed
    after = rows_of(restored)
    assert after["tournament.seal"] == []
    assert [row["certificate"] for row in after["tournament.round"]] == [None, None]
    same = set(before) - {
        "tournament.seal",
        "tournament.round",
        "referee.tablecode",
        "referee.device",
    }
    assert {label: after[label] for label in same} == {label: before[label] for label in same}
    assert len(after["referee.device"]) == len(before["referee.device"]) == Device.objects.count()


def test_records_lie_beside_it_for_people(event: Event) -> None:
    with zipfile.ZipFile(saved(event)) as archive:
        assert archive.testzip() is None
        manifest = json.loads(archive.read("manifest.json"))
        record = archive.read("records/round-1/table-1.amr.jsonl").decode()
    assert (manifest["format"], manifest["event"]) == ("treasurer-backup/1", "open")
    assert json.loads(record.splitlines()[0])["event"] == event.name


def test_nothing_of_another_event_is_in_it(event: Event) -> None:
    other = make_event("other", players=4)
    Player.objects.filter(entries=entry(other, 1)).update(email="secret@example.org")
    finish(table_of(seat_round(other, 1, (1, 2, 3, 4))), 4, 3, 2, 1)
    with zipfile.ZipFile(saved(event)) as archive:
        content = b"".join(archive.read(name) for name in archive.namelist())
    assert b"secret@example.org" not in content
    assert b'"other"' not in content


def test_a_server_that_is_not_empty_is_left_alone(event: Event) -> None:
    file = saved(event)
    with pytest.raises(ValidationError, match="restore into an empty one"):
        services.restore_backup(file=file, by=BY)


def rewritten(file: Path, name: str, change: Any) -> Path:
    """The same file with another content of one part."""
    other = file.with_name("other.zip")
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(other, "w") as target:
        for item in source.namelist():
            content = source.read(item)
            target.writestr(item, change(content) if item == name else content)
    return other


@pytest.mark.parametrize(
    ("name", "change", "refused"),
    [
        (
            "rows/tournament.seat.jsonl",
            lambda b: b.replace(b"competitor", b"monopolist"),
            "damaged",
        ),
        ("rows/tournament.seat.jsonl", lambda b: b[:-20], "damaged"),
        (
            "rows/tournament.seat.jsonl",
            lambda b: b.replace(b"tournament.seat", b"auth.user"),
            "damaged",
        ),
        ("manifest.json", lambda b: b.replace(b"backup/1", b"backup/9"), "no backup of an event"),
        ("manifest.json", lambda b: b.replace(b'"schema": {', b'"schema": {"x": "1", '), "version"),
        ("manifest.json", lambda b: b"[]", "no backup of an event"),
    ],
)
def test_a_file_that_was_changed_is_refused_and_changes_nothing(
    event: Event, name: str, change: Any, refused: str
) -> None:
    file = rewritten(saved(event), name, change)
    empty_the_server(event)
    with pytest.raises(ValidationError, match=refused):
        services.restore_backup(file=file, by=BY)
    assert not Event.objects.exists()


def test_only_so_many_are_kept_the_newest(event: Event, data: Path) -> None:
    folder = data / "backups" / str(event.pk)
    folder.mkdir(parents=True)
    for minute in range(10, 10 + KEPT):
        (folder / f"open-20260101T12{minute}00Z.zip").touch()
    (folder / "other.txt").touch()
    made = services.save_backup(event=event, by=BY)
    known = backups_of(event)
    assert (known[0], len(known)) == (made, KEPT)
    assert not (folder / "open-20260101T121000Z.zip").exists()
    assert (folder / "other.txt").exists()
    assert (folder / made.name).stat().st_mode & 0o077 == 0


def test_a_disk_that_is_full_leaves_nothing_half_written(event: Event, data: Path) -> None:
    (data / "backups").write_text("in the way")
    with pytest.raises(OSError, match=r"exists|directory"):
        services.save_backup(event=event, by=BY)
    assert AuditEntry.objects.filter(action="back up").count() == 0


@pytest.mark.parametrize(
    "name", ["../../secret-key", "open-20260101T000000Z.zip", "other.txt", "open-2026.zip", ""]
)
def test_nothing_else_is_handed_out(event: Event, data: Path, name: str) -> None:
    saved(event)
    (data / "secret-key").touch()
    (data / "backups" / str(event.pk) / "other.txt").touch()
    assert path_of(event, name) is None


def test_the_command_says_how_it_went(event: Event, capsys: Any, tmp_path: Path) -> None:
    file = saved(event)
    with pytest.raises(CommandError, match="restore into an empty one"):
        call_command("restore_event", str(file))
    empty_the_server(event)
    with pytest.raises(CommandError, match="damaged, or no backup"):
        call_command("restore_event", str(tmp_path / "missing.zip"))
    call_command("restore_event", str(file))
    assert "is here again" in capsys.readouterr().out


@pytest.mark.django_db(transaction=True)
def test_it_is_of_one_moment_and_nobody_waits_for_it() -> None:
    """Somebody drops out while the backup is read: that is done at once, and not in it."""
    event = make_event("open", players=2)
    if connection.vendor == "sqlite" and connection.is_in_memory_db():
        with services._one_moment():
            assert Entry.objects.filter(event=event, status="active").count() == 2
        return
    with services._one_moment():
        assert Entry.objects.filter(event=event, status="active").count() == 2
        done = race(lambda: tournament.withdraw_entry(entry=entry(event, 1), by=BY))
        assert not isinstance(done[0], Exception)
        assert Entry.objects.filter(event=event, status="active").count() == 2
    assert Entry.objects.filter(event=event, status="active").count() == 1
