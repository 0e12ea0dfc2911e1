"""Collected corrections of an event.

They are reviewed, and applied or dropped together.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from referee.engine import Refusal
from referee.log import finalising, journal_cache
from referee.log.chief import Preview, TriedChange, append_chief
from referee.log.lease import lock_game
from referee.log.table_setup import setup_of
from referee.models import CollectedCorrection, GameLog
from tournament import audit
from tournament.audit import Actor
from tournament.events.services.events import lock_event
from tournament.models import Event, PaperSheet, Table
from tournament.results.selectors.correction_notices import correction_notice_for
from tournament.results.services.paper import confirm_sheet, mark_of

MAX_COLLECTED = 50
APPLIED = "apply corrections"


class CollectedRefusedError(Exception):
    """The rules refuse one of the corrections by now; nothing was applied."""

    def __init__(self, item: CollectedCorrection, refusals: tuple[Refusal, ...]) -> None:
        self.item, self.refusals = item, refusals
        super().__init__(str(item))


class TriedGame:
    """A game on which its collected corrections are tried, one after the other.

    `refused` has the refusals by the corrections' keys.
    """

    def __init__(self, game: GameLog) -> None:
        self.game = game
        self.refused: dict[int, tuple[Refusal, ...]] = {}
        self._journal = journal_cache.copy_as_read(game, partial(setup_of, game)).journal
        self._change = TriedChange(self._journal)

    def add(self, item: CollectedCorrection) -> None:
        """Try one more correction on the game as the earlier ones left it."""
        revision = item.revision or {}
        refusals = self._journal.judge(revision, chief=True).refusals
        refusals = refusals or finalising.refuse_unfinished(self.game, self._journal)
        if refusals:
            self.refused[item.pk] = refusals
        else:
            self._journal.row_added(revision["type"], self._journal.seq + 1, "")

    @property
    def preview(self) -> Preview:
        """The comparison of the game before all of them and after."""
        return self._change.preview()


@dataclass(frozen=True, slots=True)
class Tried:
    """All collected corrections, and what they would lead to.

    `sheets` are by the tables' keys: None if the sheet changed since it was collected.
    """

    items: list[CollectedCorrection]
    games: list[TriedGame]
    sheets: dict[int, PaperSheet | None]

    @property
    def mark(self) -> str:
        """A short hash that identifies this collection; "" if it is empty."""
        return _mark(self.items)


def collected_corrections(event: Event) -> list[CollectedCorrection]:
    """Return the collected corrections of an event (1 query).

    They are in the order they were collected.
    """
    rows = CollectedCorrection.objects.filter(table__round__event=event)
    return list(rows.select_related("table__round__event", "table__log").order_by("pk"))


def try_collected(event: Event) -> Tried:
    """Return the effect that the collection would have.

    Nothing is written.
    """
    items = collected_corrections(event)
    games: dict[Any, TriedGame] = {}
    for item in items:
        if item.revision is not None:
            game = item.table.log
            if game.pk not in games:
                games[game.pk] = TriedGame(game)
            games[game.pk].add(item)
    tables = [item.table_id for item in items if item.revision is None]
    sheets = {sheet.table_id: sheet for sheet in PaperSheet.objects.filter(table__in=tables)}
    waiting = {item.table_id: item.seen for item in items if item.revision is None}
    fitting = {
        table: sheet if (sheet := sheets.get(table)) and mark_of(sheet) == seen else None
        for table, seen in waiting.items()
    }
    return Tried(items, list(games.values()), fitting)


@transaction.atomic
def collect_revision(*, game: GameLog, event: dict[str, Any], by: Actor) -> tuple[Refusal, ...]:
    """Collect a correction of a log; return its refusals.

    It is not collected if it does not fit after those already collected for the game.
    """
    trial = TriedGame(lock_game(game.pk))
    waiting = CollectedCorrection.objects.filter(table=game.table_id, revision__isnull=False)
    new = CollectedCorrection(pk=0, table=game.table, revision=event)
    for item in [*waiting.order_by("pk"), new]:
        trial.add(item)
    if refusals := trial.refused.get(0):
        return refusals
    _keep(game.table, by, revision=event, reason=event["reason"])
    return ()


@transaction.atomic
def collect_sheet(*, table: Table, seen: str, reason: str, by: Actor) -> None:
    """Collect a table's paper sheet, in place of one collected before.

    Raises ValidationError if it is not the sheet that was seen.
    """
    event = lock_event(table.round.event)
    sheet = PaperSheet.objects.filter(table=table, rejected_at__isnull=True).first()
    if sheet is None or mark_of(sheet) != seen:
        raise ValidationError(_("The sheet changed meanwhile: look at it again."), "changed")
    for item in CollectedCorrection.objects.filter(table=table, revision__isnull=True):
        audit.remove(item, by=by, event=event)
    _keep(table, by, seen=seen, reason=reason)


@transaction.atomic
def remove(*, event: Event, key: int, by: Actor) -> None:
    """Remove a correction by its key, if it is still collected."""
    item = CollectedCorrection.objects.filter(table__round__event=event, pk=key).first()
    if item is not None:
        audit.remove(item, by=by, event=event)


@transaction.atomic
def drop_all(*, event: Event, seen: str, by: Actor) -> int:
    """Drop the whole collection as it was `seen`; return the number of corrections.

    Raises ValidationError if it changed.
    """
    items = _lock_corrections(event, seen)
    for item in items:
        audit.remove(item, by=by, event=event)
    return len(items)


@transaction.atomic
def apply_all(*, event: Event, seen: str, by: Actor) -> dict[str, Any]:
    """Apply the whole collection as it was `seen`, or nothing; return who is notified.

    Raises CollectedRefusedError if the rules refuse one of them by now, and ValidationError if the
    collection or a sheet changed, or a sheet waits for somebody else.
    """
    items = _lock_corrections(event, seen)
    revised = [item for item in items if item.revision is not None]
    # Games before the event, as a table that appends locks them.
    for game in sorted({item.table.log.pk for item in revised}):
        lock_game(game)
    for item in items:
        _apply(item, by)
        audit.remove(item, by=by, event=event)
    told = correction_notice_for([item.table_id for item in items])
    tables = sorted({(item.table.round.number, item.table.number) for item in items})
    after = {"tables": [list(pair) for pair in tables], "count": len(items), "told": told}
    audit.log(by=by, action=APPLIED, instance=event, event=event, after=after)
    return told


def _apply(item: CollectedCorrection, by: Actor) -> None:
    if item.revision is None:
        confirm_sheet(table=item.table, seen=item.seen, reason=item.reason, by=by)
        return
    refusals = append_chief(game_id=item.table.log.pk, event=item.revision, by=by)
    if refusals:
        raise CollectedRefusedError(item, refusals)


def _keep(table: Table, by: Actor, **fields: Any) -> None:
    event = table.round.event
    waiting = CollectedCorrection.objects.filter(table__round__event=event)
    if waiting.count() >= MAX_COLLECTED:
        raise ValidationError(
            _("%(most)d corrections wait already: apply or drop them first."),
            params={"most": MAX_COLLECTED},
        )
    item = CollectedCorrection(table=table, collected_by=audit.name_of(by), **fields)
    audit.insert(item, by=by, event=event)


def _lock_corrections(event: Event, seen: str) -> list[CollectedCorrection]:
    rows = CollectedCorrection.objects.select_for_update(of=("self",))
    rows = rows.filter(table__round__event=event)
    items = list(rows.select_related("table__round__event", "table__log").order_by("pk"))
    if not items or _mark(items) != seen:
        raise ValidationError(
            _("The collected corrections changed meanwhile: look at them again."), "changed"
        )
    return items


def _mark(items: Iterable[CollectedCorrection]) -> str:
    keys = ",".join(str(item.pk) for item in items)
    return hashlib.sha256(keys.encode()).hexdigest()[:16] if keys else ""
