"""What everybody may read of events, in lists and one by one: read only, the same for everybody."""

from typing import Any

from django.http import Http404
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from referee.live.api import items as public_items
from referee.live.api import shapes as told
from referee.live.api.answers import EventState, ReadOnlyView, answer, state_of, tagged_response
from referee.live.api.list_views import NO_EVENT, AtTablesView, InEventView, ListView, describe_list
from referee.live.api.views import SLUG
from referee.records.selectors import record_facts, record_of
from referee.tablet.api import paging, schema, shapes
from referee.tablet.api.paging import Key
from tournament.events.selectors.events import EventCard, event_cards
from tournament.standings.selectors.pages import table_page

Json = dict[str, Any]
RECORD_TYPE = "application/x-ndjson; charset=utf-8"


@describe_list("public_events", told.LISTED_EVENT, "The published events, the latest first.")
class EventListView(ListView):
    """All published events."""

    key = (0, "")
    narrowed_by = ("status",)
    states = told.EVENT_STATES

    def get(self, request: Request) -> Any:
        """A page of the list."""
        page = self.page(request)
        cards = sorted(event_cards(), key=_order)
        wanted = [card for card in cards if page.filters.get("status") in (None, card.state)]
        shown, cursor = paging.page_of(wanted, page, _order)
        return answer(request, {"items": [_event_json(card) for card in shown], "next": cursor})


def _order(card: EventCard) -> Key:
    return -card.starts_on.toordinal(), card.slug


def _event_json(card: EventCard) -> Json:
    return {
        "slug": card.slug,
        "name": card.name,
        "starts_on": card.starts_on.isoformat(),
        "ends_on": card.ends_on.isoformat(),
        "venue": card.venue,
        "edition": card.edition,
        "mode": card.mode,
        "players": card.players,
        "number_of_rounds": card.number_of_rounds,
        "rounds_published": card.rounds_published,
        "rounds_finished": card.rounds_finished,
        "status": card.state,
        "called_off": card.called_off or None,
    }


@describe_list("public_rounds", told.ROUND, "The published rounds in order.")
class RoundListView(InEventView):
    """An event's rounds."""

    narrowed_by = ("status",)
    states = ("published", "finished")
    items = staticmethod(public_items.rounds_of)


@describe_list(
    "public_tables", told.TABLE, "The tables of the published rounds, with who sits there."
)
class TableListView(AtTablesView):
    """An event's tables."""

    narrowed_by = (*AtTablesView.narrowed_by, "status")
    states = (public_items.OPEN, public_items.FINISHED)
    items = staticmethod(public_items.tables_of)


@describe_list(
    "public_results",
    told.RESULT,
    "What the finished tables came to. A `record` is the game record's SHA-256; a result without "
    "one was entered by hand.",
)
class ResultListView(AtTablesView):
    """An event's results."""

    items = staticmethod(public_items.results_of)


@describe_list("public_records", told.RECORD, "The game records, each with its statement.")
class RecordListView(AtTablesView):
    """An event's game records."""

    @staticmethod
    def items(state: Json) -> list[Json]:
        """The results that have a record."""
        return [item for item in public_items.results_of(state) if item["record"]]

    def finished_items(self, state: EventState, shown: list[Json]) -> list[Json]:
        """Return the facts of the records that are still visible."""
        slug = state.values["event"]["slug"]
        wanted = [(item["round"], item["table"]) for item in shown]
        found = record_facts(state.event, wanted)
        return [
            {
                "round": facts.round,
                "table": facts.table,
                "url": reverse("tablet_api:public-record", args=[slug, *place]),
                "sha256": facts.digest,
                "statement": facts.statement,
                "edition_digest": facts.edition_digest,
                "engine_digest": facts.engine_digest,
            }
            for place in wanted
            if (facts := found.get(place))
        ]


@describe_list(
    "public_standings",
    told.STANDING,
    "The standings in order. While places are being revealed from the last one up, those up to "
    "`first_place` are there.",
    **told.STANDINGS,
)
class StandingListView(InEventView):
    """An event's standings."""

    narrowed_by = ("player", "club")
    items = staticmethod(public_items.standings_of)
    extra_fields = staticmethod(public_items.standings_head)

    @staticmethod
    def key_of(item: Json) -> Key:
        """The position."""
        return (item["position"],)


@describe_list(
    "public_teams",
    told.TEAM,
    "The team standings in order, each with the members whose points are added up. Empty in an "
    "event without team standings, and while places are being revealed.",
    **told.TEAMS,
)
class TeamListView(InEventView):
    """An event's teams."""

    items = staticmethod(public_items.teams_of)
    extra_fields = staticmethod(public_items.teams_head)

    @staticmethod
    def key_of(item: Json) -> Key:
        """The position."""
        return (item["position"],)


@describe_list("public_players", told.LISTED_PLAYER, "The players in order of seed.")
class PlayerListView(InEventView):
    """An event's players."""

    narrowed_by = ("player", "club", "status")
    states = (public_items.PLAYING, public_items.DROPPED)
    items = staticmethod(public_items.players_of)

    @staticmethod
    def key_of(item: Json) -> Key:
        """The seed."""
        return (item["seed"],)


@describe_list("public_clock", told.CLOCK_OF_ROUND, "The clock of each round.")
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
            (200, told.EVENT), device=False, **shapes.UNKNOWN_KEY, **NO_EVENT
        ),
    )
    def get(self, request: Request, slug: str) -> Any:
        """The event itself, and how much there is of it."""
        state = state_of(slug)
        return answer(request, public_items.event_of(state.values), state.number)


class RulesView(ReadOnlyView):
    """What an event is played by."""

    @extend_schema(
        operation_id="public_rules",
        parameters=[SLUG],
        responses=shapes.responses(
            (200, told.RULES), device=False, **shapes.UNKNOWN_KEY, **NO_EVENT
        ),
    )
    def get(self, request: Request, slug: str) -> Any:
        """Edition, game, rulings, points and tie-breaks."""
        state = state_of(slug)
        return answer(request, public_items.rules_of(state.values), state.number)


class PlayerView(ReadOnlyView):
    """One player of an event."""

    @extend_schema(
        operation_id="public_player",
        parameters=[
            SLUG,
            OpenApiParameter("player", told.PLAYER_ID, OpenApiParameter.PATH),
        ],
        responses=shapes.responses(
            (200, told.PLAYER),
            device=False,
            **shapes.UNKNOWN_KEY,
            _404="The event has no such player.",
        ),
    )
    def get(self, request: Request, slug: str, player: str) -> Any:
        """The player's row of the standings, tables and results."""
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
        """The file (`amr/1`, JSON Lines), as on the table's page."""
        page = table_page(slug, number, table_number)
        record = record_of(page.table.pk) if page else None
        if record is None:
            raise Http404
        return tagged_response(request, record.text.encode(), RECORD_TYPE)
