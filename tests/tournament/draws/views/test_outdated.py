"""A draw that later changes outdated, and players without a seat."""

import re

import pytest

from tests.tournament.draws.views.pages import PAGE, swapped, text
from tests.tournament.making import BY, entry, finish, table_of
from tournament.draws.services.drawing import draw_round
from tournament.events.services.events import update_event
from tournament.models import Round
from tournament.people.services.absences import set_absences
from tournament.people.services.entries import (
    add_entry,
    rejoin_entry,
    update_entry,
    withdraw_entry,
)
from tournament.rounds.selectors.changes import seen_of
from tournament.rounds.services.rounds import publish_round
from tournament.rounds.services.steps import take_step

pytestmark = pytest.mark.django_db


def drawn_again(round_: Round) -> None:
    draw_round(round=Round.objects.get(pk=round_.pk), by=BY, seed=6)


def test_a_swap_stays_told_on_later_rounds_until_they_are_drawn_again(staff, drawn):
    draw_round(round=drawn, by=BY, seed=5, all_rounds=True)
    told = "Seats of round 1 were changed after this round was drawn."
    paths = [f"/organise/open/r/{number}/draw/" for number in (1, 2, 3)]
    assert [told in text(staff, path) for path in paths] == [False] * 3
    swapped(Round.objects.get(number=1))
    assert [told in text(staff, path) for path in paths] == [False, True, True]
    drawn_again(Round.objects.get(number=2))
    assert told not in text(staff, paths[1])
    assert "Seats of rounds 1 and 2 were changed" in text(staff, paths[2])
    publish_round(round=Round.objects.get(number=3), by=BY)
    assert "were changed" not in text(staff, paths[2])


def test_who_entered_after_the_draw_is_named_until_drawn_again(staff, drawn):
    draw_round(round=drawn, by=BY, seed=5, all_rounds=True)
    update_event(event=drawn.event, by=BY, table_sizes=[4, 5])
    path, told = "/organise/open/r/2/draw/", "1 player has no seat in this round:"
    assert told not in text(staff, path)
    zoe = add_entry(event=drawn.event, name="Zoe", by=BY)
    page = text(staff, path)
    assert told in page
    assert "<bdi>Zoe</bdi>" in page
    assert "They entered or came back after it was drawn. Draw again" in page
    assert re.findall(r'class="button primary">\s*([^<]*\S)\s*<', page) == ["Draw again"]
    withdraw_entry(entry=zoe, by=BY)
    assert told not in text(staff, path)
    rejoin_entry(entry=zoe, by=BY)
    set_absences(entry=zoe, rounds=[2], by=BY)
    assert told not in text(staff, path)
    set_absences(entry=zoe, rounds=[], by=BY)
    assert told in text(staff, path)
    drawn_again(Round.objects.get(number=2))
    assert told not in text(staff, path)


def test_who_has_no_seat_in_a_published_round_is_led_to_one(staff, drawn):
    update_event(event=drawn.event, by=BY, table_sizes=[4, 5])
    add_entry(event=drawn.event, name="Zoe", by=BY)
    publish_round(round=Round.objects.get(pk=drawn.pk), by=BY)
    page = text(staff)
    assert "1 player has no seat in this round:" in page
    assert 'href="/organise/open/check-in/late/?round=1">Give them a seat</a>' in page
    finish(table_of(drawn, 1), 40, 30, 20, 10)
    assert "has no seat in this round" in text(staff)
    finish(table_of(drawn, 2), 40, 30, 20, 10)
    assert "has no seat in this round" not in text(staff)


def close(round_: Round) -> None:
    """Play a round to its end."""
    publish_round(round=round_, by=BY)
    for table in round_.tables.all():
        finish(table, 40, 30, 20, 10)
    for step in ("confirm", "close"):
        found = Round.objects.get(pk=round_.pk)
        take_step(round_=found, step=step, seen=seen_of(found), by=BY)


def test_a_draw_that_later_changes_outdated_is_to_be_made_again(staff, drawn):
    draw_round(round=drawn, by=BY, seed=5, all_rounds=True)
    update_event(event=drawn.event, by=BY, table_sizes=[4, 5])
    first = Round.objects.get(number=1)
    swapped(first)
    close(first)
    home, steps = "/organise/open/", ("/organise/open/now/", "/organise/open/r/2/")
    reseated = (
        "Round 2: seats of earlier rounds changed after its draw. Next: Draw the round again."
    )
    told = "Seats of round 1 were changed after this round was drawn."
    again = r'class="button primary"\s+href="/organise/open/r/2/draw/">Draw the round again'
    assert text(staff, home).count(reseated) == 2  # there, and below the event's name
    for path in steps:
        assert reseated in text(staff, path)
        assert told in text(staff, path)
        assert re.search(again, text(staff, path))
    drawn_again(Round.objects.get(number=2))
    zoe = add_entry(event=drawn.event, name="Zoe", by=BY)
    unseated = "Round 2: some players have no seat. Next: Draw the round again."
    assert unseated in text(staff, home)
    for path in steps:
        assert told not in text(staff, path)
        assert "<bdi>Zoe</bdi>" in text(staff, path)
        assert re.search(again, text(staff, path))
    withdraw_entry(entry=zoe, by=BY)
    assert "Round 2: Drawn. Next: Publish the round." in text(staff, home)
    assert not re.search(again, text(staff, steps[0]))


def test_who_will_not_play_but_has_a_seat_is_named_wherever_the_round_waits(staff, drawn):
    update_event(event=drawn.event, by=BY, table_sizes=[3, 4])
    update_entry(entry=entry(drawn.event, 3), by=BY, name="Mei Chen")
    set_absences(entry=entry(drawn.event, 3), rounds=[1], by=BY)
    waits = "Round 1: players who will not play it have seats. Next: Draw the round again."
    named = "Mei Chen has a seat, but misses this round or has not checked in."
    assert text(staff, "/organise/open/").count(waits) == 2
    for path in ("/organise/open/now/", "/organise/open/r/1/", PAGE):
        assert named in text(staff, path)
    form = {"step": "publish", "seen": seen_of(Round.objects.get(pk=drawn.pk))}
    asked = staff.post("/organise/open/r/1/publishing/", form).content.decode()
    assert named in asked
    assert Round.objects.get(pk=drawn.pk).status == "drawn"
    drawn_again(Round.objects.get(pk=drawn.pk))
    assert "Round 1: Drawn. Next: Publish the round." in text(staff, "/organise/open/")


def test_the_draw_itself_is_offered_first_where_earlier_seats_changed(staff, drawn):
    draw_round(round=drawn, by=BY, seed=5, all_rounds=True)
    path, first = "/organise/open/r/2/draw/", r'class="button primary">\s*([^<]*\S)\s*<'
    assert re.findall(first, text(staff, path)) == []
    swapped(Round.objects.get(number=1))
    assert re.findall(first, text(staff, path)) == ["Draw again"]
