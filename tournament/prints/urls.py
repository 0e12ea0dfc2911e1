"""Addresses of the page of prints, and of the PDF files."""

from django.urls import path

from tournament.prints import views

urlpatterns = [
    path("organise/<slug:slug>/print/<number:number>/", views.prints, name="prints"),
    path("organise/<slug:slug>/print/<slug:name>.pdf", views.print_of_event, name="print"),
    path(
        "organise/<slug:slug>/print/<number:number>/<slug:name>.pdf",
        views.print_of_round,
        name="print-of-round",
    ),
]
