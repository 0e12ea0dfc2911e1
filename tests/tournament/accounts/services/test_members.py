"""Invitations are good for one person, once; an event keeps an organiser; all of it is logged."""

import datetime as dt
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.utils import timezone

from tests.present import present
from tests.tournament.making import BY, make_event
from tests.tournament.racing import race
from tournament.accounts.services import members
from tournament.audit import shown_name
from tournament.events.services.events import create_event
from tournament.models import AuditEntry, Event, EventRole, Invitation, Membership

pytestmark = pytest.mark.django_db
PASSWORD = "an honest long phrase"


@pytest.fixture
def olga() -> User:
    return User.objects.create_user("olga")


@pytest.fixture
def event() -> Event:
    return make_event()


def invited(event: Event, role: str = EventRole.REGISTRAR) -> str:
    return members.invite(event=event, role=role, name="Olga", by=BY).token


def refused(call: Any, **named: Any) -> str:
    """The code of the refusal."""
    with pytest.raises(ValidationError) as error:
        call(**named)
    return str(error.value.code)


def test_an_invitation_makes_one_member_once(event: Event, olga: User) -> None:
    token = invited(event)
    member = members.accept_invitation(token=token, by=olga)
    assert (member.event, member.person, member.role) == (event, olga, EventRole.REGISTRAR)
    otto = User.objects.create_user("otto")
    assert refused(members.accept_invitation, token=token, by=otto) == "not_open"
    assert event.memberships.count() == 1


def test_what_is_stored_and_logged_opens_nothing(event: Event, olga: User) -> None:
    token = invited(event)
    stored = [*Invitation.objects.values(), *AuditEntry.objects.values()]
    assert token not in str(stored)
    assert Invitation.objects.get().token_hash not in str(list(AuditEntry.objects.values()))
    members.accept_invitation(token=token, by=olga)
    actions = AuditEntry.objects.filter(kind__in=("invitation", "membership"))
    assert [(row.action, row.kind, row.by) for row in actions.order_by("pk")] == [
        ("create", "invitation", BY),
        ("accept", "invitation", "olga"),
        ("create", "membership", "olga"),
    ]


@pytest.mark.parametrize("end", ["late", "withdrawn", "unknown"])
def test_a_link_that_is_not_open_opens_nothing(event: Event, olga: User, end: str) -> None:
    token = invited(event)
    if end == "late":
        Invitation.objects.update(expires_at=timezone.now() - dt.timedelta(seconds=1))
    if end == "withdrawn":
        members.withdraw_invitation(invitation=Invitation.objects.get(), by=BY)
    if end == "unknown":
        token += "x"
    assert members.invitation_by(token) is None
    assert refused(members.accept_invitation, token=token, by=olga) == "not_open"
    assert not event.memberships.exists()


def test_an_invitation_that_was_accepted_is_not_withdrawn(event: Event, olga: User) -> None:
    members.accept_invitation(token=invited(event), by=olga)
    found = Invitation.objects.get()
    assert refused(members.withdraw_invitation, invitation=found, by=BY) == "accepted"


@pytest.mark.parametrize(
    ("first", "second", "left"),
    [
        (EventRole.ORGANISER, EventRole.READER, EventRole.ORGANISER),
        (EventRole.READER, EventRole.CHIEF_REFEREE, EventRole.CHIEF_REFEREE),
    ],
)
def test_a_second_link_never_takes_rights_away(
    event: Event, olga: User, first: str, second: str, left: str
) -> None:
    members.accept_invitation(token=invited(event, first), by=olga)
    members.accept_invitation(token=invited(event, second), by=olga)
    assert Membership.objects.get().role == left


def test_a_link_that_fails_leaves_no_account(event: Event) -> None:
    token = invited(event)
    Invitation.objects.update(withdrawn_at=timezone.now())
    account = {"username": "olga", "password": PASSWORD}
    assert refused(members.join_with_new_account, token=token, **account) == "not_open"
    assert not User.objects.exists()


def test_an_account_is_logged_without_its_password(event: Event) -> None:
    token = invited(event)
    account = members.join_with_new_account(token=token, username="olga", password=PASSWORD).person
    assert account.check_password(PASSWORD)
    assert account.password not in str(list(AuditEntry.objects.values()))
    assert not account.is_staff


def test_who_joins_is_called_as_the_invitation_says(event: Event) -> None:
    token = members.invite(event=event, role=EventRole.READER, name="Olga Ivanova", by=BY).token
    account = members.join_with_new_account(token=token, username="oi", password=PASSWORD).person
    assert shown_name(account) == "Olga Ivanova"


def test_an_event_keeps_one_organiser(event: Event, olga: User) -> None:
    member = members.accept_invitation(token=invited(event, EventRole.ORGANISER), by=olga)
    assert refused(members.remove_member, member=member, by=olga) == "last_organiser"
    role = EventRole.READER
    assert refused(members.change_role, member=member, role=role, by=olga) == "last_organiser"
    otto = User.objects.create_user("otto")
    members.accept_invitation(token=invited(event, EventRole.ORGANISER), by=otto)
    members.remove_member(member=member, by=otto)
    assert [one.person for one in event.memberships.all()] == [otto]


def test_an_unknown_role_is_refused(event: Event, olga: User) -> None:
    with pytest.raises(ValidationError):
        members.invite(event=event, role="king", by=BY)
    member = members.accept_invitation(token=invited(event), by=olga)
    with pytest.raises(ValidationError):
        members.change_role(member=member, role="king", by=BY)
    assert Membership.objects.get().role == EventRole.REGISTRAR


def test_who_makes_an_event_is_its_organiser(olga: User) -> None:
    event = create_event(by=olga, slug="fresh", name="New", starts_on=dt.date(2026, 5, 1))
    assert [(one.person, one.role) for one in event.memberships.all()] == [
        (olga, EventRole.ORGANISER)
    ]


def test_members_and_open_invitations_are_bounded(event: Event, monkeypatch: Any) -> None:
    monkeypatch.setattr(members, "MAX_MEMBERS", 2)
    invited(event)
    invited(event)
    role = EventRole.READER
    assert refused(members.invite, event=event, role=role, by=BY) == "too_many_members"
    present(Invitation.objects.first()).delete()
    invited(event)


@pytest.mark.django_db(transaction=True)
def test_of_two_who_open_a_link_at_once_one_becomes_a_member(event: Event) -> None:
    token = invited(event)
    people = [User.objects.create_user(name) for name in ("olga", "otto")]

    def accept(person: User) -> str:
        try:
            members.accept_invitation(token=token, by=person)
        except ValidationError as error:
            return str(error.code)
        return "in"

    answers = race(*[lambda one=one: accept(one) for one in people])
    assert sorted(map(str, answers)) == ["in", "not_open"]
    assert event.memberships.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_organisers_cannot_remove_each_other_at_once(event: Event) -> None:
    people = [User.objects.create_user(name) for name in ("olga", "otto")]
    both = [
        members.accept_invitation(token=invited(event, EventRole.ORGANISER), by=one)
        for one in people
    ]

    def remove(member: Membership) -> str:
        try:
            members.remove_member(member=member, by=BY)
        except ValidationError as error:
            return str(error.code)
        return "removed"

    results = race(*[lambda one=one: remove(one) for one in both])
    assert sorted(map(str, results)) == ["last_organiser", "removed"]


@pytest.mark.parametrize("how", ["removed", "another role"])
def test_who_is_organiser_no_more_comes_back_by_no_link_of_their_own(
    event: Event, olga: User, how: str
) -> None:
    otto = User.objects.create_user("otto")
    organiser = EventRole.ORGANISER
    member = members.accept_invitation(token=invited(event, organiser), by=olga)
    members.accept_invitation(token=invited(event, organiser), by=otto)
    own = members.invite(event=event, role=organiser, by=olga).token
    others = members.invite(event=event, role=organiser, by=otto).token
    if how == "removed":
        assert members.remove_member(member=member, by=otto) == 1
    else:
        members.change_role(member=member, role=EventRole.READER, by=otto)
    second = User.objects.create_user("olga2")
    assert refused(members.accept_invitation, token=own, by=second) == "not_open"
    assert members.accept_invitation(token=others, by=second).role == organiser


@pytest.mark.django_db(transaction=True)
def test_a_link_that_is_withdrawn_as_somebody_opens_it_lets_in_or_not(event: Event) -> None:
    token, olga = invited(event), User.objects.create_user("olga")
    found = Invitation.objects.get()

    def code_of(call: Any, **named: Any) -> str:
        try:
            call(**named)
        except ValidationError as error:
            return str(error.code)
        return "done"

    answers = race(
        lambda: code_of(members.withdraw_invitation, invitation=found, by=BY),
        lambda: code_of(members.accept_invitation, token=token, by=olga),
    )
    assert answers in (["done", "not_open"], ["accepted", "done"])
    assert event.memberships.exists() == (answers[1] == "done")


@pytest.mark.django_db(transaction=True)
def test_one_link_makes_one_account_however_many_are_typed_at_once(event: Event) -> None:
    token = invited(event)

    def join(name: str) -> None:
        members.join_with_new_account(token=token, username=name, password=PASSWORD)

    answers = race(*[lambda name=name: join(name) for name in ("olga", "otto", "ines")])
    assert sorted(isinstance(answer, ValidationError) for answer in answers) == [False, True, True]
    assert User.objects.count() == event.memberships.count() == 1
