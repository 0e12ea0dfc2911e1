"""The public page of a player over events, and its picture.

Both are asked of the database each time and kept by nobody: a page that was ended is gone at once.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext, ngettext, npgettext, override, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_safe

from tournament.careers.charts import rating_chart
from tournament.careers.curve_worker import current_curve
from tournament.careers.deeds import favourite_deeds
from tournament.careers.ratings import ratings_of_player
from tournament.careers.selectors import Career, CareerEvent, career_at
from tournament.common.addresses import absolute_address, origin_of
from tournament.common.days_wording import days_text
from tournament.common.languages import known_language
from tournament.common.or_404 import or_404
from tournament.sharing import preview_image
from tournament.sharing.preview_image import Leader, Preview
from tournament.sharing.responses import picture_response

ROWS_IN_PICTURE = 3
NO_INDEX = "noindex, nofollow"


@never_cache
@sensitive_variables("token")
@require_safe
def career(request: HttpRequest, token: str) -> HttpResponse:
    """Show a player's results over events."""
    found = or_404(career_at(token))
    curve = current_curve(found)
    picture = reverse("tournament:career-picture", args=[token])
    context = {
        "career": found,
        "deeds": favourite_deeds(found.over),
        "curve": curve,
        "chart": rating_chart(curve.points),
        "ratings": ratings_of_player(found.over),
        "picture": picture,
        "page": absolute_address(request, request.path),
        "image": origin_of(request) and absolute_address(request, picture),
        "width": preview_image.WIDTH,
        "height": preview_image.HEIGHT,
        "summed_up": summary_of(found),
    }
    return _as_listed(render(request, "tournament/careers/career.html", context), found)


@never_cache
@sensitive_variables("token")
@require_safe
def picture(request: HttpRequest, token: str) -> HttpResponse:
    """Send the page's picture, 1200 × 630 pixels, as PNG.

    Answer 503 if too many are requested at once. `?lang=` names its language, because whoever
    fetches it for another site has none.
    """
    found = or_404(career_at(token))
    with override(known_language(request.GET.get("lang", "")) or get_language()):
        drawn = picture_response(preview_of(found))
    return _as_listed(drawn, found)


def preview_of(found: Career) -> Preview:
    """Return the picture's texts: the player's best places."""
    return Preview(
        name=found.name if preview_image.can_write(found.name) else gettext("A player’s results"),
        days=days_text(found.events[-1].event.starts_on, found.events[0].event.ends_on),
        heading=summary_of(found),
        leaders=tuple(map(_line, found.best[:ROWS_IN_PICTURE])),
        note=pgettext("player", "No event is over yet"),
    )


def summary_of(found: Career) -> str:
    """Return a text with the numbers of events and of games won."""
    events = npgettext("tournament", "%(count)d event", "%(count)d events", len(found.events))
    games = sum(role.games for role in found.roles)
    wins = sum(role.wins for role in found.roles)
    won = ngettext("%(wins)d of %(games)d game won", "%(wins)d of %(games)d games won", games)
    parts = [events % {"count": len(found.events)}, won % {"wins": wins, "games": games}]
    return " · ".join(parts)


def _line(each: CareerEvent) -> Leader:
    rank = each.row.rank if each.row else 0
    name = each.event.name if preview_image.can_write(each.event.name) else each.event.slug
    of = gettext("of %(players)d") % {"players": each.players}
    return Leader(str(rank), (name,), of)


def _as_listed(response: HttpResponse, found: Career) -> HttpResponse:
    """Tell search engines to leave the answer out.

    This is not done if the player lets them list it.
    """
    if not found.listed:
        response["X-Robots-Tag"] = NO_INDEX
    return response
