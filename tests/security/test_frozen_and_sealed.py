"""An event of three rounds that were drawn together, its results frozen after the first: until they
are revealed no door tells a result of a later round, and no draw is open before its last round."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from referee.live.publishing.versions import state_of
from tests.public_addresses import addresses
from tests.security.test_draw_secrecy import scraped
from tests.tournament.making import BY, entry, finish, make_event, table_of
from tournament.draws.services.drawing import draw_round
from tournament.models import Event, Round, Seal
from tournament.people.services.personal_links import renew_link
from tournament.rounds.services.rounds import ensure_round, publish_round
from tournament.standings.services.reveal import freeze_results, reveal_places

pytestmark = pytest.mark.django_db
ROUNDS, TABLES, PLAYERS = 3, 2, 8
API = "/api/v1/public/events/open"
LISTS = [
    *("", "/rounds", "/tables", "/results", "/records", "/standings", "/teams"),
    *("/players", "/clock", "/snapshot"),
]
SHOWN, HIDDEN = 71_300, 82_400
"""Cash that no other number on a page looks like: of the first round, and of the others."""


@pytest.fixture
def event() -> Event:
    event = make_event(players=PLAYERS, table_sizes=[4], number_of_rounds=ROUNDS)
    first = ensure_round(event=event, number=1, by=BY)
    draw_round(round=first, by=BY, all_rounds=True, time_limit=5)
    cache.clear()
    return event


def play(number: int) -> None:
    """Publish a round and let both of its tables have results."""
    round_ = publish_round(round=Round.objects.get(number=number), by=BY)
    for table in range(1, TABLES + 1):
        finish(table_of(round_, table), *sorted(cash_of(number)))


def doors(event: Event) -> Iterator[str]:
    """Every public address, of each round, table and player, and those of the public interface."""
    for number in range(1, ROUNDS + 1):
        for table in range(1, TABLES + 1):
            yield from addresses(
                "open", number=number, table_number=table, commitment="0" * 64
            ).values()
        yield f"{API}/rounds/{number}"
    for seed in range(1, PLAYERS + 1):
        yield f"/e/open/p/{seed}/"
        yield f"{API}/players/p{seed:02}"
    yield from (f"{API}{name}" for name in LISTS)
    yield from (f"/e/open/draws/{seal.commitment}.json" for seal in Seal.objects.all())
    yield f"/me/{renew_link(entry=entry(event, 1), by=BY)}/"


def cash_of(number: int) -> set[int]:
    """What players of a round had in the end."""
    return {(SHOWN if number == 1 else HIDDEN) + 10 * number + order for order in range(4)}


def told(event: Event) -> set[int]:
    """The cash that any door tells."""
    pages = scraped(Client(), doors(event), followed="/e/open/")
    found: set[int] = set()
    for page in pages.values():
        plain = re.sub(r"(?<=\d)[,.\s\u00a0\u202f’](?=\d{3}\b)", "", page)
        found |= {int(one) for one in re.findall(r"(?<![0-9a-zA-Z])\d{5}(?![0-9a-zA-Z])", plain)}
    return found & set().union(*map(cash_of, range(1, ROUNDS + 1)))


def test_no_door_tells_a_result_or_a_draw_too_early(event: Event) -> None:
    play(1)
    freeze_results(event=event, by=BY)
    (seal,) = Seal.objects.all()
    opening = f"/e/open/draws/{seal.commitment}.json"
    before: Any = state_of(event.pk)
    for number in range(2, ROUNDS + 1):
        assert Client().get(opening).status_code == 404
        play(number)
    assert told(event) == cash_of(1)
    after: Any = state_of(event.pk)
    assert after["standings"]["rows"] == before["standings"]["rows"]
    assert [number for number, item in after["rounds"].items() if _has_results(item)] == ["1"]
    # All rounds are public, and it was drawn before anything was frozen: it tells no result.
    assert Client().get(opening).status_code == 200
    reveal_places(event=event, up_to=PLAYERS, seen=None, by=BY)
    assert told(event) == cash_of(1)


def _has_results(round_: Any) -> bool:
    return any("result" in table for table in round_["tables"].values())
