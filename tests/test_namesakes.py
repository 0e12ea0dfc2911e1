"""Two people with the same name and club: wherever somebody is chosen, they read differently."""

from collections import Counter
from html.parser import HTMLParser
from itertools import chain

import pytest
from django.contrib.auth.models import User

from tests.accounts import signed_in
from tests.roles.world import world
from tests.test_pressed_twice import pages
from tests.tournament.making import BY, make_event, seat_round
from tournament.models import Event
from tournament.people.services.entries import add_entry

pytestmark = pytest.mark.django_db
NAME, CLUB = "Zora Winterbourne", "Riverside"


class _Choices(HTMLParser):
    """What is read aloud of each choice of a page that names the two, by the list it is in."""

    def __init__(self) -> None:
        super().__init__()
        self.lists: list[list[str]] = []
        self._read: str | None = None
        self._within = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("select", "datalist"):
            self.lists.append([])
        elif tag == "option":
            given = dict(attrs)
            self._read = (given.get("value") or "") if self._within == "datalist" else ""
        self._within = tag if tag in ("select", "datalist") else self._within

    def handle_data(self, data: str) -> None:
        if self._read is not None:
            self._read += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "option" and self._read is not None:
            self.lists[-1].append(" ".join(self._read.split()))
            self._read = None


def test_no_two_choices_of_a_list_read_the_same() -> None:
    found = world("open", public=True)
    drawn = make_event("drawn")
    for number in (1, 2):
        for event in (Event.objects.get(slug="open"), drawn):
            email, seed = f"zora{number}@example.org", 70 + number
            add_entry(event=event, name=NAME, email=email, seed=seed, club=CLUB, by=BY)
    seat_round(drawn, 1, (71, 72), publish=False)
    client = signed_in(User.objects.create_superuser("olga"))
    named, alike = 0, list[str]()
    for path in dict.fromkeys(
        [*chain.from_iterable(pages(found).values()), "/organise/drawn/r/1/draw/"]
    ):
        answer = client.get(path)
        if "text/html" not in answer.get("Content-Type", ""):
            continue
        choices = _Choices()
        choices.feed(answer.content.decode())
        for texts in choices.lists:
            counted = Counter(text for text in texts if NAME in text)
            named += bool(counted)
            alike += [f"{path}: {text}" for text, times in counted.items() if times > 1]
    assert named > 3
    assert not alike, "\n".join(alike)
