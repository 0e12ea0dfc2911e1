"""Members of an event: their roles, and the links by which people become members."""

import datetime as dt
from typing import NamedTuple

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.accounts.services.names import MAX_NAME
from tournament.audit import Actor
from tournament.common.secret_tokens import hash_secret, new_token, token_of
from tournament.events.services.events import lock_event
from tournament.models import AuditEntry, Email, Event, EventRole, Invitation, Membership
from tournament.outbox.services import queue_email

VALID_FOR = dt.timedelta(days=14)
MAX_MEMBERS = 200
"""The most members and open invitations of an event, counted together."""


class NewInvitation(NamedTuple):
    """An invitation with its token, which is stored nowhere."""

    invitation: Invitation
    token: str


@transaction.atomic
def invite(
    *, event: Event, role: str, name: str = "", email: str = "", language: str = "en", by: Actor
) -> NewInvitation:
    """Return a link for one person, valid for 14 days.

    It is e-mailed where there is an address. Raises ValidationError by field, or if the event has
    too many members.
    """
    event = lock_event(event)
    open_ones = open_invitations(event).count()
    if event.memberships.count() + open_ones >= MAX_MEMBERS:
        raise ValidationError(
            _("An event has at most %(most)d members and open invitations."),
            code="too_many_members",
            params={"most": MAX_MEMBERS},
        )
    nonce = new_token()
    token = token_of(nonce)
    invitation = Invitation(
        event=event,
        role=role,
        name=name,
        email=email,
        token_hash=hash_secret(token),
        nonce=nonce,
        expires_at=timezone.now() + VALID_FOR,
    )
    audit.insert(invitation, by=by, event=event)
    if email:
        queue_email(
            event=event,
            kind=Email.Kind.INVITATION,
            invitation=invitation,
            address=email,
            language=language,
        )
    return NewInvitation(invitation, token)


@transaction.atomic
def withdraw_invitation(*, invitation: Invitation, by: Actor) -> Invitation:
    """Withdraw an invitation: its link opens nothing any more.

    Raises ValidationError if somebody has used it already.
    """
    invitation = Invitation.objects.select_for_update().get(pk=invitation.pk)
    if invitation.accepted_at:
        raise ValidationError(
            _("This invitation was accepted: remove the member instead."), code="accepted"
        )
    when = invitation.withdrawn_at or timezone.now()
    return audit.update(invitation, {"withdrawn_at": when}, by=by, event=invitation.event)


@transaction.atomic
def accept_invitation(*, token: str, by: User) -> Membership:
    """Make the person a member by their link, once.

    A present member keeps the higher role: a link is no way to lose one. Raise ValidationError if
    the link is not valid.
    """
    found = Invitation.objects.select_for_update().filter(token_hash=hash_secret(token)).first()
    if found is None or not is_open(found):
        raise ValidationError(_("This invitation is not valid any more."), code="not_open")
    changes = {"accepted_at": timezone.now(), "accepted_by": by}
    audit.update(found, changes, by=by, event=found.event, action="accept")
    return _join_event(found.event, by, found.role)


@transaction.atomic
def join_with_new_account(*, token: str, username: str, password: str) -> Membership:
    """Create an account, and accept the invitation with it.

    Raise ValidationError as `accept_invitation`; then there is no account either.
    """
    invitation = invitation_by(token)
    name = invitation.name[:MAX_NAME] if invitation else ""
    account = User(username=username, first_name=name)
    account.set_password(password)
    audit.save_valid(account, force_insert=True)
    told = {"username": account.get_username()}
    audit.log(by="invitation", action="create", instance=account, event=None, after=told)
    return accept_invitation(token=token, by=account)


@transaction.atomic
def change_role(*, member: Membership, role: str, by: Actor) -> Membership:
    """Give a member another role.

    Withdraw the invitations of a member who may no longer invite. Raise ValidationError if the
    event would be left without an organiser.
    """
    event = lock_event(member.event)
    member = Membership.objects.select_for_update().get(pk=member.pk)
    if role != EventRole.ORGANISER:
        _keep_an_organiser(event, member)
        _withdraw_invitations_by(event, member.person_id, by)
    return audit.update(member, {"role": role}, by=by, event=event)


@transaction.atomic
def remove_member(*, member: Membership, by: Actor) -> int:
    """End a membership and withdraw the member's open invitations.

    These would lead back in. Return the number of those invitations; nothing happens the second
    time. Raise ValidationError if the event would be left without an organiser.
    """
    event = lock_event(member.event)
    found = event.memberships.filter(pk=member.pk).first()
    if found is None:
        return 0
    _keep_an_organiser(event, found)
    audit.remove(found, by=by, event=event)
    return _withdraw_invitations_by(event, found.person_id, by)


def _withdraw_invitations_by(event: Event, person: int, by: Actor) -> int:
    """Withdraw the open invitations that somebody made; the audit log knows who did."""
    found = {invitation.pk: invitation for invitation in open_invitations(event)}
    made = AuditEntry.objects.filter(
        kind="invitation", action="create", by_user_id=person, object_id__in=list(found)
    )
    keys = set(made.values_list("object_id", flat=True))
    own = [invitation for key, invitation in found.items() if key in keys]
    for invitation in own:
        withdraw_invitation(invitation=invitation, by=by)
    return len(own)


def invitation_by(token: str) -> Invitation | None:
    """Return the invitation of a link, if it is open (1 query)."""
    invitations = Invitation.objects.select_related("event")
    found = invitations.filter(token_hash=hash_secret(token)).first()
    return found if found and is_open(found) else None


def is_open(invitation: Invitation) -> bool:
    """Return whether somebody can still accept it."""
    used = invitation.accepted_at or invitation.withdrawn_at
    return not used and invitation.expires_at > timezone.now()


def open_invitations(event: Event) -> QuerySet[Invitation]:
    """Return the invitations that somebody can still accept."""
    return event.invitations.filter(
        accepted_at=None, withdrawn_at=None, expires_at__gt=timezone.now()
    )


_RANK = (
    EventRole.READER,
    EventRole.RESULT_DESK,
    EventRole.REGISTRAR,
    EventRole.CHIEF_REFEREE,
    EventRole.ORGANISER,
)


def _join_event(event: Event, person: User, role: str) -> Membership:
    member = Membership.objects.select_for_update().filter(event=event, person=person).first()
    if member is None:
        new = Membership(event=event, person=person, role=role)
        return audit.insert(new, by=person, event=event)
    higher = max(member.role, role, key=lambda one: _RANK.index(EventRole(one)))
    return audit.update(member, {"role": higher}, by=person, event=event)


def _keep_an_organiser(event: Event, member: Membership) -> None:
    others = event.memberships.filter(role=EventRole.ORGANISER).exclude(pk=member.pk)
    if member.role == EventRole.ORGANISER and not others.exists():
        raise ValidationError(
            _("An event keeps at least one organiser: name another one first."),
            code="last_organiser",
        )
