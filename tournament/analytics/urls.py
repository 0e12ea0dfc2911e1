"""Address of an event's analytics."""

from django.urls import path

from tournament.analytics import views

urlpatterns = [
    path("organise/<slug:slug>/analytics/", views.analytics, name="analytics"),
]
