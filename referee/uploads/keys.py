"""The keys by which halls send their events here: made, revoked and recognised."""

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from referee.models import UploadKey
from referee.uploads.fingerprints import fingerprints_of
from tournament.access import Action, may
from tournament.audit import Actor, insert, name_of, update
from tournament.common.secret_tokens import hash_secret, new_token
from tournament.events.services.events import lock_event
from tournament.models import Event

ACCEPTED = "accept conflicts"
"""The action in the audit log by which somebody lets the hall's version count."""


def key_of(event: Event) -> UploadKey | None:
    """Return the event's key, even a revoked one; None if there never was one."""
    return UploadKey.objects.filter(event=event).first()


@transaction.atomic
def issue_key(*, event: Event, by: Actor) -> str:
    """Make the event's key, and return its text, which is shown only this once.

    Another key of the event ends. From the first one on, the hall leads the event: what is changed
    here afterwards is a conflict.
    """
    event = lock_event(event)
    key = new_token()
    changes = {
        "digest": hash_secret(key),
        "made_by": name_of(by),
        "created_at": timezone.now(),
        "revoked_at": None,
    }
    found = key_of(event)
    if found is None:
        insert(UploadKey(event=event, rows=fingerprints_of(event), **changes), by=by, event=event)
    else:
        update(found, changes, by=by, event=event, action="renew")
    return key


@transaction.atomic
def revoke_key(*, event: Event, by: Actor) -> None:
    """End the event's key at once; one already revoked stays as it is."""
    found = key_of(lock_event(event))
    if found is not None and found.revoked_at is None:
        update(found, {"revoked_at": timezone.now()}, by=by, event=event, action="revoke")


@transaction.atomic
def accept_conflicts(*, event: Event, seen: str, by: Actor) -> None:
    """Let the hall's version replace this server's in the conflicts that were `seen`.

    It does so with the hall's next upload, and this server's version is backed up before. Raises
    ValidationError if other conflicts were found meanwhile.
    """
    found = key_of(lock_event(event))
    if found is None or not seen or found.conflicts_digest != seen:
        raise ValidationError(_("The conflicts are others by now: read them again."))
    update(found, {"accepted": seen}, by=by, event=event, action=ACCEPTED)


def recognise_key(slug: str, text: str) -> UploadKey | None:
    """Return the key in force that a hall shows for an event; None for any other text."""
    keys = UploadKey.objects.select_related("event")
    found = keys.filter(event__slug=slug, digest=hash_secret(text)).first()
    return found if found is not None and is_in_force(found) else None


def is_in_force(key: UploadKey) -> bool:
    """Return whether a key is not revoked, and its maker may still make one."""
    if key.revoked_at is not None:
        return False
    maker = User.objects.filter(username=key.made_by).first()
    return maker is None or may(maker, Action.DELETE_EVENT, key.event)
