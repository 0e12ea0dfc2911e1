"""Addresses of draws and late arrivals."""

from django.urls import path

from tournament.draws.views import drawing, late_arrivals

urlpatterns = [
    path("organise/<slug:slug>/check-in/late/", late_arrivals.late_arrivals, name="late-arrivals"),
    path("organise/<slug:slug>/check-in/late/seat/", late_arrivals.change_seat, name="change-seat"),
    path("organise/<slug:slug>/r/<number:number>/draw/", drawing.draw, name="organise-draw"),
    path("organise/<slug:slug>/r/<number:number>/draw/swap/", drawing.swap, name="swap"),
    path("organise/<slug:slug>/r/<number:number>/draw/keep/", drawing.keep, name="keep-seats"),
    path("organise/<slug:slug>/r/<number:number>/draw/start/", drawing.start, name="start-draw"),
    path("organise/<slug:slug>/r/<number:number>/draw/stop/", drawing.stop, name="stop-draw"),
    path("organise/<slug:slug>/r/<number:number>/draw/state/", drawing.state, name="draw-state"),
]
