"""What a correction changes, figure by figure, for the preview."""

from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

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


def changes(before: dict[str, Any], after: dict[str, Any], names: dict[str, str]) -> dict[str, Any]:
    """The status before and after, and each figure of the statement that changes."""
    return {
        "status": (before["status"], after["status"]),
        "figures": _figures(before.get("statement"), after.get("statement"), names),
    }


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
