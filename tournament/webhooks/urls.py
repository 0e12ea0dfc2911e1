"""Addresses of the organisers' pages of webhooks."""

from django.urls import path

from tournament.webhooks import views

urlpatterns = [
    path("organise/<slug:slug>/webhooks/", views.webhooks, name="webhooks"),
    path("organise/<slug:slug>/webhooks/<number:key>/", views.webhook, name="webhook"),
    path("organise/<slug:slug>/webhooks/<number:key>/do/", views.step, name="webhook-step"),
    path(
        "organise/<slug:slug>/webhooks/<number:key>/again/", views.send_again, name="webhook-again"
    ),
]
