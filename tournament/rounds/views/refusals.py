"""Obstacles to a step of a round: a sentence each, with links to where they are removed."""

from collections.abc import Iterable
from typing import NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.access import Action, may
from tournament.console.ways_back import now_address
from tournament.models import Round
from tournament.rounds.states import Obstacle
from tournament.rounds.wording import MAX_TABLES_NAMED, obstacle_text

AT_THE_DRAW = ("no_seats", "published", "has_result")
SHEET_LINKS = {
    "not_started": _("Type the result of table %(number)d"),
    "typed": _("Confirm table %(number)d"),
    "differing": _("Compare the typings of table %(number)d"),
}
AT_THE_CLOCK = ("clock_started", "clock_stands", "not_started_clock", "clock_runs", "ran_too_long")


class Link(NamedTuple):
    """A place on another page: its name, and the address."""

    label: str
    url: str


class RefusalShown(NamedTuple):
    """An obstacle as shown: a sentence, and the page where it is removed."""

    text: str
    links: tuple[Link, ...]


def refusals_of(
    request: HttpRequest, round_: Round, obstacles: Iterable[Obstacle]
) -> list[RefusalShown]:
    """Return each obstacle for this reader, without links that would not open for them."""
    return [
        RefusalShown(obstacle_text(obstacle), _links(request, round_, obstacle))
        for obstacle in obstacles
    ]


def show_refusals(request: HttpRequest, round_: Round, error: ValidationError) -> None:
    """Show on the next page what was refused, with its links."""
    for refused in error.error_list:
        tables = (refused.params or {}).get("tables", ())
        links = _links(request, round_, Obstacle(refused.code or "", tuple(tables)))
        messages.error(request, refusal_html(RefusalShown(" ".join(refused.messages), links)))


def refusal_html(refusal: RefusalShown) -> SafeString:
    """Return the sentence with its links behind it."""
    links = format_html_join(" ", '<a href="{1}">{0}</a>', refusal.links)
    return format_html("{} {}", refusal.text, links)


def _links(request: HttpRequest, round_: Round, obstacle: Obstacle) -> tuple[Link, ...]:
    event, at = round_.event, (round_.event.slug, round_.number)
    if obstacle.tables:
        return _links_to_tables(request, round_, obstacle)
    if obstacle.code in AT_THE_DRAW and may(request.user, Action.SEE_DRAW, event):
        return (Link(gettext("To the draw"), reverse("tournament:organise-draw", args=at)),)
    if obstacle.code in AT_THE_CLOCK and may(request.user, Action.SEE_EVENT, event):
        return (Link(gettext("To the clock"), now_address(*at)),)
    return ()


def _links_to_tables(request: HttpRequest, round_: Round, obstacle: Obstacle) -> tuple[Link, ...]:
    """Return a link a table: to its result sheet, or to its card on the page Now."""
    slug, number = round_.event.slug, round_.number
    at_sheet = obstacle.code in SHEET_LINKS
    if not may(
        request.user, Action.ENTER_RESULTS if at_sheet else Action.ACT_AS_CHIEF, round_.event
    ):
        return ()
    room = now_address(slug, number)
    text = SHEET_LINKS.get(obstacle.code, _("Table %(number)d"))
    return tuple(
        Link(
            text % {"number": table},
            reverse("chief:position", args=[slug, number, table])
            if at_sheet
            else f"{room}#table-{table}",
        )
        for table in obstacle.tables[:MAX_TABLES_NAMED]
    )
