"""Tags for other sites: whole addresses, and the code that shows an event there."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse

from tournament.common.addresses import absolute_address, origin_of
from tournament.rounds.selectors.rounds import SeatView
from tournament.sharing import preview_image
from tournament.sharing.embedding import FULL_FRAME, frame_code

register = template.Library()


@register.simple_tag(takes_context=True)
def sharing(context: Any, slug: str) -> dict[str, Any]:
    """Return the whole addresses of a page and of its event.

    `image` is blank where a picture could only be named by its path, which no other site takes.
    """
    request = context["request"]
    page = absolute_address(request, request.path)
    picture = reverse("tournament:preview", args=[slug])
    query = urlencode({"url": page, "format": "json"})
    return {
        "page": page,
        "event": absolute_address(request, reverse("tournament:event", args=[slug])),
        "overlay": absolute_address(request, reverse("tournament:overlay", args=[slug])),
        "image": origin_of(request) and absolute_address(request, picture),
        "width": preview_image.WIDTH,
        "height": preview_image.HEIGHT,
        "oembed": absolute_address(request, f"{reverse('tournament:oembed')}?{query}"),
    }


@register.simple_tag(takes_context=True)
def embed_code(context: Any, slug: str, name: str, show: str = "") -> str:
    """Return the HTML of a frame with the event, as text; with `teams` to show, those."""
    return frame_code(context["request"], slug, name, FULL_FRAME, teams=show == "teams")


@register.filter
def player_names(seats: Iterable[SeatView]) -> str:
    """Return the names of the players at a table, in order of play."""
    return ", ".join(seat.player.name for seat in seats)
