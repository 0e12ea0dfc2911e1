"""Obstacles to a step of a round, in a sentence each.

Their links lead to the pages where they are removed.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.access import Action, may
from tournament.audit import is_same_person
from tournament.console.ways_back import now_address
from tournament.models import PaperSheet, Round
from tournament.rounds.states import Obstacle
from tournament.rounds.wording import MAX_TABLES_NAMED, obstacle_text, typed_text

AT_THE_DRAW = ("no_seats", "published", "has_result")
SHEET_LINKS = {
    "not_started": _("Type the result of table %(number)d"),
    "typed": _("Confirm table %(number)d"),
    "corrected": _("Confirm table %(number)d"),
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
    """Return each obstacle for this reader.

    Links that would not open for them are left out.
    """
    return [shown for each in obstacles for shown in _refusals(request, round_, each)]


def show_refusals(request: HttpRequest, round_: Round, error: ValidationError) -> None:
    """Show on the next page what was refused, with its links."""
    for refused in error.error_list:
        tables = (refused.params or {}).get("tables", ())
        obstacle = Obstacle(refused.code or "", tuple(tables))
        shown = _refusals(request, round_, obstacle, " ".join(refused.messages))
        for each in shown:
            messages.error(request, refusal_html(each))


def refusal_html(refusal: RefusalShown) -> SafeString:
    """Return the sentence with its links behind it."""
    links = format_html_join(" ", '<a href="{1}">{0}</a>', refusal.links)
    return format_html("{} {}", refusal.text, links)


def _refusals(
    request: HttpRequest, round_: Round, obstacle: Obstacle, text: str = ""
) -> Iterable[RefusalShown]:
    """Return an obstacle as shown, by default with its own text.

    Typed results are told apart by whether the reader typed them.
    """
    on_sheet = obstacle.code in ("typed", "corrected")
    if on_sheet and may(request.user, Action.ENTER_RESULTS, round_.event):
        return _typed_refusals(request, round_, obstacle)
    links = _links(request, round_, obstacle)
    return [RefusalShown(text or obstacle_text(obstacle), links)]


def _typed_refusals(
    request: HttpRequest, round_: Round, obstacle: Obstacle
) -> Iterator[RefusalShown]:
    """Yield what the reader does about others’ typed results, then about their own."""
    typed = _tables_typed_by(request.user, round_)
    own = tuple(table for table in obstacle.tables if table in typed)
    others = tuple(table for table in obstacle.tables if table not in typed)
    decides = may(request.user, Action.DECIDE_RESULTS, round_.event)
    if others:
        found = Obstacle(obstacle.code, others)
        is_first = obstacle.code == "typed"
        text = typed_text("by_others", others) if is_first else obstacle_text(found)
        yield RefusalShown(text, _links(request, round_, found))
    if own:
        links = _links(request, round_, Obstacle(obstacle.code, own)) if decides else ()
        yield RefusalShown(typed_text("by_decider" if decides else "by_reader", own), links)


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


def _tables_typed_by(person: Any, round_: Round) -> set[int]:
    """Return the numbers of the tables whose sheet this person typed first (1 query)."""
    waiting = PaperSheet.objects.filter(table__round=round_, rejected_at=None)
    typed = waiting.values_list("table__number", "entered_by_user", "entered_by")
    return {number for number, user, name in typed if is_same_person(person, user, name)}
