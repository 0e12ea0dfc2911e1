"""Sealing draws, and publishing the seals."""

import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone

from tournament import audit
from tournament.audit import Actor
from tournament.events.services.moments import moment_in
from tournament.models import Event, Seal
from tournament.seating import SALT_BYTES, commitment_of, opening_of


@transaction.atomic
def seal_draw(*, event: Event, rounds: range, certificate: dict[str, Any], by: Actor) -> Seal:
    """Seal a draw of these rounds with a salt that nobody knows.

    The audit row has the commitment.
    """
    salt = secrets.token_hex(SALT_BYTES)
    opening = opening_of(certificate["problem"], certificate["draw"], salt)
    seal = Seal.objects.create(
        event=event,
        first_round=rounds[0],
        last_round=rounds[-1],
        opening=opening,
        commitment=commitment_of(opening),
    )
    seal.sealed_at = moment_in(event)
    seal.save(update_fields=["sealed_at"])
    audit.log(by=by, action="seal", instance=seal, event=event, after=_audit_values(seal))
    return seal


@transaction.atomic
def publish_seal(*, seal: Seal, by: Actor) -> None:
    """Show the commitment of a draw to everybody, from its first published round on."""
    if seal.published_at is not None:
        return
    seal.published_at = timezone.now()
    seal.save(update_fields=["published_at"])
    audit.log(
        by=by, action="publish seal", instance=seal, event=seal.event, after=_audit_values(seal)
    )


@transaction.atomic
def forget_unused_seals(*, event: Event, by: Actor) -> None:
    """Delete the draws that nobody was shown and no round has any more.

    A commitment that was public stays for good: it has to be accounted for.
    """
    for seal in Seal.objects.filter(event=event, published_at=None, rounds=None).defer("opening"):
        audit.log(
            by=by, action="forget seal", instance=seal, event=event, before=_audit_values(seal)
        )
        audit.delete(seal)


def _audit_values(seal: Seal) -> dict[str, Any]:
    """Return the record of a draw for the audit log.

    It has nothing that would reveal the draw.
    """
    rounds = [seal.first_round, seal.last_round]
    return {"commitment": seal.commitment, "rounds": rounds}
