"""Addresses of players' pages over several events.

Each address is a key: no log keeps its `token`.
"""

from django.urls import path

from tournament.careers import views

urlpatterns = [
    path("player/<str:token>/", views.career, name="career"),
    path("player/<str:token>/preview.png", views.picture, name="career-picture"),
]
