"""Addresses of an event's public pages."""

from django.urls import path

from tournament.public.views import (
    calendar,
    draw_certificate,
    embed,
    feed,
    hall,
    oembed,
    overlay,
    pages,
    preview,
    rules,
    screen,
    standings_pages,
)

urlpatterns = [
    path("", pages.events, name="events"),
    path("language/", pages.language, name="language"),
    path("e/<slug:slug>/", pages.event, name="event"),
    path("e/<slug:slug>/embed/", embed.embed, name="embed"),
    path("e/<slug:slug>/feed.atom", feed.feed, name="feed"),
    path("e/<slug:slug>/calendar.ics", calendar.calendar, name="calendar"),
    path("e/<slug:slug>/preview.png", preview.preview, name="preview"),
    path("oembed", oembed.oembed, name="oembed"),
    path("e/<slug:slug>/seats/", pages.seats, name="seats"),
    path("e/<slug:slug>/screen/", screen.screen, name="screen"),
    path("e/<slug:slug>/overlay/", overlay.overlay, name="overlay"),
    path("e/<slug:slug>/hall/", hall.hall, name="hall"),
    path("e/<slug:slug>/rules/", rules.rules, name="rules"),
    path("e/<slug:slug>/roles/", standings_pages.roles, name="roles"),
    path("e/<slug:slug>/roles/<number:number>/", standings_pages.roles, name="roles-page"),
    path("e/<slug:slug>/teams/", standings_pages.teams, name="teams"),
    path("e/<slug:slug>/teams/<number:number>/", standings_pages.teams, name="teams-page"),
    path("e/<slug:slug>/players/", standings_pages.players, name="players"),
    path("e/<slug:slug>/r/<number:number>/", pages.round_, name="round"),
    path("e/<slug:slug>/r/<number:number>/draw/", draw_certificate.draw, name="draw"),
    path(
        "e/<slug:slug>/r/<number:number>/draw/problem.json",
        draw_certificate.part,
        {"part": "problem"},
        name="draw-problem",
    ),
    path(
        "e/<slug:slug>/r/<number:number>/draw/draw.json",
        draw_certificate.part,
        {"part": "draw"},
        name="draw-draw",
    ),
    path(
        "e/<slug:slug>/draws/<str:commitment>.json", draw_certificate.opening, name="draw-opening"
    ),
]
