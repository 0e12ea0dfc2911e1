"""Addresses of finals and the reveal."""

from django.urls import path

from tournament.standings.views import finals, hand_prizes, reveal

urlpatterns = [
    path("organise/<slug:slug>/finals/", finals.finals, name="finals"),
    path("organise/<slug:slug>/finals/<number:number>/", finals.step, name="finals-step"),
    path("organise/<slug:slug>/reveal/", reveal.reveal, name="reveal"),
    path("organise/<slug:slug>/reveal/freeze/", reveal.freeze, name="freeze"),
    path("organise/<slug:slug>/reveal/step/", reveal.step, name="reveal-step"),
    path("organise/<slug:slug>/reveal/prize/", reveal.give_prize, name="give-prize"),
    path("organise/<slug:slug>/reveal/prize/delete/", hand_prizes.delete, name="delete-prize"),
    path("organise/<slug:slug>/reveal/show/", reveal.show, name="show-results"),
]
