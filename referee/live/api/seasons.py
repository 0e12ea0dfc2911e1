"""Seasons in the public interface: the list, and one with its rows and ratings."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from referee.live.api.answers import ReadOnlyView, answer
from referee.live.api.list_views import ListView, describe_list
from referee.live.api.shapes import shape_of
from referee.tablet.api import paging, shapes
from tournament.common.or_404 import or_404
from tournament.public.declaration import seasons as items
from tournament.public.declaration.fields import filled_from
from tournament.seasons.selectors.events import seasons_of
from tournament.seasons.selectors.tables import Place, PlayerLine, SeasonTable, season_table
from tournament.visibility import Reader


@describe_list("public_seasons", items.ListedSeason, "The published seasons, by their addresses.")
class SeasonListView(ListView):
    """All published seasons."""

    key = ("",)

    def get(self, request: Request) -> Any:
        """Return a page of the list."""
        found = seasons_of(Reader.PUBLIC).order_by("slug")
        shown, cursor = paging.page_of(list(found), self.page(request), lambda one: (one.slug,))
        listed = [filled_from(season, items.ListedSeason) for season in shown]
        return answer(request, {"items": listed, "next": cursor})


class SeasonView(ReadOnlyView):
    """One season."""

    @extend_schema(
        operation_id="public_season",
        parameters=[
            OpenApiParameter(
                "season",
                {"type": "string", "pattern": "^[-a-zA-Z0-9_]{1,60}$"},
                OpenApiParameter.PATH,
                description="The season's name in its page's address.",
            )
        ],
        responses=shapes.responses(
            (200, shape_of(items.Season)),
            device=False,
            **shapes.UNKNOWN_KEY,
            _404="No season that is published has this name.",
        ),
    )
    def get(self, request: Request, season: str) -> Any:
        """Return the season's events, rows and ratings."""
        found = or_404(seasons_of(Reader.PUBLIC).filter(slug=season).first())
        return answer(request, season_document(season_table(found)))


def season_document(table: SeasonTable) -> items.Season:
    """Return a season's table as the interface has it."""
    return filled_from(
        table.season,
        items.Season,
        events=[
            filled_from(event, items.SeasonEvent, counts=event.results is not None)
            for event in table.events
        ],
        rows=[_row(line) for line in table.lines],
        ratings=_ratings(table),
    )


def _row(line: PlayerLine) -> items.SeasonRow:
    return items.SeasonRow(
        player=line.id,
        name=line.name,
        rank=line.row.rank,
        points=str(line.row.points),
        results=[_result(place) for place in line.played],
        rating=filled_from(line.rating, items.PlayerRating) if line.rating else None,
    )


def _result(place: Place) -> items.SeasonResult:
    return items.SeasonResult(
        event=place.event.slug,
        player=place.row.code,
        rank=place.row.rank,
        points=str(place.points),
        disqualified=place.row.disqualified,
        counts=place.counts,
    )


def _ratings(table: SeasonTable) -> items.SeasonRatings | None:
    found = table.ratings
    if found.computed_at is None:
        return None
    roles = {
        edition: filled_from(rating, items.PlayerRating)
        for edition, rating in sorted(found.monopolists.items())
    }
    return filled_from(found, items.SeasonRatings, monopolists=roles)
