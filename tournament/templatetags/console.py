"""The shell around the pages of an event's console."""

from typing import Any, NamedTuple

from django import template
from django.http import HttpRequest
from django.urls import reverse

from tournament.access import Action, may
from tournament.common import finals
from tournament.common.parameters import whole_number
from tournament.console.navigation import page_groups
from tournament.events.selectors.current_round import current_round
from tournament.models import Event
from tournament.rounds.selectors.waiting import waiting_of
from tournament.rounds.wording import next_step_text

register = template.Library()


class RoundLink(NamedTuple):
    """A round's number as people read it, and the open page for that round."""

    number: str
    url: str
    current: bool


@register.inclusion_tag("tournament/console/partials/shell.html", takes_context=True)
def console_shell(context: template.Context) -> dict[str, Any]:
    """Show an event's name, state and next step, and the pages that the user may open."""
    request, event = context["request"], context["event"]
    drawn = current_round(event.pk)
    meant = _meant_round(request) or drawn or 1
    groups = page_groups(request.user, event, request.path, meant, drawn=bool(drawn))
    sees_rounds = may(request.user, Action.SEE_EVENT, event)
    waiting = waiting_of([event])[event.pk].round if sees_rounds else None
    return {
        "request": request,
        "event": event,
        "groups": groups,
        "here": request.path == reverse("tournament:organise-event", args=[event.slug]),
        "state": next_step_text(event, waiting) if waiting else "",
        "state_url": (
            reverse("tournament:organise-round", args=[event.slug, waiting.number])
            if waiting
            else ""
        ),
        "rounds": _round_links(request, event, meant) if sees_rounds else (),
    }


def _meant_round(request: HttpRequest) -> int | None:
    """Return the round of the open page, None for a page of the whole event."""
    match = request.resolver_match
    number = match.kwargs.get("number") if match else None
    return number or whole_number(request.GET.get("round", ""))


def _round_links(request: HttpRequest, event: Event, meant: int) -> list[RoundLink]:
    """Return the same page for each round, or each round's own page where it has none."""
    if event.number_of_rounds < 2:
        return []
    match = request.resolver_match
    view = match.view_name if match else ""
    is_of_round = match is not None and set(match.kwargs) == {"slug", "number"}
    links = []
    for number in range(1, event.number_of_rounds + 1):
        if view == "chief:control":
            url = f"{request.path}?round={number}"
        else:
            name = view if is_of_round else "tournament:organise-round"
            url = reverse(name, args=[event.slug, number])
        links.append(RoundLink(finals.number_text(event, number), url, number == meant))
    return links
