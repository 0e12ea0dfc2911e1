"""Addresses of the tablets' interface and of the public one."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularJSONAPIView

from referee.api import docs_page, openapi, public_views, views  # noqa: F401 - registers the scheme

app_name = "tablet_api"
urlpatterns = [
    path("pair", views.PairView.as_view(), name="pair"),
    path("games/<uuid:game>", views.BootstrapView.as_view(), name="game"),
    path("games/<uuid:game>/log", views.LogView.as_view(), name="log"),
    path("games/<uuid:game>/events", views.EventsView.as_view(), name="events"),
    path("games/<uuid:game>/set-aside", views.SetAsideView.as_view(), name="set-aside"),
    path("games/<uuid:game>/heartbeat", views.HeartbeatView.as_view(), name="heartbeat"),
    path("games/<uuid:game>/next", views.NextView.as_view(), name="next"),
    path("games/<uuid:game>/lease", views.LeaseView.as_view(), name="lease"),
    path("games/<uuid:game>/calls/<uuid:call>", views.CallView.as_view(), name="call"),
    path(
        "public/events/<slug:slug>/snapshot",
        public_views.SnapshotView.as_view(),
        name="public-snapshot",
    ),
    path(
        "public/events/<slug:slug>/snapshot/<number:version>",
        public_views.VersionView.as_view(),
        name="public-version",
    ),
    path("schema/", SpectacularJSONAPIView.as_view(), name="schema"),
    path("docs/", docs_page.docs, name="docs"),
    # Line ends too, which a `path` leaves to the pages' own 404.
    re_path(r"^(?P<rest>[\s\S]+)\Z", views.UnknownAddressView.as_view(), name="unknown"),
]
