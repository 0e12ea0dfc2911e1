"""What publishing a draw says first: who meets again, who left, roles out of balance."""

import re

import pytest

from tests.present import present
from tests.tournament.draws.views.pages import PAGE, PUBLISH, forms, text
from tests.tournament.making import BY, entry, make_event, seat_round
from tournament.draws.seats import tables_of_round
from tournament.draws.services.drawing import draw_round
from tournament.draws.services.late_seats import take_seat_away
from tournament.models import Round
from tournament.people.services.entries import (
    update_entry,
    withdraw_entry,
)
from tournament.rounds.selectors.changes import seen_of
from tournament.rounds.services.rounds import ensure_round, plans_of, publish_round, set_seats

pytestmark = pytest.mark.django_db


def test_publishing_is_the_step_of_the_rounds_page_where_it_is_taken_back(staff, drawn):
    known = forms(text(staff))[PUBLISH]
    page = staff.post(PUBLISH, {"step": "publish", **known}, follow=True)
    assert page.redirect_chain[-1][0] == "/organise/open/r/1/"
    assert "Undo" in page.content.decode()
    assert Round.objects.get(pk=drawn.pk).status == "published"
    assert PUBLISH not in forms(text(staff))


def clubmates(drawn: Round) -> list[str]:
    """Two players of the first table get one club; their names."""
    table = tables_of_round(drawn)[0]
    seeds = [int(seat.player[1:]) for seat in table.seats[:2]]
    for seed in seeds:
        update_entry(entry=entry(drawn.event, seed), club="Lyon", by=BY)
    return [f"Player {seed}" for seed in seeds]


def test_publishing_says_first_that_clubmates_meet(staff, drawn):
    names = clubmates(drawn)
    page = staff.post(PUBLISH, {"step": "publish", **forms(text(staff))[PUBLISH]}).content.decode()
    assert "Publish round 1 as it is?" in page
    assert f'name="next" value="{PAGE}"' in page
    assert all(name in page for name in names)
    assert Round.objects.get(pk=drawn.pk).status == "drawn"
    form = dict(re.findall(r'name="(step|sure|seen)" value="([^"]+)"', page))
    staff.post(PUBLISH, form)
    assert Round.objects.get(pk=drawn.pk).status == "published"


def test_publishing_says_first_who_dropped_out(staff, drawn):
    leaver = drawn.seats.order_by("table__number", "order")[0].entry
    withdraw_entry(entry=leaver, by=BY)
    page = staff.post(PUBLISH, {"step": "publish", **forms(text(staff))[PUBLISH]}).content.decode()
    assert f"{leaver.name} has dropped out and still has a seat at table 1." in page
    assert Round.objects.get(pk=drawn.pk).status == "drawn"


def test_publishing_says_first_that_roles_are_out_of_balance(staff, drawn):
    publish_round(round=drawn, by=BY)
    second = ensure_round(event=drawn.event, number=2, by=BY)
    set_seats(round=second, tables=plans_of(drawn), by=BY)
    page = staff.post("/organise/open/r/2/publishing/", {"step": "publish"}).content.decode()
    assert "has been competitor 2 and monopolist 0 times" in page
    assert Round.objects.get(pk=second.pk).status == "drawn"


def test_publishing_says_first_that_players_meet_again_in_this_round(staff, drawn):
    publish_round(round=drawn, by=BY)
    seat_round(drawn.event, 2, *[tuple(seeds_of(drawn, at)) for at in (0, 1)])
    third = ensure_round(event=drawn.event, number=3, by=BY)
    set_seats(round=third, tables=plans_of(drawn), by=BY)
    page = staff.post("/organise/open/r/3/publishing/", {"step": "publish"}).content.decode()
    assert "meet again: they met in rounds 1, 2" in page
    assert "they met in round 1." not in page
    assert Round.objects.get(pk=third.pk).status == "drawn"


def seeds_of(round_: Round, at: int) -> list[int]:
    return [int(seat.player[1:]) for seat in tables_of_round(round_)[at].seats]


@pytest.mark.parametrize("together", [False, True])
def test_rematches_that_no_draw_avoids_raise_no_question(staff, together):
    event = make_event("small", players=4, roles="thrown", number_of_rounds=2)
    for number in (1, 2):
        round_ = ensure_round(event=event, number=number, by=BY)
        if not together or number == 1:
            draw_round(round=round_, by=BY, seed=1, all_rounds=together)
        seen = seen_of(Round.objects.get(pk=round_.pk))
        form = {"step": "publish", "seen": seen}
        staff.post(f"/organise/small/r/{number}/publishing/", form)
    assert event.rounds.filter(status="published").count() == 2


def test_a_seat_left_out_before_makes_nobody_meet_again(staff, drawn):
    draw_round(round=drawn, by=BY, seed=5, all_rounds=True)
    first = publish_round(round=Round.objects.get(number=1), by=BY)
    take_seat_away(round=first, entry=present(first.seats.first()).entry, by=BY)
    assert "were changed after this round" not in text(staff, "/organise/open/r/2/draw/")
