"""The picture that other sites show beside a link to an event."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.common.days_wording import days_text
from tournament.common.or_404 import or_404
from tournament.public.views.summary import note_of, progress_of
from tournament.sharing import preview_image
from tournament.sharing.preview_image import Leader, Preview
from tournament.sharing.responses import picture_response
from tournament.standings.selectors.pages import EventPage, published_page
from tournament.standings.selectors.podium import PodiumPlace, podium_of
from tournament.standings.selectors.standings import StandingsRow


@require_safe
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the picture as PNG, 1200 × 630 pixels.

    503 if too many are requested at once.
    """
    return picture_response(preview_of(or_404(published_page(slug))))


def preview_of(page: EventPage) -> Preview:
    """Return the picture's texts: the first three places with all who share them.

    They are those of the podium, so nobody stands here who is called to no place.
    """
    places = podium_of(page.standings)
    return Preview(
        name=page.event.name if preview_image.can_write(page.event.name) else page.event.slug,
        days=days_text(page.event.starts_on, page.event.ends_on),
        heading=progress_of(page) if places else "",
        leaders=tuple(map(_leader, places)),
        note="" if places else note_of(page),
    )


def _leader(place: PodiumPlace) -> Leader:
    first = place.rows[0]
    points = first.final_points_text or first.points_text
    return Leader(place.place, tuple(map(_name, place.rows)), points)


def _name(row: StandingsRow) -> str:
    name = row.player.name
    return name if preview_image.can_write(name) else f"№ {row.player.seed}"
