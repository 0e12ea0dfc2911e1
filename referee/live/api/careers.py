"""A player over events in the public interface."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from referee.live.api.answers import ReadOnlyView, answer
from referee.live.api.shapes import shape_of
from referee.tablet.api import shapes
from tournament.careers.curve_worker import current_curve
from tournament.careers.deeds import favourite_deeds
from tournament.careers.ratings import ratings_of_player
from tournament.careers.selectors import Career, CareerEvent, career_at
from tournament.common.or_404 import or_404
from tournament.models.people import code_of
from tournament.public.declaration import careers as items
from tournament.public.declaration.fields import filled_from
from tournament.public.declaration.seasons import PlayerRating


class CareerView(ReadOnlyView):
    """One player over events."""

    @extend_schema(
        operation_id="public_career",
        parameters=[
            OpenApiParameter(
                "token",
                {"type": "string", "pattern": "^[-a-zA-Z0-9_]{1,32}$"},
                OpenApiParameter.PATH,
                description="The end of the page's address, which the player alone tells.",
            )
        ],
        responses=shapes.responses(
            (200, shape_of(items.Career)),
            device=False,
            **shapes.UNKNOWN_KEY,
            _404="No player shows results at this address, or not any more.",
        ),
    )
    def get(self, request: Request, token: str) -> Any:
        """Return the player's events, deeds and ratings."""
        return answer(request, career_document(or_404(career_at(token))))


def career_document(found: Career) -> items.Career:
    """Return a player's page as the interface has it."""
    return items.Career(
        name=found.name,
        events=[_event(each) for each in found.events],
        deeds=[filled_from(deed, items.CareerDeed) for deed in favourite_deeds(found.over).deeds],
        rating_curve=[
            items.CareerRatingAfter(
                event=each.event.slug, rating=filled_from(each.rating, PlayerRating)
            )
            for each in current_curve(found).points
        ],
        ratings=[
            items.CareerRating(season=each.slug, rating=filled_from(each.rating, PlayerRating))
            for each in ratings_of_player(found.over)
        ],
    )


def _event(each: CareerEvent) -> items.CareerEvent:
    row = each.row
    return items.CareerEvent(
        event=each.event.slug,
        name=each.event.name,
        player=code_of(each.seed),
        rank=row.rank if row else None,
        players=each.players,
        points=str(row.points) if row else None,
        disqualified=bool(row and row.disqualified),
        roles=[filled_from(role, items.CareerRole, points=str(role.points)) for role in each.roles],
    )
