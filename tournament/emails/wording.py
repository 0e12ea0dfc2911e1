"""Texts of e-mails in the recipient's language.

They are plain text, with links of this site only.
"""

import datetime as dt
from collections.abc import Callable
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import formats, translation
from django.utils.translation import gettext as _

from tournament.common import finals
from tournament.common.days_wording import days_text
from tournament.common.secret_tokens import token_of
from tournament.emails.unsubscribing import unsubscribe_token
from tournament.models import Email, Event, Registration, Seat
from tournament.outbox.account_tokens import address_token, new_password_token
from tournament.outbox.selectors.accounts import accounts_at
from tournament.people.selectors.registrations import place_of


class EmailText(NamedTuple):
    """Subject and body of an e-mail.

    `stop` is the page on which the recipient ends such e-mails, "" for none; `one_click` says
    whether it does so at once when asked as RFC 8058 says.
    """

    subject: str
    body: str
    stop: str
    one_click: bool


def text_of(email: Email, personal_token: str) -> EmailText:
    """Return the text of an e-mail.

    `personal_token` is of the link of the player it is about, "" where it is about none.
    """
    with translation.override(email.language):
        personal = _address("me", personal_token)
        registration = _registration_address(email.registration)
        unsubscribe = _unsubscribe_address(email)
        context = {
            "site": settings.SITE_ORIGIN,
            "personal": personal,
            "registration": registration,
            "unsubscribe": unsubscribe,
            **_context_of(email),
        }
        body = render_to_string(f"tournament/emails/{email.kind}.txt", context)
        return EmailText(
            subject=" ".join(context["subject"].split()),
            body=body.strip() + "\n",
            stop=unsubscribe or personal or registration,
            one_click=bool(unsubscribe or personal),
        )


def _context_of(email: Email) -> dict[str, Any]:
    event = email.event
    if event is None:
        return ABOUT_ACCOUNTS[email.kind](email)
    when = days_text(event.starts_on, event.ends_on)
    return {"event": event, "when": when, **ABOUT[email.kind](email, event)}


def _confirm_context(email: Email, event: Event) -> dict[str, Any]:
    # The address may belong to somebody else: nothing else from the form is sent there.
    return {"subject": _("Confirm your registration: %(event)s") % {"event": event.name}}


def _known_context(email: Email, event: Event) -> dict[str, Any]:
    return {"subject": _("You are registered: %(event)s") % {"event": event.name}}


def _entered_context(email: Email, event: Event) -> dict[str, Any]:
    return {**_known_context(email, event), "name": email.entry and email.entry.name}


def _waiting_context(email: Email, event: Event) -> dict[str, Any]:
    subject = _("You are on the waiting list: %(event)s") % {"event": event.name}
    registration = email.registration
    assert registration is not None  # noqa: S101 - `still_due` looked
    return {"subject": subject, "name": registration.name, "place": place_of(registration)}


def _seat_context(email: Email, event: Event) -> dict[str, Any]:
    table, order, role = email.content.split("/")
    told = {"round": _round_number(email, event), "table": table}
    changed = Email.objects.filter(
        round=email.round, entry=email.entry, kind=email.kind, status=Email.Status.SENT
    ).exists()
    subject = (
        _("Your seat has changed: round %(round)s, table %(table)s")
        if changed
        else _("Your seat: round %(round)s, table %(table)s")
    )
    return {
        **told,
        "subject": subject % told,
        "name": email.entry and email.entry.name,
        "changed": changed,
        "order": order,
        "role": str(Seat.Role(role).label) if role else "",
    }


def _round_number(email: Email, event: Event) -> str:
    return finals.number_text(event, email.round.number) if email.round else ""


def _start_context(email: Email, event: Event) -> dict[str, Any]:
    moment = dt.datetime.fromisoformat(email.content)
    local = moment.astimezone(ZoneInfo(event.time_zone))
    told = {
        "round": _round_number(email, event),
        "time": formats.date_format(local, "TIME_FORMAT"),
    }
    seats = Seat.objects.filter(round=email.round, entry=email.entry).select_related("table")
    seat = seats.first()
    return {
        **told,
        "subject": _("Round %(round)s begins at %(time)s") % told,
        "name": email.entry and email.entry.name,
        "table": seat.table.number if seat else "",
    }


def _correction_context(email: Email, event: Event) -> dict[str, Any]:
    """Return the context, without figures.

    Those that count when it is read are on the player's page.
    """
    told = {"round": _round_number(email, event), "table": email.content.partition("/")[0]}
    return {
        **told,
        "subject": _("Corrected result: round %(round)s, table %(table)s") % told,
        "name": email.entry and email.entry.name,
    }


def _called_off_context(email: Email, event: Event) -> dict[str, Any]:
    """Return the context; `still_due` looked whether the event is still so."""
    subjects = {
        Event.CalledOff.CANCELLED.value: _("Cancelled: %(event)s"),
        Event.CalledOff.POSTPONED.value: _("Postponed: %(event)s"),
    }
    subject = subjects.get(event.called_off, _("It takes place after all: %(event)s"))
    return {
        "subject": subject % {"event": event.name},
        "name": email.entry and email.entry.name,
    }


def _mailing_context(email: Email, _event: Event) -> dict[str, Any]:
    mailing = email.mailing
    assert mailing is not None  # noqa: S101 - the service writes both
    return {
        "subject": mailing.subject,
        "text": mailing.text,
        "name": email.entry and email.entry.name,
    }


def _invitation_context(email: Email, event: Event) -> dict[str, Any]:
    found = email.invitation
    assert found is not None  # noqa: S101 - `still_due` looked
    return {
        "subject": _("Invitation to help with %(event)s") % {"event": event.name},
        "role": found.get_role_display(),
        "join": _address("join", token_of(found.nonce)),
        "until": _day(found.expires_at, event),
    }


def _password_context(email: Email) -> dict[str, Any]:
    links = [
        (person.get_username(), _address("new-password", *new_password_token(person)))
        for person in accounts_at(email.address)
    ]
    return {"subject": _("Set a new password"), "links": links, "minutes": _minutes()}


def _address_context(email: Email) -> dict[str, Any]:
    assert email.person is not None  # noqa: S101 - `still_due` looked
    return {
        "subject": _("Confirm the e-mail address of your account"),
        "name": email.person.get_username(),
        "link": _address("confirm-email", address_token(email.person, email.address)),
        "minutes": _minutes(),
    }


def _minutes() -> int:
    return settings.PASSWORD_RESET_TIMEOUT // 60


ABOUT: dict[str, Callable[[Email, Event], dict[str, Any]]] = {
    Email.Kind.CONFIRM: _confirm_context,
    Email.Kind.KNOWN: _known_context,
    Email.Kind.ENTERED: _entered_context,
    Email.Kind.WAITING: _waiting_context,
    Email.Kind.SEAT: _seat_context,
    Email.Kind.START: _start_context,
    Email.Kind.CORRECTION: _correction_context,
    Email.Kind.CALLED_OFF: _called_off_context,
    Email.Kind.MAILING: _mailing_context,
    Email.Kind.INVITATION: _invitation_context,
}
ABOUT_ACCOUNTS: dict[str, Callable[[Email], dict[str, Any]]] = {
    Email.Kind.PASSWORD: _password_context,
    Email.Kind.ADDRESS: _address_context,
}


def _registration_address(registration: Registration | None) -> str:
    if registration is None:
        return ""
    return _address("registration", registration.event.slug, token_of(registration.nonce))


def _unsubscribe_address(email: Email) -> str:
    """Return the address of the page that ends mailings.

    Blank for other e-mails, which have the personal link for that.
    """
    if email.mailing is None or email.entry is None:
        return ""
    return _address("unsubscribe", unsubscribe_token(email.entry))


def _address(name: str, *parts: str) -> str:
    return settings.SITE_ORIGIN + reverse(f"tournament:{name}", args=parts) if all(parts) else ""


def _day(moment: dt.datetime, event: Event) -> str:
    return formats.date_format(moment.astimezone(ZoneInfo(event.time_zone)), "DATE_FORMAT")
