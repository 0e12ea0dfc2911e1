"""A round's page: the one next step, what is missing with links, and the way back."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.accounts import permission, signed_in, staff
from tests.tournament.making import BY, enter, finish, make_event, result_of, seat_round, table_of
from tournament.access import Action
from tournament.events.services.events import update_event
from tournament.models import Event, EventRole, Membership, PaperSheet, Round
from tournament.results.services.paper import (
    SheetDetails,
    confirm_sheet,
    enter_sheet,
    mark_of,
    reject_sheet,
)
from tournament.rounds.services.clock import grant_extra, step_clock
from tournament.rounds.services.steps import close_round, confirm_round

pytestmark = pytest.mark.django_db
PAGE = "/organise/open/r/1/"
ALL = (
    Action.SEE_EVENT,
    Action.SEE_DRAW,
    Action.DRAW,
    Action.PUBLISH,
    Action.MOVE_CLOCK,
    Action.ENTER_RESULTS,
    Action.ACT_AS_CHIEF,
)


@pytest.fixture
def olga() -> Client:
    return signed_in(staff("olga", *ALL))


def text(client: Client, path: str = PAGE) -> str:
    response = client.get(path)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def press(client: Client, address: str, step: str, **more: str) -> str:
    """Press a step's button as the page has it, and read the page that follows."""
    seen = re.search(r'name="seen" value="(\w+)"', text(client))
    assert seen
    values = {"step": step, "seen": seen[1], **more}
    response = client.post(f"{PAGE}{address}/", values, follow=True)
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def primary(page: str) -> list[str]:
    """What the primary buttons of the page say."""
    return re.findall(r'class="button primary"[^>]*>\s*([^<]+?)\s*<', page)


def present(page: str) -> str:
    found = re.search(r'<li aria-current="step">\s*([^<]+?)\s*<', page)
    assert found
    return found[1]


def test_the_page_leads_from_the_draw_to_the_end_with_one_primary_button(olga: Client) -> None:
    event = make_event(players=4)
    page = text(olga)
    assert (present(page), primary(page)) == ("Not drawn", ["Draw the round"])
    assert 'href="/organise/open/r/1/draw/"' in page
    round_ = seat_round(event, 1, (1, 2), (3, 4), publish=False)
    assert primary(text(olga)) == ["Publish the round"]
    page = press(olga, "publishing", "publish")
    assert (present(page), primary(page)) == ("Published", ["Start the clock"])
    page = press(olga, "timing", "start")
    # Nothing stands out while time is left: whoever ends the round means it.
    assert (present(page), primary(page)) == ("Running", [])
    assert ">Call time</button>" in page
    page = press(olga, "timing", "call_time")
    assert (present(page), primary(page)) == ("Time is up", [])  # results are missing
    for number in (1, 2):
        finish(table_of(round_, number), 2, 1)
    page = text(olga)
    assert (present(page), primary(page)) == ("Results are in", ["Confirm the results"])
    page = press(olga, "results", "confirm")
    assert (present(page), primary(page)) == ("Confirmed", ["Close the round"])
    page = press(olga, "results", "close")
    assert (present(page), primary(page)) == ("Closed", ["Round 2"])


def test_the_message_has_a_button_that_takes_the_step_back(olga: Client) -> None:
    seat_round(make_event(players=4), 1, (1, 2), (3, 4), publish=False)
    for address, step, undo in (
        ("publishing", "publish", "unpublish"),
        ("timing", "start", "take_back_start"),
    ):
        page = press(olga, address, step)
        assert '<button class="button" form="undo">Undo</button>' in page
        form = re.search(r'<form id="undo" method="post" action="([^"]+)">', page)
        assert form
        assert form[1] == f"{PAGE}{address}/"
        assert f'name="step" value="{undo}"' in page
        press(olga, address, undo)
        press(olga, address, step)


def test_whoever_publishes_a_round_is_told_if_nobody_sees_it(olga: Client) -> None:
    event = make_event(players=4, published=False)
    seat_round(event, 1, (1, 2), (3, 4), publish=False)
    assert "but nobody sees it before the event is" in press(olga, "publishing", "publish")
    press(olga, "publishing", "unpublish")
    update_event(event=event, by=BY, published=True)
    assert "everybody sees its tables" in press(olga, "publishing", "publish")


def test_a_step_refused_on_the_page_now_says_why_there(olga: Client) -> None:
    seat_round(make_event(players=4), 1, (1, 2), (3, 4), publish=False)
    page = press(olga, "timing", "start", back="now")
    assert "Publish the round before its clock is started." in page
    assert "<h1>Now</h1>" in page


def test_what_is_missing_is_listed_and_linked_for_who_may_go_there(olga: Client) -> None:
    round_ = seat_round(make_event(players=4), 1, (1, 2), (3, 4))
    finish(table_of(round_, 1), 2, 1)
    step_clock(round_=round_, step="start", by="tests")
    link = '<a href="/organise/open/r/1/2/position/">Type the result of table 2</a>'
    assert f"Table 2 has no result yet. {link}" in text(olga)
    page = press(olga, "results", "confirm")
    assert page.count(link) == 2  # in the message and on the page
    assert Round.objects.get().confirmed_at is None
    otto = signed_in(staff("otto", Action.SEE_EVENT))
    page = text(otto)
    assert "Table 2 has no result yet." in page
    assert link not in page
    assert primary(page) == []


def test_a_typed_result_is_not_said_to_be_missing(olga: Client) -> None:
    round_ = seat_round(make_event(players=4), 1, (1, 2), (3, 4))
    finish(table_of(round_, 1), 2, 1)
    table = table_of(round_, 2)
    enter_sheet(table=table, result=result_of(table, 2, 1), seen="", by="otto")
    step_clock(round_=round_, step="start", by="tests")
    typed = "The result of table 2 is typed. Check it against the sheet and confirm it."
    link = '<a href="/organise/open/r/1/2/position/">Confirm table 2</a>'
    assert f"{typed} {link}" in text(olga)
    assert f"{typed} {link}" in press(olga, "results", "confirm").partition("<h1>")[0]
    reader = text(signed_in(staff("rita", Action.SEE_EVENT)))
    assert "The result of table 2 is typed and waits to be confirmed." in reader
    reject_sheet(table=table, seen=mark_of(PaperSheet.objects.get()), reason="blurred", by="olga")
    assert "Table 2 has no result yet." in text(olga)


def test_the_second_of_two_organisers_sees_that_the_round_changed(olga: Client) -> None:
    seat_round(make_event(players=4), 1, (1, 2), (3, 4), publish=False)
    old = re.search(r'name="seen" value="(\w+)"', text(olga))
    assert old
    press(olga, "publishing", "publish")
    otto = signed_in(staff("otto", *ALL))
    answer = otto.post(f"{PAGE}publishing/", {"step": "publish", "seen": old[1]}, follow=True)
    assert "The round was published by olga at" in answer.content.decode()


def test_a_round_of_a_hidden_event_says_so_with_a_button(olga: Client) -> None:
    seat_round(make_event(players=4, published=False), 1, (1, 2), (3, 4))
    assert "the event itself is not published" in text(olga)
    page = olga.post("/organise/open/publish/", {"round": "1"}, follow=True)
    assert page.redirect_chain == [(PAGE, 302)]
    assert "not published" not in page.content.decode()
    assert Event.objects.get().published


CORRECTED = "A corrected result of table 1 is typed: somebody else confirms it."


def played_round() -> Round:
    """A round of two tables, each with a result."""
    round_ = seat_round(make_event(players=4), 1, (1, 2), (3, 4))
    for table in round_.tables.all():
        finish(table, 2, 1)
    return round_


def type_correction(round_: Round) -> None:
    """Let Otto type another result of the first table."""
    table, why = table_of(round_, 1), SheetDetails(correction_reason="counted anew")
    enter_sheet(table=table, result=result_of(table, 1, 2), seen="", by="otto", details=why)


def test_a_typed_correction_is_confirmed_before_the_results_are(olga: Client) -> None:
    type_correction(played_round())
    page = press(olga, "results", "confirm")
    assert f"{CORRECTED} <a " in page
    assert Round.objects.get().confirmed_at is None


@pytest.mark.parametrize("started", [True, False])
def test_a_confirmed_round_with_a_typed_correction_waits_for_that_alone(
    olga: Client, started: bool
) -> None:
    round_ = played_round()
    if started:
        step_clock(round_=round_, step="start", by=BY)
    confirm_round(round_=round_, by=BY)
    type_correction(round_)
    link = '<a href="/organise/open/r/1/1/position/">Confirm table 1</a>'
    for address in (PAGE, "/organise/open/now/?round=1"):
        page = text(olga, address)
        steps = page.partition('id="next"')[2].partition("</section>")[0]
        assert f"{CORRECTED} {link}" in page
        assert "Next, once nothing is missing: Close the round" in steps
        assert "<button" not in steps
        assert "Round 1: Confirmed. " + CORRECTED in page
    assert '<span class="tag">Confirmed</span>' in page
    assert present(text(olga)) == "Confirmed"
    sheet = mark_of(PaperSheet.objects.get())
    confirm_sheet(table=table_of(round_, 1), seen=sheet, reason="", by="olga")
    page = text(olga)
    assert primary(page) == ["Close the round"]
    assert "Take the confirmation back" in page


def test_seats_of_a_published_round_go_when_its_number_was_typed(olga: Client) -> None:
    seat_round(make_event(players=4), 1, (1, 2), (3, 4))
    assert "nothing was deleted" in press(olga, "clear", "clear", typed="2")
    assert Round.objects.get().seats.count() == 4
    press(olga, "clear", "clear", typed="1")
    assert (Round.objects.get().status, Round.objects.get().seats.count()) == ("draft", 0)


def test_no_step_but_those_of_an_address(olga: Client) -> None:
    seat_round(make_event(players=4), 1, (1, 2), (3, 4))
    assert "not a step" in press(olga, "timing", "close")
    assert "not a step" in press(olga, "results", "start")
    assert olga.get("/organise/open/r/4/").status_code == 404


def test_the_event_leads_to_each_of_its_rounds(olga: Client) -> None:
    seat_round(make_event(players=4), 1, (1, 2), (3, 4))
    page = text(olga, "/organise/open/")
    assert '<a href="/organise/open/r/1/">Round 1</a>, Published' in page
    assert '<a href="/organise/open/r/3/">Round 3</a>, Not drawn' in page


def test_pages_of_the_event_and_a_closed_round_lead_to_the_next(admin_client: Client) -> None:
    """Rounds are often drawn together: the last one drawn is not the one that is played."""
    event = make_event(players=4, number_of_rounds=2)
    rounds = [seat_round(event, number, (1, 2, 3, 4)) for number in (1, 2)]
    onward = re.compile(r'<a class="button primary"\s+href="([^"]+)"')
    for round_, following in zip(
        rounds, ("/organise/open/now/?round=2", "/organise/open/reveal/"), strict=True
    ):
        address = f"/organise/open/r/{round_.number}/"
        for page in ("", "players/", "staff/", "announcements/", "reveal/"):
            navigation = admin_client.get(f"/organise/open/{page}").content.decode()
            navigation = navigation.partition('aria-label="Organise"')[2].partition("</nav>")[0]
            assert f'href="{address}"' in navigation, page
        assert not onward.search(admin_client.get(address).content.decode())
        finish(table_of(round_), 40, 30, 20, 10)
        for decide in (confirm_round, close_round):
            decide(round_=Round.objects.select_related("event").get(pk=round_.pk), by=BY)
        assert onward.findall(admin_client.get(address).content.decode()) == [following]


def test_extra_time_that_is_cut_off_is_named(olga: Client) -> None:
    event = make_event(players=4, number_of_rounds=1)
    round_ = seat_round(event, 1, (1, 2), (3, 4))
    press(olga, "timing", "start")
    told = "Table 2 had extra time left."
    assert told not in press(olga, "timing", "call_time")
    press(olga, "timing", "resume")
    grant_extra(table=table_of(round_, 2), seconds=300, reason="dice lost", by=BY)
    assert told in press(olga, "timing", "call_time")


def test_a_desk_is_led_to_confirm_what_somebody_else_typed() -> None:
    event = make_event(players=4)
    round_ = seat_round(event, 1, (1, 2), (3, 4))
    ida = User.objects.create_user("ida")
    Membership.objects.create(event=event, person=ida, role=EventRole.RESULT_DESK)
    for number, by in ((1, ida), (2, "otto")):
        table = table_of(round_, number)
        enter_sheet(table=table, result=result_of(table, 2, 1), seen="", by=by)
    page = text(signed_in(ida))
    others = "The result of table 2 is typed. Check it against the sheet and confirm it."
    assert f"{others} <a " in page
    assert "You typed the result of table 1: somebody else has to confirm it." in page
    assert "Confirm table 2" in page
    assert "Confirm table 1" not in page
    Membership.objects.update(role=EventRole.CHIEF_REFEREE)
    page = text(signed_in(User.objects.get(username="ida")))
    assert "You typed the result of table 1: let somebody else confirm it, or say why" in page
    assert "Confirm table 1" in page


def test_the_first_step_is_to_enter_players_then_to_check_them_in(olga: Client) -> None:
    event = make_event(players=0)
    User.objects.get(username="olga").user_permissions.add(permission("tournament.change_entry"))
    assert primary(text(olga)) == ["Enter the players"]
    enter(event, {seed: f"Player {seed}" for seed in range(1, 5)})
    assert primary(text(olga)) == ["Draw the round"]
    update_event(event=event, by=BY, leaves_out_absent=True)
    assert primary(text(olga)) == ["Check players in"]
