"""The interface's document is made once in each language."""

from django.test import Client
from django.utils import translation

from referee.tablet.api.kept_document import KeptDocument


def test_it_is_made_once_in_each_language() -> None:
    with translation.override("fr"):
        french = KeptDocument().get_schema()
        assert KeptDocument().get_schema() is french
    with translation.override("ru"):
        assert KeptDocument().get_schema() is not french


def test_who_asks_gets_it() -> None:
    with translation.override("en"):
        kept = KeptDocument().get_schema()
    assert Client().get("/api/v1/schema/").json()["paths"].keys() == kept["paths"].keys()
