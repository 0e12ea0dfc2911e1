"""The server's clock is set back by an hour or a day: nothing that ended opens again for as long,
nothing that was locked stays so, and nobody waits until the old time comes again."""

import datetime as dt
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from axes.models import AccessAttempt, AccessFailureLog
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from config.clean_up import clean_up
from referee.devices.paired import PairingError
from referee.devices.services import invite, note_seen, pair
from referee.live.publishing.publisher import waiting_events
from referee.log.control_room import control_room
from referee.log.public_record import record_so_far
from referee.log.table_states import SILENT_AFTER, TableState
from referee.models import LoggedEvent
from referee.tablet.api.access import DeviceThrottle
from tests.accounts import signed_in, staff
from tests.referee.tables import golden, log_events
from tests.referee.tablet.api.conftest import Http
from tests.second_factor import PasskeyDevice, app_code, with_app, wrong_code
from tests.security.test_passkeys import ANSWER, ASK, make
from tests.security.test_password_by_email import ask, has_new_password, links, set_new
from tests.security.test_sign_in import attempt, entered, lock
from tests.server_clock import ServerClock
from tests.tournament.making import BY, entry, finish, make_event, plan, table_of
from tests.tournament.registering import confirmed, mailed, open_event, registered
from tournament.access import Action
from tournament.accounts.services import second_factor
from tournament.accounts.services.account_emails import MAX_AN_HOUR
from tournament.accounts.sign_in import limits, this_machine
from tournament.draws.services.drawing import draw_round
from tournament.events.services.calling_off import call_off_event
from tournament.events.services.events import update_event
from tournament.models import Change, Email, Event, Penalty, Round, Seal, Table
from tournament.penalties.services import PenaltyGiven, give_penalty
from tournament.people.selectors.registrations import waiting_of
from tournament.people.services.entries import update_entry
from tournament.people.services.registration import confirm_registration
from tournament.public.selectors.public_state import public_state
from tournament.rounds.services.clock import step_clock
from tournament.rounds.services.rounds import ensure_round, publish_round, set_seats
from tournament.standings.services.reveal import freeze_results, show_results

pytestmark = pytest.mark.django_db
HOUR, DAY = 3600, 86_400
EVENTS = log_events(golden("01"))
PASSWORD = "an honest long phrase"
back = pytest.mark.parametrize("seconds", [HOUR, DAY], ids=["an hour", "a day"])


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> ServerClock:
    return ServerClock(monkeypatch)


@pytest.fixture
def olga() -> User:
    return staff("olga", Action.SEE_EVENT, password=PASSWORD, email="olga@example.org")


# A round that runs.


@back
def test_a_tablet_is_never_told_to_wait_until_the_old_time_comes_again(
    http: Http, clock: ServerClock, monkeypatch: pytest.MonkeyPatch, seconds: int
) -> None:
    monkeypatch.setattr(DeviceThrottle, "allowed_rate", (3, 10))
    for _request in range(3):
        assert http.ask("get", "/log").status_code == 200
    clock.turn(-seconds)
    for _request in range(6):
        clock.turn(4)
        assert http.ask("get", "/log").status_code == 200
    assert [http.ask("get", "/log").status_code for _ in range(3)][-1] == 429


@back
def test_a_table_that_paused_before_and_after_is_shown(
    http: Http, chief_client: Client, clock: ServerClock, seconds: int
) -> None:
    table = Table.objects.select_related("round__event").get()
    http.send(EVENTS[0])
    step_clock(round_=table.round, step="start", by=BY)
    http.send({"type": "pause", "reason": "tea"})
    clock.turn(1800)
    http.send({"type": "resume", "seconds": 1800})
    step_clock(round_=table.round, step="pause", by=BY)
    clock.turn(-seconds)
    step_clock(round_=table.round, step="resume", by=BY)
    http.send({"type": "pause", "reason": "tea"})
    told = http.ask("get", "/log")
    assert told.status_code == 200
    chief_client.force_login(User.objects.get(username="chiara"))
    for page in ("/e/open/", "/e/open/r/1/", "/e/open/hall/", "/organise/open/now/"):
        assert chief_client.get(page).status_code == 200, page
    # Of two hours half an hour has gone, and was given back.
    assert _state().clock.remaining == pytest.approx(7200, abs=3)


@back
def test_a_tablet_that_is_gone_is_seen_to_be_silent(
    http: Http, clock: ServerClock, seconds: int
) -> None:
    http.send(EVENTS[0])
    device = http.tablet.device
    clock.turn(-seconds)
    assert _silent()
    note_seen(device=device, app="", pending=0)
    assert not _silent()
    clock.turn(SILENT_AFTER.total_seconds() + 1)
    assert _silent()


def _silent() -> bool:
    return _state().silent_since is not None


def _state() -> TableState:
    return control_room(Round.objects.select_related("event").get()).tables[0].state


@back
def test_a_board_that_is_told_later_goes_on_with_the_next_move(
    http: Http, clock: ServerClock, seconds: int
) -> None:
    update_event(event=Event.objects.get(), by=BY, board_delay=60)
    http.send(*EVENTS[:20])
    clock.turn(-seconds)
    http.send(EVENTS[20])
    assert LoggedEvent.objects.get(seq=21).received_at < LoggedEvent.objects.get(seq=1).received_at
    clock.wait(59)
    assert _told() == 0
    clock.wait(2)
    assert _told() == 21


@back
def test_a_board_that_is_told_later_is_not_told_early_where_the_clock_is_set_ahead(
    http: Http, clock: ServerClock, seconds: int
) -> None:
    update_event(event=Event.objects.get(), by=BY, board_delay=60)
    http.send(*EVENTS[:20])
    Change.objects.all().delete()
    clock.turn(seconds)
    assert _told() == 0
    assert waiting_events(now=timezone.now())[Event.objects.get().pk] > timezone.now()
    clock.wait(59)
    assert _told() == 0
    clock.wait(2)
    assert _told() == 20
    assert waiting_events(now=timezone.now())[Event.objects.get().pk] <= timezone.now()


@back
def test_a_board_that_is_told_later_is_not_told_early_where_the_clock_was_back_for_a_while(
    http: Http, clock: ServerClock, seconds: int
) -> None:
    update_event(event=Event.objects.get(), by=BY, board_delay=60)
    clock.turn(-seconds)
    http.send(*EVENTS[:20])
    clock.turn(seconds)
    assert _told() == 0
    clock.wait(61)
    assert _told() == 20


def _told() -> int:
    record = record_so_far(Table.objects.get().pk, {}, now=timezone.now())
    return len(record.text.splitlines()) if record else 0


# Who may sign in.


@back
def test_locks_do_not_last_until_the_old_time_comes_again(
    olga: User, clock: ServerClock, seconds: int
) -> None:
    lock()
    clock.turn(-seconds)
    assert attempt(PASSWORD).status_code == 429
    clean_up(now=timezone.now())
    assert entered(attempt(PASSWORD))
    assert not AccessAttempt.objects.exists()


@back
def test_an_address_is_not_slowed_until_then(clock: ServerClock, seconds: int) -> None:
    failures = [
        AccessFailureLog(
            username=f"nobody {number}", ip_address="1.2.3.4", attempt_time=clock.now()
        )
        for number in range(limits.MAX_FAILURES)
    ]
    AccessFailureLog.objects.bulk_create(failures)
    assert limits.seconds_to_wait("1.2.3.4") > 0
    clock.turn(-seconds)
    assert limits.seconds_to_wait("1.2.3.4") == 0


@back
def test_an_app_is_not_locked_until_then(olga: User, clock: ServerClock, seconds: int) -> None:
    with_app(olga)
    for _try in range(second_factor.MAX_WRONG_CODES):
        second_factor.use_code(person=olga, code=wrong_code(olga))
    locked = second_factor.use_code(person=olga, code=app_code(olga))
    assert locked == second_factor.Code.TOO_MANY_WRONG
    clock.turn(-seconds - 5)
    used = second_factor.use_code(person=olga, code=app_code(olga))
    assert used == second_factor.Code.OF_APP


def test_a_session_of_the_future_ends_and_one_of_an_hour_stays(
    olga: User, clock: ServerClock
) -> None:
    client = signed_in(olga)
    clock.turn(-HOUR)
    assert client.get("/admin/").status_code == 200
    clock.turn(-DAY)
    assert client.get("/admin/").status_code == 302


@back
def test_what_was_proved_just_now_is_asked_for_again(
    olga: User, clock: ServerClock, seconds: int
) -> None:
    client = signed_in(olga)
    assert make(client, PasskeyDevice(counter=1)).status_code == 200
    clock.turn(-HOUR)
    assert "confirm" in client.get("/organise/account/app/").headers["Location"]
    clock.turn(HOUR - seconds)
    assert client.get("/organise/account/app/").status_code == 302


@back
def test_between_two_steps_nobody_waits_for_ever(
    olga: User, clock: ServerClock, seconds: int
) -> None:
    device, client, other = PasskeyDevice(counter=1), Client(), Client()
    make(signed_in(olga), device)
    asked = client.post(ASK, secure=True).json()
    device.counter = 2
    with_app(olga)
    assert attempt(PASSWORD).url.endswith("/second/")
    other.post("/organise/sign-in/", {"username": "olga", "password": PASSWORD}, secure=True)
    clock.turn(-seconds)
    answer = client.post(ANSWER, {"answer": device.sign(asked)}, secure=True)
    assert answer["Location"] == "/organise/sign-in/"
    code = {"code": app_code(olga)}
    late = other.post("/organise/sign-in/second/", code, secure=True)
    assert late["Location"] == "/organise/sign-in/"


@back
def test_a_code_of_this_machine_ends(
    clock: ServerClock, settings: Any, tmp_path: Path, seconds: int
) -> None:
    settings.DATA_DIR = tmp_path
    this_machine.make_code()
    assert this_machine.has_code()
    clock.turn(-seconds)
    assert not this_machine.has_code()


def test_a_link_to_set_a_password_does_not_come_back(
    olga: User, clock: ServerClock, settings: Any
) -> None:
    settings.EMAIL_FILE_PATH = None
    cache.clear()
    ask()
    (link,) = links(mailed()[0])
    clock.turn(settings.PASSWORD_RESET_TIMEOUT + 1)
    assert Client().get(link, follow=True).status_code == 404
    clock.turn(-DAY)
    set_new(Client(), link)
    assert not has_new_password(olga)
    clock.turn(DAY - HOUR / 2)
    set_new(Client(), link)
    assert has_new_password(olga)


@back
def test_who_asked_often_may_ask_again(
    olga: User, clock: ServerClock, settings: Any, seconds: int
) -> None:
    settings.EMAIL_FILE_PATH = None
    for _time in range(MAX_AN_HOUR + 1):
        cache.clear()
        ask()
        mailed()
    assert Email.objects.count() == MAX_AN_HOUR
    clock.turn(-seconds - 60)
    ask()
    assert Email.objects.count() == MAX_AN_HOUR + 1


@back
def test_an_invitation_of_a_tablet_does_not_come_back(
    table: Table, clock: ServerClock, seconds: int
) -> None:
    invitation = invite(table=table, by=BY)
    clock.turn(HOUR / 4)
    for turned in (0, -seconds):
        clock.turn(turned)
        with pytest.raises(PairingError, match="expired"):
            pair(request_id=uuid4(), label="", token=invitation.token)


# Results that are frozen.


@back
def test_nothing_that_is_decided_after_the_freeze_is_shown(
    clock: ServerClock, seconds: int
) -> None:
    """Results, corrections, penalties, and a draw by scores, which has everybody's points."""
    event = make_event(players=8, table_sizes=[4], score_groups=True)
    first = _published(event, 1)
    finish(table_of(first), 40, 30, 20, 10)
    clock.turn(60)
    freeze_results(event=event, by=BY)
    shown = public_state("open", {})
    clock.turn(-seconds)
    finish(table_of(first, 2), 40, 30, 20, 10)
    given = PenaltyGiven(Penalty.Kind.POINTS, "Late", round_number=1, points=Decimal(1))
    give_penalty(entry=entry(event, 1), given=given, by=BY)
    told = public_state("open", {})
    assert told["standings"] == shown["standings"]
    assert _finished(told) == ["1"]
    finish(table_of(first), 10, 30, 20, 40)
    assert _finished(public_state("open", {})) == []
    second = _published(event, 2)
    commitment = Seal.objects.get(first_round=2).commitment
    assert Client().get(f"/e/open/draws/{commitment}.json").status_code == 404
    assert second.seal is not None
    show_results(event=event, by=BY)
    assert _finished(public_state("open", {})) == ["1", "2"]


def test_a_freeze_that_is_yet_to_come_hides_nothing_before(clock: ServerClock) -> None:
    event = make_event(players=8, table_sizes=[4])
    first = _published(event, 1)
    freeze_results(event=event, at=clock.now() + dt.timedelta(hours=1), by=BY)
    finish(table_of(first), 40, 30, 20, 10)
    assert _finished(public_state("open", {})) == ["1"]


def _published(event: Event, number: int) -> Round:
    drawn = ensure_round(event=event, number=number, by=BY)
    draw_round(round=drawn, by=BY, seed=number)
    return publish_round(round=Round.objects.get(pk=drawn.pk), by=BY)


def _finished(state: dict[str, Any]) -> list[str]:
    tables = state["rounds"]["1"]["tables"]
    return [number for number, table in tables.items() if "result" in table]


# Registration and e-mails.


@back
def test_who_confirms_later_stands_behind(clock: ServerClock, seconds: int) -> None:
    event = open_event(registration_limit=1, has_waiting_list=True)
    for name in ("Ada Lovelace", "Bo Diddley", "Cy Young"):
        confirmed(event, name)
    early = registered(event, "Di Prima")
    clock.turn(-seconds)
    confirmed(event, "Ed Wood")
    confirm_registration(registration=early)
    names = [each.name for each in waiting_of(event)]
    assert names == ["Bo Diddley", "Cy Young", "Ed Wood", "Di Prima"]


@back
def test_e_mails_do_not_wait_until_then(clock: ServerClock, seconds: int) -> None:
    event = open_event()
    registered(event, "Ada Lovelace")
    clock.turn(-seconds)
    assert len(mailed()) == 1


@back
def test_players_are_told_of_seats_results_and_calling_off(
    clock: ServerClock, seconds: int
) -> None:
    event = open_event(players=4)
    update_entry(entry=entry(event, 1), email="p1@example.org", gets_emails=True, by=BY)
    round_ = ensure_round(event=event, number=1, by=BY)
    set_seats(round=round_, tables=[plan(event, 1, 1, 2, 3, 4)], by=BY)
    publish_round(round=round_, by=BY)
    assert mailed() == []
    clock.turn(-seconds)
    assert len(mailed()) == 1
    finish(table_of(round_), 400, 300, 200, 100)
    finish(table_of(round_), 300, 400, 200, 100)
    assert mailed() == []
    clock.turn(-seconds)
    assert len(mailed()) == 1
    call_off_event(event=event, how="cancelled", reason="Snow", by=BY)
    assert mailed() == []
    clock.turn(-seconds)
    assert len(mailed()) == 1
