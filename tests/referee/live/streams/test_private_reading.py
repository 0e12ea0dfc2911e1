"""What those who listen need of the database: found by what services leave, in few queries."""

import datetime as dt
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from referee.devices.api_keys import issue_key
from referee.devices.paired import renew_token
from referee.devices.services import revoke
from referee.live.streams import audit_watch
from referee.live.streams.audit_watch import AuditWatch, Written
from referee.live.streams.private_reading import Asked, PrivateReading
from referee.live.streams.staff import admitted_event, event_states
from referee.live.streams.tablets import TabletState, tablet_states
from referee.log import lease
from referee.log.calls import claim_call, open_call, withdraw_call
from referee.log.table_setup import setup_of
from referee.models import Device, GameLog
from tests.accounts import signed_in, staff
from tests.referee.log.test_append import send
from tests.referee.tables import Tablet, golden, make_table, paired
from tests.tournament.making import BY, make_event
from tournament.access import Action
from tournament.common.secret_tokens import hash_secret
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, Table
from tournament.rounds.services.clock import grant_extra, step_clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    return make_table(golden("03")[0], tables=2, published=True)


@pytest.fixture
def tablet(table: Table) -> Tablet:
    return paired(table)


def state_of(tablet: Tablet) -> TabletState | None:
    return tablet_states([hash_secret(tablet.token)]).get(hash_secret(tablet.token))


def test_a_tablets_state_says_where_its_game_is(table: Table, tablet: Tablet) -> None:
    state = state_of(tablet)
    assert state is not None
    assert (state.game, state.table, state.slug) == (tablet.game, table.pk, "open")
    assert (state.head, state.allowed) == (0, True)
    header = setup_of(GameLog.objects.get(pk=tablet.game)).header
    send(tablet, *tablet.made_of({"type": "start", "header": header}))
    after = state_of(tablet)
    assert after is not None
    assert (after.head, after.rest != state.rest) == (1, True)


def test_what_leaves_no_audit_row_is_in_the_state(table: Table, tablet: Tablet) -> None:
    header = setup_of(GameLog.objects.get(pk=tablet.game)).header
    send(tablet, *tablet.made_of({"type": "start", "header": header}))
    before = state_of(tablet)
    send(tablet, *tablet.made_of({"type": "buy", "player": "p02"}))  # refused, and set aside
    held = state_of(tablet)
    second = paired(table, "Second")
    lease.take_over(device=second.device, epoch=1)
    taken = state_of(tablet)
    call = open_call(device=tablet.device, call_id=uuid4(), topic="rules", note="")
    called = state_of(tablet)
    withdraw_call(device=tablet.device, call_id=call.pk)
    withdrawn = state_of(tablet)
    assert before is not None
    assert held is not None
    assert taken is not None
    assert called is not None
    assert withdrawn is not None
    assert len({one.rest for one in (before, held, taken, called, withdrawn)}) == 5
    assert before.head == held.head == taken.head


def test_a_token_that_is_none_any_more_has_no_state(tablet: Tablet) -> None:
    other = "none"
    assert tablet_states([hash_secret(other)]) == {}
    device = Device.objects.get(pk=tablet.device.pk)
    fresh = renew_token(device=device, game=GameLog.objects.get(pk=tablet.game))
    assert state_of(tablet) is None
    states = tablet_states([hash_secret(fresh.token)])
    assert states[hash_secret(fresh.token)].allowed
    revoke(device_id=device.pk, by=BY)
    assert not tablet_states([hash_secret(fresh.token)])[hash_secret(fresh.token)].allowed


def test_a_token_of_an_event_that_is_over_opens_nothing(table: Table, tablet: Tablet) -> None:
    day = timezone.now().date() - dt.timedelta(days=3)
    event = table.round.event
    type(event).objects.filter(pk=event.pk).update(starts_on=day, ends_on=day)
    state = state_of(tablet)
    assert state is not None
    assert not state.allowed


def test_all_writes_are_seen_by_their_audit_rows(table: Table, tablet: Tablet) -> None:
    watch = AuditWatch()
    assert watch.look() == Written()
    assert watch.look() == Written()
    step_clock(round_=table.round, step="start", by=BY)
    assert watch.look() == Written(events=frozenset({"open"}))
    open_call(device=tablet.device, call_id=uuid4(), topic="rules", note="")
    call = tablet.device.game.calls.get()
    claim_call(call_id=call.pk, by=BY)
    assert watch.look() == Written(tables=frozenset({table.pk}), tables_events=frozenset({"open"}))
    grant_extra(table=table, seconds=60, by=BY, reason="Spilt")
    issue_key(label="Club", by=BY)
    assert watch.look() == Written(events=frozenset({"open"}), anything=True)
    assert watch.look() == Written()


def test_a_row_that_is_committed_later_than_its_number_is_seen(table: Table) -> None:
    update_event(event=table.round.event, by=BY, name="Late")
    late = AuditEntry.objects.first()
    assert late is not None
    AuditEntry.objects.filter(pk=late.pk).delete()
    update_event(event=table.round.event, by=BY, name="Early")
    watch = AuditWatch()
    watch.look()
    late.save(force_insert=True)
    assert watch.look() == Written(events=frozenset({"open"}))


def test_of_many_rows_only_the_last_are_looked_at_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audit_watch, "WINDOW", 5)
    monkeypatch.setattr(audit_watch, "MAX_FRESH", 4)
    watch = AuditWatch()
    watch.look()
    for number in range(40):
        update_event(event=table.round.event, by=BY, name=f"Name {number}")
        assert watch.look() == Written(events=frozenset({"open"}))
        assert len(watch._seen) <= 11
    for number in range(5):
        update_event(event=table.round.event, by=BY, name=f"Other {number}")
    assert watch.look() == Written(anything=True)
    AuditEntry.objects.filter(pk__in=list(watch._seen)[-3:]).delete()
    assert watch.look() == Written(anything=True)
    assert watch.look() == Written()


def session_of(user: User) -> str:
    return str(signed_in(user).cookies["sessionid"].value)


def test_a_session_opens_the_events_its_person_may_act_in(table: Table) -> None:
    event = table.round.event
    chief = staff("chief", Action.ACT_AS_CHIEF)
    session = session_of(chief)
    assert admitted_event(session, "open") == event.pk
    assert admitted_event(session, "none") == 404
    assert admitted_event("nosuchsession", "open") == 401
    assert admitted_event(session_of(staff("helper", Action.SEE_EVENT)), "open") == 403
    assert admitted_event(session_of(User.objects.create_user("player")), "open") == 403
    update_event(event=event, by=BY, published=False)
    assert admitted_event(session, "open") == 404
    update_event(event=event, by=BY, published=True)
    chief.set_password("another")
    chief.save()
    assert admitted_event(session, "open") == 401


def test_a_session_whose_time_is_over_opens_nothing(table: Table) -> None:
    client = signed_in(staff("chief", Action.ACT_AS_CHIEF))
    session = client.session
    session["seen"] = 0
    session.save()
    assert admitted_event(str(session.session_key), "open") == 401


def test_the_events_of_the_staff_say_how_far_their_tables_are(tablet: Tablet) -> None:
    other = make_event("other")
    event = Table.objects.get(log=tablet.game).round.event
    before = event_states({event.pk, other.pk})
    assert (before[other.pk].slug, before[other.pk].logs) == ("other", 0)
    header = setup_of(GameLog.objects.get(pk=tablet.game)).header
    send(tablet, *tablet.made_of({"type": "start", "header": header}))
    after = event_states({event.pk})[event.pk]
    assert (after.logs, after.rest) == (1, before[event.pk].rest)
    send(tablet, *tablet.made_of({"type": "buy", "player": "p02"}))
    held = event_states({event.pk})[event.pk]
    assert held.rest != after.rest
    open_call(device=tablet.device, call_id=uuid4(), topic="rules", note="")
    assert event_states({event.pk})[event.pk].rest != held.rest


def test_a_look_where_nothing_happens_costs_six_queries(tablet: Tablet) -> None:
    reading = PrivateReading()
    event = Table.objects.get(log=tablet.game).round.event
    reading.look(Asked())
    with CaptureQueriesContext(connection) as found:
        seen = reading.look(Asked({hash_secret(tablet.token)}, {event.pk}))
    assert len(found) == 6
    assert seen.written == Written()
