"""Attacks of people who are of the staff and want more than they were given."""

from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.accounts import permission, signed_in, staff
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.access import PERMISSIONS, Action
from tournament.draws.services.draw_jobs import request_draw
from tournament.events.services.events import update_event
from tournament.models import AuditEntry, DrawJob, Event, Result, Round
from tournament.people.services.entries import add_entry, update_entry
from tournament.people.services.same_person import link_entries
from tournament.rounds.services.rounds import publish_round

pytestmark = pytest.mark.django_db
PASSWORD = "an honest long phrase"
EVERY_ACTION = tuple(PERMISSIONS)


@pytest.fixture
def powerless() -> Client:
    """Of the staff, with no permission at all."""
    return signed_in(staff("nina"))


@pytest.fixture
def hidden() -> Round:
    """A seated round of an event that is not published."""
    event = make_event("secret", players=8, table_sizes=[4])
    round_ = seat_round(event, 1, (1, 2, 3, 4), (5, 6, 7, 8), publish=False)
    update_event(event=event, published=False, by=BY)
    return Round.objects.select_related("event").get(pk=round_.pk)


@pytest.fixture
def clerk() -> User:
    """Somebody who may manage accounts and groups, and see events; nothing else."""
    clerk = staff("clara", Action.SEE_EVENT)
    for model in ("user", "group"):
        for verb in ("view", "add", "change", "delete"):
            clerk.user_permissions.add(permission(f"auth.{verb}_{model}"))
    return clerk


def form_of(client: Client, address: str) -> dict[str, Any]:
    """What a browser would send of an admin form that was not touched."""
    response = client.get(address)
    assert response.status_code == 200, address
    form = response.context["adminform"].form
    found: dict[str, Any] = {}
    for field in form:
        value = field.value()
        if isinstance(value, list):
            found[field.html_name] = [getattr(item, "pk", item) for item in value]
        elif isinstance(value, bool):
            found |= {field.html_name: "on"} if value else {}
        elif field.name in ("last_login", "date_joined"):
            found[f"{field.html_name}_0"], found[f"{field.html_name}_1"] = "2026-05-16", "10:00:00"
        elif value is not None and field.name != "password":
            found[field.html_name] = value
    return found


def change_page(user: User) -> str:
    return reverse("admin:auth_user_change", args=[user.pk])


# Staff without any permission (line 10 of the report): published and redrew in hidden events too.


@pytest.mark.parametrize("path", ["start/", "swap/", "keep/", "stop/"])
def test_powerless_staff_touches_no_draw(powerless: Client, hidden: Round, path: str) -> None:
    before = AuditEntry.objects.count()
    for published, status in ((False, 404), (True, 403)):
        Event.objects.update(published=published)
        response = powerless.post(f"/organise/secret/r/1/draw/{path}", {"step": "publish"})
        assert response.status_code == status
    assert AuditEntry.objects.count() == before
    assert not DrawJob.objects.exists()
    assert Round.objects.get().status == "drawn"


def test_powerless_staff_moves_no_clock(powerless: Client, hidden: Round) -> None:
    publish_round(round=hidden, by=BY)
    before = AuditEntry.objects.count()
    for path in ("timing", "clock/extra"):
        address = f"/organise/secret/r/1/{path}/"
        data = {"step": "start", "table": "1", "minutes": "60", "reason": "mine"}
        assert powerless.post(address, data).status_code == 404
    assert AuditEntry.objects.count() == before


def test_a_hidden_event_is_as_unknown_as_none(powerless: Client, hidden: Round) -> None:
    for page in ("r/1/draw/", "r/1/draw/state/", "now/", "players/"):
        answers = [powerless.get(f"/organise/{slug}/{page}") for slug in ("secret", "nowhere")]
        assert [answer.status_code for answer in answers] == [404, 404], page
        assert not [answer for answer in answers if b"Secret" in answer.content], page


def test_a_right_without_seeing_hidden_events_opens_none_of_them(hidden: Round) -> None:
    everything_else = signed_in(staff("rita", *set(EVERY_ACTION) - {Action.SEE_EVENT}))
    for page in ("r/1/draw/", "r/1/draw/state/", "now/", "players/"):
        assert everything_else.get(f"/organise/secret/{page}").status_code == 404, page
    for page in ("", "round/", "table/", "entry/", "drawjob/", "result/", "auditentry/"):
        answer = everything_else.get(f"/admin/tournament/{page}")
        assert b"Secret" not in answer.content, page
        assert b"secret" not in answer.content, page


# The admin beside the organisers' pages.


def test_a_hidden_event_is_offered_in_no_choice_of_the_admin(hidden: Round) -> None:
    rita = signed_in(staff("rita", *set(EVERY_ACTION) - {Action.SEE_EVENT}))
    data = {"event": hidden.event_id, "name": "Ada", "seed": 9, "status": "active"}
    answer = rita.post(reverse("admin:tournament_entry_add"), data)
    assert answer.context["adminform"].form.errors["event"]
    search = {"app_label": "tournament", "model_name": "entry", "field_name": "event", "term": "s"}
    assert b"Secret" not in rita.get(reverse("admin:autocomplete"), search).content
    assert b"Secret" not in rita.get(reverse("admin:search"), {"s": "secret"}).content


@pytest.mark.parametrize("linked", [False, True])
def test_a_player_does_not_tell_the_name_of_a_hidden_event(hidden: Round, linked: bool) -> None:
    """Somebody of that name and address there is told of where one may see the event, as the same
    person or as somebody to link with; a list of players never tells of other events."""
    there = update_entry(entry=entry(hidden.event, 1), by=BY, email="one@example.org")
    here = add_entry(event=make_event("later"), name=there.name, email="one@example.org", by=BY)
    if linked:
        link_entries([here, there], by=BY, may_link=lambda _entry: True)
    everything_else = set(EVERY_ACTION) - {Action.SEE_EVENT}
    for user, known in ((staff("rita", *everything_else), 0), (staff("sam", *EVERY_ACTION), 1)):
        client = signed_in(user)
        page = client.get(f"/organise/later/players/{here.pk}/").content
        assert page.count(b"Secret") == known
        file = SimpleUploadedFile("players.csv", b"name,email\nZed,one@example.org\n")
        page = client.post("/organise/later/players/import/", {"file": file}).content
        assert (b"Zed" in page, b"Secret" in page) == (True, False)


def test_looking_at_draws_stops_none(hidden: Round) -> None:
    """`view_drawjob` alone cancelled draws."""
    job = request_draw(round=hidden, by=BY)
    looker = staff("luca", Action.SEE_EVENT, Action.SEE_DRAW)
    looker.user_permissions.add(permission("tournament.view_drawjob"))
    data = {"action": "cancel", "_selected_action": [job.pk]}
    signed_in(looker).post(reverse("admin:tournament_drawjob_changelist"), data)
    job.refresh_from_db()
    assert job.status == "queued"


def test_editing_an_event_does_not_publish_it(hidden: Round) -> None:
    editor = signed_in(staff("edda", Action.SEE_EVENT, Action.EDIT_EVENT))
    address = reverse("admin:tournament_event_change", args=[hidden.event_id])
    data = form_of(editor, address)
    answer = editor.post(address, {**data, "venue": "Town hall", "published": "on"})
    assert answer.status_code == 302
    event = Event.objects.get()
    assert (event.venue, event.published) == ("Town hall", False)
    data = {"action": "publish", "_selected_action": [event.pk]}
    editor.post(reverse("admin:tournament_event_changelist"), data)
    assert not Event.objects.get().published


def test_who_draws_enters_no_result_and_who_enters_results_seats_nobody() -> None:
    round_ = seat_round(make_event(players=4), 1, (1, 2, 3, 4))
    table = table_of(round_)
    finish(table, 40, 30, 20, 10)
    drawer = signed_in(staff("dora", Action.SEE_DRAW, Action.DRAW))
    data = {"action": "remove_results", "_selected_action": [table.pk]}
    drawer.post(reverse("admin:tournament_table_changelist"), data)
    assert Result.objects.exists()
    typist = signed_in(staff("tina", Action.SEE_RESULTS, Action.ENTER_RESULTS))
    delete = reverse("admin:tournament_table_delete", args=[table.pk])
    assert typist.post(delete, {"post": "yes"}).status_code == 403


# Whoever may change users made themselves superuser.


def test_nobody_makes_a_superuser_but_a_superuser(clerk: User) -> None:
    client, other = signed_in(clerk), staff("otto")
    for user in (clerk, other):
        data = {**form_of(client, change_page(user)), "is_superuser": "on", "first_name": "F"}
        assert client.post(change_page(user), data).status_code == 302
        user.refresh_from_db()
        assert (user.first_name, user.is_superuser) == ("F", False)


def test_nobody_gives_a_permission_they_do_not_have(clerk: User) -> None:
    client, publish = signed_in(clerk), permission("tournament.publish_event")
    for user in (clerk, staff("otto")):
        data = form_of(client, change_page(user))
        data["user_permissions"] = [*data.get("user_permissions", []), publish.pk]
        answer = client.post(change_page(user), data)
        assert answer.context["adminform"].form.errors["user_permissions"]
        assert not user.has_perm("tournament.publish_event")


def test_nobody_puts_anybody_into_a_group_that_may_more(clerk: User) -> None:
    client, organisers = signed_in(clerk), Group.objects.get(name="Organiser")
    for user in (clerk, staff("otto")):
        data = {**form_of(client, change_page(user)), "groups": [organisers.pk]}
        assert client.post(change_page(user), data).context["adminform"].form.errors["groups"]
        assert not user.groups.exists()


def test_what_one_has_one_may_give(clerk: User) -> None:
    client, otto = signed_in(clerk), staff("otto")
    seeing = permission("tournament.view_event")
    lookers = Group.objects.create(name="Lookers")
    lookers.permissions.add(seeing)
    data = form_of(client, change_page(otto))
    data |= {"user_permissions": [seeing.pk], "groups": [lookers.pk]}
    assert client.post(change_page(otto), data).status_code == 302
    assert User.objects.get(pk=otto.pk).has_perm("tournament.view_event")
    assert set(otto.groups.all()) == {lookers}


def test_nobody_changes_a_group_that_may_more_or_gives_it_more(clerk: User) -> None:
    client, organisers = signed_in(clerk), Group.objects.get(name="Organiser")
    address = reverse("admin:auth_group_change", args=[organisers.pk])
    assert client.post(address, {"name": "Mine"}).status_code == 403
    own = Group.objects.create(name="Own")
    address = reverse("admin:auth_group_change", args=[own.pk])
    data = {"name": "Own", "permissions": [permission("tournament.publish_event").pk]}
    assert client.post(address, data).context["adminform"].form.errors["permissions"]
    assert not own.permissions.exists()
    add = client.post(reverse("admin:auth_group_add"), {**data, "name": "New"})
    assert add.context["adminform"].form.errors["permissions"]
    delete = reverse("admin:auth_group_delete", args=[organisers.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403
    assert Group.objects.filter(name="Organiser").exists()


@pytest.mark.parametrize("closed", [False, True], ids=["open", "closed"])
@pytest.mark.parametrize("kind", ["superuser", "by permission", "by group"])
def test_nobody_takes_over_an_account_that_may_more(clerk: User, kind: str, closed: bool) -> None:
    """By a new password, another name or the account's end; a closed account keeps its rights."""
    target = User.objects.create_user("boss", password=PASSWORD, is_staff=True)
    if kind == "superuser":
        target.is_superuser = True
    elif kind == "by permission":
        target.user_permissions.add(permission("tournament.publish_event"))
    else:
        target.groups.add(Group.objects.get(name="Organiser"))
    target.is_active = not closed
    target.save()
    client = signed_in(clerk)
    new = {"password1": "quite another phrase", "password2": "quite another phrase"}
    password = reverse("admin:auth_user_password_change", args=[target.pk])
    assert client.get(password).status_code == 403
    answer = client.post(password, {**new, "usable_password": "true", "set-password": "1"})
    assert answer.status_code == 403
    assert (
        client.post(change_page(target), {"username": "mine", "is_active": "on"}).status_code == 403
    )
    delete = reverse("admin:auth_user_delete", args=[target.pk])
    assert client.post(delete, {"post": "yes"}).status_code == 403
    several = {"action": "delete_selected", "_selected_action": [target.pk], "post": "yes"}
    assert client.post(reverse("admin:auth_user_changelist"), several).status_code == 403
    found = User.objects.get(username="boss")
    assert found.check_password(PASSWORD)
    assert found.is_active == (not closed)


def test_a_superuser_still_may_all_that(admin_client: Client) -> None:
    otto, organisers = staff("otto"), Group.objects.get(name="Organiser")
    data = {**form_of(admin_client, change_page(otto)), "groups": [organisers.pk]}
    assert admin_client.post(change_page(otto), data).status_code == 302
    assert User.objects.get(pk=otto.pk).has_perm("tournament.publish_event")
    data = {**form_of(admin_client, change_page(otto)), "is_superuser": "on"}
    assert admin_client.post(change_page(otto), data).status_code == 302
    assert User.objects.get(pk=otto.pk).is_superuser


def test_the_admins_history_and_permissions_are_in_nobodys_hands() -> None:
    reverse("admin:index")  # loads the admin
    assert LogEntry not in admin.site._registry
    assert Permission not in admin.site._registry


def test_every_permission_behind_an_action_exists() -> None:
    for name in PERMISSIONS.values():
        assert permission(name), name
