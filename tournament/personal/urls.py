"""Addresses of a player's own pages."""

from django.urls import path

from tournament.personal import views

urlpatterns = [
    path("me/<str:token>/", views.me, name="me"),
    path("me/push-worker.js", views.push_worker, name="push-worker"),
    path("me/<str:token>/calendar.ics", views.my_calendar, name="my-calendar"),
    path("my-data/<str:token>/", views.my_data, name="my-data"),
]
