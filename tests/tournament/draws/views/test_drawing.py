"""The organiser's page of a draw: staff only, look before saving, draw, publish."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.accounts import ORGANISER, signed_in
from tests.accounts import staff as staff_user
from tests.present import present
from tests.skip_links import skip_of
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.draws.seats import digest_of_seats, tables_of_round
from tournament.draws.services.drawing import draw_round
from tournament.draws.services.kept_seats import keep_seats
from tournament.draws.services.late_seats import take_seat_away
from tournament.draws.services.swaps import swap_seats
from tournament.events.services.events import update_event
from tournament.models import DrawJob, EventRole, Membership, Round
from tournament.people.services.absences import set_absences
from tournament.people.services.check_in import check_in
from tournament.people.services.entries import (
    add_entry,
    rejoin_entry,
    update_entry,
    withdraw_entry,
)
from tournament.rounds.selectors.changes import seen_of
from tournament.rounds.services.rounds import ensure_round, plans_of, publish_round, set_seats
from tournament.rounds.services.steps import take_step

pytestmark = pytest.mark.django_db

PAGE = "/organise/open/r/1/draw/"
PUBLISH = "/organise/open/r/1/publishing/"
WRITES = ("swap/", "keep/", "start/", "stop/")


@pytest.fixture
def staff() -> Client:
    return signed_in(staff_user("ada", *ORGANISER))


@pytest.fixture
def outsider() -> Client:
    client = Client()
    client.force_login(User.objects.create_user("eve", password="x" * 20))
    return client


@pytest.fixture
def drawn() -> Round:
    event = make_event(players=8, table_sizes=[4])
    round_ = ensure_round(event=event, number=1, by=BY)
    draw_round(round=round_, by=BY, seed=5)
    return Round.objects.get(pk=round_.pk)


def text(client: Client, path: str = PAGE, **query: str) -> str:
    answer = client.get(path, query)
    assert answer.status_code == 200
    return answer.content.decode()


def forms(page: str) -> dict[str, dict[str, str]]:
    """The forms of a page by their addresses: the hidden fields of each."""
    found = re.findall(r'<form[^>]*action="([^"]+)"(.*?)</form>', page, re.DOTALL)
    hidden = re.compile(r'<input type="hidden" name="(\w+)" value="([^"]*)">')
    return {address: dict(hidden.findall(inside)) for address, inside in found}


def send(client: Client, address: str, data: dict[str, Any], page: str = PAGE, **more):
    """A form of the page, with what it carries."""
    known = forms(text(client, page)).get(address, {})
    return client.post(address, {**known, **data}, **more)


def order(round_: Round) -> list[str]:
    return [seat.player for table in tables_of_round(round_) for seat in table.seats]


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


def test_publishing_is_the_step_of_the_rounds_page_where_it_is_taken_back(staff, drawn):
    known = forms(text(staff))[PUBLISH]
    page = staff.post(PUBLISH, {"step": "publish", **known}, follow=True)
    assert page.redirect_chain[-1][0] == "/organise/open/r/1/"
    assert "Undo" in page.content.decode()
    assert Round.objects.get(pk=drawn.pk).status == "published"
    assert PUBLISH not in forms(text(staff))


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


def swapped(drawn: Round) -> None:
    tables = tables_of_round(drawn)
    one, other = tables[0].seats[0].player, tables[1].seats[0].player
    swap_seats(round=drawn, one=one, other=other, seen=digest_of_seats(tables), by=BY)


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


def test_a_seat_left_out_before_makes_nobody_meet_again(staff, drawn):
    draw_round(round=drawn, by=BY, seed=5, all_rounds=True)
    first = publish_round(round=Round.objects.get(number=1), by=BY)
    take_seat_away(round=first, entry=present(first.seats.first()).entry, by=BY)
    assert "were changed after this round" not in text(staff, "/organise/open/r/2/draw/")


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
