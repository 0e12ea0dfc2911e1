"""News for the readers of streams, read from the database for all events at once."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import Min, OuterRef, Q, Subquery

from referee.live.publishing.newest import newest_version
from referee.live.publishing.versions import HIDDEN, HIDDEN_DIGEST
from tournament import visibility
from tournament.models import PublicVersion, PublisherLease


@dataclass(frozen=True, slots=True)
class Followed:
    """The progress of an event's readers.

    `version` is the event's newest version known here (0: none yet). `snapshot` says whether
    somebody needs the whole of it.
    """

    version: int
    snapshot: bool = False


@dataclass(frozen=True, slots=True)
class News:
    """News of an event.

    It has its newest version, the oldest that may still be shown (older ones may show what is
    hidden now), the patches after the known one, and the snapshot of the newest if requested.
    """

    version: int
    oldest: int = 0
    patches: tuple[tuple[int, str], ...] = ()
    snapshot: str | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer of the database: news of events, and the last heartbeat.

    `events` are by address, without hidden ones; `beat` is the publisher's last heartbeat.
    """

    events: Mapping[str, News] = field(default_factory=dict)
    beat: dt.datetime | None = None


def read_news(followed: Mapping[str, Followed]) -> Answer:
    """Read what is new of the followed events, by slug.

    2 queries while nothing is new, else 5; those of `newest_version` come on top for an event
    without a version.
    """
    newest = _newest_versions(followed)
    changed = {key for slug, (key, number) in newest.items() if number != followed[slug].version}
    oldest = _oldest_versions(changed)
    spans = {key: (followed[slug].version, number) for slug, (key, number) in newest.items()}
    patches = _patches({key: spans[key] for key in changed})
    snapshots = _snapshots(newest[slug] for slug in newest if followed[slug].snapshot)
    events = {
        slug: News(
            version=number,
            oldest=oldest.get(key, 0),
            patches=tuple(patches[key]),
            snapshot=snapshots.get(key),
        )
        for slug, (key, number) in newest.items()
    }
    return Answer(events, PublisherLease.objects.values_list("beat", flat=True).first())


def _newest_versions(followed: Iterable[str]) -> dict[str, tuple[int, int]]:
    """Return key and newest version by slug, of events that everybody may see."""
    versions = PublicVersion.objects.filter(event=OuterRef("pk")).order_by("-number")
    events = visibility.events(visibility.Reader.PUBLIC).filter(slug__in=list(followed))
    rows = events.annotate(
        number=Subquery(versions.values("number")[:1]),
        digest=Subquery(versions.values("digest")[:1]),
    ).values_list("slug", "pk", "number", "digest")
    found = {}
    for slug, key, number, digest in rows:
        if number is None:
            first = newest_version(slug)
            number, digest = (first.number, first.digest) if first else (0, HIDDEN_DIGEST)
        if digest != HIDDEN_DIGEST:
            found[slug] = (key, number)
    return found


def _oldest_versions(events: set[int]) -> dict[int, int]:
    if not events:
        return {}
    rows = PublicVersion.objects.filter(event__in=events).order_by().values_list("event")
    return dict(rows.annotate(Min("number")))


def _patches(spans: Mapping[int, tuple[int, int]]) -> dict[int, list[tuple[int, str]]]:
    """Return by event the patches after the first number of its span, up to the last."""
    found: dict[int, list[tuple[int, str]]] = defaultdict(list)
    if not spans:
        return found
    either = Q()
    for event, (known, newest) in spans.items():
        either |= Q(event=event, number__gt=known, number__lte=newest)
    rows = PublicVersion.objects.filter(either).order_by("event", "number")
    for event, number, patch in rows.values_list("event", "number", "patch"):
        found[event].append((number, patch))
    return found


def _snapshots(wanted: Iterable[tuple[int, int]]) -> dict[int, str]:
    """Return the snapshots of newest versions that are still stored.

    `wanted` are pairs of an event's key and a number.
    """
    either = Q()
    for event, number in wanted:
        either |= Q(event=event, number=number)
    if not either:
        return {}
    rows = PublicVersion.objects.filter(either).exclude(snapshot=HIDDEN)
    return dict(rows.values_list("event", "snapshot"))
