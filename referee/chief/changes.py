"""The preview of a correction: its changes, figure by figure."""

from collections.abc import Callable
from typing import Any, NamedTuple

from django.utils.text import get_text_list
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from referee.chief.log_lines import EventDescriber
from referee.engine.state import FINISHED
from referee.log.chief import Preview
from referee.models import GameLog
from tournament.draws.outdated import outdated_draws
from tournament.models import Event, Result, Seat
from tournament.results.selectors.reviews import review_of
from tournament.standings.selectors.pages import standing_changes_of_tables
from tournament.standings.selectors.standing_changes import StandingChange, TableOutcome

NO_VALUE = "–"


class Change(NamedTuple):
    """One figure of one player, before and after ("–" where there is none)."""

    player: str
    figure: Any
    before: Any
    after: Any


class ChangedFigures(NamedTuple):
    """The changes in one place: those of each player, in order."""

    title: str
    players: list[list[Change]]


class Changes(NamedTuple):
    """All the changes that a correction makes.

    `note` is a sentence about why the event's standings do not follow, or not at once, else "";
    `draws` say which draws used other results, `moves` what the table has to move.
    """

    parts: list[ChangedFigures]
    note: str
    draws: list[str]
    moves: list[str]


def changes(game: GameLog, preview: Preview, describer: EventDescriber) -> Changes:
    """Return the changes that a correction makes, for a preview.

    The preview comes before the correction is confirmed. The changes are each figure of the
    table's statement, the moves that the table has to make, and each player's rank and points
    in the event if the game is then finished.
    """
    moves = [describer.handover(each) for each in preview.moves]
    return _figures_and_standings(game, preview, describer)._replace(moves=moves)


def _figures_and_standings(game: GameLog, preview: Preview, describer: EventDescriber) -> Changes:
    figures = changed_figures(
        preview.before.get("statement"), preview.after.get("statement"), describer
    )
    reason = why_log_does_not_count(game.table_id)
    if reason:
        return _changes(reason, ChangedFigures(gettext("Result of this table’s log"), figures))
    if preview.after["status"] != FINISHED:
        note = gettext("The game is not finished: the event’s standings do not change.")
        return _changes(note, ChangedFigures(gettext("Position at this table"), figures))
    here = ChangedFigures(gettext("Result of this table"), figures)
    standings, draws = _standings(game.table_id, preview)
    if game.state == GameLog.State.CONFIRMED:
        unmoved = gettext("Nobody’s rank or points in the event change.")
        note = unmoved if figures and not standings else ""
        there = ChangedFigures(gettext("Standings of the event"), standings)
        return _changes(note, here, there)._replace(draws=draws)
    note = gettext("The result is not confirmed yet: it does not count in the event’s standings.")
    title = gettext("Standings of the event if this result is confirmed")
    return _changes(note, here, ChangedFigures(title, standings))._replace(draws=draws)


def why_log_does_not_count(table: int) -> str:
    """Return a sentence on why the log's result does not count; "" if it does."""
    review = review_of(table)
    if review is None or review.versions[0].source == Result.Source.LOG:
        return ""
    if review.waiting:
        return gettext(
            "Another result of this table counts until the chief referee has chosen between them: "
            "this correction does not change the event’s standings."
        )
    return gettext(
        "The chief referee chose another result for this table: this correction does not replace "
        "it. To let the log count, choose it on the page of the table’s results."
    )


def _changes(note: str, *parts: ChangedFigures) -> Changes:
    return Changes([part for part in parts if part.players], note, [], [])


def _standings(table: int, preview: Preview) -> tuple[list[list[Change]], list[str]]:
    """Return the changes in ranks and points, and the draws that used other results."""
    event = Event.objects.get(rounds__tables=table)
    before = {table: outcome_of(preview.before)} if preview.before["status"] == FINISHED else {}
    after = {table: outcome_of(preview.after)}
    shifts = standing_changes_of_tables(event, before=before, after=after)
    return [shift_of(shift) for shift in shifts], [d.text for d in outdated_draws(event, after)]


def outcome_of(snapshot: dict[str, Any]) -> TableOutcome:
    lines = snapshot["statement"]["players"]
    return {line["id"]: (line["place"], line["final"]) for line in lines}


def shift_of(shift: StandingChange) -> list[Change]:
    pairs = [(_("Rank in the event"), shift.rank), (_("Points in the event"), shift.points)]
    return [Change(shift.player.name, label, was, now) for label, (was, now) in pairs if was != now]


def changed_figures(
    before: dict[str, Any] | None, after: dict[str, Any] | None, describer: EventDescriber
) -> list[list[Change]]:
    old = _players(before)
    changes_by_player = [
        [
            Change(
                describer.names.get(player, player), figure.label, *figure.show(was, now, describer)
            )
            for key, figure in FIGURES.items()
            if (was := old.get(player, {}).get(key)) != (now := line.get(key))
        ]
        for player, line in _players(after).items()
    ]
    return [own for own in changes_by_player if own]


def _players(statement: dict[str, Any] | None) -> dict[str, dict[str, Any]]:
    return {line["id"]: line for line in statement["players"]} if statement else {}


def _number(was: Any, now: Any, _describer: EventDescriber) -> tuple[Any, Any]:
    return (NO_VALUE if was is None else was), (NO_VALUE if now is None else now)


def _role(was: Any, now: Any, _describer: EventDescriber) -> tuple[Any, Any]:
    words = dict(Seat.Role.choices)
    return words.get(was, NO_VALUE), words.get(now, NO_VALUE)


def _yes_or_no(was: Any, now: Any, _describer: EventDescriber) -> tuple[Any, Any]:
    words = {True: gettext("yes"), False: gettext("no"), None: NO_VALUE}
    return words[was], words[now]


def _square(was: Any, now: Any, describer: EventDescriber) -> tuple[Any, Any]:
    return (
        NO_VALUE if was is None else describer.square(was),
        NO_VALUE if now is None else describer.square(now),
    )


def _deeds(was: Any, now: Any, describer: EventDescriber) -> tuple[Any, Any]:
    """Return the deeds before and after; only those gained, lost or changed."""
    was, now = was or {}, now or {}
    other = sorted(was.keys() | now.keys(), key=int)
    other = [square for square in other if was.get(square) != now.get(square)]
    return _deed_list(was, other, describer), _deed_list(now, other, describer)


def _deed_list(deeds: dict[str, Any], squares: list[str], describer: EventDescriber) -> str:
    named = [_deed(deeds[each], describer.square(int(each))) for each in squares if each in deeds]
    return get_text_list(named, gettext("and")) if named else NO_VALUE


def _deed(deed: dict[str, Any], place: str) -> str:
    if deed["mortgaged"]:
        return gettext("%(deed)s, mortgaged") % {"deed": place}
    if not deed["improvements"]:
        return place
    text = ngettext(
        "%(deed)s with %(count)d step", "%(deed)s with %(count)d steps", deed["improvements"]
    )
    return text % {"deed": place, "count": deed["improvements"]}


class Figure(NamedTuple):
    """A figure of a statement: its name, and how its values are shown."""

    label: Any
    show: Callable[[Any, Any, EventDescriber], tuple[Any, Any]] = _number


FIGURES = {
    "role": Figure(_("Role"), _role),
    "place": Figure(_("Place at the table")),
    "final": Figure(_("Final cash")),
    "before_retention": Figure(_("Cash before retention")),
    "retained": Figure(_("Cash retained")),
    "circuit_income": Figure(_("Circuit income")),
    "cash": Figure(_("Cash")),
    "square": Figure(_("Square"), _square),
    "confined": Figure(_("Confined"), _yes_or_no),
    "out": Figure(_("Out of the game"), _yes_or_no),
    "owes": Figure(_("Owes")),
    "deeds": Figure(_("Deeds"), _deeds),
}
