"""A person is erased everywhere, and everything that was proved before still is."""

import json
from decimal import Decimal
from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from referee.engine import replay_lines
from referee.log import journal_cache
from referee.log.calls import open_call, resolve_call
from referee.log.chief import append_chief, discard
from referee.log.choosing import choose_result
from referee.log.erasing import erase_person
from referee.log.record import record_text
from referee.log.rows import event_of
from referee.log.verify import faults_of
from referee.models import GameLog, GameRecord, LoggedEvent, SetAside
from tests.present import present
from tests.referee.log.test_append import send
from tests.referee.log.test_chief import confirm, play
from tests.referee.tables import Tablet, golden, log_events, make_table, paired
from tests.tournament.making import finish, make_event, result_of
from tournament.events.services.announcements import write_announcement
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Entry, Event, Result, Round, Table
from tournament.penalties.services import PenaltyGiven, give_penalty
from tournament.people.services.entries import add_entry, update_entry
from tournament.people.services.imports import import_players
from tournament.results.selectors.reviews import review_of
from tournament.results.services.paper import SheetDetails, enter_sheet, mark_of, reject_sheet
from tournament.rounds.services.clock import grant_extra

pytestmark = pytest.mark.django_db

FORMER, NAME = "Zoë Marlowe", "Zoë Quillfeather"
EMAIL, CLUB, TEAM = "zoe@example.org", "Thistle House", "The Burrs"
SECRETS = [FORMER, NAME, "Zoë", "Quillfeather", EMAIL, CLUB, TEAM]
OTHER = "Hyacinth Bramble"


def renamed(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The record with the person in the first seat, and reasons that name her."""
    header = {**lines[0], "players": [dict(player) for player in lines[0]["players"]]}
    header["players"][0]["name"], header["players"][1]["name"] = NAME, OTHER
    reasons = {"reason": "zoë dropped a note"}
    return [header, *({**line, **(reasons if "reason" in line else {})} for line in lines[1:])]


LINES = renamed(golden("01"))
CODES = [player["id"] for player in LINES[0]["players"]]


@pytest.fixture
def table() -> Table:
    journal_cache.forget()
    table = make_table(LINES[0])
    event = table.round.event
    update_event(event=event, published=True, by="t")
    person = Entry.objects.get(name=NAME)
    update_entry(entry=person, name=FORMER, email="x@example.org", by="t")
    update_entry(entry=person, name=NAME, email=EMAIL, club=CLUB, team=TEAM, by="t")
    rows = f"name,email,club,seed\n{NAME},{EMAIL},{CLUB},1\nJust New,n@example.org,{CLUB},9\n"
    import_players(event=event, content=rows.encode(), by="t")
    return table


@pytest.fixture
def tablet(table: Table) -> Tablet:
    """The tablet of a confirmed game around which everybody talked of the person."""
    tablet = paired(table, "Zoë's tablet")
    play(tablet, [log_events(LINES)[0], {"type": "note", "text": f"{NAME} is late"}])
    play(tablet, [{"type": "referee", "name": f"{NAME} (2)"}, {"type": "referee", "name": OTHER}])
    play(tablet, [{"type": "note", "text": f"{OTHER} is early"}, *log_events(LINES)[1:]])
    append_chief(game_id=tablet.game, event={"type": "ruling", "text": "Ask Zoë"}, by="chief")
    send_refused(tablet)
    call = open_call(device=tablet.device, call_id=uuid4(), topic="rules", note="zoë asks")
    resolve_call(call_id=call.pk, resolution="Quillfeather may", seconds=60, by="chief")
    grant_extra(table=table, seconds=60, reason="Zoë was ill", by="chief")
    choose_between_results(table)
    organise_by_name(table)
    return tablet


def organise_by_name(table: Table) -> None:
    """What the staff typed, said and did under the person's name."""
    aunt = "Zoë Quillfeather's aunt"
    write_announcement(event=table.round.event, text=f"{NAME} lost her keys", by=aunt)
    result = result_of(table, 1_000, 900)
    details = SheetDetails(correction_reason="Zoë counted again")
    enter_sheet(table=table, result=result, seen="", by=aunt, details=details)
    seen = mark_of(table.paper_sheet)
    reject_sheet(table=table, seen=seen, reason="Zoë cannot read it", by=aunt)
    Result.objects.filter(table=table).update(alone_reason="Zoë was the only one there")
    corrected = {"at": timezone.now(), "source": "paper", "reason": "Zoë miscounted"}
    for seated_at in (table, None):
        table.round.event.corrections.create(
            table=seated_at, round_number=1, table_number=1, **corrected
        )
    for seat in table.seats.select_related("entry__event"):
        reason = "Was not polite" if seat.entry.code == CODES[0] else "Zoë was insulted"
        given = PenaltyGiven("points", reason, points=Decimal(1))
        give_penalty(entry=seat.entry, given=given, by=aunt)
    Result.objects.filter(table=table).update(abandoned_reason="Zoë fell ill")
    by = {"published_by": aunt, "confirmed_by": aunt, "closed_by": aunt}
    Round.objects.filter(pk=table.round_id).update(**by)


def choose_between_results(table: Table) -> None:
    """Somebody typed another result in; the chief chose it, and then the log's again."""
    finish(table, 1_000, 900, by="Zoë Quillfeather's aunt")
    for source, reason in (("paper", "Zoë counted"), ("log", "Quillfeather counted again")):
        review = review_of(table.pk)
        assert review is not None
        choose_result(table=table, source=source, seen=review.seen, reason=reason, by="chief")


def send_refused(tablet: Tablet) -> None:
    """Events set aside, and what the chief decided about them."""
    tablet.acknowledge(GameLog.objects.get(pk=tablet.game))
    send(tablet, *tablet.made_of({"type": "buy", "player": CODES[0], "x-note": NAME}))
    entry = SetAside.objects.get()
    discard(entry_id=entry.pk, decision="Zoë agrees", by="chief")
    confirm(tablet, *CODES)


def everything() -> str:
    """All that is stored, as one text."""
    rows = [row for model in apps.get_models() for row in model._base_manager.values_list()]
    return json.dumps(rows, ensure_ascii=False, default=str).casefold()


def kept(secrets: list[str] = SECRETS) -> list[str]:
    text = everything()
    return [secret for secret in secrets if secret.casefold() in text]


def test_nothing_is_left_and_all_is_proved(tablet: Tablet, table: Table) -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("olga"))
    person = Entry.objects.get(name=NAME)
    form = {"name": NAME, "email": EMAIL, "seed": 1, "club": CLUB, "team": TEAM, "status": "active"}
    client.post(f"/admin/tournament/entry/{person.pk}/change/", form)
    assert LogEntry.objects.get().object_repr == f"{NAME} (1)"
    game = GameLog.objects.get(pk=tablet.game)
    head, rows = game.head_hash, LoggedEvent.objects.count()
    assert kept() == SECRETS

    erase_person(entries=[person], by="olga")

    assert kept() == [CLUB]  # of somebody else, who stays
    assert OTHER.casefold() in everything()
    game.refresh_from_db()
    assert (game.head_hash, LoggedEvent.objects.count()) == (head, rows)
    assert faults_of(game) == []
    record = GameRecord.objects.get()
    assert record.text == record_text(game)
    assert present(replay_lines(record.text.encode()).game).statement() == record.statement
    assert json.loads(record.text.splitlines()[0])["players"][0]["name"] == "—"
    assert AuditEntry.objects.latest("pk").action == "erase person"
    assert AuditEntry.objects.latest("pk").by == "olga"


def test_the_club_of_others_stays(tablet: Tablet) -> None:
    erase_person(entries=[Entry.objects.get(name=NAME)], by="olga")
    assert Entry.objects.get(name="Just New").club == CLUB
    told = [row for row in AuditEntry.objects.all() if CLUB in json.dumps([row.before, row.after])]
    assert [row.action for row in told] == ["import players"]
    assert {"seed": 9, "name": "Just New", "club": CLUB} in present(told[0].after)


def test_the_public_pages_show_the_placeholder(tablet: Tablet, client: Client) -> None:
    for address in ("", "p/1/", "r/1/", "r/1/t/1/", "r/1/t/1/record.amr.jsonl"):
        assert NAME in client.get(f"/e/open/{address}").content.decode()
    erase_person(entries=[Entry.objects.get(name=NAME)], by="olga")
    for address in ("", "p/1/", "r/1/", "r/1/t/1/", "r/1/t/1/record.amr.jsonl"):
        page = client.get(f"/e/open/{address}").content.decode()
        assert "—" in page
        assert not [secret for secret in SECRETS if secret != CLUB and secret in page], address


def test_the_command_tells_first_and_writes_when_it_is_told_to(tablet: Tablet) -> None:
    add_entry(event=make_event("autumn"), name=NAME, email=EMAIL.upper(), by="t")
    before = everything()
    out = StringIO()
    call_command("erase_person", EMAIL, stdout=out)
    assert everything() == before
    assert f"{NAME}, {EMAIL}" in out.getvalue()
    assert "/header/players/0/name" in out.getvalue()
    assert "Nothing was changed" in out.getvalue()
    call_command("erase_person", NAME, "--apply", stdout=StringIO())
    assert kept([NAME, EMAIL]) == []
    call_command("verify", "--all", stdout=StringIO())


def test_a_namesake_is_left_alone(table: Table) -> None:
    namesake = add_entry(event=table.round.event, name=NAME, by="t")
    with pytest.raises(CommandError, match="give the number of one"):
        call_command("erase_person", NAME)
    with pytest.raises(CommandError, match="no such player"):
        call_command("erase_person", "Nobody")
    call_command("erase_person", EMAIL, "--apply", stdout=StringIO())
    assert Entry.objects.get(name=NAME) == namesake
    row = AuditEntry.objects.get(kind="entry", object_id=namesake.pk)
    assert present(row.after)["name"] == NAME


def test_what_waits_for_the_chief_is_decided_first(table: Table) -> None:
    tablet = paired(table)
    header = {**LINES[0], "x-note": NAME}
    send(
        tablet, *tablet.made_of({"type": "note", "text": NAME}, {"type": "start", "header": header})
    )
    assert SetAside.objects.get().state == "open"
    with pytest.raises(ValidationError, match="decide about them first"):
        erase_person(entries=[Entry.objects.get(name=NAME)], by="olga")
    assert Entry.objects.filter(name=NAME).exists()


@pytest.fixture
def refereed_elsewhere(table: Table) -> Tablet:
    """A finished game of another event that the person refereed and does not play in."""
    lines = golden("01")
    tablet = paired(make_table(lines[0], slug="elsewhere"), f"{NAME}’s tablet")
    note = {"type": "note", "text": f"{NAME} counts, Zoë asks"}
    play(tablet, [log_events(lines)[0], {"type": "referee", "name": NAME}, note])
    play(tablet, [{"type": "referee", "name": "Zoë"}, *log_events(lines)[1:]])
    confirm(tablet, *(player["id"] for player in lines[0]["players"]))
    return tablet


def test_who_only_refereed_is_erased_there_by_the_name_in_full(refereed_elsewhere: Tablet) -> None:
    game = GameLog.objects.get(pk=refereed_elsewhere.game)
    head = game.head_hash
    assert log_of_names(game) == [NAME, "Zoë"]
    found = erase_person(entries=[Entry.objects.get(name=NAME)], by="olga")
    game.refresh_from_db()
    assert game.head_hash == head
    assert faults_of(game) == []
    assert log_of_names(game) == ["—", "Zoë"]
    record = GameRecord.objects.get(table=game.table)
    assert record.text == record_text(game)
    assert kept([NAME, EMAIL]) == []
    assert any(f"game {game.pk}, event 2: /name" in line for line in found)


def test_a_namesake_who_plays_there_keeps_the_referees_name(refereed_elsewhere: Tablet) -> None:
    event = Event.objects.get(slug="elsewhere")
    add_entry(event=event, name=NAME, by="t")
    found = erase_person(entries=[Entry.objects.get(email=EMAIL)], by="olga")
    assert log_of_names(GameLog.objects.get(pk=refereed_elsewhere.game)) == [NAME, "Zoë"]
    assert "elsewhere: refereed by this name, left since a namesake plays there" in found


def log_of_names(game: GameLog) -> list[str]:
    """Who is said to referee, in the order of the log."""
    events = map(event_of, LoggedEvent.objects.filter(game=game).order_by("seq"))
    return [event["name"] for event in events if event["type"] == "referee"]


def test_other_events_are_left_alone(tablet: Tablet) -> None:
    make_table(golden("01")[0], slug="elsewhere")
    elsewhere = Event.objects.get(slug="elsewhere")
    grant_extra(table=Table.objects.get(round__event=elsewhere), seconds=60, reason="Zoë", by="x")
    erase_person(entries=[Entry.objects.get(name=NAME)], by="olga")
    assert elsewhere.rounds.get().clock_entries.get().reason == "Zoë"
