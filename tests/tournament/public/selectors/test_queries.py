"""Pages are read in a fixed number of queries, however much there is."""

from collections.abc import Iterator

import pytest
from django.db import transaction

from tests.tournament.making import finish, make_event, seat_round, table_of
from tournament.events.selectors.events import event_cards, event_detail
from tournament.standings.selectors.pages import event_page, player_page, table_page

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module", params=[1, 3])
def _grown(lasting_db: None, request: pytest.FixtureRequest) -> Iterator[None]:
    """So many events with so many finished tables in each of so many rounds."""
    with transaction.atomic():
        for number in range(request.param):
            grow(f"event-{number}", request.param)
        yield
        transaction.set_rollback(True)


def grow(slug: str, tables: int) -> None:
    event = make_event(
        slug, players=4 * tables, number_of_rounds=4, tie_breaks=["wins", "cash-share"]
    )
    for number in range(1, tables + 1):
        seats = [tuple(range(4 * t + 1, 4 * t + 5)) for t in range(tables)]
        found = seat_round(event, number, *seats)
        for table in range(1, tables + 1):
            finish(table_of(found, table), 40, 30, 20, 10)


@pytest.mark.usefixtures("_grown")
@pytest.mark.parametrize(
    ("read", "queries"),
    [
        (lambda slug: event_cards(), 1),
        (event_detail, 1),
        (event_page, 5),
        (lambda slug: table_page(slug, 1, 1), 4),
        (lambda slug: player_page(slug, 1), 6),
    ],
)
def test_the_number_of_queries_is_fixed(django_assert_num_queries, read, queries):
    with django_assert_num_queries(queries):
        assert read("event-0")
