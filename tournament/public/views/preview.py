"""The picture that other sites show beside a link to an event."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from tournament.common.days_wording import days_text
from tournament.common.or_404 import or_404
from tournament.public.views.summary import leaders_of, note_of, progress_of
from tournament.sharing import preview_image
from tournament.sharing.preview_image import Leader, Preview
from tournament.standings.selectors.pages import EventPage, published_page
from tournament.standings.selectors.standings import StandingsRow

RETRY_AFTER_SECONDS = "5"


@require_safe
def preview(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the picture, 1200 × 630 pixels, as PNG; 503 if too many are requested at once."""
    page = or_404(published_page(slug))
    picture = preview_image.picture_of(preview_of(page))
    if picture is None:
        return HttpResponse(status=503, headers={"Retry-After": RETRY_AFTER_SECONDS})
    return HttpResponse(picture, content_type="image/png")


def preview_of(page: EventPage) -> Preview:
    """Return the picture's texts: the first three of the standings, as the public sees them."""
    rows = leaders_of(page)
    return Preview(
        name=page.event.name if preview_image.can_write(page.event.name) else page.event.slug,
        days=days_text(page.event.starts_on, page.event.ends_on),
        heading=progress_of(page) if rows else "",
        leaders=tuple(map(_leader, rows)),
        note="" if rows else note_of(page),
    )


def _leader(row: StandingsRow) -> Leader:
    name = row.player.name
    if not preview_image.can_write(name):
        name = f"№ {row.player.seed}"
    return Leader(f"{row.rank}.", name, row.points_text)
