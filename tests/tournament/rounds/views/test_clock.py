"""The clock of a round, moved from the page Now."""

import re

import pytest
from django.urls import reverse

from tests.tournament.making import BY, finish, make_event, seat_round
from tournament.draws.services.drawing import draw_round
from tournament.events.services.events import update_event
from tournament.models import ClockEntry
from tournament.rounds.selectors.changes import seen_of
from tournament.rounds.services.clock import grant_extra, step_clock
from tournament.rounds.services.rounds import ensure_round, publish_round
from tournament.rounds.services.steps import confirm_round

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/now/?round=1"
STEP = "/organise/open/r/1/timing/"
EXTRA = "/organise/open/r/1/clock/extra/"


def hidden(client, name):
    """What a form of the page carries."""
    page = client.get(PAGE).content.decode()
    return re.findall(rf'type="hidden" name="{name}" value="([^"]*)"', page)[0]


@pytest.fixture
def round_():
    event = make_event(players=4)
    round_ = ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=1)
    return publish_round(round=round_, by=BY)


@pytest.fixture
def tables():
    round_ = seat_round(make_event(players=8), 1, (1, 2, 3, 4), (5, 6, 7, 8))
    return round_.tables


def test_it_is_for_staff_only(client, round_):
    assert client.get(PAGE).status_code == 302
    client.post(STEP, {"step": "start", "seen": seen_of(round_)})
    client.post(EXTRA, {"table": "1", "minutes": "5", "reason": "mine"})
    assert not ClockEntry.objects.exists()


def test_it_offers_the_steps_the_clock_allows(admin_client, round_):
    assert 'value="start"' in admin_client.get(PAGE).content.decode()
    admin_client.post(STEP, {"step": "start", "seen": hidden(admin_client, "seen")})
    text = admin_client.get(PAGE).content.decode()
    assert 'data-clock="running"' in text
    assert 'value="pause"' in text
    assert 'value="start"' not in text


def test_a_step_leads_back_to_the_page_and_can_be_taken_back_there(admin_client, round_):
    step = {name: hidden(admin_client, name) for name in ("seen", "back")}
    answer = admin_client.post(STEP, {"step": "start", **step}, follow=True)
    assert answer.redirect_chain == [(PAGE, 302)]
    assert '<button class="button" form="undo">Undo</button>' in answer.text
    assert 'id="undo"' in answer.text


def test_extra_time_stands_in_the_ledger_with_its_reason(admin_client, round_):
    given = {"table": "1", "minutes": "5", "reason": "dice lost"}
    text = admin_client.post(EXTRA, given, follow=True).text
    assert "Table 1 has 5 min more." in text
    assert ClockEntry.objects.get().seconds == 300
    assert "dice lost" in text
    assert "5:00" in text.partition("control-state")[2]
    given = {"table": "1", "minutes": "-5", "reason": "dice found"}
    text = admin_client.post(EXTRA, given, follow=True).text
    assert "5 min are taken back from table 1." in text


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"table": "9", "minutes": "5", "reason": "x"}, "Choose a table"),
        ({"table": "1", "minutes": "many", "reason": "x"}, "in whole minutes"),
        ({"table": "1", "minutes": "5", "reason": ""}, "Say why"),
    ],
)
def test_a_fault_is_a_sentence_and_writes_nothing(admin_client, round_, given, sentence):
    answer = admin_client.post(EXTRA, given, follow=True)
    assert sentence in answer.content.decode()
    assert not ClockEntry.objects.exists()


def test_the_organiser_finds_the_draw_and_the_page_now(admin_client, round_):
    update_event(event=round_.event, by=BY, published=True)
    for path in ("/organise/open/", "/organise/open/r/1/draw/", PAGE):
        text = admin_client.get(path).content.decode()
        for address in ("/organise/open/r/1/draw/", "/organise/open/now/"):
            assert f'href="{address}"' in text, (path, address)
    # The public page shows everybody one way to it.
    public = admin_client.get("/e/open/").content.decode()
    assert re.findall(r'href="(/organise/[^"]*)"', public) == ["/organise/open/"]
    admin_client.logout()
    assert admin_client.get("/organise/open/").status_code == 302


def test_the_reason_of_a_step_stands_in_the_ledger(admin_client, round_):
    seen = hidden(admin_client, "seen")
    admin_client.post(STEP, {"step": "start", "seen": seen, "reason": "all are seated"})
    assert ClockEntry.objects.get().reason == "all are seated"
    assert "all are seated" in admin_client.get(PAGE).content.decode()


def test_of_two_organisers_the_second_notices_the_step_of_the_first(admin_client, round_):
    seen = hidden(admin_client, "seen")
    step_clock(round_=round_, step="start", by="Olga")
    step_clock(round_=round_, step="pause", by="Olga")
    answer = admin_client.post(STEP, {"step": "call_time", "seen": seen}, follow=True)
    assert "Olga paused the clock at" in answer.content.decode()
    assert ClockEntry.objects.count() == 2


def test_of_two_who_grant_a_table_extra_time_the_second_notices(admin_client, round_):
    granted = hidden(admin_client, "granted")
    grant_extra(table=round_.tables.get(number=1), seconds=300, reason="spilt", by="Olga")
    form = {"table": "1", "minutes": "5", "reason": "dice lost", "granted": granted}
    answer = admin_client.post(EXTRA, form, follow=True)
    assert "Olga changed the extra time of table 1 meanwhile" in answer.content.decode()
    assert ClockEntry.objects.count() == 1


def test_extra_time_of_another_table_is_nobodys_business(admin_client, tables):
    granted = hidden(admin_client, "granted")
    grant_extra(table=tables.get(number=2), seconds=300, reason="spilt", by="Olga")
    form = {"table": "1", "minutes": "5", "reason": "dice lost", "granted": granted}
    assert "Table 1 has 5 min more." in admin_client.post(EXTRA, form, follow=True).text


def test_extra_time_is_not_offered_once_the_results_are_confirmed(admin_client, tables):
    round_ = tables.get(number=1).round
    for table in tables.select_related("round__event"):
        finish(table, 4, 3, 2, 1)
    assert EXTRA in admin_client.get(PAGE).text
    confirm_round(round_=round_, by=BY)
    assert EXTRA not in admin_client.get(PAGE).text
    given = {"table": "1", "minutes": "5", "reason": "late"}
    text = admin_client.post(EXTRA, given, follow=True).text
    assert "The results of round 1 are confirmed: take the confirmation back first." in text
    assert not ClockEntry.objects.exists()


def test_the_announced_start_is_said_to_be_saved(admin_client, round_):
    address = reverse("tournament:round-start", args=["open", 1])
    text = admin_client.post(address, {"at": "", "do": "soon"}, follow=True).text
    assert "Saved: when the round begins." in text
    round_.refresh_from_db()
    assert round_.starts_at is not None
    assert "Write day and time" in admin_client.post(address, {"at": "x"}, follow=True).text
