"""Addresses of the tournament's pages."""

from django.urls import path

from tournament.views import public, rules

app_name = "tournament"
urlpatterns = [
    path("", public.events, name="events"),
    path("language/", public.language, name="language"),
    path("e/<slug:slug>/", public.event, name="event"),
    path("e/<slug:slug>/rules/", rules.rules, name="rules"),
    path("e/<slug:slug>/p/<int:seed>/", public.player, name="player"),
    path("e/<slug:slug>/r/<int:number>/", public.round_, name="round"),
    path("e/<slug:slug>/r/<int:number>/draw/", public.draw, name="draw"),
]
