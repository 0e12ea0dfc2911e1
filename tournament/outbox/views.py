"""The page on which organisers write to players: typed, looked at, sent."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from tournament.access import Action
from tournament.common.mail_server import delivers_emails, no_mail_server
from tournament.console.page import console_page
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, event_at, staff_may
from tournament.models import Event, Mailing
from tournament.outbox.forms import MailingForm
from tournament.outbox.selectors.mailings import Recipients, mailings_of, recipients_of
from tournament.outbox.services import MAX_MAILINGS, send_mailing
from tournament.outbox.wording import mailing_text, unreached_sentence

MAX_NAMED = 50


@require_http_methods(["GET", "HEAD", "POST"])
@staff_may(Action.PUBLISH)
@pressed_once
def mailings(request: StaffRequest, slug: str) -> HttpResponse:
    """Show a message as its readers get it, then send it; list those sent before."""
    event = event_at(slug)
    form = MailingForm(event, request.POST if request.method == "POST" else None)
    preview: dict[str, Any] = {}
    if form.is_bound and form.is_valid():
        if _is_to_be_sent(request, form) and _send(request, event, form):
            return redirect("tournament:mailings", slug)
        preview = _preview(event, form)
    context = {
        **console_page(event, _("Messages to players")),
        "form": form,
        "most": MAX_MAILINGS,
        **no_mail_server(),
        "sent": mailings_of(event),
        **preview,
    }
    return render(request, "tournament/outbox/mailings.html", context)


def _is_to_be_sent(request: StaffRequest, form: MailingForm) -> bool:
    """Return whether the message was looked at as it is, and is to be sent."""
    if request.POST.get("step") != "send":
        return False
    if request.POST.get("shown") == form.mark:
        return True
    messages.warning(request, _("This changed since it was looked at: look at it again."))
    return False


def _send(request: StaffRequest, event: Event, form: MailingForm) -> Mailing | None:
    """Send the message and return the mailing.

    None if the service refuses; the form then says why.
    """
    typed = form.cleaned_data
    try:
        sent = send_mailing(
            event=event,
            key=typed["key"],
            subject=typed["subject"],
            text=typed["text"],
            round_=typed["round"],
            by=request.user,
        )
    except ValidationError as error:
        form.add_error(None, error)
        return None
    _say_sent(request, sent)
    return sent


def _say_sent(request: StaffRequest, sent: Mailing) -> None:
    """Say that the mailing was queued, or that this installation sends nothing."""
    count = sent.emails.count()
    if not delivers_emails():
        text = ngettext(
            "No e-mail was sent: this installation has no mail server. One was written.",
            "No e-mail was sent: this installation has no mail server. %(count)d were written.",
            count,
        )
        messages.warning(request, text % {"count": count})
        return
    text = ngettext(
        "Your message is on its way to %(count)d player.",
        "Your message is on its way to %(count)d players.",
        count,
    )
    messages.success(request, text % {"count": count})


def _preview(event: Event, form: MailingForm) -> dict[str, Any]:
    typed = form.cleaned_data
    found = recipients_of(event, typed["round"])
    return {
        "shown": form.mark,
        **mailing_preview(event, found, " ".join(typed["subject"].split()), typed["text"]),
    }


def mailing_preview(event: Event, found: Recipients, subject: str, text: str) -> dict[str, Any]:
    """Return the preview of a mailing, as its first reader gets it.

    It also says how many players get it, and who does not.
    """
    name = found.reached[0][0].name if found.reached else _("player")
    return {
        **no_mail_server(),
        "reached": len(found.reached),
        "unreached": [
            (
                unreached_sentence(reason, len(entries)),
                entries[:MAX_NAMED],
                len(entries[MAX_NAMED:]),
            )
            for reason, entries in found.unreached.items()
        ],
        "subject": subject,
        "body": mailing_text(event, name, text),
    }
