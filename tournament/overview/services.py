"""Closing an event as one act, and taking that back."""

from typing import NamedTuple
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.common import finals
from tournament.events.services.announcements import announce
from tournament.events.services.events import lock_event
from tournament.models import Event, Round
from tournament.models.mailings import MAX_SUBJECT
from tournament.outbox.services import send_mailing
from tournament.push.services import end_subscriptions
from tournament.rounds.services.steps import close_round, confirm_round
from tournament.standings.services.reveal import reveal_places


class Thanks(NamedTuple):
    """The thanks to players at the end of an event.

    They are announced, e-mailed once for each `key`, or both.
    """

    text: str
    announces: bool
    emails: bool
    key: UUID


@transaction.atomic
def close_event(*, event: Event, by: Actor, thanks: Thanks | None = None) -> Event:
    """Close the event and its rounds, reveal every place, and thank the players.

    The clocks are ended, and the rounds are confirmed and closed. Phones are no longer told
    seats.

    A closed event stays as it is. Raise ValidationError, changing nothing, if something is
    missing at the tables of a round, if no round was published, or if the thanks are refused.
    The error names what is missing.
    """
    event = lock_event(event)
    if event.closed_at is not None:
        return event
    rounds = list(event.rounds.filter(status__in=Round.PUBLIC).select_related("event"))
    if not rounds:
        raise ValidationError(_("No round of this event was published."), "not_played")
    for round_ in sorted(rounds, key=lambda one: one.number):
        _close_round(event, round_, by)
    if event.frozen_at is not None:
        event = reveal_places(event=event, up_to=1, seen=event.revealed_to, by=by)
    if thanks is not None:
        _thank(event, thanks, by)
    end_subscriptions(event=event, by=by)
    return audit.update(event, {"closed_at": timezone.now()}, by=by, event=event, action="close")


@transaction.atomic
def reopen_event(*, event: Event, by: Actor) -> Event:
    """Open a closed event again; its rounds stay closed, and what was sent stays sent."""
    event = lock_event(event)
    return audit.update(event, {"closed_at": None}, by=by, event=event, action="reopen")


def _close_round(event: Event, round_: Round, by: Actor) -> None:
    try:
        confirm_round(round_=round_, by=by)
        close_round(round_=round_, by=by)
    except ValidationError as error:
        name = gettext("Round %(number)s") % {"number": finals.number_text(event, round_.number)}
        raise ValidationError([f"{name}: {text}" for text in error.messages]) from error


def _thank(event: Event, thanks: Thanks, by: Actor) -> None:
    if thanks.announces:
        announce(event=event, text=thanks.text, by=by)
    if thanks.emails:
        subject = thanks_subject(event)
        send_mailing(event=event, key=thanks.key, subject=subject, text=thanks.text, by=by)


def thanks_subject(event: Event) -> str:
    """Return the subject of the e-mail with thanks, in the language in use."""
    return (gettext("Thank you: %(event)s") % {"event": event.name})[:MAX_SUBJECT]
