"""Every page of the staff lies where a second factor is demanded."""

from django.urls import get_resolver

from tests.public_addresses import walk
from tests.roles.matrix import MATRIX
from tournament.access import Action
from tournament.accounts.sign_in.demand import ALWAYS_OPEN
from tournament.accounts.sign_in.sessions import OF_STAFF
from tournament.models.event_settings import RESERVED_ADDRESSES


def test_no_page_of_the_staff_lies_where_nothing_is_demanded() -> None:
    """What a role opens lies below the addresses that the demand guards, and no event can have an
    address whose pages would be those that stay open."""
    routes = {name: f"/{route}" for name, route, _parts in walk(get_resolver(), "", "")}
    guarded = {routes[name] for name, row in MATRIX.items() if isinstance(row.who, Action)}
    assert len(guarded) > 90
    assert {route for route in guarded if not route.startswith(OF_STAFF)} == set()
    assert {route for route in guarded if route.startswith(ALWAYS_OPEN)} == set()
    assert {path.split("/")[2] for path in ALWAYS_OPEN} <= RESERVED_ADDRESSES
