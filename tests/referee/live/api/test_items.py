"""What is cut out of an event's newest version, without doing the same work twice."""

from typing import Any

import pytest
from django.test import Client

from referee.live.api import items as public_items
from scoring.competition.roles import RoleComparison, compare_roles
from tests.tournament.making import finish, make_event, seat_round, table_of

pytestmark = pytest.mark.django_db
STANDINGS = "/api/v1/public/events/open/standings"


def _standings(**given: Any) -> Any:
    return Client().get(STANDINGS, given).json()


@pytest.fixture
def comparisons(monkeypatch: pytest.MonkeyPatch) -> list[RoleComparison]:
    """The comparisons by role that are made, each as it was."""
    made: list[RoleComparison] = []

    def noted(*given: Any) -> RoleComparison:
        made.append(compare_roles(*given))
        return made[-1]

    monkeypatch.setattr(public_items, "compare_roles", noted)
    return made


def test_roles_are_compared_once_for_a_version(comparisons: list[RoleComparison]) -> None:
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 4, 3, 2, 1)
    first = _standings(limit=2)
    assert first["roles"]["competitor"]["rounds"] == 2
    assert _standings(limit=2, cursor=first["next"])["items"][0]["roles"]
    assert len(comparisons) == 1
    finish(table_of(seat_round(event, 2, (1, 2, 3, 4))), 4, 3, 2, 1)
    assert _standings()["roles"]["competitor"]["rounds"] == 4
    assert len(comparisons) == 2
