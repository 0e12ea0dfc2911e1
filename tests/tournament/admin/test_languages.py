"""The admin speaks the reader's language, also where a field says nothing of itself."""

from collections.abc import Iterator

import pytest
from django.utils import translation

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def language_of_the_tests() -> Iterator[None]:
    """A request leaves its language to the thread, and so to the next test."""
    with translation.override(translation.get_language()):
        yield


@pytest.mark.parametrize("page", ["entry", "round", "table", "result", "drawjob"])
def test_columns_of_other_objects_are_named_in_the_readers_language(admin_client, page):
    shown = ""
    for address in (f"/admin/tournament/{page}/", f"/admin/tournament/{page}/add/"):
        response = admin_client.get(address, headers={"accept-language": "fr"})
        shown += "".join(response.content.decode().split())
    for english in ("Player", "Event", "Round"):
        assert f">{english}<" not in shown


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "From: wins"), ("fr", "Parmi\u00a0: wins"), ("ru", "Из: wins")],
)
def test_what_may_be_written_is_said_in_the_readers_language(admin_client, language, words):
    form = admin_client.get("/admin/tournament/event/add/", headers={"accept-language": language})
    assert words in form.content.decode()
