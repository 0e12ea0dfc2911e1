"""The shell of the console: pages in groups, the switch of rounds, where one is."""

import re
from collections.abc import Iterable

import pytest
from django.test import Client

from tests.accounts import signed_in, staff
from tests.tournament.making import make_event, seat_round
from tournament.access import Action
from tournament.console.navigation import Group, page_groups
from tournament.models import Event

pytestmark = pytest.mark.django_db
ALL = tuple(set(Action))


@pytest.fixture
def event() -> Event:
    event = make_event(players=4, number_of_rounds=3, slug="sheet")
    seat_round(event, 1, (1, 2), (3, 4))
    return event


@pytest.fixture
def olga(event: Event) -> Client:
    return signed_in(staff("olga", *ALL))


def marked(groups: Iterable[Group]) -> list[str]:
    return [one.label for group in groups for one in group.pages if one.current]


@pytest.mark.parametrize(
    ("page", "open_"),
    [
        ("players/", "Players"),
        ("players/import/", "Players"),
        ("r/1/draw/", "Draw"),
        ("r/1/1/sheet/", "Results"),
        ("chief/codes/", "Codes of the tables"),
        ("corrections/", "Collected corrections"),
    ],
)
def test_the_open_page_or_the_one_above_it_is_marked(olga: Client, page: str, open_: str) -> None:
    assert marked(olga.get(f"/organise/sheet/{page}").context["groups"]) == [open_]


def test_new_codes_belong_to_the_page_of_codes(event: Event) -> None:
    """Their address ends as those of results do."""
    olga, path = staff("olga", *ALL), "/organise/sheet/chief/codes/sheet/"
    assert marked(page_groups(olga, event, path, 1, drawn=True)) == ["Codes of the tables"]


@pytest.mark.parametrize("page", ["r/1/", "r/1/draw/", "now/", "players/"])
def test_every_link_of_the_shell_opens(olga: Client, page: str) -> None:
    context = olga.get(f"/organise/sheet/{page}").context
    links = [one.url for group in context["groups"] for one in group.pages]
    links += [one.url for one in context["rounds"]]
    assert len(links) > 15
    assert {link: olga.get(link).status_code for link in links} == dict.fromkeys(links, 200)


def test_the_switch_stays_on_the_page_for_another_round(olga: Client) -> None:
    def switch(page: str) -> list[str]:
        return [one.url for one in olga.get(f"/organise/sheet/{page}").context["rounds"]]

    assert switch("r/1/draw/")[1] == "/organise/sheet/r/2/draw/"
    assert switch("now/?sort=number")[1] == "/organise/sheet/now/?sort=number&round=2"
    assert switch("players/")[1] == "/organise/sheet/r/2/"


@pytest.mark.parametrize(
    ("page", "above"),
    [("players/", []), ("players/import/", ["Players"]), ("r/1/1/sheet/", ["Results"])],
)
def test_a_page_below_another_leads_back_to_it(olga: Client, page: str, above: list[str]) -> None:
    text = olga.get(f"/organise/sheet/{page}").content.decode()
    crumbs = text.partition('<nav class="crumbs"')[2].partition("</nav>")[0]
    assert re.findall(r"<a[^>]*><bdi>([^<]+)", crumbs) == above


def test_only_what_somebody_may_do_is_shown(event: Event) -> None:
    client = signed_in(staff("rita", Action.ORGANISE, Action.SEE_PLAYERS))
    context = client.get("/organise/sheet/players/").context
    shown = [one.label for group in context["groups"] for one in group.pages]
    assert shown == ["Print", "Players", "Check-in", "Downloads"]
    assert not context["state"]
