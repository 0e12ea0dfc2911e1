"""Public addresses of tables, players and the event's stream.

They also serve the replay of a record, how to verify an event, and the guide to the game.
"""

from django.urls import path

from referee.board.views import chances, drop, guide, ledger, player, replay, table
from referee.live.views import streams, verification

app_name = "referee"
urlpatterns = [
    path("e/<slug:slug>/live", streams.stream, name="live"),
    path("replay/", drop.drop, name="drop"),
    path("rules/<slug:code>/", guide.guide, name="guide"),
    path("e/<slug:slug>/p/<number:seed>/", player.player, name="player"),
    path("e/<slug:slug>/verify/", verification.verify, name="verify"),
    path("e/<slug:slug>/r/<number:number>/t/<number:table_number>/", table.table, name="table"),
    path(
        "e/<slug:slug>/r/<number:number>/t/<number:table_number>/record.amr.jsonl",
        table.record,
        name="record",
    ),
    path(
        "e/<slug:slug>/r/<number:number>/t/<number:table_number>/ledger/<number:page>/",
        ledger.ledger,
        name="ledger",
    ),
    path(
        "e/<slug:slug>/r/<number:number>/t/<number:table_number>/chances/",
        chances.chances,
        name="chances",
    ),
    path(
        "e/<slug:slug>/r/<number:number>/t/<number:table_number>/replay/",
        replay.replay,
        name="replay",
    ),
    path(
        "e/<slug:slug>/r/<number:number>/t/<number:table_number>/replay/<number:at>/",
        replay.replay,
        name="moment",
    ),
    path(
        "e/<slug:slug>/r/<number:number>/t/<number:table_number>/replay/frames.json",
        replay.frames,
        name="frames",
    ),
]
