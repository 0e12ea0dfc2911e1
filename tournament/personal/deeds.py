"""The buttons of a player's own page; each deed returns what the page says then."""

from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournament.common.parameters import free_text
from tournament.models import Entry, PlayerReport
from tournament.models.personal import MAX_REPORT
from tournament.outbox.wording import emails_sent
from tournament.people.services.personal_links import (
    BY_PLAYER,
    check_in_oneself,
    choose_emails,
    drop_out_oneself,
    report,
)
from tournament.people.services.same_person import (
    EntriesNotLinkableError,
    link_entries,
    unlink_entry,
)
from tournament.personal import career_deeds
from tournament.personal.services import ask_for_deletion
from tournament.personal.typed_links import entries_of_links, entry_of_link
from tournament.push.services import Browser, subscribe, unsubscribe


def _check_in(_request: HttpRequest, entry: Entry) -> str:
    check_in_oneself(entry=entry)
    return _("You are checked in.")


def _drop_out(request: HttpRequest, entry: Entry) -> str:
    if request.POST.get("sure") != "on":
        raise ValidationError(_("Tick the box to drop out."))
    drop_out_oneself(entry=entry)
    return _("You dropped out. The desk can bring you back.")


def _report_problem(request: HttpRequest, entry: Entry) -> str:
    text = free_text(request.POST.get("text", ""), MAX_REPORT)
    report(entry=entry, kind=PlayerReport.Kind.PROBLEM, text=text)
    return _("The staff has your report.")


def _ask_for_deletion(_request: HttpRequest, entry: Entry) -> str:
    ask_for_deletion(entry=entry)
    return _("The staff has your request and deletes your data.")


def _link_entries(request: HttpRequest, entry: Entry) -> str:
    """Link the entry with those of the other personal links that were typed.

    The links of all entries that would be linked are asked for: staff who made one of them cannot
    join what the player linked with it.
    """
    found = [entry, *(entries_of_links(request) or [entry_of_link(request, "")])]
    try:
        link_entries(found, by=BY_PLAYER, may_link=found.__contains__)
    except EntriesNotLinkableError as error:
        raise ValidationError(
            ngettext(
                "These players are linked with %(count)d more event. Add its personal link.",
                "These players are linked with %(count)d more events. Add their personal links.",
                len(error.entries),
            )
            % {"count": len(error.entries)}
        ) from error
    return _("Your entries of these events are linked.")


def _unlink(_request: HttpRequest, entry: Entry) -> str:
    unlink_entry(entry=entry, by=BY_PLAYER)
    return _("This event is linked with no other any more.")


def _subscribe(request: HttpRequest, entry: Entry) -> str:
    browser = Browser(*(request.POST.get(name, "") for name in Browser._fields))
    subscribe(entry=entry, browser=browser, language=get_language() or "en")
    return _(
        "You get a notification with your table and role as soon as a round’s seats are published."
    )


def _unsubscribe(request: HttpRequest, entry: Entry) -> str:
    unsubscribe(entry=entry, endpoint=request.POST.get("endpoint", ""))
    return _("Notifications are off for this phone.")


def _unsubscribe_all(_request: HttpRequest, entry: Entry) -> str:
    unsubscribe(entry=entry, endpoint=None)
    return _("Notifications are off for all devices.")


def _turn_emails_on(_request: HttpRequest, entry: Entry) -> str:
    choose_emails(entry=entry, gets_emails=True, language=get_language() or "en")
    return emails_sent(entry.event)


def _turn_emails_off(_request: HttpRequest, entry: Entry) -> str:
    choose_emails(entry=entry, gets_emails=False, language="")
    return _("You will get no more e-mails about this event.")


DEEDS: dict[str, Callable[[HttpRequest, Entry], str]] = {
    "check-in": _check_in,
    "drop": _drop_out,
    "report": _report_problem,
    "delete": _ask_for_deletion,
    "link": _link_entries,
    "unlink": _unlink,
    "career-show": career_deeds.show,
    "career-leave": career_deeds.leave,
    "career-end": career_deeds.end,
    "career-unlist": career_deeds.unlist,
    "push-on": _subscribe,
    "push-off": _unsubscribe,
    "push-off-all": _unsubscribe_all,
    "emails-on": _turn_emails_on,
    "emails-off": _turn_emails_off,
}
"""The deeds by what the form's `do` says."""
