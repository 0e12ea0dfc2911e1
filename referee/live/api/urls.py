"""Addresses of the tablets', public and organisers' interfaces."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularJSONAPIView

from referee.live.api import careers as public_careers
from referee.live.api import chances as public_chances
from referee.live.api import console_players
from referee.live.api import lists as public_lists
from referee.live.api import seasons as public_seasons
from referee.live.api import views as public_views
from referee.tablet.api import (  # noqa: F401 - `openapi` registers the scheme
    docs_page,
    openapi,
    views,
)
from referee.uploads import api as uploads

app_name = "tablet_api"
urlpatterns = [
    path("uploads/<slug:slug>", uploads.upload, name="upload"),
    path("pair", views.PairView.as_view(), name="pair"),
    path("games/<uuid:game>", views.BootstrapView.as_view(), name="game"),
    path("games/<uuid:game>/log", views.LogView.as_view(), name="log"),
    path("games/<uuid:game>/events", views.EventsView.as_view(), name="events"),
    path("games/<uuid:game>/set-aside", views.SetAsideView.as_view(), name="set-aside"),
    path("games/<uuid:game>/heartbeat", views.HeartbeatView.as_view(), name="heartbeat"),
    path("games/<uuid:game>/live", views.LiveView.as_view(), name="live"),
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
    path("public/events", public_lists.EventListView.as_view(), name="public-events"),
    path("public/events/<slug:slug>", public_lists.EventView.as_view(), name="public-event"),
    path("public/events/<slug:slug>/rules", public_lists.RulesView.as_view(), name="public-rules"),
    path(
        "public/events/<slug:slug>/rounds",
        public_lists.RoundListView.as_view(),
        name="public-rounds",
    ),
    path(
        "public/events/<slug:slug>/rounds/<number:number>/tables/<number:table_number>/record",
        public_lists.RecordView.as_view(),
        name="public-record",
    ),
    path(
        "public/events/<slug:slug>/rounds/<number:number>/tables/<number:table_number>/record-so-far",
        public_chances.RecordSoFarView.as_view(),
        name="public-record-so-far",
    ),
    path(
        "public/events/<slug:slug>/rounds/<number:number>/tables/<number:table_number>/chances",
        public_chances.ChancesView.as_view(),
        name="public-chances",
    ),
    path(
        "public/events/<slug:slug>/tables",
        public_lists.TableListView.as_view(),
        name="public-tables",
    ),
    path(
        "public/events/<slug:slug>/results",
        public_lists.ResultListView.as_view(),
        name="public-results",
    ),
    path(
        "public/events/<slug:slug>/records",
        public_lists.RecordListView.as_view(),
        name="public-records",
    ),
    path(
        "public/events/<slug:slug>/standings",
        public_lists.StandingListView.as_view(),
        name="public-standings",
    ),
    path(
        "public/events/<slug:slug>/teams",
        public_lists.TeamListView.as_view(),
        name="public-teams",
    ),
    path(
        "public/events/<slug:slug>/players",
        public_lists.PlayerListView.as_view(),
        name="public-players",
    ),
    path(
        "public/events/<slug:slug>/players/<slug:player>",
        public_lists.PlayerView.as_view(),
        name="public-player",
    ),
    path(
        "public/events/<slug:slug>/clock",
        public_lists.ClockListView.as_view(),
        name="public-clock",
    ),
    path("public/seasons", public_seasons.SeasonListView.as_view(), name="public-seasons"),
    path(
        "public/seasons/<slug:season>",
        public_seasons.SeasonView.as_view(),
        name="public-season",
    ),
    path(
        "public/players/<slug:token>",
        public_careers.CareerView.as_view(),
        name="public-career",
    ),
    path(
        "organise/events/<slug:slug>/players",
        console_players.PlayersView.as_view(),
        name="console-players",
    ),
    path("schema/", SpectacularJSONAPIView.as_view(), name="schema"),
    path("docs/", docs_page.docs, name="docs"),
    # Line ends too, which a `path` leaves to the pages' own 404.
    re_path(r"^(?P<rest>[\s\S]+)\Z", views.UnknownAddressView.as_view(), name="unknown"),
]
