"""Addresses of the organiser's overview and of the page of each round."""

from django.urls import path

from tournament.overview.views import closing, organise, round, search

urlpatterns = [
    path("organise/", organise.events, name="organise"),
    path("organise/<slug:slug>/", organise.event, name="organise-event"),
    path("organise/<slug:slug>/search/", search.search_console, name="search-console"),
    path("organise/<slug:slug>/close/", closing.closing, name="closing"),
    path("organise/<slug:slug>/reopen/", closing.reopen, name="reopen-event"),
    path("organise/<slug:slug>/publish/", round.publish_event, name="publish-event"),
    path("organise/<slug:slug>/r/<number:number>/", round.round_, name="organise-round"),
    path(
        "organise/<slug:slug>/r/<number:number>/publishing/",
        round.change_publication,
        name="round-publishing",
    ),
    path(
        "organise/<slug:slug>/r/<number:number>/timing/",
        round.move_clock,
        name="round-timing",
    ),
    path(
        "organise/<slug:slug>/r/<number:number>/results/",
        round.results,
        name="round-results",
    ),
    path("organise/<slug:slug>/r/<number:number>/clear/", round.clear, name="round-clear"),
]
