"""The organiser's pages: own seasons, a season's settings, events, players."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_http_methods, require_POST

from tournament.access import Action, organised_events
from tournament.common.parameters import whole_number
from tournament.console.crumbs import Crumb
from tournament.console.pressed_once import pressed_once
from tournament.console.staff import StaffRequest, no_event, refusals_shown, staff_may
from tournament.models import Event, Season
from tournament.models.seasons import MAX_EVENTS
from tournament.seasons.forms import NewSeasonForm, SeasonForm, chosen_entries, settings_of
from tournament.seasons.rights import require_season
from tournament.seasons.selectors.console import (
    events_in_foreign_seasons,
    own_seasons,
    season_events,
    season_people,
)
from tournament.seasons.selectors.events import seasons_of
from tournament.seasons.services import joins
from tournament.seasons.services import seasons as services
from tournament.visibility import Reader

View = Callable[..., HttpResponse]


def season_staff(view: View) -> Any:
    """Restrict a view to people who may edit every event of the season.

    The view gets the season. The same form is taken once.
    """

    @wraps(view)
    def wrapper(request: StaffRequest, season: str) -> HttpResponse:
        found = get_object_or_404(seasons_of(Reader.STAFF), slug=season)
        require_season(request.user, found)
        return view(request, season=found)

    return login_required(pressed_once(wrapper))


@require_http_methods(["GET", "HEAD", "POST"])
@staff_may(Action.EDIT_EVENT, no_event)
@pressed_once
def seasons(request: StaffRequest) -> HttpResponse:
    """List the seasons of the user, and make one."""
    form = NewSeasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = services.create_season(by=request.user, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            return redirect("tournament:organise-season", made.slug)
    context = {
        "seasons": own_seasons(request.user),
        "foreign": events_in_foreign_seasons(request.user),
        "form": form,
        "crumbs": _crumbs(),
    }
    return render(request, "tournament/seasons/own_seasons.html", context)


@require_POST
@login_required
def leave(request: StaffRequest, season: str) -> HttpResponse:
    """Take an own event out of a season, also one of somebody else."""
    found = get_object_or_404(seasons_of(Reader.STAFF), slug=season)
    key = whole_number(request.POST.get("event", "")) or 0
    event = organised_events(request.user).filter(pk=key).first()
    if event is None:
        require_season(request.user, found)
    with refusals_shown(request):
        _take_out(found, event, request)
    return redirect("tournament:organise-seasons")


@require_http_methods(["GET", "HEAD", "POST"])
@season_staff
def season(request: StaffRequest, season: Season) -> HttpResponse:
    """Show and change how a season counts."""
    form = SeasonForm(request.POST or None, initial=settings_of(season))
    if request.method == "POST" and form.is_valid():
        try:
            services.change_season(season=season, by=request.user, **form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("Saved."))
            return redirect("tournament:organise-season", season.slug)
    return _page(request, season, "settings", form=form)


@require_http_methods(["GET", "HEAD", "POST"])
@season_staff
def events(request: StaffRequest, season: Season) -> HttpResponse:
    """Show the events of a season; take one in or out."""
    if request.method == "POST":
        key = whole_number(request.POST.get("event", "")) or 0
        with refusals_shown(request):
            step = _take_in if request.POST.get("do") == "take in" else _take_out
            step(season, organised_events(request.user).filter(pk=key).first(), request)
        return redirect("tournament:season-events", season.slug)
    found = season_events(season, request.user)
    return _page(request, season, "events", found=found, most=MAX_EVENTS)


def _take_in(season: Season, event: Event | None, request: StaffRequest) -> None:
    services.choose_event(season=season, event=_chosen_event(event), by=request.user)
    text = _("%(event)s belongs to the season now.")
    messages.success(request, text % {"event": event})


def _take_out(season: Season, event: Event | None, request: StaffRequest) -> None:
    services.leave_event_out(season=season, event=_chosen_event(event), by=request.user)
    messages.success(request, _("%(event)s was taken out.") % {"event": event})


def _chosen_event(event: Event | None) -> Event:
    if event is None:
        raise ValidationError(_("Choose one of your events."))
    return event


@require_http_methods(["GET", "HEAD", "POST"])
@season_staff
def players(request: StaffRequest, season: Season) -> HttpResponse:
    """Show who is one person in a season; join players, and take a join back."""
    if request.method == "POST":
        with refusals_shown(request):
            if request.POST.get("do") == "separate":
                entry = whole_number(request.POST.get("entry", "")) or 0
                joins.separate_player(season=season, entry=entry, by=request.user)
                messages.success(request, _("The join was taken back."))
            elif request.POST.get("do") == "join all":
                sure = [one for one in season_people(season).proposed if one.sure]
                groups = [[entry.pk for entry in one.entries] for one in sure]
                joins.join_equal_names(season=season, groups=groups, by=request.user)
                messages.success(request, _("Joined: each is one player of the season."))
            else:
                chosen = chosen_entries(request.POST.getlist("entry"))
                joins.join_players(season=season, entries=chosen, by=request.user)
                messages.success(request, _("Joined: they are one player of the season."))
        return redirect("tournament:season-players", season.slug)
    name = request.GET.get("name", "")[:100]
    return _page(request, season, "players", people=season_people(season, name), name=name)


@require_POST
@season_staff
def step(request: StaffRequest, season: Season) -> HttpResponse:
    """Publish, hide or delete a season: `do`."""
    do = request.POST.get("do", "")
    with refusals_shown(request):
        if do in ("publish", "hide"):
            services.publish_season(season=season, published=do == "publish", by=request.user)
            text = _("Everybody sees the season now.") if do == "publish" else _("It is hidden.")
            messages.success(request, text)
        elif do == "delete":
            services.delete_season(season=season, by=request.user)
            messages.success(request, _("The season was deleted; its events stay."))
            return redirect("tournament:organise-seasons")
    return redirect("tournament:organise-season", season.slug)


def _page(request: StaffRequest, season: Season, tab: str, **more: Any) -> HttpResponse:
    context = {"season": season, "tab": tab, "crumbs": _crumbs(Crumb(season.name)), **more}
    return render(request, f"tournament/seasons/{tab}.html", context)


def _crumbs(*below: Crumb) -> list[Crumb]:
    home = Crumb(_("Organise"), reverse("tournament:organise"))
    here = reverse("tournament:organise-seasons") if below else ""
    return [home, Crumb(pgettext("pages", "Seasons"), here), *below]
