"""An event is made and set up from the organisers' pages: no codes, and nothing past is changed."""

import datetime as dt
import re
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from scoring.competition.tie_breaks import TIE_BREAKS
from tests.accounts import signed_in, staff
from tests.skip_links import skip_of
from tests.tournament.making import finish, make_event, seat_round, table_of
from tournament.access import Action
from tournament.events.settings.forms import StepForm
from tournament.events.settings.steps import BY_CODE, STEPS
from tournament.models import Event, EventRole, Membership
from tournament.seating import DEFAULT_ORDER

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return make_event("open", players=26, table_sizes=[4, 3])


@pytest.fixture
def client(event: Event) -> Client:
    """An organiser of the event."""
    person = User.objects.create_user("olga")
    Membership.objects.create(event=event, person=person, role=EventRole.ORGANISER)
    return signed_in(person)


def sent_back(code: str, event: Event) -> dict[str, Any]:
    """What a browser sends when a step's page is saved as it is shown."""
    form: StepForm = BY_CODE[code].form(event, played=False)
    data: dict[str, Any] = {}
    for field in form:
        value = field.value()
        if field.name in ("draw_order", "tie_breaks", "table_sizes"):
            data |= {f"{field.name}-{code}": str(at) for at, code in enumerate(value, start=1)}
        elif field.name == "points_by_place":
            data |= {f"{field.name}-{at}": str(each) for at, each in enumerate(value, start=1)}
        elif value is not False and value is not None:
            data[field.name] = "on" if value is True else str(value)
    return data


def at(code: str) -> str:
    return f"/organise/open/settings/{code}/"


@pytest.mark.parametrize("code", BY_CODE)
def test_a_step_saved_as_it_is_changes_nothing(client: Client, event: Event, code: str) -> None:
    before = Event.objects.filter(pk=event.pk).values().get()
    answer = client.post(at(code), {**sent_back(code, event), "save": ""})
    assert (answer.status_code, answer["Location"]) == (302, "/organise/open/settings/")
    assert Event.objects.filter(pk=event.pk).values().get() == before


def test_each_step_leads_to_the_next(client: Client, event: Event) -> None:
    for step, following in pairwise(STEPS):
        answer = client.post(at(step.code), {**sent_back(step.code, event), "next": ""})
        assert answer["Location"] == at(following.code)
    last = STEPS[-1].code
    answer = client.post(at(last), {**sent_back(last, event), "next": ""})
    assert answer["Location"] == "/organise/open/players/"


def test_what_is_chosen_is_stored(client: Client, event: Event) -> None:
    game = {**sent_back("game", event), "edition": "eu-fr", "ruling_ties": "circuit_income"}
    client.post(at("game"), game)
    tables = {**sent_back("tables", event), "table_sizes-4": "2", "table_sizes-5": "1"}
    client.post(at("tables"), {**tables, "table_sizes-3": ""})
    order = {f"draw_order-{code}": "" for code in DEFAULT_ORDER}
    client.post(at("seating"), {**order, "score_groups": "1", "draw_order-clubs": "7"})
    scoring = {f"tie_breaks-{code}": "" for code in TIE_BREAKS} | {"points_by_place-1": "3"}
    scoring |= {"discards": "1", "least_counting": "2", "corrects_roles": "on"}
    client.post(at("scoring"), {**scoring, "tie_breaks-lot": "2", "tie_breaks-wins": "1"})
    event.refresh_from_db()
    assert (event.edition, event.rulings) == ("eu-fr", {"ties": "circuit_income"})
    assert event.table_sizes == [5, 4]
    assert (event.score_groups, event.draw_order) == (True, ["clubs"])
    assert (event.points_by_place, event.tie_breaks) == ([3], ["wins", "lot"])
    assert (event.discards, event.least_counting, event.corrects_roles) == (1, 2, True)
    told = client.get("/organise/open/settings/").content.decode()
    assert (
        "1 round of each player does not count: the worst. At least 2 rounds always count." in told
    )
    assert "Whoever had the weaker role gets points to make up for it." in told
    assert event.lot_seed


@pytest.mark.parametrize(("code", "wrong", "field", "says"), [
    ("place", {"slug": "new"}, "slug", "This address is a page of its own"),
    ("place", {"starts_on": "2026-13-01"}, "starts_on", "Enter a valid date"),
    ("place", {"ends_on": "2020-01-01"}, "", "The last day is before the first"),
    ("place", {"time_zone": "Paris"}, "time_zone", "Unknown time zone"),
    ("game", {"edition": "us-1999"}, "edition", "Select a valid choice"),
    ("game", {"length_minutes": "0"}, "length_minutes", "greater than or equal to 1"),
    ("game", {"edition_file": "x ="}, "edition_file", "does not work"),
    ("tables", {"number_of_rounds": "51"}, "number_of_rounds", "less than or equal to 50"),
    ("tables", {"table_sizes-4": "", "table_sizes-3": ""}, "table_sizes", "required"),
    ("tables", {"table_sizes-4": "2"}, "table_sizes", "Place 2 is given twice"),
    ("tables", {"table_sizes-4": "first"}, "table_sizes", "A place is a whole number"),
    ("scoring", {"points_by_place-2": ""}, "points_by_place", "without gaps"),
    ("scoring", {"points_by_place-1": "1"}, "points_by_place", "A worse place has more points"),
    ("scoring", {"points_by_place-1": "²"}, "points_by_place", "Type a whole number"),
    ("scoring", {"discards": "3"}, "discards", "more than the event has: 3."),
    ("shown", {"board_delay": "3601"}, "board_delay", "less than or equal to 3600"),
])  # fmt: skip
def test_what_does_not_work_is_said_at_its_field(
    client: Client, event: Event, code: str, wrong: dict[str, str], field: str, says: str
) -> None:
    before = Event.objects.filter(pk=event.pk).values().get()
    answer = client.post(at(code), {**sent_back(code, event), **wrong})
    form = answer.context["form"]
    told = form.errors[field] if field else form.non_field_errors()
    assert says in " ".join(told)
    assert says in answer.content.decode()
    assert Event.objects.filter(pk=event.pk).values().get() == before


def test_the_settings_call_no_shorter_game_a_two_hour_game(client: Client, event: Event) -> None:
    assert "Two-hour game" in client.get("/organise/open/settings/").content.decode()
    Event.objects.filter(pk=event.pk).update(length_minutes=60)
    settings = client.get("/organise/open/settings/").content.decode()
    assert "Game by the clock, 60 minutes" in settings
    assert "Two-hour game" not in settings
    assert "Game by the clock: until time is called" in client.get(at("game")).content.decode()


def test_what_would_change_a_past_round_stays(client: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(tie_breaks=["wins"])
    round_ = seat_round(event, 1, (1, 2, 3, 4))
    beforehand = "Decide before the first result"
    assert beforehand in client.get(at("teams")).content.decode()
    assert beforehand not in client.get(at("players")).content.decode()
    finish(table_of(round_), 40, 30, 20, 10)
    page = client.get(at("game")).content.decode()
    assert "This event has results: settings that would change them" in page
    assert beforehand not in page
    assert page.count("<fieldset") == len(re.findall(r"<fieldset[^>]*disabled", page)) == 6
    client.post(
        at("game"), {**sent_back("game", event), "edition": "eu-fr", "length_minutes": "90"}
    )
    scoring = {"points_by_place-1": "9", "discards": "1"}
    client.post(at("scoring"), {**sent_back("scoring", event), **scoring})
    client.post(at("teams"), {"teams": "clubs", "members_counted": "2"})
    event.refresh_from_db()
    assert (event.edition, event.length_minutes) == ("us-2011", 90)
    assert (event.points_by_place, event.discards) == ([6, 4, 3, 2, 1, 0], 0)
    assert (event.teams, event.members_counted) == ("off", None)


@pytest.mark.parametrize(("code", "onward"), [("teams", "shown"), ("scoring", "finals")])
def test_a_page_whose_fields_are_all_locked_has_no_save_button(
    client: Client, event: Event, code: str, onward: str
) -> None:
    assert 'name="save"' in client.get(at(code)).content.decode()
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    page = client.get(at(code)).content.decode()
    form = page[page.index('id="step-form"') :]
    form = form[: form.index("</form>")]
    assert "This event has results" in page
    assert "<button" not in form
    assert f'href="{at(onward)}"' in form
    assert 'name="save"' in client.get(at("game")).content.decode()


def test_the_tables_that_the_sizes_give_are_shown(client: Client, event: Event) -> None:
    assert "5 tables of 4 and 2 tables of 3" in client.get(at("tables")).content.decode()
    data = {**sent_back("tables", event), "table_sizes-3": "", "players": "16", "preview": ""}
    page = client.post(at("tables"), data).content.decode()
    assert "16 players:" in page
    assert "4 tables of 4" in page
    event.refresh_from_db()
    assert event.table_sizes == [4, 3]


def test_all_settings_are_told_in_words(client: Client, event: Event, django_assert_num_queries):
    Event.objects.filter(pk=event.pk).update(score_groups=True, board_delay=60)
    client.get("/organise/open/settings/")
    with django_assert_num_queries(8):
        page = client.get("/organise/open/settings/").content.decode()
    for words in ("American, 2011", "3 rounds", "Swiss system", "60 seconds later"):
        assert words in page


@pytest.mark.parametrize(("settings", "told"), [
    ({}, "Pages show each player’s chance to win"),
    ({"board_delay": 60}, "Replays of finished games show turning points"),
    ({"advice": "after"}, "Replays of finished games show turning points"),
    ({"mode": "A"}, None),
    ({"shows_chances": False}, None),
])  # fmt: skip
def test_chances_are_told_of_where_pages_show_them(
    client: Client, event: Event, settings: dict[str, Any], told: str | None
) -> None:
    Event.objects.filter(pk=event.pk).update(**{"shows_chances": True, **settings})
    page = client.get("/organise/open/settings/").content.decode()
    both = (
        "Pages show each player’s chance to win",
        "Replays of finished games show turning points",
    )
    assert [words for words in both if words in page] == ([told] if told else [])


def test_an_unknown_step_is_not_there(client: Client) -> None:
    assert client.get(at("sausages")).status_code == 404


def test_an_event_is_made_after_the_pattern_of_another(event: Event) -> None:
    client = signed_in(User.objects.create_superuser("ada"))
    Event.objects.filter(pk=event.pk).update(edition="eu-fr", rulings={"ties": "circuit_income"})
    asked = {"name": "Open", "starts_on": "2026-12-05", "time_zone": "Europe/Paris"}
    answer = client.post("/organise/new/", {**asked, "like": str(event.pk)})
    made = Event.objects.get(slug="open-2")
    assert answer["Location"] == "/organise/open-2/"
    assert (made.edition, made.rulings, made.table_sizes) == (
        "eu-fr", {"ties": "circuit_income"}, [4, 3],
    )  # fmt: skip
    assert (made.published, made.time_zone) == (False, "Europe/Paris")
    assert (made.starts_on, made.ends_on) == (dt.date(2026, 12, 5),) * 2
    assert made.memberships.get().role == EventRole.ORGANISER


@pytest.mark.parametrize(("name", "slug"), [
    ("Grand Prix d’été", "grand-prix-dete"),
    ("Турнир", "event-2026-12-05"),
    ("New", "new-2"),
    ("x" * 100, "x" * 55),
])  # fmt: skip
def test_the_address_follows_from_the_name(name: str, slug: str) -> None:
    client = signed_in(User.objects.create_superuser("ada"))
    asked = {"name": name, "starts_on": "2026-12-05", "time_zone": "UTC"}
    assert client.post("/organise/new/", asked).status_code == 302
    assert Event.objects.get().slug == slug


def test_an_event_that_cannot_be_is_not_made() -> None:
    client = signed_in(User.objects.create_superuser("ada"))
    asked = {"name": "Open", "starts_on": "2026-12-05", "ends_on": "2026-12-04"}
    page = client.post("/organise/new/", {**asked, "time_zone": "Mars/Base"})
    assert "Unknown time zone" in page.content.decode()
    assert not Event.objects.exists()


def test_nobody_takes_the_settings_of_an_event_they_do_not_know(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(published=False)
    client = signed_in(staff("anna", Action.ADD_EVENT))
    asked = {"name": "Open", "starts_on": "2026-12-05", "time_zone": "UTC", "like": str(event.pk)}
    answer = client.post("/organise/new/", asked)
    assert "like" in answer.context["form"].errors


def test_rulings_are_folded_until_one_is_at_fault(admin_client: Client, event: Event) -> None:
    address = f"/organise/{event.slug}/settings/game/"
    folded = re.compile(r'<details class="setting" id="folded"( open)?>')
    answer = admin_client.get(address)
    assert folded.findall(answer.text) == [""]
    assert "Ada keeps a tenth of 1237" in answer.text
    answer = admin_client.post(address, {"ruling_ties": "by dice"})
    assert folded.findall(answer.text) == [" open"]


@pytest.mark.parametrize("code", BY_CODE)
def test_the_first_link_of_a_step_skips_to_its_form(client: Client, code: str) -> None:
    page = client.get(at(code)).content.decode()
    skip, target = skip_of(page)
    assert (skip, target) == ("Skip to the form", "step-form")
    (form,) = re.findall(r'<form[^>]*id="step-form"[^>]*>', page)
    assert 'tabindex="-1"' in form


def taken_over(**more: str) -> dict[str, str]:
    return {"name": "Next", "starts_on": "2027-05-15", "time_zone": "UTC", **more}


def test_next_years_event_takes_staff_and_players_over(client: Client, event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(name="Open 2026", venue="Town hall")
    petra = signed_in(User.objects.create_superuser("petra"))
    form = petra.get("/organise/new/?like=open").context["form"]
    assert "Who dropped out is not copied." in str(form["with_players"].help_text)
    shown = {name: form[name].value() for name in ("like", "name", "venue", "with_staff")}
    assert shown == {
        "like": event.pk,
        "name": "Open 2027",
        "venue": "Town hall",
        "with_staff": True,
    }
    people = {"like": str(event.pk), "with_staff": "on", "with_players": "on"}
    petra.post("/organise/new/?like=open", taken_over(**people))
    made = Event.objects.get(slug="next")
    assert made.entries.count() == 26
    assert set(made.memberships.values_list("person__username", flat=True)) == {"olga", "petra"}


@pytest.mark.parametrize(
    ("rights", "taken", "refused"),
    [
        (["SEE_EVENT"], "with_staff", True),
        (["SEE_EVENT"], "with_players", True),
        (["EDIT_EVENT"], "with_staff", False),
        (["EDIT_EVENT"], "with_players", True),
        (["SEE_PLAYERS"], "with_players", True),
        (["EDIT_EVENT", "SEE_PLAYERS"], "with_players", False),
    ],
)
def test_only_who_may_edit_an_event_takes_its_people_over(
    event: Event, rights: list[str], taken: str, refused: bool
) -> None:
    actions = [Action.ADD_EVENT, *(Action[name] for name in rights)]
    petra = signed_in(staff("petra", *actions))
    answer = petra.post("/organise/new/", taken_over(like=str(event.pk), **{taken: "on"}))
    assert (answer.status_code == 200) == refused
    assert Event.objects.filter(slug="next").exists() != refused
    if refused:
        assert "Only the organisers of that event" in answer.content.decode()


def test_people_come_only_from_an_event_that_is_named(event: Event) -> None:
    petra = signed_in(User.objects.create_superuser("petra"))
    petra.post("/organise/new/", taken_over(with_players="on"))
    assert not Event.objects.get(slug="next").entries.exists()
    assert petra.get("/organise/new/?like=nowhere").status_code == 200
    assert 'href="?like=open"' in petra.get("/organise/new/").text


def test_a_new_event_is_published_by_two_presses(event: Event) -> None:
    petra = signed_in(User.objects.create_superuser("petra"))
    asked = taken_over(edition="eu-fr", number_of_rounds="4", length_minutes="90")
    home = petra.post("/organise/new/", asked, follow=True)
    made = Event.objects.get(slug="next")
    assert (made.edition, made.number_of_rounds, made.length_minutes) == ("eu-fr", 4, 90)
    assert 'action="/organise/next/publish/"' in home.text
    petra.post("/organise/next/publish/")
    assert Client().get("/e/next/").status_code == 200


def test_a_final_of_rounds_that_are_drawn_is_refused_beforehand(
    client: Client, event: Event
) -> None:
    told = "All rounds are drawn"
    assert told not in client.get(at("finals")).content.decode()
    seat_round(event, event.number_of_rounds, (1, 2, 3, 4), publish=False)
    page = client.get(at("finals")).content.decode()
    assert told in page
    assert f'href="{at("tables")}"' in page
    sent = {"final_players": "4", "final_rounds": "1", "semi_rounds": "1", "save": ""}
    refused = client.post(at("finals"), sent).content.decode()
    assert "is drawn and stays what it is" in refused
    tables = {**sent_back("tables", event), "number_of_rounds": event.number_of_rounds + 1}
    client.post(at("tables"), {**tables, "save": ""})
    assert client.post(at("finals"), sent).status_code == 302
