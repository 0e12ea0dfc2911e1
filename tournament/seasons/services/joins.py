"""Joining of entries that are one person, as the season's organiser says.

A join can be taken back.
"""

from collections.abc import Collection

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournament import audit
from tournament.audit import Actor
from tournament.models import Entry, Season, SeasonJoin
from tournament.seasons.people import EntryKey, linked_groups, play_in_one_event
from tournament.seasons.selectors.events import events_of
from tournament.seasons.services.ratings import request_rating
from tournament.seasons.services.seasons import lock_season

MAX_JOINS = 5_000


@transaction.atomic
def join_players(*, season: Season, entries: Collection[int], by: Actor) -> None:
    """Make entries (by key) one player of the season.

    Raise ValidationError for fewer than two, for two in one event, for entries that are not of the
    season, and for names that are not shown alike.
    """
    season = lock_season(season)
    found = list(Entry.objects.filter(pk__in=entries, event__in=events_of(season)).order_by("pk"))
    if len(found) < 2 or len(found) < len(set(entries)):
        raise ValidationError(_("Choose two or more players of the season’s events."))
    shown = {entry.name_display for entry in found}
    if len(shown) > 1 or Entry.NameDisplay.NUMBER in shown:
        raise ValidationError(
            _("Only names that are shown alike can be joined, and none that is shown as a number.")
        )
    if season.joins.count() + len(found) > MAX_JOINS:
        raise ValidationError(_("Too many players of this season are joined by hand."))
    pairs = [(found[0].pk, other.pk) for other in found[1:]]
    known = set(season.joins.values_list("entry", "other"))
    _refuse_one_event(season, [*known, *pairs], found[0].pk)
    _add_joins(season, pairs, by)
    request_rating(season)


@transaction.atomic
def join_equal_names(*, season: Season, groups: Collection[Collection[int]], by: Actor) -> int:
    """Join each group of entries (by key); return the number of groups.

    Raise ValidationError as `join_players`.
    """
    for entries in groups:
        join_players(season=season, entries=entries, by=by)
    return len(groups)


@transaction.atomic
def separate_player(*, season: Season, entry: int, by: Actor) -> None:
    """Take an entry (by key) out of its joins; the others stay one player.

    Links made by persons themselves stay, too.
    """
    season = lock_season(season)
    joins = list(season.joins.filter(Q(entry=entry) | Q(other=entry)))
    rest = sorted({pk for join in joins for pk in (join.entry_id, join.other_id)} - {entry})
    for join in joins:
        audit.remove(join, by=by, event=None)
    _add_joins(season, [(rest[0], other) for other in rest[1:]], by)
    request_rating(season)


def _add_joins(season: Season, pairs: Collection[tuple[int, int]], by: Actor) -> None:
    known = set(season.joins.values_list("entry", "other"))
    for entry, other in pairs:
        if (entry, other) not in known:
            join = SeasonJoin(season=season, entry_id=entry, other_id=other)
            audit.insert(join, by=by, event=None)


def forget_joins(entries: Collection[Entry]) -> None:
    """Delete what seasons say of erased entries; the caller holds the transaction."""
    keys = [entry.pk for entry in entries]
    SeasonJoin.objects.filter(Q(entry__in=keys) | Q(other__in=keys)).delete()


def _refuse_one_event(season: Season, joins: Collection[tuple[int, int]], pk: int) -> None:
    """Raise ValidationError if joins would put a player twice in one event.

    The player is the one to whom the entry `pk` belongs.
    """
    keys = {each for pair in joins for each in pair}
    found = Entry.objects.filter(Q(pk__in=keys) | Q(person__isnull=False))
    entries = [
        EntryKey(*values)
        for values in found.filter(event__in=events_of(season)).values_list(
            "pk", "event", "person", "name_display"
        )
    ]
    groups = linked_groups(entries, joins)
    own = next(group for group in groups if any(entry.pk == pk for entry in group))
    if play_in_one_event(own):
        raise ValidationError(_("Two of them play in one event: there they are two people."))
