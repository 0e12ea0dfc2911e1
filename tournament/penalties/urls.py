"""Addresses of views."""

from django.urls import path

from tournament.penalties import views

urlpatterns = [
    path("organise/<slug:slug>/penalties/", views.penalties, name="penalties"),
    path("organise/<slug:slug>/penalties/give/", views.give, name="give-penalty"),
    path("organise/<slug:slug>/penalties/<number:key>/", views.step, name="penalty-step"),
]
