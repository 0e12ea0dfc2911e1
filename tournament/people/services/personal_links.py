"""Personal links of players: made, renewed, revoked, and used by players.

By their links, players check in, drop out, choose e-mails and send reports.
"""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.common.email_addresses import address_key
from tournament.common.secret_tokens import hash_secret, new_token, token_of
from tournament.events.services.events import lock_event
from tournament.models import Entry, PersonalLink, PlayerReport
from tournament.people.services.check_in import check_in
from tournament.people.services.entries import update_entry, withdraw_entry

MAX_OPEN_REPORTS = 5
"""The most open reports of one player; the staff must deal with one before the next."""
BY_PLAYER = "player"
"""The author in the audit log when a player acts through a personal link.

The row's object is the player.
"""


@transaction.atomic
def renew_link(*, entry: Entry, by: Actor) -> str:
    """Make a player's link in place of any former one, and return its token.

    The token is stored nowhere, and the former link opens nothing any more.
    """
    event = lock_event(entry.event)
    old = PersonalLink.objects.filter(entry=entry).first()
    if old is not None:
        audit.remove(old, by=by, event=event)
    nonce = new_token()
    token = token_of(nonce)
    new = PersonalLink(entry=entry, token_hash=hash_secret(token), nonce=nonce)
    audit.insert(new, by=by, event=event)
    return token


@transaction.atomic
def renew_links(*, entries: Iterable[Entry], by: Actor) -> list[tuple[Entry, str]]:
    """Make the links of several players, of all or of none, each with its token."""
    return [(entry, renew_link(entry=entry, by=by)) for entry in entries]


@transaction.atomic
def link_for_email(*, entry: Entry, address: str, by: Actor) -> str:
    """Return the token of a player's link for an e-mail to an address.

    A new link is made if there is none, if the former one was sent to another address, or if the
    server's key has changed since.
    """
    key = address_key(address)
    link = PersonalLink.objects.select_for_update().filter(entry=entry).first()
    if link is not None and link.email_key in ("", key):
        token = token_of(link.nonce)
        if hash_secret(token) == link.token_hash:
            PersonalLink.objects.filter(pk=link.pk, email_key="").update(email_key=key)
            return token
    token = renew_link(entry=entry, by=by)
    PersonalLink.objects.filter(entry=entry).update(email_key=key)
    return token


@transaction.atomic
def revoke_link(*, entry: Entry, by: Actor) -> None:
    """Revoke the player's link, if there is one."""
    event = lock_event(entry.event)
    old = PersonalLink.objects.filter(entry=entry).first()
    if old is not None:
        audit.remove(old, by=by, event=event)


@transaction.atomic
def check_in_oneself(*, entry: Entry) -> Entry:
    """Check a player in at their own request.

    Raise ValidationError after the end of check-in: then the desk has to see them.
    """
    until = entry.event.check_in_until
    if until is not None and timezone.now() > until:
        raise ValidationError(_("Check-in has ended: go to the desk."), code="late")
    return check_in(entry=entry, by=BY_PLAYER)


@transaction.atomic
def drop_out_oneself(*, entry: Entry) -> Entry:
    """Drop the player out at their own request; later draws do not seat them."""
    return withdraw_entry(entry=entry, by=BY_PLAYER)


@transaction.atomic
def choose_emails(*, entry: Entry, gets_emails: bool, language: str) -> Entry:
    """Set whether the player gets e-mails of the event, in this language.

    Without them, mailings do not go to the player either.
    """
    changes = {
        "gets_emails": gets_emails,
        "declines_emails": not gets_emails,
        "language": language if gets_emails else entry.language,
    }
    return update_entry(entry=entry, by=BY_PLAYER, **changes)


@transaction.atomic
def report(*, entry: Entry, kind: str, text: str = "") -> PlayerReport:
    """Report something to the staff.

    Asking for deletion again, or saying the same again, changes nothing. Raise ValidationError for
    a problem without a text, or if too many reports wait already.
    """
    event = lock_event(entry.event)
    waiting = PlayerReport.objects.filter(entry=entry, resolved_at=None)
    said = waiting.filter(kind=kind)
    if kind != PlayerReport.Kind.DELETION:
        said = said.filter(text=text)
    if found := said.first():
        return found
    if kind == PlayerReport.Kind.PROBLEM and not text:
        raise ValidationError(_("Write what the problem is."), code="empty")
    if waiting.count() >= MAX_OPEN_REPORTS:
        raise ValidationError(
            _("The staff has your reports: go to the desk if it is urgent."), code="too_many"
        )
    new = PlayerReport(entry=entry, kind=kind, text=text)
    return audit.insert(new, by=BY_PLAYER, event=event)


@transaction.atomic
def resolve_report(*, report: PlayerReport, by: Actor) -> PlayerReport:
    """Mark a report as resolved; doing so twice changes nothing."""
    event = lock_event(report.entry.event)
    report = PlayerReport.objects.select_related("entry").get(pk=report.pk)
    when = report.resolved_at or timezone.now()
    return audit.update(report, {"resolved_at": when}, by=by, event=event, action="resolve")


def entry_by(token: str) -> Entry | None:
    """Return the entry of a link (1 query)."""
    entries = Entry.objects.select_related("event")
    return entries.filter(personal_link__token_hash=hash_secret(token)).first()
