"""Addresses of the public page of one table."""

from django.urls import path

from referee.views import table

app_name = "referee"
urlpatterns = [
    path("e/<slug:slug>/r/<number:number>/t/<number:table_number>/", table.table, name="table"),
    path(
        "e/<slug:slug>/r/<number:number>/t/<number:table_number>/record.amr.jsonl",
        table.record,
        name="record",
    ),
]
