"""The pages of cautions and penalties, and what everybody reads of them."""

from decimal import Decimal
from typing import Any

import pytest
from django.contrib.admin import site
from django.contrib.auth.models import User
from django.test import Client

from tests.accounts import signed_in
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament.access import Action
from tournament.models import Event, EventRole, Membership, Penalty
from tournament.penalties.services import PenaltyGiven, give_penalty

pytestmark = pytest.mark.django_db
HERE = "/organise/open/penalties/"


@pytest.fixture
def event() -> Event:
    """One table of four, who end in order of seed."""
    event = make_event(players=4, points_by_place=[6, 4, 3, 2], tie_breaks=[])
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 400, 300, 200, 100)
    return event


def member(event: Event, role: str) -> Client:
    person = User.objects.create_user(role)
    Membership.objects.create(event=event, person=person, role=role)
    return signed_in(person)


@pytest.fixture
def chief(event: Event) -> Client:
    return member(event, EventRole.CHIEF_REFEREE)


def typed(**more: Any) -> dict[str, Any]:
    return {"player": 1, "kind": "points", "points": "2.5", "reason": "Late", "seen": 0, **more}


def test_a_penalty_is_typed_and_read_by_everybody(chief: Client) -> None:
    form = chief.get(f"{HERE}give/?player=1&round=1")
    assert form.context["form"]["player"].value() == 1
    answer = chief.post(f"{HERE}give/", typed(round_number=1), follow=True)
    assert "Points taken off: 2.5" in answer.content.decode()
    public = Client().get("/e/open/").content.decode()
    assert "Points taken off: 2.5" in public
    assert "Late" in public
    for path in ("/e/open/p/1/", "/e/open/r/1/t/1/"):
        assert "Late" in Client().get(path).content.decode()
    (row,) = Client().get("/api/v1/public/events/open/standings?player=p01").json()["items"]
    assert (row["points"], row["rank"]) == ("7/2", 2)
    (told,) = row["penalties"]
    assert (told["kind"], told["points"], told["reason"]) == ("points", "5/2", "Late")


def test_the_admin_asks_for_the_right_of_this_page() -> None:
    shown: Any = site.get_model_admin(Penalty)
    assert shown.rights == {"view": (Action.SEE_PENALTIES,)}


def test_the_form_comes_empty(chief: Client) -> None:
    page = chief.get(f"{HERE}give/")
    form = page.context["form"]
    assert [form[name].value() for name in ("player", "kind", "public")] == [None, None, None]
    assert "checked" not in page.content.decode()
    assert not Penalty.objects.exists()
    answer = chief.post(f"{HERE}give/", {"seen": 0})
    assert answer.context["form"].errors.keys() == {"player", "kind"}


def test_what_was_typed_stays_with_what_is_wrong(chief: Client) -> None:
    for wrong, says in (
        ({"reason": ""}, "Say why"),
        ({"points": "lots"}, "Enter a number"),
        ({"points": "1e9"}, "less than or equal to 100"),
        ({"points": "0.05"}, "no more than 1 decimal place"),
        ({"player": 99}, "not one of the available choices"),
        ({"kind": "fine"}, "not one of the available choices"),
        ({"reason": "x" * 100_000}, "at most 300 characters"),
        ({"round_number": 2}, "not one of the available choices"),
    ):
        page = chief.post(f"{HERE}give/", typed(**wrong))
        assert says in page.content.decode()
        assert str(page.context["form"]["kind"].value()) == str(typed(**wrong)["kind"])
    assert not Penalty.objects.exists()


def test_pressed_twice_it_is_decided_once(chief: Client) -> None:
    assert chief.post(f"{HERE}give/", typed()).status_code == 302
    again = chief.post(f"{HERE}give/", typed())
    assert "Something was decided meanwhile" in again.content.decode()
    assert Penalty.objects.count() == 1


def test_withdrawn_it_is_gone_and_stands_again(event: Event, chief: Client) -> None:
    given = PenaltyGiven("places", "Shouted", places=3)
    key = give_penalty(entry=entry(event, 1), given=given, by=BY).pk
    page = chief.post(f"{HERE}{key}/", {"do": "withdraw"}, follow=True).content.decode()
    assert "Let it stand again" in page
    assert "Shouted" not in Client().get("/e/open/").content.decode()
    chief.post(f"{HERE}{key}/", {"do": "restore"})
    assert "Places lost: 3" in Client().get("/e/open/").content.decode()


def test_a_caution_between_the_referees_and_the_player_is_told_to_staff_only(
    event: Event, chief: Client
) -> None:
    chief.post(f"{HERE}give/", {"player": 2, "kind": "caution", "reason": "Whispered", "seen": 0})
    assert not Penalty.objects.get().public
    reader = member(event, EventRole.READER)
    page = reader.get(HERE).content.decode()
    assert "Whispered" in page
    assert "give/" not in page
    for path in ("/e/open/", "/e/open/p/2/", "/api/v1/public/events/open/snapshot"):
        assert "Whispered" not in Client().get(path).content.decode()


def test_others_and_those_of_another_event_are_refused(event: Event, chief: Client) -> None:
    other = make_event("closed", players=2)
    key = give_penalty(
        entry=entry(other, 1), given=PenaltyGiven("points", "x", points=Decimal(1)), by=BY
    ).pk
    assert chief.post(f"{HERE}{key}/", {"do": "withdraw"}).status_code == 404
    registrar, reader = member(event, EventRole.REGISTRAR), member(event, EventRole.READER)
    assert registrar.get(HERE).status_code == 403
    assert reader.post(f"{HERE}give/", typed()).status_code == 403
    assert chief.post("/organise/closed/penalties/give/", typed()).status_code == 403
    assert Penalty.objects.filter(withdrawn_at=None).count() == 1
    assert not Penalty.objects.filter(entry__event=event).exists()


def test_the_standings_explain_the_signs_that_stand_in_them(event: Event, chief: Client) -> None:
    given = PenaltyGiven("lost-table", "Two phones", round_number=1)
    give_penalty(entry=entry(event, 1), given=given, by=BY)
    page = Client().get("/e/open/").content.decode()
    assert "× Disqualified" in " ".join(page.split())
    assert "Walk-over" not in page
