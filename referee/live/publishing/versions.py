"""The public versions of events: read, and written by the publisher alone."""

import datetime as dt
import hashlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, connection, transaction
from django.db.models import OuterRef, Subquery
from django.utils import timezone

from referee.chances.selectors import turning_point_counts
from referee.live.publishing.boards import running_boards
from referee.live.publishing.documents import (
    Document,
    canonical,
    parse_document,
    write_document,
)
from referee.live.publishing.merge_patch import takes_away
from referee.models import Outbox
from referee.records.selectors import public_digests
from referee.records.trail import log_heads
from tournament.audit import delete_any
from tournament.common.newest_values import NewestValues
from tournament.models import Change, Event, PublicVersion
from tournament.public.selectors.public_state import public_state, with_boards
from tournament.seasons.services.ratings import request_ratings_of
from tournament.visibility import waiting_time
from tournament.webhooks.services.outbox import queue_messages

HIDDEN = "{}"
HIDDEN_DIGEST = hashlib.sha256(HIDDEN.encode()).hexdigest()
MAX_ROWS = 5_000
"""The most rows of each outbox that are taken at once."""
OF_BOARDS = ("boards", "projected")
"""The parts of a state that running games change."""
KEPT = dt.timedelta(seconds=60)
"""How long an older version can still be requested."""
KEPT_AT_MOST = dt.timedelta(days=1)
"""An older version is deleted after this time even if no newer one is published."""

MAX_KEPT_CHARACTERS = 32_000_000
"""The most characters of cached texts; parsed, a text takes some ten times its length in memory."""

_documents: NewestValues[Document] = NewestValues(
    MAX_KEPT_CHARACTERS, lambda document: len(document.text)
)


@dataclass(frozen=True, slots=True)
class Waiting:
    """The waiting rows of both outboxes that a version will cover.

    They were committed before it was read.
    """

    changes: Sequence[int]
    boards: Sequence[int]


def publish(event: int, *, now: dt.datetime) -> bool:
    """Publish what the public sees of an event (by key) as its newest version.

    An unchanged event gets none. The rows that asked for it are deleted. Return False, changing
    nothing, if another process published meanwhile: the rows are still there.

    Killed anywhere it has done nothing or all. Everything is read from one moment, and no writer
    waits meanwhile.
    """
    with _one_moment():
        waiting = _waiting_rows(event, now)
        last, before = _last_version(event)
        # Nothing else is read anew where only boards changed.
        state = before.state
        if waiting.changes or "boards" not in state:
            state = _without_boards(event)
    # Boards are read after that moment, each for itself: the journals kept here are ahead of it.
    state = _with_boards(event, state, before.state, now)
    try:
        with transaction.atomic():
            if not _is_newest(event, last):
                return False
            _add_if_new(event, last, before, state, now)
            Change.objects.filter(pk__in=waiting.changes).delete()
            Outbox.objects.filter(pk__in=waiting.boards).delete()
            return True
    except IntegrityError:
        # Another process wrote this number first, or the event is gone.
        return False


def _last_version(event: int) -> tuple[PublicVersion | None, Document]:
    """Return an event's newest version and its document.

    It takes 2 queries, 1 if the document is cached.
    """
    versions = PublicVersion.objects.filter(event=event).order_by("-number")
    last = versions.defer("snapshot", "patch").first()
    if last is None:
        return None, parse_document(HIDDEN)
    before = _documents.get(event, last.digest)
    return last, before or parse_document(last.snapshot)


def _waiting_rows(event: int, now: dt.datetime) -> Waiting:
    """Return the waiting rows of an event.

    Rows of delayed boards wait, one row a second for all.
    """
    changes = Change.objects.filter(event=event).order_by("pk")
    boards = Outbox.objects.filter(game__table__round__event=event).order_by("pk")
    rows = boards.values_list("pk", "created_at", "game__table__round__event__board_delay")
    found = list(rows[:MAX_ROWS])
    later = {
        at.replace(microsecond=0): pk
        for pk, at, delay in found
        if told_from(at, delay, now=now) > now
    }
    kept = set(later.values())
    return Waiting(
        list(changes.values_list("pk", flat=True)[:MAX_ROWS]),
        [pk for pk, _at, _delay in found if pk not in kept],
    )


def told_from(at: dt.datetime, delay: int, *, now: dt.datetime) -> dt.datetime:
    """Return when a board that changed at `at` is published, `delay` seconds later.

    Without a delay that is now, whatever the clock said at that moment.
    """
    return at + waiting_time(delay) if delay else now


def state_of(event: int, *, now: dt.datetime | None = None) -> dict[str, Any]:
    """Return the state of an event as the public sees it.

    It is that of now or of the given moment; {} if the event is hidden. It takes 15 or 17
    queries, and those of its boards.
    """
    return _with_boards(event, _without_boards(event), {}, now or timezone.now())


def _without_boards(event: int) -> dict[str, Any]:
    found = Event.objects.filter(pk=event).first()
    return public_state(found.slug, _games(found)) if found else {}


def _games(event: Event) -> dict[int, dict[str, Any]]:
    """Return facts about the games with a result, as `ResultFacts` has them.

    3 queries, 1 more with turning points, and those of `public_digests`.
    """
    games: dict[int, dict[str, Any]] = {}
    for table, digest in public_digests(event.pk).items():
        games.setdefault(table, {})["record"] = digest
    for table, head in log_heads(event).items():
        games.setdefault(table, {})["log"] = {"events": head.events, "head": head.hash}
    for table, count in turning_point_counts(event).items():
        games.setdefault(table, {})["turning_points"] = count
    return games


def _with_boards(
    event: int, state: dict[str, Any], before: dict[str, Any], now: dt.datetime
) -> dict[str, Any]:
    """Return the state with the boards as shown now; `before` is the version before."""
    if not state:
        return {}
    names = {code: player["name"] for code, player in state["players"].items()}
    # If the event part has changed, all that is computed from it is computed anew.
    boards = running_boards(event, names, now=now)
    return with_boards(state, boards, before if state is before else {})


def forget_old_versions(*, now: dt.datetime) -> None:
    """Delete versions that nobody can ask for any more, but each event's newest.

    Publishing deletes them too, but an event that is over publishes nothing.
    """
    newest = PublicVersion.objects.filter(event=OuterRef("event")).order_by("-number")
    old = PublicVersion.objects.filter(created_at__lt=now - KEPT_AT_MOST)
    delete_any(old.exclude(number=Subquery(newest.values("number")[:1])))


def _is_newest(event: int, last: PublicVersion | None) -> bool:
    newest = PublicVersion.objects.filter(event=event).order_by("-number")
    number = newest.values_list("number", flat=True).first()
    return number == (last.number if last else None)


def _add_if_new(
    event: int,
    last: PublicVersion | None,
    before: Document,
    state: dict[str, Any],
    now: dt.datetime,
) -> None:
    """Store another version if it differs from the last, and delete old ones.

    If this version hides something, every older one is deleted.
    """
    patch = before.patch_to(state)
    if not patch:
        return
    older = PublicVersion.objects.filter(event=event)
    if not _is_hiding(before.state, state, patch):
        older = older.filter(created_at__lt=now - KEPT)
    older.delete()
    number = last.number + 1 if last else 1
    document = write_document(state, before)
    digest = hashlib.sha256(document.text.encode()).hexdigest()
    PublicVersion.objects.create(
        event_id=event,
        number=number,
        parts=_parts(last.parts if last else {}, state, patch, f"{number}-{digest[:12]}"),
        digest=digest,
        snapshot=document.text,
        patch=canonical(patch),
        created_at=now,
    )
    _documents.keep(event, digest, document)
    if patch.keys() - set(OF_BOARDS):
        queue_messages(event=event, before=before.state, after=state, now=now)
        request_ratings_of(event=event, before=before.state, after=state)


def _parts(
    before: dict[str, Any], state: dict[str, Any], patch: dict[str, Any], version: str
) -> dict[str, Any]:
    """Return the version in which each part of the state last changed."""
    changed = patch.get("boards", {})
    known = before.get("boards", {})
    return {
        "event": version if patch.keys() - set(OF_BOARDS) else before.get("event", version),
        "projected": version if "projected" in patch else before.get("projected", version),
        "boards": {
            f"{round_}/{table}": version
            if table in (changed.get(round_) or {})
            else known.get(f"{round_}/{table}", version)
            for round_, tables in state.get("boards", {}).items()
            for table in tables
        },
    }


def _is_hiding(before: dict[str, Any], after: dict[str, Any], patch: dict[str, Any]) -> bool:
    """Return whether older versions must not be read any more.

    That is so once something was taken away, or what is shown of a person changed.
    """
    players = after.get("players", {})
    renamed = any(
        any(person.get(name) != players[code].get(name) for name in ("name", "club", "team"))
        for code, person in before.get("players", {}).items()
        if code in players
    )
    # Everybody at a table saw what its board shows.
    others = {name: part for name, part in patch.items() if name not in OF_BOARDS}
    return renamed or takes_away(others) or _tells_less(before, after)


def _tells_less(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Return whether less is shown of a table that plays on.

    Then its board is hidden or delayed.
    """
    return any(
        board["seq"] > after["boards"].get(number, {}).get(table, {}).get("seq", 0)
        for number, boards in before.get("boards", {}).items()
        for table, board in boards.items()
        if "result" not in after["rounds"][number]["tables"].get(table, {"result": {}})
    )


@contextmanager
def _one_moment() -> Iterator[None]:
    """Read everything within from one moment, without making writers wait."""
    if connection.in_atomic_block:
        yield
    elif connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            # Not `atomic`, which takes the one writer's lock.
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
