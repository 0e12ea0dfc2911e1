"""Addresses of practice events."""

from django.urls import path

from tournament.practice import views

urlpatterns = [
    path("organise/practice/", views.make, name="new-practice"),
    path("organise/<slug:slug>/delete-practice/", views.delete, name="delete-practice"),
]
