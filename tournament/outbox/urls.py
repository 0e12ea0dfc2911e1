"""Addresses of messages to players."""

from django.urls import path

from tournament.outbox import views

urlpatterns = [
    path("organise/<slug:slug>/messages/", views.mailings, name="mailings"),
]
