"""The rules card of an event's edition: one sheet, printed on both sides."""

from collections.abc import Iterable
from typing import Any

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from referee.board.guide_figures import (
    CompanyFare,
    RentGroup,
    comparisons,
    rent_groups,
    role_card,
    transport_fares,
    utility_factors,
)
from scoring.game.editions import Edition
from tournament.access import Action
from tournament.common.editions import edition_of
from tournament.events.edition_display import edition_display_of
from tournament.events.rule_texts import SETTLED_GAPS, edition_rules, rulings_in_force
from tournament.events.selectors.events import EventDetail, detail_of
from tournament.events.tie_break_wording import criterion_label
from tournament.models import Event
from tournament.prints.document import Document, Order


def rules_card(order: Order) -> dict[str, Any]:
    """Return roles, rulings, the end and points for one side, all rents for the other."""
    event = detail_of(order.event)
    edition = edition_of(event)
    two_hours = event.mode == Event.Mode.TWO_HOUR
    return {
        **order.heading(pgettext("of the game", "Rules")),
        "facts": _facts(event),
        "roles": _roles(edition),
        "card": _card(edition),
        "sections": [
            _section(
                _("Where the editions differ"),
                [(rule.subject, rule.text) for rule in edition_rules(edition, two_hours)],
            ),
            _section(
                _("Rulings"),
                [(ruling.title, ruling.value) for ruling in rulings_in_force(event.rulings)],
            ),
            _section(
                _("Other gaps, closed the same way in every event"),
                [("", str(gap)) for gap in SETTLED_GAPS],
            ),
            *([_section(_("When time is called"), _end(edition))] if two_hours else []),
            _section(_("Points by place"), [("", _points(event))]),
            _section(_("Tie-breaks"), [("", _tie_breaks(event))]),
        ],
        "rents-heading": _("Rents"),
        "rents-note": _(
            "Rents of streets in %(currency)s, by the number of houses on them; the last column is "
            "the big building, which monopolists reach one house sooner."
        )
        % {"currency": edition.currency},
        "ladders": [
            *(_ladder(edition, group) for group in rent_groups(edition)),
            _fares(
                _("Transport companies: what each one earns"),
                _("Companies owned"),
                transport_fares(edition),
            ),
            _fares(
                _("Utilities: how many times the throw each one earns"),
                _("Utilities owned"),
                utility_factors(edition),
                " ×",
            ),
        ],
    }


DOCUMENTS = (
    Document(
        "rules-card",
        gettext_lazy("Rules card"),
        gettext_lazy("One for each table, two-sided."),
        Action.SEE_EVENT,
        rules_card,
    ),
)


def _facts(event: EventDetail) -> str:
    """Return edition and mode, which names the length, in one line."""
    return f"{edition_display_of(event).name} · {event.mode_label}"


def _roles(edition: Edition) -> dict[str, Any]:
    return {
        "columns": ["", _("Competitor"), _("Monopolist")],
        "rows": [[line.subject, line.competitor, line.monopolist] for line in comparisons(edition)],
    }


def _card(edition: Edition) -> dict[str, Any]:
    """Return the lines of the role card; none for an edition with decks."""
    return {
        "heading": _("Role card"),
        "columns": [_("Dice"), _("Competitor"), _("Monopolist")],
        "rows": [[line.label, *line.cells] for line in role_card(edition)],
    }


def _section(heading: str, items: Iterable[tuple[str, str]]) -> dict[str, Any]:
    return {"heading": heading, "items": [{"term": term, "text": text} for term, text in items]}


def _end(edition: Edition) -> list[tuple[str, str]]:
    """Return the steps at the end of a two-hour game."""
    kept = _(
        "Retention: competitors keep %(competitor)s %% of their cash, "
        "monopolists %(monopolist)s %%."
    )
    steps = (
        _("The turn in progress is completed, with everything still open in it."),
        kept % edition.retention,
        _("Circuit: the Treasury pays the owner of each deed, once, what it would earn."),
        _("The most cash wins."),
    )
    return [("", f"{number}. {step}") for number, step in enumerate(steps, start=1)]


def _points(event: EventDetail) -> str:
    return " · ".join(
        f"{place}. {points}" for place, points in enumerate(event.points_by_place, start=1)
    )


def _tie_breaks(event: EventDetail) -> str:
    labels = [str(criterion_label(code)) for code in event.tie_breaks]
    return capfirst(", ".join(labels)) or _("None: equal points share the rank.")


def _ladder(edition: Edition, group: RentGroup) -> dict[str, Any]:
    prices = _("Price %(price)s, a building %(house)s; mortgage %(mortgage)s, redeeming %(redeem)s")
    return {
        "caption": f"{group.city}: {', '.join(group.streets)}",
        "note": prices
        % {
            "price": group.price,
            "house": group.house,
            "mortgage": group.mortgage,
            "redeem": group.redeem,
        },
        "columns": [
            _("Houses"),
            *map(str, range(edition.improvements["competitor"])),
            pgettext("building", "big"),
        ],
        "rows": [
            _rents(_("Competitor"), group.competitor),
            _rents(_("Monopolist"), group.monopolist),
            _rents(pgettext("city", "Monopolised"), group.doubled),
        ],
    }


def _fares(caption: str, owned: str, fares: list[CompanyFare], sign: str = "") -> dict[str, Any]:
    return {
        "caption": caption,
        "note": "",
        "columns": [owned, *(str(fare.companies) for fare in fares)],
        "rows": [
            [_("Competitor"), *(f"{fare.competitor}{sign}" for fare in fares)],
            [_("Monopolist"), *(f"{fare.monopolist}{sign}" for fare in fares)],
        ],
    }


def _rents(label: str, rents: Iterable[int | None]) -> list[str]:
    return [label, *("–" if rent is None else str(rent) for rent in rents)]
