"""Addresses of an event's settings, announcements and end."""

from django.urls import path

from tournament.events.settings import new_event
from tournament.events.settings import views as settings_pages
from tournament.events.views import announcements, calling_off, deleting

urlpatterns = [
    path("organise/new/", new_event.new_event, name="new-event"),
    path("organise/<slug:slug>/call-off/", calling_off.call_off, name="call-off"),
    path("organise/<slug:slug>/delete/", deleting.delete, name="delete-event"),
    path("organise/<slug:slug>/settings/", settings_pages.settings, name="settings"),
    path("organise/<slug:slug>/settings/<slug:code>/", settings_pages.step, name="settings-step"),
    path("organise/<slug:slug>/announcements/", announcements.announcements, name="announcements"),
    path(
        "organise/<slug:slug>/announcements/<number:key>/",
        announcements.step,
        name="announcement",
    ),
]
