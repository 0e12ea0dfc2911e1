"""How many words an organiser meets at first sight: of a small event, with what selects offer."""

from html.parser import HTMLParser
from typing import Any

import pytest
from django.test import Client

from tests.tournament.making import make_event, seat_round

MAX_WORDS = 200
PLAYERS = 12
HIDDEN = {"visually-hidden", "position-narrow"}
"""Classes of what only a screen reader reads, or only a phone shows."""
VOID = {"input", "link", "meta", "br", "img", "hr", "wbr"}


class Sight(HTMLParser):
    """The words within `main` that are neither folded nor hidden, with all that selects offer.

    `shown` counts what is chosen in each select, and not what it offers besides."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.options: list[str] = []
        self.chosen = 0
        self.words = self.shown = 0
        self.feed(page.partition("<main")[2].partition("</main>")[0])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        hidden = "hidden" in given or HIDDEN & {*(given.get("class") or "").split()}
        folds = tag == "details" and "open" not in given
        if tag == "option":
            self.chosen = len(self.options) if "selected" in given else self.chosen
            self.options.append("")
        if tag not in VOID:
            self.open.append("hidden" if hidden else "folded" if folds else tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            self.open.pop()
        if tag == "select" and self.options:
            self.shown += len(self.options[self.chosen].split())
            self.options, self.chosen = [], 0

    def handle_data(self, data: str) -> None:
        folded = "folded" in self.open and "summary" not in self.open
        if folded or {"hidden", "script", "svg"} & {*self.open}:
            return
        count = len(data.split())
        self.words += count
        if "option" in self.open:
            self.options[-1] += data
        else:
            self.shown += count


def sight(client: Client, path: str) -> Sight:
    """What is seen of a page of an event whose first round is drawn."""
    event = make_event(players=PLAYERS, table_sizes=[4])
    seats = range(1, PLAYERS + 1)
    seat_round(event, 1, *(tuple(seats[at : at + 4]) for at in range(0, PLAYERS, 4)), publish=False)
    page = client.get(f"/organise/{event.slug}/{path}")
    assert page.status_code == 200
    return Sight(page.content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["r/1/draw/", "print/1/", "settings/"])
def test_a_page_of_the_console_says_little_at_first_sight(
    admin_client: Client, settings: Any, path: str
) -> None:
    # As in a hall: on one computer alone, a page that makes links says that no other can open them.
    settings.TABLET_ORIGIN = "https://192.168.1.20:8443"
    assert sight(admin_client, path).words <= MAX_WORDS


@pytest.mark.django_db
def test_the_form_of_a_position_shows_little_at_first_sight(admin_client: Client) -> None:
    # Each deed's select offers all players.
    assert sight(admin_client, "r/1/1/position/").shown <= MAX_WORDS
