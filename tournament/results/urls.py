"""Addresses of results from paper."""

from django.urls import path

from tournament.results.views import paper

urlpatterns = [
    path("organise/<slug:slug>/results/", paper.results, name="results"),
    path("organise/<slug:slug>/r/<number:number>/<number:table>/sheet/", paper.sheet, name="sheet"),
    path(
        "organise/<slug:slug>/r/<number:number>/<number:table>/sheet/confirm/",
        paper.confirm,
        name="confirm-sheet",
    ),
    path(
        "organise/<slug:slug>/r/<number:number>/<number:table>/sheet/choose/",
        paper.choose,
        name="choose-typing",
    ),
    path(
        "organise/<slug:slug>/r/<number:number>/<number:table>/sheet/reject/",
        paper.reject,
        name="reject-sheet",
    ),
]
