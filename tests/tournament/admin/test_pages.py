"""The organisers' admin: login only, every page opens, everything is made and corrected by hand."""

import html
import re
from typing import Any

import pytest
from django.contrib.auth.models import Group, User
from django.contrib.staticfiles.finders import find
from django.core import checks
from django.test import Client
from django.urls import reverse

from scoring.game.rulings import RULINGS
from tests.accounts import signed_in, staff
from tests.present import present
from tests.shares import sampled
from tests.tournament.making import entry, finish, make_event, seat_round, table_of
from tournament.draws.services.draw_jobs import request_draw
from tournament.draws.services.drawing import draw_round
from tournament.models import (
    AuditEntry,
    DrawJob,
    Entry,
    Event,
    Result,
    ResultCorrection,
    Round,
    Seat,
    Table,
)
from tournament.people.services.entries import update_entry
from tournament.rounds.services.rounds import create_round, plans_of, publish_round, set_seats

pytestmark = pytest.mark.django_db

MODELS = (
    "event",
    "entry",
    "round",
    "table",
    "result",
    "auditentry",
    "drawjob",
)


@pytest.fixture
def organiser() -> User:
    return User.objects.create_superuser("ada", password="a long password indeed")


@pytest.fixture
def client(organiser: User) -> Client:
    client = Client()
    client.force_login(organiser)
    return client


def address(model: str, *args: object, page: str = "changelist") -> str:
    return reverse(f"admin:tournament_{model}_{page}", args=args)


def messages_of(response) -> list[str]:
    """The messages the page shows."""
    return [str(message) for message in response.context["messages"]]


def act(client: Client, model: str, action: str, *objects, **more: str):
    """Run an action of the list on objects, and follow to the list again."""
    data = {"action": action, "_selected_action": [item.pk for item in objects], **more}
    return client.post(address(model), data, follow=True)


def test_the_pages_pass_djangos_checks() -> None:
    reverse("admin:index")  # loads them
    assert checks.run_checks(tags=["admin"]) == []


EVENT = {
    "name": "Autumn Open",
    "slug": "autumn",
    "starts_on": "2026-10-03",
    "ends_on": "2026-10-04",
    "venue": "",
    "time_zone": "Europe/Paris",
    "edition": "eu-fr",
    "edition_file": "",
    "mode": "two-hour",
    "length_minutes": "150",
    "board_delay": "30",
    "number_of_rounds": "4",
    "table_sizes": "5, 4",
    "roles": "thrown",
    "advice": "public",
    "points_by_place": "5, 3, 1",
    "tie_breaks": "wins, lot",
    "discards": "0",
    "least_counting": "1",
    "teams": "clubs",
    "lot_seed": "",
    "draw_order": "apart, roles",
    "keep_apart": "",
    "published": "on",
    "ruling_rounding": "half_up",
    "ruling_prison_circuit": "paid",
    "ruling_mortgaged_companies": "count",
    "ruling_ties": "shared",
}


@pytest.mark.parametrize("model", MODELS)
def test_nothing_is_shown_without_logging_in(model):
    response = Client().get(address(model))
    assert response.status_code == 302
    assert response["Location"].startswith(reverse("admin:login"))


def test_a_user_who_is_no_organiser_is_not_let_in():
    client = Client()
    client.force_login(User.objects.create_user("eve", password="a long password indeed"))
    assert client.get(address("event")).status_code == 302


def test_from_the_form_of_an_event_to_its_players_and_its_draw(client):
    page = client.get(address("event", make_event().pk, page="change")).content.decode()
    assert 'href="/organise/open/players/import/"' in page
    assert 'href="/organise/open/r/1/draw/"' in page
    assert "/organise/" not in client.get(address("event", page="add")).content.decode()


@pytest.mark.parametrize(
    "group", sampled(["Helper (reads only)", "Registrar", "Chief referee", "Organiser"], every=4)
)
def test_no_group_is_led_to_a_page_that_refuses_it(group):
    event = make_event(players=4)
    table = table_of(seat_round(event, 1, (1, 2, 3, 4)))
    clara = staff("clara")
    clara.groups.add(Group.objects.get(name=group))
    browser = signed_in(clara)
    starts = [
        address("event"),
        address("event", event.pk, page="change"),
        address("table", table.pk, page="change"),
    ]
    answers = [browser.get(start) for start in starts]
    opened = [answer.content.decode() for answer in answers if answer.status_code == 200]
    assert len(opened) > 1
    links = set(re.findall(r'href="(/(?:admin|organise)/[^"#]+)"', "".join(opened)))
    assert not {to for to in links if browser.get(html.unescape(to)).status_code == 403}


def test_an_edition_is_chosen_by_its_name(client):
    page = client.get(address("event", page="add")).content.decode()
    assert re.search(r'<option value="us-wooden"[^>]*>\s*American, wooden pieces', page)


@pytest.mark.parametrize("model", MODELS)
def test_every_list_and_every_object_opens(client, model):
    event = make_event(players=4)
    found = seat_round(event, 1, (1, 2, 3, 4))
    finish(table_of(found), 40, 30, 20, 10)
    request_draw(round=create_round(event=event, number=2, by="t"), by="t")
    assert client.get(address(model), {"q": "Open"}).status_code in (200, 302)
    assert client.get(address(model)).status_code == 200
    models: dict[str, Any] = {
        "event": Event,
        "entry": Entry,
        "round": Round,
        "table": Table,
        "result": Result,
        "auditentry": AuditEntry,
        "drawjob": DrawJob,
    }
    rows = models[model].objects.all()
    assert rows
    for row in rows:
        assert client.get(address(model, row.pk, page="change")).status_code == 200


def test_a_new_event_comes_with_the_usual_tables_and_points(client):
    form = client.get(address("event", page="add")).context["adminform"].form
    assert form["table_sizes"].value() == "4, 5, 3"
    assert form["points_by_place"].value() == "6, 4, 3, 2, 1, 0"


def test_an_event_is_made_with_its_lists_and_rulings(client):
    response = client.post(address("event", page="add"), {**EVENT, "discards": "1"})
    assert response.status_code == 302
    event = Event.objects.get(slug="autumn")
    assert (event.discards, event.least_counting) == (1, 1)
    assert event.table_sizes == [5, 4]
    assert event.points_by_place == [5, 3, 1]
    assert event.tie_breaks == ["wins", "lot"]
    assert event.rulings == {"prison_circuit": "paid"}
    assert event.lot_seed
    assert event.draw_order == ["apart", "roles"]
    assert event.keep_apart == []
    assert AuditEntry.objects.get(action="create", kind="event").by == "ada"


def test_an_event_is_corrected_and_says_what_is_wrong(client):
    event = make_event()
    url = address("event", event.pk, page="change")
    page = client.post(url, {**EVENT, "table_sizes": "7", "tie_breaks": "beauty"})
    assert page.status_code == 200
    errors = page.context["adminform"].form.errors
    assert set(errors) == {"table_sizes", "tie_breaks"}
    changes = {"table_sizes": "4", "number_of_rounds": "3", "finals": "8, 4"}
    assert client.post(url, {**EVENT, **changes}).status_code == 302
    event.refresh_from_db()
    assert (event.table_sizes, event.finals) == ([4], [8, 4])
    assert event.name == "Autumn Open"


def test_players_are_kept_apart_by_their_ids(client):
    event = make_event(players=3)
    url = address("event", event.pk, page="change")
    page = client.post(url, {**EVENT, "keep_apart": "p01 p02, p09 p10"})
    assert "p09, p10" in str(page.context["adminform"].form.errors["keep_apart"])
    assert client.post(url, {**EVENT, "keep_apart": "p01 p02, p02  p03"}).status_code == 302
    event.refresh_from_db()
    assert event.keep_apart == [["p01", "p02"], ["p02", "p03"]]
    assert 'value="p01 p02, p02 p03"' in client.get(url).content.decode()


def test_what_results_are_ranked_by_is_repaired_with_a_reason_that_the_log_keeps(client):
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 4, 3, 2, 1)
    url = address("event", event.pk, page="change")
    rules = {f"ruling_{name}": values[0] for name, values in RULINGS.items()}
    given = {**EVENT, **rules, "edition": event.edition, "teams": "clubs"}
    form = client.post(url, given).context["adminform"].form
    assert "Whoever runs this server can repair a mistake" in form.errors["teams"][0]
    assert "only with a reason" in form.fields["reason"].help_text
    assert client.post(url, {**given, "reason": "Forgotten"}).status_code == 302
    event.refresh_from_db()
    assert event.teams == "clubs"
    assert present(AuditEntry.objects.get(action="repair").after)["reason"] == "Forgotten"


def test_what_a_service_refuses_is_said_and_nothing_is_kept(client):
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 4, 3, 2, 1)
    response = client.post(address("event", event.pk, page="change"), EVENT)
    errors = response.context["adminform"].form.errors
    assert "Games of this event have results" in errors["edition"][0]
    assert 'value="Autumn Open"' in response.content.decode()  # what was typed stays
    event.refresh_from_db()
    assert event.name == "Open"
    response = client.post(address("event", event.pk, page="delete"), {"post": "yes"}, follow=True)
    assert "The event has results" in messages_of(response)[0]
    assert Event.objects.filter(pk=event.pk).exists()


def test_events_are_published_and_hidden(client):
    event = make_event()
    act(client, "event", "unpublish", event)
    event.refresh_from_db()
    assert not event.published
    act(client, "event", "publish", event)
    event.refresh_from_db()
    assert event.published


def test_a_player_is_made_corrected_and_removed(client):
    event = make_event()
    data = {"name": "Mei-Ling Zhao", "email": "m@example.org", "seed": "3", "status": "active"}
    add = {**data, "event": event.pk, "club": "A"}
    assert client.post(address("entry", page="add"), add).status_code == 302
    made = entry(event, 3)
    assert (made.name, made.email, made.club) == ("Mei-Ling Zhao", "m@example.org", "A")
    again = client.post(address("entry", page="add"), {**add, "seed": "4"})
    errors = again.context["adminform"].form.errors
    assert "Another player has this email address." in str(errors)
    page = address("entry", made.pk, page="change")
    client.post(page, {**data, "name": "Mei Zhao", "email": "", "club": "B"})
    made = entry(event, 3)
    assert (made.name, made.email, made.club) == ("Mei Zhao", "", "B")
    act(client, "entry", "withdraw", made)
    assert entry(event, 3).status == "dropped"
    act(client, "entry", "rejoin", made)
    assert entry(event, 3).status == "active"
    client.post(address("entry", made.pk, page="delete"), {"post": "yes"})
    assert not Entry.objects.exists()


def test_a_round_is_made_drawn_verified_published_hidden_cleared_and_deleted(client):
    event = make_event(players=8)
    client.post(address("round", page="add"), {"event": event.pk, "number": "1"})
    found = Round.objects.get(event=event)
    act(client, "round", "draw", found)
    found.refresh_from_db()
    assert found.status == "drawn"
    assert Seat.objects.filter(round=found).count() == 8
    response = act(client, "round", "verify", found)
    assert messages_of(response) == [f"{found}: The draw matches its certificate."]
    assert client.get(address("round", found.pk, page="change")).status_code == 200
    for action, status in (
        ("publish", "published"),
        ("unpublish", "drawn"),
        ("clear", "draft"),
    ):
        act(client, "round", action, found)
        found.refresh_from_db()
        assert found.status == status
    client.post(address("round", found.pk, page="delete"), {"post": "yes"})
    assert not Round.objects.exists()


def test_the_buttons_of_a_round_draw_and_publish_it(client):
    event = make_event(players=8)
    found = create_round(event=event, number=1, by="t")
    url = address("round", found.pk, page="change")
    client.post(url, {"tournament_round_draw_this": "1"})
    found.refresh_from_db()
    assert found.status == "drawn"
    client.post(url, {"tournament_round_publish_this": "1"})
    found.refresh_from_db()
    assert found.status == "published"


def test_a_whole_schedule_is_drawn_from_one_round_on(client):
    event = make_event(players=8)
    first = create_round(event=event, number=1, by="t")
    other = create_round(event=event, number=2, by="t")
    response = act(client, "round", "draw_all", first, other)
    assert messages_of(response) == ["Choose one round to start from."]
    act(client, "round", "draw_all", first)
    assert list(event.rounds.values_list("number", "status")) == [(n, "drawn") for n in (1, 2, 3)]


def test_a_draw_that_cannot_be_says_why(client):
    event = make_event(players=3, table_sizes=[4])
    found = create_round(event=event, number=1, by="t")
    response = act(client, "round", "draw", found)
    assert len(messages_of(response)) == 1
    assert "3" in messages_of(response)[0]
    found.refresh_from_db()
    assert found.status == "draft"


def seats_form(table: Table | None, *rows, found: Round | None = None) -> dict[str, str]:
    """The table's form: rows of (entry, role, figures…) in order of play."""
    kept = list(table.seats.order_by("order")) if table else []
    data = {
        "seats-TOTAL_FORMS": str(len(rows)),
        "seats-INITIAL_FORMS": str(len(kept)),
        "seats-MIN_NUM_FORMS": "0",
        "seats-MAX_NUM_FORMS": "6",
    }
    if found:
        data |= {"round": str(found.pk), "number": "1"}
    for i, (who, role, figures) in enumerate(rows):
        values = {"order": i + 1, "entry": who.pk, "role": role, **figures}
        if i < len(kept):
            values["id"] = kept[i].pk
        data |= {f"seats-{i}-{name}": str(value) for name, value in values.items()}
    return data


def test_a_table_is_seated_and_its_result_typed_in_and_corrected(client):
    event = make_event(players=3)
    found = create_round(event=event, number=1, by="t")
    people = [entry(event, seed) for seed in (1, 2, 3)]
    roles = ("competitor", "monopolist", "competitor")
    rows: list[tuple[Entry, str, dict[str, Any]]] = [
        (who, role, {}) for who, role in zip(people, roles, strict=True)
    ]
    response = client.post(address("table", page="add"), seats_form(None, *rows, found=found))
    assert response.status_code == 302
    table = Table.objects.get()
    assert list(table.seats.values_list("order", "entry__seed", "role")) == [
        (1, 1, "competitor"),
        (2, 2, "monopolist"),
        (3, 3, "competitor"),
    ]
    assert not Result.objects.exists()
    found.refresh_from_db()
    publish_round(round=found, by="t")
    cash: tuple[dict[str, Any], ...] = (
        {"place": 2, "final": 50},
        {"place": 1, "final": 90},
        {"place": 3, "final": 0, "out": "on"},
    )
    rows = [(who, role, own) for who, role, own in zip(people, roles, cash, strict=True)]
    url = address("table", table.pk, page="change")
    assert client.post(url, seats_form(table, *rows)).status_code == 302
    result = Result.objects.get()
    assert (result.source, result.revision, present(result.confirmed_by).username) == (
        "paper",
        1,
        "ada",
    )
    lines = result.seat_results.order_by("seat__order").values_list("place", "final", "out")
    assert list(lines) == [(2, 50, False), (1, 90, False), (3, 0, True)]
    assert client.get(url).status_code == 200
    rows[0] = (people[0], roles[0], {"place": 2, "final": 60})
    page = client.post(url, seats_form(table, *rows))
    assert "say why" in str(page.context["adminform"].form.errors["reason"])
    client.post(url, {**seats_form(table, *rows), "reason": "Misread"})
    result.refresh_from_db()
    assert result.revision == 2
    page = act(client, "table", "remove_results", table)
    assert "say why" in page.content.decode()
    assert Result.objects.exists()
    act(client, "table", "remove_results", table, reason="Another table’s")
    assert not Result.objects.exists()
    reasons = ResultCorrection.objects.values_list("removed", "reason")
    assert list(reasons) == [(False, "Misread"), (True, "Another table’s")]


def test_two_players_of_a_table_exchange_their_places_in_order(client):
    event = make_event(players=2)
    table = table_of(seat_round(event, 1, (1, 2)))
    rows: list[tuple[Entry, str, dict[str, Any]]] = [
        (entry(event, 2), "competitor", {}),
        (entry(event, 1), "monopolist", {}),
    ]
    client.post(address("table", table.pk, page="change"), seats_form(table, *rows))
    assert list(table.seats.values_list("order", "entry__seed")) == [(1, 2), (2, 1)]


def test_half_a_result_is_refused_with_a_sentence(client):
    event = make_event(players=2)
    table = table_of(seat_round(event, 1, (1, 2)))
    rows = [
        (entry(event, 1), "competitor", {"place": 1, "final": 9}),
        (entry(event, 2), "monopolist", {}),
    ]
    url = address("table", table.pk, page="change")
    response = client.post(url, seats_form(table, *rows))
    form = response.context["adminform"].form
    assert form.non_field_errors() == ["Give the final cash of Player 2."]
    assert not Result.objects.exists()


def test_tables_are_deleted_one_by_one_and_the_last_clears_the_round(client):
    event = make_event(players=4)
    found = seat_round(event, 1, (1, 2), (3, 4))
    client.post(address("table", table_of(found, 2).pk, page="delete"), {"post": "yes"})
    assert Seat.objects.count() == 2
    client.post(address("table", table_of(found, 1).pk, page="delete"), {"post": "yes"})
    found.refresh_from_db()
    assert found.status == "draft"
    assert not Seat.objects.exists()


def test_a_waiting_draw_is_stopped(client):
    event = make_event(players=8)
    found = create_round(event=event, number=1, by="t")
    job = request_draw(round=found, by="t")
    act(client, "drawjob", "cancel", job)
    job.refresh_from_db()
    assert job.status == "cancelled"


def test_the_audit_log_can_neither_be_added_to_changed_nor_deleted(client):
    make_event()
    row = present(AuditEntry.objects.first())
    assert client.get(address("auditentry", page="add")).status_code == 403
    assert client.post(address("auditentry", row.pk, page="change"), {"by": "x"}).status_code == 403
    assert (
        client.post(address("auditentry", row.pk, page="delete"), {"post": "yes"}).status_code
        == 403
    )


def test_accounts_are_managed_in_the_admin(client):
    assert client.get(reverse("admin:auth_user_changelist")).status_code == 200
    assert client.get(reverse("admin:auth_user_add")).status_code == 200
    assert client.get(reverse("admin:auth_group_changelist")).status_code == 200


def test_who_is_put_into_a_group_but_cannot_sign_in_is_named(client):
    otto = User.objects.create_user("otto", password="an honest long phrase")
    form = {
        "username": "otto",
        "is_active": "on",
        "groups": [Group.objects.get(name="Registrar").pk],
        "date_joined_0": "2026-05-16",
        "date_joined_1": "10:00",
    }
    change = reverse("admin:auth_user_change", args=[otto.pk])
    warning = "otto cannot sign in as long as “Staff status” is not ticked."
    assert warning in messages_of(client.post(change, form, follow=True))
    assert warning not in messages_of(client.post(change, form | {"is_staff": "on"}, follow=True))


def test_the_admin_names_an_icon_that_is_there(client) -> None:
    """Without one a browser asks for /favicon.ico, and says in its console that there is none."""
    page = client.get(reverse("admin:index")).content.decode()
    icon = re.search(r'<link rel="icon" href="/static/([^"]+)"', page)
    assert icon
    assert find(icon[1])


def test_where_seats_leave_something_the_admin_sends_to_the_page_that_asks(client):
    event = make_event(players=8, table_sizes=[4])
    found = create_round(event=event, number=1, by="t")
    draw_round(round=found, by="t", seed=5)
    for seat in Seat.objects.filter(table__number=1):
        update_entry(entry=seat.entry, club="Lyon", by="t")
    (said_first,) = messages_of(act(client, "round", "publish", found))
    assert "Publish it on its page" in said_first
    assert 'href="/organise/open/r/1/draw/"' in said_first
    found.refresh_from_db()
    assert found.status == "drawn"
    set_seats(round=found, tables=plans_of(found), by="t")
    (said_first,) = messages_of(act(client, "round", "draw", found))
    assert "Draw again on its page" in said_first
    found.refresh_from_db()
    assert found.certificate is None
