"""The chapters of a game in words: each sentence is translated whole."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from referee.engine import Consequence
from referee.insight.wording import shares_text
from referee.language import headline_text, language
from referee.records.chapters import END, LEAD, RETENTION, Chapter
from referee.records.replayed import LedgerEntry, ReplayedRecord
from referee.records.turns import MONOPOLY
from scoring.game.money import money

TURNING_POINT = "turning-point"


@dataclass(frozen=True, slots=True)
class ShownChapter:
    """A chapter in the reader's language.

    `lines` say more of it. `note` is what a chart has room for. `turn` is the number of its turn.
    """

    frame: int
    kind: str
    title: str
    lines: Sequence[str]
    note: str
    turn: int | None


def shown_chapter(chapter: Chapter, game: ReplayedRecord, turn: int | None) -> ShownChapter:
    """Return a chapter in words."""
    title, lines = _title(chapter, game), []
    note = title
    if chapter.kind == RETENTION and chapter.entry:
        kept = [item for item in chapter.entry.effects if item.kind == RETENTION]
        lines = [_retention(item, game) for item in kept]
        note = _retention(max(kept, key=lambda item: item.amount), game) if kept else title
    return ShownChapter(chapter.frame, chapter.kind, title, lines, note, turn)


def turning_chapter(
    point: Mapping[str, Any], entry: LedgerEntry, frame: int, game: ReplayedRecord, turn: int | None
) -> ShownChapter:
    """Return a stored turning point in words: the event, and what it did to a chance."""
    title = (
        ", ".join(_monopolies(entry, game))
        if entry.monopolies
        else headline_text(entry.event, game.names, game.state.edition)
    )
    told = {
        "name": _names(game, [point["player"]]),
        "before": shares_text(point["before"]),
        "after": shares_text(point["after"]),
    }
    line = _("Turning point: %(name)s’s chance to win, %(before)s → %(after)s") % told
    return ShownChapter(frame, TURNING_POINT, title, [line], title, turn)


def _title(chapter: Chapter, game: ReplayedRecord) -> str:
    names = _names(game, chapter.players)
    if chapter.kind == LEAD:
        return _("%(name)s takes the lead") % {"name": names}
    if chapter.kind == END and len(chapter.players) > 1:
        return _("Shared win: %(names)s") % {"names": names}
    if chapter.kind == END:
        return _("%(name)s wins") % {"name": names}
    entry = chapter.entry
    if entry is None:
        return ""
    if chapter.kind == MONOPOLY:
        return ", ".join(_monopolies(entry, game))
    return headline_text(entry.event, game.names, game.state.edition)


def _monopolies(entry: LedgerEntry, game: ReplayedRecord) -> list[str]:
    sentence = _("%(name)s monopolises %(city)s")
    ids = game.state.ids
    return [
        sentence % {"name": _names(game, [ids[player]]), "city": city}
        for player, city in entry.monopolies
    ]


def _retention(item: Consequence, game: ReplayedRecord) -> str:
    """Return one player's cash before and after retention, in a sentence.

    Retention is step B of the end procedure.
    """
    currency = game.state.edition.currency
    told: Mapping[str, str] = {
        "name": _names(game, [item.payer or ""]),
        "before": money(item.detail["before"], currency, language()),
        "after": money(item.detail["retained"], currency, language()),
    }
    return _("%(name)s: retention, %(before)s → %(after)s") % told


def _names(game: ReplayedRecord, players: Sequence[str]) -> str:
    """Return the names, isolated from the direction of the text around them."""
    return ", ".join(
        f"\N{FIRST STRONG ISOLATE}{game.names.get(one, one)}\N{POP DIRECTIONAL ISOLATE}"
        for one in players
    )
