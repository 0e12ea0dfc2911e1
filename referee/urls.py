"""Addresses of the public pages of one table, and of an event's stream."""

from django.urls import path

from referee.views import ledger, stream, table

app_name = "referee"
urlpatterns = [
    path("e/<slug:slug>/live", stream.stream, name="live"),
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
]
