"""Texts about mailings and e-mails to players.

They are the mailing as its reader gets it, the reasons why it does not reach some, and the
e-mails that players get.
"""

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.common.days_wording import days_text
from tournament.models import Event
from tournament.outbox.selectors.mailings import Unreached


def mailing_text(event: Event, name: str, text: str) -> str:
    """Return the body of a mailing for the player of this name.

    It is in the language in use.
    """
    context = {
        "site": settings.SITE_ORIGIN,
        "event": event,
        "when": days_text(event.starts_on, event.ends_on),
        "name": name,
        "text": text.strip(),
        "unsubscribe": _("(here each player’s own link)"),
    }
    return render_to_string("tournament/emails/mailing.txt", context).strip()


def unreached_sentence(reason: Unreached, players: int) -> str:
    """Return the sentence on the players whom a mailing does not reach.

    It has their number and the reason.
    """
    if reason is Unreached.DECLINED:
        text = ngettext(
            "%(players)d player has opted out of e-mails",
            "%(players)d players have opted out of e-mails",
            players,
        )
    elif reason is Unreached.REFUSED:
        text = ngettext(
            "%(players)d player’s mail server refused our e-mails",
            "%(players)d players’ mail servers refused our e-mails",
            players,
        )
    else:
        text = ngettext(
            "%(players)d player has no address", "%(players)d players have no address", players
        )
    return text % {"players": players}


def emails_sent(event: Event) -> str:
    """Return the sentence that tells players which e-mails of the event they get."""
    if not event.sends_emails:
        return _("You get messages from the organisers by e-mail. This event sends no others.")
    return _(
        "You get e-mails with your seat in each round, messages from the organisers, "
        "round starts and corrections of your results."
    )
