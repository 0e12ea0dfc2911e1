"""Pairs of players who are kept at different tables."""

from collections.abc import Mapping

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.events.services.events import lock_event
from tournament.models import Entry, Event


@transaction.atomic
def keep_apart(*, event: Event, one: Entry, other: Entry, by: Actor) -> Event:
    """Keep two players from sharing a table, as far as the draw can.

    A pair that is listed already stays. Raise ValidationError for one player twice.
    """
    event = lock_event(event)
    if one.pk == other.pk:
        raise ValidationError(_("Choose two different players."), code="same_player")
    pair = sorted((one.code, other.code))
    if any(sorted(known) == pair for known in event.keep_apart):
        return event
    return audit.update(event, {"keep_apart": [*event.keep_apart, pair]}, by=by, event=event)


@transaction.atomic
def allow_together(*, event: Event, one: str, other: str, by: Actor) -> Event:
    """Let two players, named by their codes, share tables again; nothing if they may."""
    event = lock_event(event)
    pair = sorted((one, other))
    rest = [known for known in event.keep_apart if sorted(known) != pair]
    return audit.update(event, {"keep_apart": rest}, by=by, event=event)


def rename_in_pairs(*, event: Event, codes: Mapping[str, str], by: Actor) -> None:
    """Rename players in the pairs of an event, which the caller has locked.

    The names are codes, before and after. Pairs of a player with themselves and repeated pairs are
    dropped.
    """
    renamed: list[list[str]] = []
    for pair in event.keep_apart:
        one, other = (codes.get(code, code) for code in pair)
        if one != other and not {(one, other), (other, one)} & set(map(tuple, renamed)):
            renamed.append([one, other])
    if renamed != event.keep_apart:
        audit.update(event, {"keep_apart": renamed}, by=by, event=event)


def forget_in_pairs(*, event: Event, code: str, by: Actor) -> None:
    """Remove a leaving player from the keep-apart pairs of an event.

    The caller has locked the event.
    """
    rest = [pair for pair in event.keep_apart if code not in pair]
    if rest != event.keep_apart:
        audit.update(event, {"keep_apart": rest}, by=by, event=event)
