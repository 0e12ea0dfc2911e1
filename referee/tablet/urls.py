"""Addresses of the tablet's app.

All are below its scope, so that its service worker sees them.
"""

from django.urls import path

from referee.tablet import setup, views
from referee.tablet.judge import JudgeView

app_name = "tablet"
urlpatterns = [
    path("", views.shell, name="shell"),
    path("worker.js", views.worker, name="worker"),
    path("service-worker.js", views.service_worker, name="service-worker"),
    path("release.json", views.release_document, name="release"),
    path("manifest.webmanifest", views.manifest, name="manifest"),
    path("judge/", JudgeView.as_view(), name="judge"),
    path("setup/", setup.page, name="setup"),
    path("setup/authority.crt", setup.authority, name="authority"),
    path("app/<str:version>.files", views.app_files, name="app"),
    path("engine/<str:digest>/<str:sha256>.snapshot", views.snapshot_file, name="snapshot"),
    path("engine/<str:digest>.zip", views.engine, name="engine"),
    path("python/<str:version>/<str:name>", views.python_file, name="python"),
]
