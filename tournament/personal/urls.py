"""Addresses of a player's own pages."""

from django.urls import path

from tournament.personal import views

urlpatterns = [
    path("me/<str:token>/", views.me, name="me"),
    path("my-data/<str:token>/", views.my_data, name="my-data"),
]
