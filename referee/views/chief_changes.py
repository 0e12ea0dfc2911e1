"""What a correction changes, figure by figure, for the preview."""

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from tournament.selectors import Shift, standings_shifts

FIGURES = {
    "place": _("Place"),
    "final": _("Final cash"),
    "before_retention": _("Before retention"),
    "retained": _("Retained"),
    "circuit_income": _("Circuit income"),
    "cash": _("Cash"),
    "square": _("Square"),
    "confined": _("Confined"),
    "out": _("Out"),
    "owes": _("Owes"),
    "deeds": _("Deeds"),
}


class Change(NamedTuple):
    """One figure of one player, before and after ("—" where there is none)."""

    player: str
    figure: Any
    before: Any
    after: Any


def changes(
    table: int, before: dict[str, Any], after: dict[str, Any], names: dict[str, str]
) -> dict[str, Any]:
    """Each figure of the statement that changes and, where the game is finished then, whose rank
    and points in the event do: as the `parts` of a table, those left out that are empty."""
    figures = _figures(before.get("statement"), after.get("statement"), names)
    finished = after["status"] == "finished"
    standings = _standings(table, after["statement"]) if finished else []
    return {"parts": [part for part in (figures, standings) if part]}


def _standings(table: int, statement: dict[str, Any]) -> list[Change]:
    result = {line["id"]: (line["place"], line["final"]) for line in statement["players"]}
    shifts = standings_shifts(table, result)
    return [change for shift in shifts for change in _shift(shift)]


def _shift(shift: Shift) -> list[Change]:
    pairs = [(_("Rank in the event"), shift.rank), (_("Points in the event"), shift.points)]
    return [Change(shift.player.name, label, was, now) for label, (was, now) in pairs if was != now]


def _figures(
    before: dict[str, Any] | None, after: dict[str, Any] | None, names: dict[str, str]
) -> list[Change]:
    old = _players(before)
    return [
        Change(names.get(player, player), label, _shown(was), _shown(now))
        for player, line in _players(after).items()
        for figure, label in FIGURES.items()
        if (was := old.get(player, {}).get(figure)) != (now := line.get(figure))
    ]


def _players(statement: dict[str, Any] | None) -> dict[str, dict[str, Any]]:
    return {line["id"]: line for line in statement["players"]} if statement else {}


def _shown(value: Any) -> Any:
    if isinstance(value, dict):
        return ", ".join(sorted(value, key=int)) or "—"
    return "—" if value is None else value
