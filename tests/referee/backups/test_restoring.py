"""An event that was saved is put back: the same as it was, and nothing else is touched."""

import datetime as dt
import hashlib
import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from referee.backups.archive import Json
from referee.backups.numbers import Numbers
from referee.backups.parts import PARTS
from referee.backups.restoring import Restored, restore_backup
from referee.log.verify import faults_of
from referee.models import Device, GameLog
from tests.referee.backups.saving import empty_the_server, rows_of, saved, without_numbers
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tests.tournament.push.service import Phone
from tournament.events.services.events import update_event
from tournament.models import (
    AuditEntry,
    Email,
    Entry,
    Event,
    PersonalLink,
    PushSubscription,
    Round,
    Table,
)
from tournament.outbox.services import queue_due_emails
from tournament.people.services.entries import add_entry, update_entry
from tournament.people.services.merging import merge_entries
from tournament.people.services.personal_links import choose_emails, renew_link
from tournament.push.services import subscribe

pytestmark = pytest.mark.django_db
STANDINGS = "/api/v1/public/events/open/standings"


def test_a_restored_event_is_the_same_in_every_column(event: Event) -> None:
    before, file = rows_of(event), saved(event)
    assert all(before[label] for label in (
        "tournament.seal", "referee.loggedevent", "referee.device", "tournament.penalty",
        "tournament.seatresult", "referee.gamerecord",
    ))  # fmt: skip
    public = Client().get("/api/v1/public/events/open/standings").content
    empty_the_server(event)
    restored, unsealed = restore_backup(file=file, by=BY)
    assert unsealed
    assert rows_of(restored) == before
    assert faults_of(GameLog.objects.get()) == []
    assert Client().get("/api/v1/public/events/open/standings").content == public
    # New rows have numbers behind the restored ones.
    add_entry(event=restored, name="Zoe", by=BY)
    assert AuditEntry.objects.filter(action="restore").count() == 1


def test_rounds_that_do_not_count_and_teams_come_back(data: Path) -> None:
    settings: Any = {"discards": 1, "least_counting": 2, "teams": "names", "members_counted": 2}
    event = make_event("open", players=4, number_of_rounds=3, published=True, **settings)
    for seed, team in enumerate(("Reds", "reds ", "Blues", ""), start=1):
        update_entry(entry=entry(event, seed), team=team, by=BY)
    for number in (1, 2, 3):
        finish(table_of(seat_round(event, number, (1, 2, 3, 4))), 4 + number, 3, 2 * number, 1)
    paths = ("standings", "teams", "players/p01")
    addresses = [f"/api/v1/public/events/open/{path}" for path in paths]
    before, file = rows_of(event), saved(event)
    public = [Client().get(address).json() for address in addresses]
    assert any(row["discarded"] for row in public[0]["items"])
    empty_the_server(event)
    restored, _unsealed = restore_backup(file=file, by=BY)
    assert rows_of(restored) == before
    assert {name: getattr(restored, name) for name in settings} == settings
    assert [Client().get(address).json() for address in addresses] == public


def test_with_another_secret_key_all_but_what_is_sealed_comes_back(
    event: Event, settings: Any
) -> None:
    before, file = rows_of(event), saved(event)
    empty_the_server(event)
    settings.SECRET_KEY = "another"
    restored, unsealed = restore_backup(file=file, by=BY)
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


def test_what_is_here_already_is_left_alone(event: Event) -> None:
    before, file = rows_of(event), saved(event)
    with pytest.raises(ValidationError, match="has an event with the address “open”"):
        restore_backup(file=file, by=BY)
    assert rows_of(event) == before


def test_beside_other_events_it_gets_numbers_that_are_free(event: Event) -> None:
    update_entry(entry=entry(event, 1), email="ada@example.org", by=BY)
    before, file = rows_of(event), saved(event)
    public = Client().get(STANDINGS).content
    empty_the_server(event)
    other = make_event("other", players=4)
    finish(table_of(seat_round(other, 1, (1, 2, 3, 4))), 4, 3, 2, 1)
    update_entry(entry=entry(other, 4), email="Ada@example.org", by=BY)
    others = rows_of(other)
    restored, unsealed = restore_backup(file=file, by=BY)
    assert unsealed
    assert rows_of(other) == others
    assert without_numbers(rows_of(restored)) == without_numbers(before)
    assert entry(restored, 1).email == "ada@example.org"
    assert faults_of(GameLog.objects.get()) == []
    told = json.loads(Client().get(STANDINGS).content)["items"]
    assert [row["points"] for row in told] == [row["points"] for row in json.loads(public)["items"]]


def given_out(model: Any, many: int) -> list[int]:
    """Numbers that others were given who have not committed yet: on SQLite they wait."""
    if connection.vendor != "postgresql":
        return []
    name = f"SELECT nextval(pg_get_serial_sequence('{model._meta.db_table}', 'id'))"
    with connection.cursor() as cursor:
        return [cursor.execute(name).fetchone()[0] for _ in range(many)]


def test_nobody_else_has_or_gets_its_numbers(event: Event) -> None:
    file, taken = saved(event), event.entries.earliest("pk").pk
    empty_the_server(event)
    Entry.objects.create(pk=taken, event=make_event("other"), name="Zoe", seed=1)
    before = given_out(Entry, 3)
    restored, _unsealed = restore_backup(file=file, by=BY)
    numbers = set(restored.entries.values_list("pk", flat=True))
    assert not numbers & {*before, *given_out(Entry, len(numbers))}
    assert add_entry(event=restored, name="Nova", by=BY).pk > max(numbers)


def test_what_is_to_be_true_with_it_is_so_with_it_or_not_at_all(event: Event) -> None:
    file, before = saved(event), rows_of(event)

    def killed(_restored: Restored) -> None:
        raise KeyboardInterrupt

    update_event(event=event, by=BY, venue="Elsewhere")
    with pytest.raises(KeyboardInterrupt):
        restore_backup(file=file, by=BY, into=event, also=killed)
    assert Event.objects.get().venue == "Elsewhere"
    restore_backup(file=file, by=BY, into=event)
    assert rows_of(Event.objects.get())["tournament.event"] == before["tournament.event"]


def test_going_back_takes_everything_back_but_opens_nothing_that_was_shut(event: Event) -> None:
    update_event(event=event, ends_on=timezone.localdate(), by=BY)
    first, second = entry(event, 1), entry(event, 2)
    choose_emails(entry=second, gets_emails=True, language="en")
    renew_link(entry=first, by=BY)
    before, file = rows_of(event), saved(event)
    other = make_event("other", players=4)
    others = rows_of(other)
    renew_link(entry=first, by=BY)
    subscribe(entry=first, browser=Phone("https://push.example.org/1").browser, language="en")
    link = PersonalLink.objects.get(entry=first).token_hash
    update_entry(entry=second, name_display="number", by=BY)
    choose_emails(entry=second, gets_emails=False, language="")
    Device.objects.update(revoked_at=timezone.now())
    game = GameLog.objects.get()
    update_event(event=event, by=BY, venue="Elsewhere")
    late = add_entry(event=event, name="Zoe", by=BY)
    Round.objects.filter(event=event, number=2).delete()
    restored, _unsealed = restore_backup(file=file, by=BY, into=event)
    assert restored.pk == event.pk
    after = rows_of(restored)
    assert PersonalLink.objects.get(entry__event=event).token_hash == link
    assert PushSubscription.objects.get().link.token_hash == link
    again = Entry.objects.get(event=event, seed=2)
    assert (again.name_display, again.gets_emails, again.declines_emails) == ("number", False, True)
    assert Device.objects.get().revoked_at
    assert not Entry.objects.filter(pk=late.pk).exists()
    actions = {row["action"] for row in after["tournament.auditentry"]}
    assert len(after["tournament.auditentry"]) > len(before["tournament.auditentry"])
    assert "update" in actions
    own = {"tournament.personallink", "tournament.entry", "referee.device", "tournament.auditentry"}
    assert {label: after[label] for label in set(before) - own} == {
        label: before[label] for label in set(before) - own
    }
    assert rows_of(other) == others
    assert faults_of(game) == []


def test_after_going_back_no_email_is_sent_twice(data: Path) -> None:
    event = make_event(players=4, sends_emails=True)
    for player in event.entries.all():
        update_entry(entry=player, email=f"p{player.seed}@example.org", gets_emails=True, by=BY)
    told = seat_round(event, 1, (1, 2, 3, 4))
    file = saved(event)
    later = seat_round(event, 2, (1, 2, 3, 4))
    hour = dt.timedelta(hours=1)
    Round.objects.update(published_at=timezone.now() - hour)
    assert queue_due_emails(now=timezone.now()) == 8
    restore_backup(file=file, by=BY, into=event)
    assert not Round.objects.filter(pk=later.pk).exists()
    assert Email.objects.filter(round=told.pk, kind=Email.Kind.SEAT).count() == 4
    assert Email.objects.count() == 4
    Round.objects.update(published_at=timezone.now() - hour)
    assert queue_due_emails(now=timezone.now()) == 0


def test_who_was_renamed_since_is_the_same_person(event: Event) -> None:
    first, file = entry(event, 1), saved(event)
    renew_link(entry=first, by=BY)
    link = PersonalLink.objects.get(entry=first).token_hash
    kept = {"name": first.name, "club": "", "team": "", "email": ""}
    update_entry(entry=first, name="Renamed", by=BY)
    update_entry(entry=first, club="New", team="New", email="new@example.org", by=BY)
    update_entry(entry=first, name_display="number", by=BY)
    players = Entry.objects.count()
    restore_backup(file=file, by=BY, into=event)
    again = Entry.objects.get(event=event, seed=1)
    assert {name: getattr(again, name) for name in kept} == kept
    assert again.name_display == "number"
    assert again.personal_link.token_hash == link
    assert Entry.objects.count() == players


@pytest.mark.parametrize(("keep", "other"), [(1, 5), (5, 1)])
def test_two_who_were_made_one_since_are_two_again(keep: int, other: int, data: Path) -> None:
    event = make_event("open", players=5)
    update_entry(entry=entry(event, other), email="ada@example.org", by=BY)
    before, file = rows_of(event)["tournament.entry"], saved(event)
    merge_entries(keep=entry(event, keep), other=entry(event, other), by=BY)
    restore_backup(file=file, by=BY, into=event)
    assert rows_of(event)["tournament.entry"] == before
    assert len(before) == 5


def test_settings_that_cannot_be_are_refused(event: Event) -> None:
    file = with_forged(saved(event), "tournament.event", "time_zone", "Nowhere")
    empty_the_server(event)
    with pytest.raises(ValidationError, match="Unknown time zone"):
        restore_backup(file=file, by=BY)
    assert not Event.objects.exists()


def test_a_file_tells_nothing_of_players_by_their_numbers_and_names(event: Event) -> None:
    ada, file = entry(event, 1), saved(event)
    empty_the_server(event)
    known = {"name": ada.name, "seed": ada.seed, "email": "ada@example.org"}
    Entry.objects.create(pk=ada.pk, event=make_event("other"), **known)
    restored, _unsealed = restore_backup(file=file, by=BY)
    assert not restored.entries.exclude(email="").exists()


def test_a_backup_of_another_event_is_put_into_none(event: Event) -> None:
    file, other = saved(event), make_event("other", players=4)
    with pytest.raises(ValidationError, match="is of the event “open”"):
        restore_backup(file=file, by=BY, into=other)


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
        (
            "manifest.json",
            lambda b: json.dumps({**json.loads(b), "schema": ["x"]}).encode(),
            "no backup of an event",
        ),
        ("manifest.json", lambda b: b.replace(b'"made_at": "2', b'"made_at": "9999'), "damaged"),
    ],
)
def test_a_file_that_was_changed_is_refused_and_changes_nothing(
    event: Event, name: str, change: Any, refused: str
) -> None:
    file = rewritten(saved(event), name, change)
    empty_the_server(event)
    with pytest.raises(ValidationError, match=refused):
        restore_backup(file=file, by=BY)
    assert not Event.objects.exists()


@pytest.mark.parametrize(
    ("table", "field", "forged"),
    [
        ("tournament.auditentry", "event_slug", "other"),
        ("tournament.seat", "table", "other"),
        ("tournament.seat", "entry", -1),
        ("tournament.round", "pk", "none"),
        ("referee.loggedevent", "game", "00000000-0000-0000-0000-000000000000"),
    ],
)
def test_a_forged_file_reaches_nothing_of_other_events(
    event: Event, table: str, field: str, forged: Any
) -> None:
    file = saved(event)
    empty_the_server(event)
    other = make_event("other", players=4)
    finish(table_of(seat_round(other, 1, (1, 2, 3, 4))), 4, 3, 2, 1)
    if (field, forged) == ("table", "other"):
        forged = table_of(other.rounds.get()).pk
    others = rows_of(other)
    with pytest.raises(ValidationError, match="damaged"):
        restore_backup(file=with_forged(file, table, field, forged), by=BY)
    assert Event.objects.get() == other
    assert rows_of(other) == others


def test_an_event_that_is_here_keeps_its_audit_log_whatever_a_file_says(event: Event) -> None:
    long_ago = b'"made_at": "1026-01-01T00:00:00+00:00"'
    file = rewritten(
        saved(event),
        "manifest.json",
        lambda content: re.sub(rb'"made_at": "[^"]*"', long_ago, content),
    )
    log = AuditEntry.objects.filter(event_slug="open").order_by("pk")
    before = [*log]
    restore_backup(file=file, by=BY, into=event)
    assert [entry.action for entry in log.exclude(pk__in=[each.pk for each in before])] == [
        "restore"
    ]


def test_a_row_that_no_page_would_save_is_told_with_its_place(event: Event) -> None:
    file = with_forged(saved(event), "tournament.entry", "name", "x" * 101)
    empty_the_server(event)
    place = "rows/tournament.entry.jsonl, row 1: the column “name” cannot hold its value"
    with pytest.raises(ValidationError, match=place):
        restore_backup(file=file, by=BY)


def test_a_value_that_only_the_database_refuses_is_the_files_damage(event: Event) -> None:
    file = with_forged(saved(event), "tournament.entry", "status", "gone")
    empty_the_server(event)
    with pytest.raises(ValidationError, match="entry_status_known") as refused:
        restore_backup(file=file, by=BY)
    assert "Ada" not in str(refused.value)


def test_games_that_another_event_has_are_not_taken_from_it(event: Event) -> None:
    file = saved(event)
    Event.objects.filter(pk=event.pk).update(slug="elsewhere")
    before = rows_of(event)
    with pytest.raises(ValidationError, match="on this server already, in another event"):
        restore_backup(file=file, by=BY)
    assert rows_of(event) == before


def test_a_fault_of_ours_is_not_told_as_the_files(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = saved(event)

    def broken(*_given: object) -> None:
        raise TypeError("a fault of ours")

    monkeypatch.setattr(Numbers, "place", broken)
    with pytest.raises(TypeError, match="a fault of ours"):
        restore_backup(file=file, by=BY, into=event)


def test_texts_with_lines_in_them_come_back(event: Event) -> None:
    update_event(event=event, by=BY, venue="Hall\u2028North\x85Wing")
    before, file = rows_of(event), saved(event)
    restore_backup(file=file, by=BY, into=event)
    assert rows_of(event)["tournament.event"] == before["tournament.event"]


def test_a_table_without_rows_in_the_file_leads_to_no_other_events(event: Event) -> None:
    file = saved(event)
    empty_the_server(event)
    other = make_event("other", players=4)
    theirs = table_of(seat_round(other, 1, (1, 2, 3, 4)))
    of_tables = ("table__", "result__", "game__", "entry__game__")
    for part in PARTS:
        if part.model is Table or part.of_event.startswith(of_tables):
            file = with_rows(file, part.label, lambda _row: None)
    file = with_rows(
        file,
        "tournament.seat",
        lambda fields: {**fields, "table": theirs.pk, "order": 5} if fields["order"] == 1 else None,
    )
    with pytest.raises(ValidationError, match="damaged"):
        restore_backup(file=file, by=BY)
    assert theirs.seats.count() == 4


def with_forged(file: Path, table: str, field: str, value: Any) -> Path:
    """The same file with another value in every row of a table."""
    return with_rows(file, table, lambda fields: {**fields, field: value})


def with_rows(file: Path, table: str, change: Callable[[Json], Json | None]) -> Path:
    """The same file with other rows of a table, `pk` among their fields, and a digest that fits;
    where it becomes None the row is left out."""

    def forge(content: bytes) -> bytes:
        rows = [json.loads(line) for line in content.splitlines()]
        changed = [change({**row["fields"], "pk": row["pk"]}) for row in rows]
        return "".join(
            f"{json.dumps({'model': table, 'pk': fields.pop('pk'), 'fields': fields})}\n"
            for fields in changed
            if fields is not None
        ).encode()

    name = f"rows/{table}.jsonl"
    other = rewritten(file, name, forge)
    with zipfile.ZipFile(other) as changed:
        digest = hashlib.sha256(changed.read(name)).hexdigest()
    was = json.loads(zipfile.ZipFile(file).read("manifest.json"))
    was["sha256"][table] = digest
    manifest = json.dumps(was).encode()
    found = rewritten(other.rename(file), "manifest.json", lambda _content: manifest)
    return found.rename(file)


def test_the_command_says_how_it_went(event: Event, capsys: Any, tmp_path: Path) -> None:
    file = saved(event)
    with pytest.raises(CommandError, match="has an event with the address"):
        call_command("restore_event", str(file))
    empty_the_server(event)
    with pytest.raises(CommandError, match="Nothing was put back: No such file"):
        call_command("restore_event", str(tmp_path / "missing.zip"))
    call_command("restore_event", str(file))
    assert "is here again" in capsys.readouterr().out


def test_an_event_is_saved_and_put_back_by_commands(
    event: Event, capsys: Any, tmp_path: Path
) -> None:
    call_command("back_up_event", event.slug)
    file = Path(capsys.readouterr().out.strip()).rename(tmp_path / "saved.zip")
    empty_the_server(event)
    call_command("restore_event", str(file))
    assert Event.objects.get().slug == event.slug
