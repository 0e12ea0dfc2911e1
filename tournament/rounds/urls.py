"""Addresses of a round's clock and announced start."""

from django.urls import path

from tournament.rounds.views import clock, start

urlpatterns = [
    path("organise/<slug:slug>/r/<number:number>/begins/", start.announce, name="round-start"),
    path("organise/<slug:slug>/r/<number:number>/clock/extra/", clock.extra, name="clock-extra"),
]
