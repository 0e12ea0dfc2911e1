"""What members of an event may do in it, and nowhere else."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, User

from tests.accounts import staff
from tests.tournament.making import make_event
from tournament.access import ROLE_ACTIONS, Action, may, own_events, role_in, visible_events
from tournament.models import EventRole, Membership

pytestmark = pytest.mark.django_db


def member(name: str, *roles: tuple[str, EventRole], **fields: Any) -> User:
    """Somebody with a role in each event named."""
    person = User.objects.create_user(name, **fields)
    for slug, role in roles:
        event = make_event(slug, published=False)
        Membership.objects.create(event=event, person=person, role=role)
    return User.objects.get(pk=person.pk)


@pytest.mark.parametrize("role", EventRole)
def test_a_member_may_what_the_role_says_in_an_event_of_theirs(role: EventRole) -> None:
    person = member("olga", ("ours", role))
    (event,) = own_events(person)
    assert {one for one in Action if may(person, one, event)} == ROLE_ACTIONS[role]
    assert role_in(person, event) == role


def test_a_member_may_nothing_in_another_event_published_or_not() -> None:
    person = member("olga", ("ours", EventRole.ORGANISER))
    for other in (make_event("theirs"), make_event("hidden", published=False)):
        assert not any(may(person, one, other) for one in Action)
        assert role_in(person, other) is None


def test_roles_in_two_events_do_not_mix() -> None:
    person = member("olga", ("one", EventRole.READER), ("two", EventRole.ORGANISER))
    one, two = own_events(person).order_by("slug")
    assert not may(person, Action.DRAW, one)
    assert may(person, Action.DRAW, two)
    assert may(person, Action.DRAW, None)


def test_no_role_enters_the_admin_or_adds_events() -> None:
    person = member("olga", ("ours", EventRole.ORGANISER))
    assert not may(person, Action.ENTER_ADMIN, None)
    assert not may(person, Action.ADD_EVENT, None)


def test_staff_of_the_platform_who_are_members_keep_to_their_event() -> None:
    person = member("olga", ("ours", EventRole.ORGANISER), is_staff=True)
    other = make_event("theirs")
    assert not may(person, Action.SEE_PLAYERS, other)
    assert may(person, Action.SEE_PLAYERS, own_events(person).get(slug="ours"))


def test_a_closed_account_is_no_member() -> None:
    person = member("olga", ("ours", EventRole.ORGANISER), is_active=False)
    assert not may(person, Action.SEE_EVENT, make_event("open"))
    assert not may(person, Action.ORGANISE, None)


def test_events_are_seen_by_their_members_and_the_public(django_assert_num_queries) -> None:
    person = member("olga", ("ours", EventRole.READER))
    make_event("theirs", published=False)
    make_event("open")
    assert {one.slug for one in visible_events(person)} == {"ours", "open"}
    assert {one.slug for one in own_events(person)} == {"ours"}
    assert {one.slug for one in visible_events(AnonymousUser())} == {"open"}
    assert {one.slug for one in own_events(staff("otto", Action.SEE_EVENT))} == {
        "ours",
        "theirs",
        "open",
    }
    person = User.objects.get(pk=person.pk)
    event = make_event("another")
    with django_assert_num_queries(1):
        assert [may(person, action, event) for action in Action] == [False] * len(Action)
