"""The results of an event as an Atom feed.

Each table has one entry, which is updated when its result is corrected.
"""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import get_language, gettext, pgettext
from django.views.decorators.http import require_safe

from tournament.common.addresses import absolute_address, host_in_ids
from tournament.common.or_404 import or_404
from tournament.events.edition_display import edition_display_of
from tournament.events.selectors.events import EventDetail
from tournament.rounds.selectors.rounds import SeatView, TableView
from tournament.standings.selectors.pages import EventPage, published_page
from tournament.templatetags.treasurer import money

MAX_ENTRIES = 100
TAGGED_SINCE = 2026
"""Part of every entry's id (RFC 4151), so it must never change."""
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


class ResultsFeed(Atom1Feed):
    """A feed that is the same at every request.

    Without entries it is dated by its event, not by the request.
    """

    def latest_post_date(self) -> dt.datetime:
        """Return the time of the newest entry, else the event's start."""
        moments: list[dt.datetime] = [item["updateddate"] for item in self.items]
        begins: dt.datetime = self.feed["begins"]
        return max(moments, default=begins)


@require_safe
def feed(request: HttpRequest, slug: str) -> HttpResponse:
    """Answer with the visible results as a feed, the one confirmed last first."""
    page = or_404(published_page(slug))
    found = _feed(request, page)
    answer = HttpResponse(content_type=found.content_type)
    found.write(answer, "utf-8")
    return answer


def _feed(request: HttpRequest, page: EventPage) -> ResultsFeed:
    event = page.event
    address = reverse("tournament:feed", args=[event.slug])
    language = get_language() or "en"
    found = ResultsFeed(
        title=clean(gettext("Results of %(event)s") % {"event": event.name}),
        link=absolute_address(request, reverse("tournament:event", args=[event.slug])),
        description="",
        language=language,
        author_name="Treasurer",
        feed_url=absolute_address(request, f"{address}?lang={language}"),
        feed_guid=_tag(request, address),
        begins=dt.datetime.combine(event.starts_on, dt.time(), dt.UTC),
    )
    for entry in _entries(page):
        table = entry.table
        where = reverse("referee:table", args=[event.slug, table.round, table.number])
        found.add_item(
            title=clean(entry.title),
            link=absolute_address(request, where),
            description=escape(clean(entry.text)),
            unique_id=_tag(request, where),
            updateddate=table.confirmed_at,
        )
    return found


@dataclass(frozen=True, slots=True)
class Entry:
    """A table's result in words."""

    table: TableView
    title: str
    text: str


def _entries(page: EventPage) -> Iterator[Entry]:
    tables = [
        (table.confirmed_at, table.round, table.number, table)
        for item in page.rounds
        for table in item.tables
        if table.confirmed_at
    ]
    for *_order, table in sorted(tables, reverse=True)[:MAX_ENTRIES]:
        yield Entry(table, _title(table), _text(page.event, table))


def _title(table: TableView) -> str:
    winners = ", ".join(seat.player.name for seat in table.seats if seat.is_winner)
    told = gettext("Round %(round)d, table %(table)d: won by %(names)s")
    if table.abandoned_reason:
        told = gettext("Round %(round)d, table %(table)d: abandoned")
    elif not winners:
        told = gettext("Round %(round)d, table %(table)d: won by nobody")
    told %= {"round": table.round, "table": table.number, "names": winners}
    if table.revision > 1:
        told = f"{told} ({pgettext('result', 'corrected')})"
    return told


def _text(event: EventDetail, table: TableView) -> str:
    currency = edition_display_of(event).currency
    seats = sorted(table.seats, key=lambda seat: (seat.place or 0, seat.order))
    told = "; ".join(_line(seat, currency) for seat in seats)
    if table.under_review:
        told = f"{told}. {gettext('Under review: the chief referee has not decided yet.')}"
    return told


def _line(seat: SeatView, currency: str) -> str:
    """Return one player's place, name, role, final cash and points.

    Without cash, it gives the reason.
    """
    told = gettext("%(place)d. %(name)s (%(role)s), %(cash)s, points: %(points)s")
    return told % {
        "place": seat.place or 0,
        "name": seat.player.name,
        "role": seat.role_label,
        "cash": seat.outcome_label or money(seat.final or 0, currency),
        "points": seat.points_text,
    }


def _tag(request: HttpRequest, path: str) -> str:
    """Return an id that stays the same when title, result or language change."""
    return f"tag:{host_in_ids(request)},{TAGGED_SINCE}:{path}"


def clean(text: str) -> str:
    """Return a text without the characters that XML does not allow."""
    return _NO_XML.sub("", text)
