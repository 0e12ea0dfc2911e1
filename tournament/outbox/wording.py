"""An organisers' message as its reader gets it, to be looked at before it is sent."""

from django.conf import settings
from django.template.loader import render_to_string

from tournament.common.days_wording import days_text
from tournament.models import Event


def message_text(event: Event, name: str, text: str) -> str:
    """Return the body of the e-mail to the player of this name, in the language in use."""
    context = {
        "site": settings.SITE_ORIGIN,
        "event": event,
        "when": days_text(event.starts_on, event.ends_on),
        "name": name,
        "text": text.strip(),
    }
    return render_to_string("tournament/emails/mailing.txt", context).strip()
