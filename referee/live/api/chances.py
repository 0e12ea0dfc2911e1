"""The chances of a running table in the public interface.

The record to compute them from is here too.
"""

from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from referee.chances.selectors import published_chances, tallies_of, win_ranges
from referee.live.api.answers import EventState, ReadOnlyView, answer, state_of, tagged_response
from referee.live.api.lists import RECORD_TYPE
from referee.live.api.shapes import shape_of
from referee.live.api.views import SLUG
from referee.log.public_record import record_so_far
from referee.models import LiveChance
from referee.tablet.api import schema, shapes
from tournament.common.or_404 import or_404
from tournament.public.declaration import lists
from tournament.standings.selectors.pages import table_page

Json = dict[str, Any]
AT_TABLE = [
    SLUG,
    OpenApiParameter("number", schema.SEQ, OpenApiParameter.PATH),
    OpenApiParameter("table_number", schema.SEQ, OpenApiParameter.PATH),
]
NO_CHANCES = {"_404": "The table does not play, or the event shows no chances, or there are none."}
NO_RECORD = {"_404": "The table does not play, or its board is not shown."}


class ChancesView(ReadOnlyView):
    """The chances of one running table."""

    @extend_schema(
        operation_id="public_chances",
        parameters=AT_TABLE,
        responses=shapes.responses(
            (200, shape_of(lists.Chances)), device=False, **shapes.UNKNOWN_KEY, **NO_CHANCES
        ),
    )
    def get(self, request: Request, slug: str, number: int, table_number: int) -> Any:
        """Return the newest chances, with all that it takes to compute them again."""
        state = state_of(slug)
        return answer(request, or_404(_chances(state, number, table_number)), state.number)


def _chances(state: EventState, number: int, table: int) -> lists.Chances | None:
    """Return the stored chances of a table whose published board shows some."""
    stored = published_chances(state.event, state.values, number, table)
    if stored is None or stored.computed_at is None:
        return None
    seats = state.values["rounds"][str(number)]["tables"][str(table)]["seats"]
    players = [seats[order]["player"] for order in sorted(seats, key=int)]
    return lists.Chances(
        round=number,
        table=table,
        at=stored.computed_at.isoformat(),
        seq=stored.seq,
        head=stored.head,
        line=stored.line,
        turn=stored.turn,
        turns=stored.turns,
        method=stored.method,
        seed=stored.seed,
        playouts=stored.playouts,
        players=_players(stored, players),
    )


def _players(stored: LiveChance, players: list[str]) -> list[lists.PlayerChances]:
    names, counted = ("low", "high", "least", "most"), tallies_of(stored)
    return [
        lists.PlayerChances(
            player=code,
            win=lists.ChanceRange(**dict(zip(names, chance, strict=True))),
            counts={each.method: list(each.counts[index]) for each in counted},
        )
        for index, (code, chance) in enumerate(win_ranges(stored, players).items())
    ]


class RecordSoFarView(ReadOnlyView):
    """The record of one running table."""

    @extend_schema(
        operation_id="public_record_so_far",
        parameters=AT_TABLE,
        responses={
            (200, "application/x-ndjson"): OpenApiTypes.STR,
            **shapes.responses(device=False, **shapes.UNKNOWN_KEY, **NO_RECORD),
        },
    )
    def get(self, request: Request, slug: str, number: int, table_number: int) -> Any:
        """Return the game so far as a file (`amr/1`, JSON Lines).

        It leaves out the referee's texts.
        """
        page = or_404(table_page(slug, number, table_number))
        if page.table.finished:
            raise Http404
        names = {seat.player.code: seat.player.name for seat in page.table.seats}
        found = or_404(record_so_far(page.table.pk, names, now=timezone.now()))
        return tagged_response(request, found.text.encode(), RECORD_TYPE)
