"""Addresses of the downloads: one for each table, whose ending names the format."""

from django.urls import path

from tournament.exports import views
from tournament.exports.registry import EXPORTS

urlpatterns = [
    path("organise/<slug:slug>/downloads/", views.downloads, name="downloads"),
    *(
        path(
            f"organise/<slug:slug>/downloads/{export.name}.<str:ending>",
            views.view_of(export),
            name=f"export-{export.name}",
        )
        for export in EXPORTS
    ),
]
