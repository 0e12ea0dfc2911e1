"""The score sheets among the printable documents.

There is one for each of a round's tables, and a blank one.
"""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee.chief.score_sheet import SheetHead, SheetPlayer, score_sheet
from referee.chief.score_sheet_steps import EndRules
from scoring.game.rulings import Rulings
from tournament.access import Action
from tournament.common.editions import edition_of
from tournament.events.edition_display import EDITION_NAMES
from tournament.models import Event
from tournament.prints.document import Document, Order
from tournament.rounds.selectors.players import players_of
from tournament.rounds.selectors.rounds import by_table, seats_with_results, table_view
from tournament.visibility import Reader

TEMPLATE = "score-sheets"


def score_sheets(order: Order) -> dict[str, Any]:
    """Return a sheet for each table of the round (3 queries)."""
    event, players = order.event, players_of(order.event, Reader.PUBLIC)
    tables = [
        table_view(event, seats, players, Reader.STAFF)
        for seats in by_table(seats_with_results(round=order.round))
    ]
    label = _("Table %(number)s")
    return {
        **order.heading(_("Score sheets")),
        "sheets": [
            score_sheet(
                _head(event, f"{order.round_title} · {label % {'number': table.number}}"),
                [SheetPlayer(seat.order, seat.player.name, seat.role) for seat in table.seats],
                rules_of(event),
            )
            for table in tables
        ],
    }


def blank_score_sheet(order: Order) -> dict[str, Any]:
    """Return a sheet for any table of the event, with six blank lines."""
    event = order.event
    return {
        **order.heading(_("Blank score sheet")),
        "sheets": [score_sheet(_head(event), [], rules_of(event))],
    }


def rules_of(event: Event) -> EndRules:
    """Return by what the end of the event's games is worked out."""
    return EndRules(edition_of(event), event.mode, Rulings(**event.rulings))


def _head(event: Event, place: str = "") -> SheetHead:
    own = edition_of(event).name if event.edition_file else ""
    return SheetHead(event.name, own or str(EDITION_NAMES[event.edition]), place)


DOCUMENTS = (
    Document(
        TEMPLATE,
        gettext_lazy("Score sheets"),
        gettext_lazy(
            "One a table, two-sided: the position, then the end of the game step by step."
        ),
        Action.SEE_EVENT,
        score_sheets,
        of_round=True,
    ),
    Document(
        "blank-score-sheet",
        gettext_lazy("Blank score sheet"),
        gettext_lazy("To copy, for a table whose tablet breaks down."),
        Action.SEE_EVENT,
        blank_score_sheet,
        template=TEMPLATE,
    ),
)
