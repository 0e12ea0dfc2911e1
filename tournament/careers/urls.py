"""Addresses of players' pages over events. Each is a key: `token` is what no log keeps."""

from django.urls import path

from tournament.careers import views

urlpatterns = [
    path("player/<str:token>/", views.career, name="career"),
    path("player/<str:token>/preview.png", views.picture, name="career-picture"),
]
