"""The organiser's page of a draw: staff only, and what is asked before a draw."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.accounts import signed_in
from tests.skip_links import skip_of
from tests.tournament.draws.views.pages import PAGE, forms, order, send, swapped, text
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.draws.seats import digest_of_seats, tables_of_round
from tournament.draws.services.drawing import draw_round
from tournament.events.services.events import update_event
from tournament.models import DrawJob, EventRole, Membership, Round
from tournament.people.services.check_in import check_in
from tournament.people.services.entries import (
    withdraw_entry,
)
from tournament.rounds.selectors.changes import seen_of
from tournament.rounds.services.rounds import ensure_round, publish_round

pytestmark = pytest.mark.django_db

WRITES = ("swap/", "keep/", "start/", "stop/")


@pytest.mark.parametrize("path", [PAGE, PAGE + "state/"])
def test_only_staff_may_look(client, outsider, drawn, path):
    answer = client.get(path)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/organise/sign-in/")
    assert outsider.get(path).status_code == 403


@pytest.mark.parametrize("write", WRITES)
def test_only_staff_may_write(client, outsider, drawn, write):
    one, other = order(drawn)[:2]
    values = {"one": one, "other": other, "seen": digest_of_seats(tables_of_round(drawn))}
    before = order(drawn)
    assert client.post(PAGE + write, values)["Location"].startswith("/organise/sign-in/")
    assert outsider.post(PAGE + write, values).status_code == 403
    assert order(drawn) == before
    assert not DrawJob.objects.exists()
    assert Round.objects.get(pk=drawn.pk).status == "drawn"


@pytest.mark.parametrize("write", WRITES)
def test_writes_are_not_reached_by_a_link(staff, drawn, write):
    before = order(drawn)
    assert staff.get(PAGE + write)["Location"] == PAGE
    assert order(drawn) == before
    assert not DrawJob.objects.exists()


def test_it_shows_tables_criteria_and_both_lists(staff, drawn):
    page = text(staff)
    assert page.count('class="seating-seat"') == 8
    assert "Rematches" in page
    assert "optimal" in page
    assert page.count("<optgroup") == 4


def test_a_round_that_was_never_drawn_offers_to_draw_it(staff, drawn):
    page = text(staff, "/organise/open/r/3/draw/")
    assert "Nobody is seated yet" in page
    assert "Not drawn" in page
    assert staff.get("/organise/open/r/4/draw/").status_code == 404
    assert staff.get("/organise/nowhere/r/1/draw/").status_code == 404


def test_a_round_after_one_without_seats_shows_why_it_is_not_judged(staff):
    event = make_event(players=4)
    seat_round(event, 2, (1, 2, 3, 4), publish=False)
    page = text(staff, "/organise/open/r/2/draw/")
    assert "Round 1 has no seats yet" in page
    assert page.count('class="seating-seat"') == 4


def test_a_draw_is_asked_for_and_its_state_can_be_followed(staff, drawn):
    send(staff, PAGE + "start/", {"seconds": "7", "all_rounds": "on"})
    job = DrawJob.objects.get()
    assert (job.time_limit, job.all_rounds, job.requested_by) == (7, True, "ada")
    assert staff.get(PAGE + "state/").json() == {"running": True, "progress": 0}
    page = text(staff)
    assert "Drawing…" in page
    assert "Stop and keep the best so far" in page


def test_what_a_draw_changes_has_a_heading_for_the_focus(staff, drawn):
    """The script `draw_focus.js` leads there from the form, and from the running draw."""
    page = text(staff)
    (form,) = re.findall(r'<form class="actions-draw"[^>]*>', page)
    assert "data-renewed" in form
    assert re.findall(r"<[^>]*data-takes-focus>", page) == [
        '<h2 id="tables" tabindex="-1" data-takes-focus>'
    ]
    send(staff, PAGE + "start/", {"seconds": "7"})
    page = text(staff)
    (running,) = re.findall(r'<section class="card running"[^>]*>', page)
    assert "data-renewed" in running
    assert re.findall(r"<[^>]*data-takes-focus>", page)[0] == (
        '<h2 id="running" tabindex="-1" data-takes-focus>'
    )


@pytest.mark.parametrize(("given", "kept"), [("", 60), ("x", 60), ("0", 1), ("99999", 600)])
def test_the_time_of_a_draw_is_bounded(staff, drawn, given, kept):
    send(staff, PAGE + "start/", {"seconds": given})
    assert DrawJob.objects.get().time_limit == kept


def test_a_draw_is_stopped(staff, drawn):
    send(staff, PAGE + "start/", {"seconds": "7"})
    staff.post(PAGE + "stop/")
    assert DrawJob.objects.get().cancel_requested
    assert staff.get(PAGE + "state/").json() == {"running": False, "progress": 100}


def test_a_round_that_cannot_be_drawn_says_why(staff, drawn):
    publish_round(round=drawn, by=BY)
    form = {"seconds": "7", "seen": seen_of(Round.objects.get())}
    answer = staff.post(PAGE + "start/", form, follow=True)
    assert "The round is published" in answer.content.decode()
    assert not DrawJob.objects.exists()


def test_a_draw_that_was_asked_for_before_there_was_one_does_not_replace_it(staff):
    event = make_event(players=8, table_sizes=[4])
    known = forms(text(staff))[PAGE + "start/"]
    draw_round(round=ensure_round(event=event, number=1, by=BY), by=BY, seed=5)
    staff.post(PAGE + "start/", {"seconds": "7", **known})
    assert not DrawJob.objects.exists()


@pytest.mark.parametrize("name", ["tournament:organise-round", "tournament:organise-draw"])
def test_each_page_of_a_round_leads_up_to_the_event_in_the_console(staff, drawn, name):
    page = text(staff, reverse(name, args=["open", 1]))
    assert 'href="/organise/open/"' in page
    assert 'href="/e/open/r/1/"' not in page


@pytest.mark.parametrize(
    "name",
    [
        *("chief:codes", "chief:now"),
        *("tournament:members", "tournament:announcements", "tournament:settings"),
    ],
)
def test_each_page_of_an_event_leads_up_to_it(admin_client, drawn, name):
    page = text(admin_client, reverse(name, args=["open"]))
    assert 'href="/organise/open/"' in page


@pytest.mark.parametrize("path", [PAGE, "/organise/open/players/", "/organise/open/now/?round=1"])
def test_crumbs_of_a_hidden_event_do_not_lead_to_nowhere(path):
    event = make_event(players=8, table_sizes=[4], published=False)
    seat_round(event, 1, (1, 2, 3, 4))
    client = Client()
    client.force_login(User.objects.create_superuser("ada"))
    assert 'href="/e/open/' not in text(client, path)


def all_rounds(client: Client, number: int = 1) -> bool:
    page = text(client, f"/organise/open/r/{number}/draw/")
    box = re.search(r'<input id="all_rounds"[^>]*>', page)
    assert box
    return " checked" in box[0]


def test_all_rounds_at_once_is_the_default(staff, drawn):
    assert all_rounds(staff)
    assert all_rounds(staff, 2)


def test_where_somebody_left_on_the_way_one_round_is_the_default(staff, drawn):
    withdraw_entry(entry=entry(drawn.event, 8), by=BY)
    assert all_rounds(staff)  # whoever leaves before the first round leaves nothing behind
    assert not all_rounds(staff, 2)


def test_later_rounds_that_are_drawn_are_drawn_again_once_somebody_left(staff, drawn):
    draw_round(round=drawn, by=BY, seed=5, all_rounds=True)
    withdraw_entry(entry=entry(drawn.event, 8), by=BY)
    assert all_rounds(staff, 2)


def test_where_tables_follow_scores_one_round_is_the_default(staff, drawn):
    update_event(event=drawn.event, by=BY, score_groups=True)
    assert not all_rounds(staff)


def test_where_a_later_round_is_published_one_round_is_the_default(staff, drawn):
    seat_round(drawn.event, 3, (1, 2, 3, 4), (5, 6, 7, 8))
    assert not all_rounds(staff)


def test_drawing_again_after_a_swap_by_hand_asks(staff, drawn):
    swapped(drawn)
    before = order(drawn)
    page = send(staff, PAGE + "start/", {"seconds": "7", "all_rounds": "on"}).content.decode()
    assert "Seats of round 1 were changed by hand." in page
    assert not DrawJob.objects.exists()
    form = dict(re.findall(r'name="(seconds|all_rounds|sure|seen)" value="([^"]+)"', page))
    seen = form.pop("seen")
    assert form == {"seconds": "7", "all_rounds": "on", "sure": "on"}
    staff.post(PAGE + "start/", form | {"seen": seen})
    assert DrawJob.objects.get().all_rounds
    assert order(drawn) == before  # until the worker is done


def test_drawing_an_earlier_round_with_all_later_ones_asks_for_those_too(staff, drawn):
    draw_round(round=drawn, by=BY, seed=5, all_rounds=True)
    swapped(Round.objects.get(number=2))
    assert not send(staff, PAGE + "start/", {"seconds": "7"}).content
    DrawJob.objects.all().delete()
    page = send(staff, PAGE + "start/", {"seconds": "7", "all_rounds": "on"}).content.decode()
    assert "Seats of round 2 were changed by hand." in page


def test_drawing_again_what_was_drawn_asks_nothing(staff, drawn):
    assert send(staff, PAGE + "start/", {"seconds": "7"}).status_code == 302
    assert DrawJob.objects.exists()


def test_a_draw_by_scores_says_first_which_results_are_missing(staff, drawn):
    publish_round(round=drawn, by=BY)
    update_event(event=drawn.event, by=BY, score_groups=True)
    finish(table_of(drawn, 1), *range(drawn.tables.get(number=1).seats.count()))
    start = "/organise/open/r/2/draw/start/"
    page = staff.post(start, {"seconds": "7"}).content.decode()
    assert "Tables follow the scores, and results are missing: round 1, table 2." in page
    assert not DrawJob.objects.exists()
    form = dict(re.findall(r'name="(seconds|sure)" value="([^"]+)"', page))
    staff.post(start, form)
    assert DrawJob.objects.get().round.number == 2


def test_before_the_draw_its_tables_and_roles_are_told(staff: Client) -> None:
    make_event(players=9, table_sizes=[4, 5])
    told = " ".join(re.sub(r"<[^>]+>", "", text(staff)).split())
    assert "If round 1 were drawn now: 1 table of 5 and 1 table of 4; 4 to 5 of each role" in told


def test_what_is_not_as_wished_stands_first_and_every_criterion_behind_it(
    staff: Client, drawn: Round
) -> None:
    page = text(staff)
    wished = "All wishes are met." in page
    assert wished is not ("Not quite as wished:" in page)
    assert page.index("Every criterion") < page.index('class="vector"')


def test_who_has_not_checked_in_is_named_and_left_out_by_one_press(staff, drawn):
    assert "not checked in" not in text(staff)
    for seed in range(1, 8):
        check_in(entry=entry(drawn.event, seed), by=BY)
    page = text(staff)
    assert "1 player has not checked in, but is drawn:" in page
    assert "<bdi>Player 8</bdi>" in page
    assert skip_of(page) == ("Skip to the form", "draw-form")
    form = {"do": "leave", "round": "1"}
    answer = staff.post("/organise/open/check-in/absent/", form)
    assert answer["Location"] == PAGE
    page = text(staff)
    assert "and the next draw leaves them out:" in page
    assert "Player 8 has a seat, but misses this round or has not checked in." in page
    staff.post("/organise/open/check-in/absent/", {"do": "seat", "round": "1"})
    assert "but is drawn" in text(staff)
    publish_round(round=drawn, by=BY)
    assert "not checked in" not in text(staff)


def test_who_does_not_draw_reads_for_whom_the_draw_waits(staff: Client) -> None:
    event = make_event(players=8, table_sizes=[4], number_of_rounds=2)
    assert "Waiting for" not in text(staff)
    chief = User.objects.create_user("chiara")
    Membership.objects.create(event=event, person=chief, role=EventRole.CHIEF_REFEREE)
    assert "Waiting for an organiser: Draw the round." in text(signed_in(chief))
    draw_round(round=ensure_round(event=event, number=1, by=BY), by=BY, seed=5)
    assert "Waiting for an organiser: Publish the round." in text(signed_in(chief))
    publish_round(round=Round.objects.get(), by=BY)
    assert "Waiting for" not in text(signed_in(chief))
    assert "Waiting for" not in text(staff, "/organise/open/r/2/draw/")


def test_what_drawing_all_rounds_together_costs_is_told_once_it_is_offered(staff: Client) -> None:
    make_event(players=8, table_sizes=[4], number_of_rounds=2)
    hint = "But later rounds do not follow the points"
    assert hint in text(staff)
    assert 'aria-describedby="together"' in text(staff)
    assert hint not in text(staff, "/organise/open/r/2/draw/")
