"""`manage.py draw` and `manage.py verify_draw`."""

import io
import os
import signal

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.tournament.making import make_event, seat_round
from tournament.management.commands import draw as draw_command
from tournament.models import Round, Seal, Seat

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def interrupt():
    """The command takes Ctrl-C over; give it back."""
    kept = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, kept)


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_a_round_is_drawn_with_its_criteria_printed_and_verifies():
    make_event(players=8)
    shown = run("draw", "open", "1")
    assert shown.startswith("Drawn in ")
    assert "Rematches: 0 (no draw has fewer than 0)" in shown
    assert Round.objects.get().status == "drawn"
    checked = run("verify_draw", "open", "1")
    assert "matches its certificate" in checked
    assert Seal.objects.get().commitment in checked


def test_all_rounds_to_come_are_drawn_together():
    event = make_event(players=8)
    run("draw", "open", "1", "--all-rounds", "--time-limit", "5")
    assert list(event.rounds.values_list("number", "status")) == [(n, "drawn") for n in (1, 2, 3)]


def test_a_draw_that_cannot_be_says_why_and_seats_nobody():
    make_event(players=7, table_sizes=[4])
    with pytest.raises(CommandError, match="7"):
        run("draw", "open", "1")
    with pytest.raises(CommandError, match="The event has 3 rounds"):
        run("draw", "open", "4")
    assert not Seat.objects.exists()


def test_a_draw_that_does_not_hold_is_refused_with_every_reason():
    event = make_event(players=4)
    with pytest.raises(CommandError, match="has no round 1"):
        run("verify_draw", "open", "1")
    seat_round(event, 1, (1, 2, 3, 4), publish=False)
    with pytest.raises(CommandError, match="were not drawn"):
        run("verify_draw", "open", "1")
    run("draw", "open", "1")
    Seat.objects.filter(order=1).update(role="")
    with pytest.raises(CommandError, match="not those that were drawn"):
        run("verify_draw", "open", "1")


def test_the_first_interrupt_stops_the_search_and_the_second_breaks_off():
    pressed = draw_command._stop_on_interrupt()
    os.kill(os.getpid(), signal.SIGINT)
    assert pressed == [signal.SIGINT]
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
