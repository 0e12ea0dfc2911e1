"""A chief referee and a tablet, for the tests of the chief's pages."""

import re

from django.test import Client
from django.urls import reverse

from tests.referee.tables import Tablet, golden, log_events
from tests.responses import ClientResponse

LINES = golden("01")
EVENTS = log_events(LINES)


def words(response: ClientResponse) -> str:
    """The text of a page, spaces as one."""
    assert response.status_code == 200
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", response.content.decode()))


def revise(client: Client, tablet: Tablet, seq: int, **fields: str) -> ClientResponse:
    """Send the form; to be logged is what was shown last, unless `fields` say otherwise."""
    fields = {"shown": fields["events"], **fields}
    return client.post(reverse("chief:revise", args=[tablet.game, seq]), fields, follow=True)
