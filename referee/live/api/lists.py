"""The lists of the public interface, and their single items."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from referee.live.api import items as public_items
from referee.live.api.answers import EventState, ReadOnlyView, answer, state_of, tagged_response
from referee.live.api.list_views import NO_EVENT, AtTablesView, InEventView, ListView, describe_list
from referee.live.api.shapes import shape_of
from referee.live.api.views import SLUG
from referee.records.selectors import record_facts, record_of
from referee.tablet.api import paging, schema, shapes
from referee.tablet.api.paging import Key
from tournament.events.selectors.events import EventCard, event_cards
from tournament.public.declaration import lists
from tournament.public.declaration.fields import (
    EVENT_STATES,
    PLAYER_STATES,
    TABLE_STATES,
    filled_from,
)
from tournament.standings.selectors.pages import table_page

Json = dict[str, Any]
PLAYER_ID = {"type": "string", "pattern": "^p[0-9]+$"}
RECORD_TYPE = "application/x-ndjson; charset=utf-8"


@describe_list("public_events", lists.ListedEvent, "The published events, the latest first.")
class EventListView(ListView):
    """All published events."""

    key = (0, "")
    narrowed_by = ("status",)
    states = EVENT_STATES

    def get(self, request: Request) -> Any:
        """Return a page of the list."""
        page = self.page(request)
        cards = sorted(event_cards(), key=_order)
        wanted = [card for card in cards if page.filters.get("status") in (None, card.state)]
        shown, cursor = paging.page_of(wanted, page, _order)
        return answer(request, {"items": [_event_item(card) for card in shown], "next": cursor})


def _order(card: EventCard) -> Key:
    return -card.starts_on.toordinal(), card.slug


def _event_item(card: EventCard) -> lists.ListedEvent:
    called_off = card.called_off or None
    return filled_from(card, lists.ListedEvent, status=card.state, called_off=called_off)


@describe_list("public_rounds", lists.Round, "The published rounds in order.")
class RoundListView(InEventView):
    """An event's rounds."""

    narrowed_by = ("status",)
    states = ("published", "finished")
    items = staticmethod(public_items.rounds_of)


@describe_list(
    "public_tables", lists.Table, "The tables of the published rounds, with who sits there."
)
class TableListView(AtTablesView):
    """An event's tables."""

    narrowed_by = (*AtTablesView.narrowed_by, "status")
    states = TABLE_STATES
    items = staticmethod(public_items.tables_of)


@describe_list(
    "public_results",
    lists.Result,
    "What the finished tables came to. A `record` is the game record's SHA-256; a result without "
    "one was entered by hand.",
)
class ResultListView(AtTablesView):
    """An event's results."""

    items = staticmethod(public_items.results_of)


@describe_list("public_records", lists.Record, "The game records, each with its statement.")
class RecordListView(AtTablesView):
    """An event's game records."""

    @staticmethod
    def items(state: Json) -> list[lists.Result]:
        """Return the results that have a record."""
        return [item for item in public_items.results_of(state) if item.record]

    def finished_items(self, state: EventState, shown: Sequence[Any]) -> Sequence[Any]:
        """Return the facts of the records that are still visible."""
        slug = state.values["event"]["slug"]
        wanted = [(item.round, item.table) for item in shown]
        found = record_facts(state.event, wanted)
        return [
            filled_from(
                facts,
                lists.Record,
                url=reverse("tablet_api:public-record", args=[slug, *place]),
                sha256=facts.digest,
            )
            for place in wanted
            if (facts := found.get(place))
        ]


@describe_list(
    "public_standings",
    lists.Standing,
    "The standings in order. While places are being revealed from the last one up, those up to "
    "`first_place` are there.",
    lists.StandingsHead,
)
class StandingListView(InEventView):
    """An event's standings."""

    narrowed_by = ("player", "club")
    items = staticmethod(public_items.standings_of)
    beside = staticmethod(public_items.standings_head)

    @staticmethod
    def key_of(item: Any) -> Key:
        """Return the position."""
        return (item.position,)


@describe_list(
    "public_teams",
    lists.Team,
    "The team standings in order, each with the members whose points are added up. Empty in an "
    "event without team standings, and while places are being revealed.",
    lists.TeamsHead,
)
class TeamListView(InEventView):
    """An event's teams."""

    items = staticmethod(public_items.teams_of)
    beside = staticmethod(public_items.teams_head)

    @staticmethod
    def key_of(item: Any) -> Key:
        """Return the position."""
        return (item.position,)


@describe_list("public_players", lists.ListedPlayer, "The players in order of seed.")
class PlayerListView(InEventView):
    """An event's players."""

    narrowed_by = ("player", "club", "status")
    states = PLAYER_STATES
    items = staticmethod(public_items.players_of)

    @staticmethod
    def key_of(item: Any) -> Key:
        """Return the seed."""
        return (item.seed,)


@describe_list("public_clock", lists.Clock, "The clock of each round.")
class ClockListView(InEventView):
    """An event's clocks."""

    narrowed_by = ("round",)
    items = staticmethod(public_items.clocks_of)


class EventView(ReadOnlyView):
    """One event."""

    @extend_schema(
        operation_id="public_event",
        parameters=[SLUG],
        responses=shapes.responses(
            (200, shape_of(lists.Event)), device=False, **shapes.UNKNOWN_KEY, **NO_EVENT
        ),
    )
    def get(self, request: Request, slug: str) -> Any:
        """Return the event, with the numbers of its players, published rounds and tables."""
        state = state_of(slug)
        return answer(request, public_items.event_of(state.values), state.number)


class RulesView(ReadOnlyView):
    """The rules of an event."""

    @extend_schema(
        operation_id="public_rules",
        parameters=[SLUG],
        responses=shapes.responses(
            (200, shape_of(lists.Rules)), device=False, **shapes.UNKNOWN_KEY, **NO_EVENT
        ),
    )
    def get(self, request: Request, slug: str) -> Any:
        """Return edition, game, rulings, points and tie-breaks."""
        state = state_of(slug)
        return answer(request, public_items.rules_of(state.values), state.number)


class PlayerView(ReadOnlyView):
    """One player of an event."""

    @extend_schema(
        operation_id="public_player",
        parameters=[
            SLUG,
            OpenApiParameter("player", PLAYER_ID, OpenApiParameter.PATH),
        ],
        responses=shapes.responses(
            (200, shape_of(lists.Player)),
            device=False,
            **shapes.UNKNOWN_KEY,
            _404="The event has no such player.",
        ),
    )
    def get(self, request: Request, slug: str, player: str) -> Any:
        """Return the player's row of the standings, tables and results."""
        state = state_of(slug)
        found = public_items.player_of(state.values, player)
        if found is None:
            raise Http404
        return answer(request, found, state.number)


class RecordView(ReadOnlyView):
    """One game record."""

    @extend_schema(
        operation_id="public_record",
        parameters=[
            SLUG,
            OpenApiParameter("number", schema.SEQ, OpenApiParameter.PATH),
            OpenApiParameter("table_number", schema.SEQ, OpenApiParameter.PATH),
        ],
        responses={
            (200, "application/x-ndjson"): OpenApiTypes.STR,
            **shapes.responses(
                device=False, **shapes.UNKNOWN_KEY, _404="There is no such record, or not yet."
            ),
        },
    )
    def get(self, request: Request, slug: str, number: int, table_number: int) -> Any:
        """Return the file (`amr/1`, JSON Lines), as on the table's page."""
        page = table_page(slug, number, table_number)
        record = record_of(page.table.pk) if page else None
        if record is None:
            raise Http404
        return tagged_response(request, record.text.encode(), RECORD_TYPE)
