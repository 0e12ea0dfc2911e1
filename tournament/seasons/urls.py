"""Addresses of seasons: the public pages, and the organiser's."""

from django.urls import path

from tournament.seasons.views import console, public

urlpatterns = [
    path("seasons/", public.seasons, name="seasons"),
    path("seasons/<slug:season>/", public.season, name="season"),
    path("seasons/<slug:season>/<slug:role>/", public.season, name="season-role"),
    path("organise/seasons/", console.seasons, name="organise-seasons"),
    path("organise/seasons/<slug:season>/", console.season, name="organise-season"),
    path("organise/seasons/<slug:season>/leave/", console.leave, name="leave-season"),
    path("organise/seasons/<slug:season>/do/", console.step, name="season-step"),
    path("organise/seasons/<slug:season>/events/", console.events, name="season-events"),
    path("organise/seasons/<slug:season>/players/", console.players, name="season-players"),
]
