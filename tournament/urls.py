"""Addresses of the tournament's pages, room by room."""

from django.urls import include, path

app_name = "tournament"
# The overview comes last: any address below `organise/` could be the name of an event.
urlpatterns = [
    path("", include("tournament.accounts.urls")),
    path("", include("tournament.seasons.urls")),
    path("", include("tournament.careers.urls")),
    path("", include("tournament.events.urls")),
    path("", include("tournament.outbox.urls")),
    path("", include("tournament.practice.urls")),
    path("", include("tournament.people.urls")),
    path("", include("tournament.rounds.urls")),
    path("", include("tournament.draws.urls")),
    path("", include("tournament.results.urls")),
    path("", include("tournament.penalties.urls")),
    path("", include("tournament.standings.urls")),
    path("", include("tournament.analytics.urls")),
    path("", include("tournament.personal.urls")),
    path("", include("tournament.emails.urls")),
    path("", include("tournament.exports.urls")),
    path("", include("tournament.prints.urls")),
    path("", include("tournament.webhooks.urls")),
    path("", include("tournament.public.urls")),
    path("", include("tournament.overview.urls")),
]
