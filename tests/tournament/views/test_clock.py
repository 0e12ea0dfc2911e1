"""The organiser's page of a round's clock."""

import re

import pytest

from tests.tournament.making import BY, make_event
from tournament import services
from tournament.models import ClockEntry
from tournament.services.drawing import draw_round

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/r/1/clock/"


@pytest.fixture
def round_():
    event = make_event(players=4)
    round_ = services.ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=1)
    return services.publish_round(round=round_, by=BY)


def test_it_is_for_staff_only(client, round_):
    assert client.get(PAGE).status_code == 302
    client.post(f"{PAGE}step/", {"step": "start"})
    assert not ClockEntry.objects.exists()


def test_it_offers_the_steps_the_clock_allows(admin_client, round_):
    assert 'value="start"' in admin_client.get(PAGE).content.decode()
    admin_client.post(f"{PAGE}step/", {"step": "start"})
    text = admin_client.get(PAGE).content.decode()
    assert 'data-clock="running"' in text
    assert 'value="pause"' in text
    assert 'value="start"' not in text


def test_extra_time_stands_in_the_ledger_with_its_reason(admin_client, round_):
    admin_client.post(f"{PAGE}extra/", {"table": "1", "minutes": "5", "reason": "dice lost"})
    text = admin_client.get(PAGE).content.decode()
    assert ClockEntry.objects.get().seconds == 300
    assert "dice lost" in text
    assert "2:05:00" in text


@pytest.mark.parametrize(
    ("part", "given", "sentence"),
    [
        ("step", {"step": "pause"}, "The clock is not running"),
        ("step", {"step": "jump"}, "That is not a step of the clock."),
        ("extra", {"table": "9", "minutes": "5", "reason": "x"}, "Choose a table"),
        ("extra", {"table": "1", "minutes": "many", "reason": "x"}, "in whole minutes"),
        ("extra", {"table": "1", "minutes": "5", "reason": ""}, "Say why"),
    ],
)
def test_a_fault_is_a_sentence_and_writes_nothing(admin_client, round_, part, given, sentence):
    answer = admin_client.post(f"{PAGE}{part}/", given, follow=True)
    assert sentence in answer.content.decode()
    assert not ClockEntry.objects.exists()


def test_an_unknown_round_is_not_found(admin_client, round_):
    assert admin_client.get("/organise/open/r/7/clock/").status_code == 404


def test_the_organiser_finds_the_draw_the_clock_and_the_chief_page(admin_client, round_):
    services.update_event(event=round_.event, by=BY, published=True)
    for path in ("/organise/open/", "/organise/open/r/1/draw/", PAGE):
        text = admin_client.get(path).content.decode()
        for address in ("/organise/open/r/1/draw/", PAGE, "/organise/open/chief/"):
            assert f'href="{address}"' in text, (path, address)
    # The public page shows everybody one way to it.
    public = admin_client.get("/e/open/").content.decode()
    assert re.findall(r'href="(/organise/[^"]*)"', public) == ["/organise/open/"]
    admin_client.logout()
    assert admin_client.get("/organise/open/").status_code == 302
