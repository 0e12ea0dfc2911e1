"""The shell around the pages of an event's console."""

from typing import Any, NamedTuple

from django import template
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.access import Action, may
from tournament.common import finals
from tournament.common.parameters import whole_number
from tournament.common.venue_address import leads_to_itself, tablet_address
from tournament.console.navigation import page_groups
from tournament.events.selectors.current_round import made_rounds, shown_number
from tournament.models import Event
from tournament.rounds.next_steps import PAGES, may_take, step_address
from tournament.rounds.selectors.prizes_given import are_prizes_given
from tournament.rounds.selectors.waiting import current_rounds, with_redraw
from tournament.rounds.states import EndStep, end_step
from tournament.rounds.wording import end_of_rounds_text, next_step_text

register = template.Library()

OF_EVERY_ROUND = ("tournament:organise-round", "tournament:organise-draw", "tournament:prints")
"""The pages that a round has even before it is made."""


class RoundLink(NamedTuple):
    """A round's number as people read it, and the open page for that round."""

    number: str
    url: str
    current: bool


@register.inclusion_tag("tournament/tags/console_shell.html", takes_context=True)
def console_shell(context: template.Context) -> dict[str, Any]:
    """Show an event's name, state and next step, and the pages that the user may open."""
    request, event = context["request"], context["event"]
    made = made_rounds(event.pk)
    meant = _meant_round(request) or shown_number(event, made)
    sees_rounds = may(request.user, Action.SEE_EVENT, event)
    return {
        **console_state(context),
        "event": event,
        "groups": page_groups(request.user, event, request.path, meant, bool(made)),
        "here": request.path == reverse("tournament:organise-event", args=[event.slug]),
        "rounds": _round_links(request, event, meant) if sees_rounds else (),
    }


@register.inclusion_tag("tournament/tags/this_computer_only.html", takes_context=True)
def this_computer_only(context: template.Context) -> dict[str, bool]:
    """Warn, beside addresses to be scanned, where no other device can open them."""
    return {"shown": leads_to_itself(tablet_address(context["request"], "/"))}


@register.inclusion_tag("tournament/console/partials/shell_state.html", takes_context=True)
def console_state(context: template.Context) -> dict[str, Any]:
    """Show an event's state and next step, for those who may see its rounds.

    Where the page has looked why rounds are to be drawn again (`redraws`), it says so, too.
    """
    request, event = context["request"], context["event"]
    if not may(request.user, Action.SEE_EVENT, event):
        return {"state": ""}
    found = current_rounds([event])[event.pk]
    if event.closed_at or found is None:
        return _end_of_rounds(event, request)
    found = with_redraw(found, context.get("redraws") or {})
    return {
        "state": next_step_text(event, found),
        "state_url": step_address(request.user, found.step, event, found.number),
    }


def _end_of_rounds(event: Event, request: HttpRequest) -> dict[str, Any]:
    """Return the state of an event that is closed, or has all rounds closed."""
    state = _("The event is closed.")
    step: EndStep = "close_event"
    if not event.closed_at:
        step = end_step(prizes_given=are_prizes_given(event))
        state = end_of_rounds_text(step)
    url = reverse(PAGES[step], args=[event.slug])
    return {"state": state, "state_url": url if may_take(request.user, step, event) else ""}


def _meant_round(request: HttpRequest) -> int | None:
    """Return the round of the open page, None for a page of the whole event."""
    match = request.resolver_match
    number = match.kwargs.get("number") if match else None
    return number or whole_number(request.GET.get("round", ""))


def _round_links(request: HttpRequest, event: Event, meant: int) -> list[RoundLink]:
    """Return the open page for each round, or the round's own page where it has none."""
    if event.number_of_rounds < 2:
        return []
    return [
        RoundLink(
            finals.number_text(event, number),
            _same_page(request, event, number),
            number == meant,
        )
        for number in range(1, event.number_of_rounds + 1)
    ]


def _same_page(request: HttpRequest, event: Event, number: int) -> str:
    view = request.resolver_match.view_name if request.resolver_match else ""
    if view == "chief:now":
        query = request.GET.copy()
        query["round"] = str(number)
        return f"{request.path}?{query.urlencode()}"
    shown = view if view in OF_EVERY_ROUND else OF_EVERY_ROUND[0]
    return reverse(shown, args=[event.slug, number])
