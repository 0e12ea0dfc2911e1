"""Events that players register for, and their registrations, for tests."""

import datetime as dt
import time

from django.core import mail, signing
from django.utils import timezone

from tests.present import present
from tests.tournament.making import BY, make_event
from tournament.common.email_addresses import address_key
from tournament.common.secret_tokens import token_of
from tournament.emails.mailer import Mailer
from tournament.models import Event, Registration
from tournament.people.services.entries import withdraw_entry
from tournament.people.services.registration import confirm_registration, register
from tournament.people.views.registration_form import SALT

ADA = {
    "name": "Ada Lovelace",
    "email": "ada@example.org",
    "club": "Engines",
    "team": "",
    "name_display": "full",
    "gets_emails": True,
    "language": "en",
}


def open_event(slug: str = "open", players: int = 0, **fields) -> Event:
    """A published event with a page to register and e-mails, in some days."""
    return make_event(
        slug,
        players,
        starts_on=timezone.now().date() + dt.timedelta(days=7),
        registration="open",
        sends_emails=True,
        **fields,
    )


def registered(event: Event, name: str, email: str = "", **more) -> Registration:
    """Somebody's registration, the newest; the address follows from the name."""
    email = email or f"{name.split()[0].lower()}@example.org"
    register(event=event, **{**ADA, "name": name, "email": email, **more})
    found = Registration.objects.filter(event=event, email_key=address_key(email))
    return present(found.order_by("-pk").first())


def confirmed(event: Event, name: str, email: str = "", **more) -> Registration:
    """Likewise, confirmed."""
    return confirm_registration(registration=registered(event, name, email, **more))


def sent_form(event: Event, *, age: int = 10, **more: str) -> dict[str, str]:
    """What a browser sends from a page that was open for `age` seconds."""
    stamp = signing.dumps([event.pk, int(time.time()) - age], salt=SALT)
    typed = {"name": "Ada Lovelace", "email": "ada@example.org", "club": "Engines"}
    return {**typed, "name_display": "full", "consent": "on", "website": "", "stamp": stamp, **more}


def address_of(registration: Registration) -> str:
    """The page of its link."""
    return f"/e/{registration.event.slug}/register/{token_of(registration.nonce)}/"


def mailed(*, later: dt.timedelta = dt.timedelta(0)) -> list[mail.EmailMessage]:
    """What is sent when the mailer looks now, or some time later."""
    before = len(mail.outbox)
    Mailer().step(now=timezone.now() + later)
    return list(mail.outbox[before:])


def drop(event: Event, seed: int) -> None:
    """A player drops out."""
    withdraw_entry(entry=event.entries.get(seed=seed), by=BY)
