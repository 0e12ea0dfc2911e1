"""Swaps of two seats: looked at before they are saved, and seats that are kept."""

import re

import pytest
from django.utils import timezone

from tests.tournament.draws.views.pages import PAGE, PUBLISH, forms, order, send, swapped, text
from tests.tournament.making import BY, finish, make_event, seat_round, table_of
from tournament.draws.seats import digest_of_seats, tables_of_round
from tournament.draws.services.drawing import draw_round
from tournament.draws.services.kept_seats import keep_seats
from tournament.models import DrawJob, Round
from tournament.rounds.services.rounds import ensure_round, plans_of, publish_round, set_seats

pytestmark = pytest.mark.django_db


def test_the_preview_shows_both_values_and_saves_nothing(staff, drawn):
    before = order(drawn)
    page = text(staff, one="p01", other="p02")
    assert "What this swap changes" in page
    assert "After the swap" in page
    assert "Save this swap" in page
    assert order(drawn) == before


def test_the_preview_alone_is_a_fragment(staff, drawn):
    part = text(staff, one="p01", other="p02", part="preview")
    assert "Save this swap" in part
    assert "<html" not in part


@pytest.mark.parametrize("other", ["p99", "", "p01", "<script>"])
def test_a_choice_that_is_no_swap_is_not_offered_for_saving(staff, drawn, other):
    page = text(staff, one="p01", other=other)
    assert "Save this swap" not in page
    assert "<script>alert" not in page


def test_the_swap_looked_at_is_saved(staff, drawn):
    tables = tables_of_round(drawn)
    one, other = tables[0].seats[0].player, tables[1].seats[0].player
    values = {"one": one, "other": other, "seen": digest_of_seats(tables)}
    answer = staff.post(PAGE + "swap/", values, follow=True)
    assert "Saved: the two players" in answer.content.decode()
    assert tables_of_round(drawn)[0].seats[0].player == other
    assert "changed by hand" in answer.content.decode()


def test_a_swap_says_which_later_rounds_were_drawn_before_it(staff, drawn):
    tables = tables_of_round(drawn)
    one, other = tables[0].seats[0].player, tables[1].seats[0].player
    told = "Round 2 was drawn before this swap: draw it again"
    second = ensure_round(event=drawn.event, number=2, by=BY)
    set_seats(round=second, tables=plans_of(drawn), by=BY)  # by hand
    values = {"one": one, "other": other, "seen": digest_of_seats(tables)}
    assert told not in staff.post(PAGE + "swap/", values, follow=True).content.decode()
    draw_round(round=second, by=BY)
    values["seen"] = digest_of_seats(tables_of_round(drawn))
    page = staff.post(PAGE + "swap/", values, follow=True).content.decode()
    assert told in page
    assert '<a href="/organise/open/r/2/draw/">Draw of round 2</a>' in page


def test_a_swap_of_old_seats_is_refused_with_a_sentence(staff, drawn):
    before = order(drawn)
    values = {"one": before[0], "other": before[5], "seen": "old"}
    answer = staff.post(PAGE + "swap/", values, follow=True).content.decode()
    assert "changed meanwhile" in answer
    assert "before this swap" not in answer
    assert order(drawn) == before


def test_seats_of_a_finished_table_cannot_be_picked_up(staff):
    event = make_event(players=8, table_sizes=[4])
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8))
    finish(table_of(round_), 4, 3, 2, 1)
    page = text(staff)
    assert page.count("data-fixed") == 4
    assert "To swap two players" in page
    assert '<option value="p05">' in page
    assert '<option value="p01">' not in page
    page = text(staff, one="p01", other="p05")
    assert "sits at a table with a result" in page
    assert "Save this swap" not in page


def test_no_swap_is_offered_where_all_tables_have_results_or_the_round_is_closed(staff):
    event = make_event(players=4, table_sizes=[4])
    round_ = seat_round(event, 1, (1, 2, 3, 4))
    finish(table_of(round_), 4, 3, 2, 1)
    for sentence in ("Every table has a result: the seats", "The round is closed: seats"):
        page = text(staff)
        assert sentence in page
        for offer in ("To swap two players", "Swap two players", "data-swaps"):
            assert offer not in page
        page = text(staff, one="p01", other="p02", part="preview")
        assert sentence in page
        assert "Save this swap" not in page
        Round.objects.update(closed_at=timezone.now())


def test_of_two_organisers_the_second_notices_that_the_seats_changed(staff, drawn):
    known = forms(text(staff))
    start, keep = PAGE + "start/", PAGE + "keep/"
    staff.post(keep, {"kept": ["p01"], **known[keep]})
    page = staff.post(keep, {"kept": ["p02"], **known[keep]}, follow=True).content.decode()
    assert "Other seats were kept meanwhile" in page
    assert Round.objects.get(pk=drawn.pk).kept == ["p01"]
    keep_seats(round=drawn, players=[], by=BY)
    swapped(drawn)
    for address, more in ((PUBLISH, {"step": "publish"}), (start, {"seconds": "7", "sure": "on"})):
        page = staff.post(address, {**known[address], **more}, follow=True).content.decode()
        assert "changed the seats at" in page, address
    assert not DrawJob.objects.exists()
    assert Round.objects.get(pk=drawn.pk).status == "drawn"


def test_ticked_seats_are_kept_and_cannot_be_picked_up(staff, drawn):
    answer = send(staff, PAGE + "keep/", {"kept": ["p01", "p02"]}, follow=True)
    page = answer.content.decode()
    assert "the ticked seats stay" in page
    assert len(re.findall(r'name="kept"[^>]* checked>', page)) == 2
    assert page.count("data-fixed") == 2
    send(staff, PAGE + "keep/", {})
    assert Round.objects.get(pk=drawn.pk).kept == []


def test_the_swap_of_a_kept_seat_is_not_offered(staff, drawn):
    one, other = order(drawn)[0], order(drawn)[5]
    send(staff, PAGE + "keep/", {"kept": [one]})
    page = text(staff, one=one, other=other)
    assert "does not sit as locked" in page
    assert "Save this swap" not in page


def test_a_published_round_has_no_seats_to_keep(staff, drawn):
    publish_round(round=drawn, by=BY)
    assert 'name="kept"' not in text(staff)
