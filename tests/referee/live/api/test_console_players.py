"""The players for an organiser's programs: who gets them, in pages, with their IDs elsewhere."""

from typing import Any

import jsonschema
import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.accounts import signed_in
from tests.tournament.making import BY, entry, make_event
from tournament.access import ROLE_ACTIONS, Action
from tournament.models import Event, EventRole, Membership
from tournament.people.services.check_in import check_in
from tournament.people.services.entries import update_entry, withdraw_entry

pytestmark = pytest.mark.django_db
HERE = "/api/v1/organise/events/open/players"


@pytest.fixture
def event() -> Event:
    event = make_event(players=5)
    update_entry(entry=entry(event, 2), external_id="FFA 0042", email="b@example.org", by=BY)
    check_in(entry=entry(event, 2), by=BY)
    withdraw_entry(entry=entry(event, 5), by=BY)
    return event


def member(event: Event, role: str) -> Client:
    person = User.objects.create_user(f"{role} of {event.slug}")
    Membership.objects.create(event=event, person=person, role=role)
    return signed_in(person)


def get(client: Client, **given: Any) -> Any:
    answer = client.get(HERE, given)
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_players_come_in_pages_with_their_ids(event: Event) -> None:
    client = member(event, EventRole.ORGANISER)
    seen, cursor = [], ""
    for _page in range(3):
        page = get(client, limit=2, **({"cursor": cursor} if cursor else {}))
        seen += page["items"]
        cursor = page["next"]
    assert cursor is None
    assert [item["player"] for item in seen] == ["p01", "p02", "p03", "p04", "p05"]
    assert seen == get(client)["items"]
    second = seen[1]
    assert second.pop("checked_in_at").endswith("+00:00")
    assert second == {
        "player": "p02",
        "seed": 2,
        "name": "Player 2",
        "club": "",
        "team": "",
        "email": "b@example.org",
        "external_id": "FFA 0042",
        "status": "active",
    }


def test_a_player_is_found_by_the_id_elsewhere(event: Event) -> None:
    client = member(event, EventRole.REGISTRAR)
    assert [item["seed"] for item in get(client, external_id="FFA 0042")["items"]] == [2]
    assert get(client, external_id="ffa")["items"] == []
    assert [item["seed"] for item in get(client, status="dropped")["items"]] == [5]


@pytest.mark.parametrize("role", EventRole.values)
def test_only_who_sees_the_players_gets_them(event: Event, role: str) -> None:
    sees = Action.SEE_PLAYERS in ROLE_ACTIONS[role]
    answer = member(event, role).get(HERE)
    assert answer.status_code == (200 if sees else 403)
    assert ("FFA 0042" in answer.content.decode()) == sees


def test_others_are_told_why_in_json(event: Event) -> None:
    outsider = member(make_event("other"), EventRole.ORGANISER)
    Event.objects.filter(slug="open").update(published=False)
    for client, status, code in (
        (Client(), 401, "not-signed-in"),
        (outsider, 404, "not-found"),
    ):
        answer = client.get(HERE)
        assert (answer.status_code, answer.json()["code"]) == (status, code)
        assert answer["Content-Type"] == "application/problem+json"
    assert Client().get(HERE.replace("open", "none")).status_code == 401
    Event.objects.filter(slug="open").update(published=True)
    assert outsider.get(HERE).json()["code"] == "not-allowed"


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=201", "cursor=x", "external_id=", "external_id=a%0Ab", "page=2",
              "status=gone", f"external_id={'x' * 41}", "limit=1&limit=2", "x" * 2001],
)  # fmt: skip
def test_what_it_does_not_know_is_refused(event: Event, query: str) -> None:
    answer = member(event, EventRole.ORGANISER).get(f"{HERE}?{query}")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def test_it_only_reads_keeps_nothing_and_is_not_for_other_sites(event: Event) -> None:
    client = member(event, EventRole.ORGANISER)
    for verb in ("post", "put", "patch", "delete"):
        assert getattr(client, verb)(HERE).status_code == 405
    answer = client.get(HERE, headers={"Origin": "https://elsewhere.example"})
    assert "no-store" in answer["Cache-Control"]
    assert "Access-Control-Allow-Origin" not in answer


def test_many_players_cost_as_many_queries(event: Event) -> None:
    client, costs = member(event, EventRole.ORGANISER), []
    for players in (5, 60):
        for seed in range(event.entries.count() + 1, players + 1):
            event.entries.create(seed=seed, name=f"Player {seed}")
        with CaptureQueriesContext(connection) as found:
            get(client, limit=200)
        costs.append(len(found))
    assert costs[0] == costs[1]


def test_it_answers_as_the_document_says_and_the_public_interface_has_no_id(event: Event) -> None:
    document = Client().get("/api/v1/schema/").json()
    operation = document["paths"]["/api/v1/organise/events/{slug}/players"]["get"]
    assert operation["security"] == [{"console": []}]
    shape = operation["responses"]["200"]["content"]["application/json"]["schema"]
    whole = {**shape, "components": document["components"]}
    jsonschema.validate(get(member(event, EventRole.READER)), whole)
    assert "external_id" not in str(
        {path: item for path, item in document["paths"].items() if "/public/" in path}
    )
    assert "FFA 0042" not in Client().get("/api/v1/public/events/open/players").content.decode()
