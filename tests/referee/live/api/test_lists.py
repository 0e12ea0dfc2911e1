"""The public interface's lists: pages, filters, tags, and what they say."""

import datetime as dt
import hashlib
from typing import Any

import jsonschema
import pytest
from django.test import Client
from django.utils import timezone

from referee.live.api.examples import EXAMPLES
from tests.tournament.making import BY, enter, entry, finish, make_event, seat_round, table_of
from tests.tournament.seasons.making import season_of
from tournament.careers.services import show_career
from tournament.events.services.events import update_event
from tournament.models import Event
from tournament.people.services.entries import update_entry
from tournament.rounds.services.clock import grant_extra, step_clock
from tournament.rounds.services.start import announce_start

pytestmark = pytest.mark.django_db
EVENTS = "/api/v1/public/events"
SAMPLE = f"{EVENTS}/spring-open-2026"
LISTS = ("rounds", "tables", "results", "records", "standings", "players", "teams", "clock")


def get(address: str, **given: Any) -> Any:
    """The answer's values."""
    response = Client().get(address, given)
    assert response.status_code == 200, response.content
    return response.json()


def faults(address: str, query: str) -> list[str]:
    """The parameters that a query is refused for."""
    response = Client().get(f"{address}?{query}")
    assert (response.status_code, response["Content-Type"]) == (400, "application/problem+json")
    assert response.json()["code"] == "malformed"
    return [fault["field"] for fault in response.json()["errors"]]


def all_of(address: str, limit: int, **filters: Any) -> list[Any]:
    """The items of all pages of so many."""
    items, cursor = [], None
    for _page in range(100):
        page = get(address, limit=limit, **filters, **({"cursor": cursor} if cursor else {}))
        assert len(page["items"]) <= limit
        items += page["items"]
        cursor = page["next"]
        if cursor is None:
            return items
    raise AssertionError("pages without an end")


@pytest.mark.parametrize("name", LISTS)
@pytest.mark.parametrize("limit", [1, 5, 200])
def test_the_pages_of_a_list_are_the_list(sample: None, name: str, limit: int) -> None:
    whole = get(f"{SAMPLE}/{name}", limit=200)
    assert whole["next"] is None
    assert len(whole["items"]) == {
        "players": 24,
        "standings": 24,
        "rounds": 3,
        "clock": 3,
        "teams": 7,
    }.get(name, 18)
    assert all_of(f"{SAMPLE}/{name}", limit) == whole["items"]


def test_answers_are_as_the_document_describes_them(sample: None) -> None:
    """Examples too: every item of a list has one, what is only a part of it has none."""
    season_of()
    shown = [entry(Event.objects.get(slug="spring-open-2026"), 7), enter(make_event(), {1: "A"})[0]]
    career = show_career(entries=shown, listed=False, by=BY)
    document, version = get("/api/v1/schema/"), get(f"{SAMPLE}/snapshot")["version"]
    public = {p: o["get"] for p, o in document["paths"].items() if "/public/" in p}
    assert len(public) == 20
    for path, operation in public.items():
        responses = operation["responses"]
        assert "304" in responses, path
        assert "ETag" in responses["200"]["headers"], path
        assert "Retry-After" in responses["429"]["headers"], path
        content = responses["200"]["content"]
        # Chances are of a table that plays: `test_chances.py`.
        if "application/json" not in content or path.endswith("/chances"):
            continue
        shape = {**content["application/json"]["schema"], "components": document["components"]}
        address = path.replace("{slug}", "spring-open-2026").replace("{player}", "p07")
        address = address.replace("{season}", "league").replace("{token}", career)
        address = address.replace("{version}", str(version))
        jsonschema.validate(get(address), shape)
        assert "schemas/Public" in str(shape.get("properties", shape))
    schemas = document["components"]["schemas"]
    assert {
        name for name, shape in schemas.items() if "Public" in name and "examples" in shape
    } == {f"Public{kind.__name__}" for kind in EXAMPLES}
    for kind in EXAMPLES:
        component = schemas[f"Public{kind.__name__}"]
        jsonschema.validate(
            component["examples"][0], {**component, "components": {"schemas": schemas}}
        )


@pytest.mark.django_db
def test_the_announced_start_of_a_round_is_told() -> None:
    at = dt.datetime(2026, 5, 16, 10, tzinfo=dt.UTC)
    event = make_event(players=4)
    announce_start(round_=seat_round(event, 1, (1, 2, 3, 4)), at=at, by=BY)
    (shown,) = get("/api/v1/public/events/open/rounds")["items"]
    assert shown["starts_at"] == at.isoformat()


@pytest.mark.parametrize(
    ("name", "filters", "wanted"),
    [
        ("tables", {"round": 2}, lambda item: item["round"] == 2),
        ("tables", {"table": 3}, lambda item: item["table"] == 3),
        ("results", {"round": 1, "table": 6}, lambda i: (i["round"], i["table"]) == (1, 6)),
        ("results", {"player": "p07"}, lambda item: "p07" in str(item["seats"])),
        ("records", {"player": "p07", "round": 3}, None),
        ("standings", {"player": "p07"}, lambda item: item["player"] == "p07"),
        ("players", {"player": "p07"}, lambda item: item["player"] == "p07"),
        ("players", {"status": "playing"}, lambda item: True),
        ("players", {"status": "dropped"}, lambda item: False),
        ("rounds", {"status": "finished"}, lambda item: True),
        ("tables", {"status": "open"}, lambda item: False),
        ("tables", {"round": 50}, lambda item: False),
        ("clock", {"round": 2}, lambda item: item["round"] == 2),
    ],
)
def test_filters(sample: None, name: str, filters: dict[str, Any], wanted: Any) -> None:
    found = all_of(f"{SAMPLE}/{name}", 2, **filters)
    if wanted is None:
        assert len(found) == 1
        return
    assert found == [item for item in all_of(f"{SAMPLE}/{name}", 200) if wanted(item)]


def test_a_club_is_compared_case_and_spacing_aside() -> None:
    event = make_event(players=4)
    for seed in (1, 3):
        update_entry(entry=entry(event, seed), by=BY, club="Les Échecs")
    seat_round(event, 1, (1, 2), (4, 3))
    found = get(f"{EVENTS}/open/players", club=" les  ÉCHECS")["items"]
    assert [item["seed"] for item in found] == [1, 3]
    assert len(get(f"{EVENTS}/open/tables", club="les échecs")["items"]) == 2
    assert get(f"{EVENTS}/open/standings", club="les")["items"] == []


def test_a_query_of_another_form_is_refused(sample: None) -> None:
    tables = f"{SAMPLE}/tables"
    assert faults(tables, "round=0&limit=201&player=7&club=&status=late&rounds=1") == [
        "round",
        "limit",
        "player",
        "club",
        "status",
        "rounds",
    ]
    assert faults(tables, "round=1&round=2") == ["round"]
    assert faults(EVENTS, "round=1") == ["round"]
    french = Client().get(f"{tables}?limit=0", headers={"Accept-Language": "fr"}).json()
    assert "200" in french["detail"]
    assert "Give" not in french["detail"]


def test_an_event_and_its_rules(sample: None) -> None:
    event = get(SAMPLE)
    assert (event["players"], event["tables"], event["tables_finished"]) == (24, 18, 18)
    rules = get(f"{SAMPLE}/rules")
    assert rules["points_by_place"] == [6, 4, 3, 2, 1, 0]
    assert rules["rulings"]["ties"] == "shared"
    assert Client().get(f"{EVENTS}/other").status_code == 404


def test_events_are_listed_the_latest_first() -> None:
    day = dt.date(2026, 5, 16)
    for slug, later in (("b", 0), ("a", 0), ("c", 9)):
        make_event(slug, starts_on=day + dt.timedelta(days=later))
    make_event("hidden", published=False)
    listed = [item["slug"] for item in all_of(EVENTS, 1) if len(item["slug"]) == 1]
    assert listed == ["c", "a", "b"]
    assert "hidden" not in str(all_of(EVENTS, 200))
    assert all_of(EVENTS, 2, status="running") == []


def test_a_player_has_place_tables_and_results(sample: None) -> None:
    player = get(f"{SAMPLE}/players/p16")
    assert (player["standing"]["rank"], player["standing"]["points"]) == (1, "16")
    assert [table["round"] for table in player["tables"]] == [1, 2, 3]
    assert len(player["results"]) == 3
    for code in ("p99", "16", "x"):
        assert Client().get(f"{SAMPLE}/players/{code}").status_code == 404


def test_a_record_is_the_file_of_the_tables_page(sample: None) -> None:
    first = get(f"{SAMPLE}/records", limit=1)["items"][0]
    file = Client().get(first["url"])
    assert hashlib.sha256(file.content).hexdigest() == first["sha256"]
    page = Client().get("/e/spring-open-2026/r/1/t/1/record.amr.jsonl")
    assert file.content == page.content
    again = Client().get(first["url"], headers={"If-None-Match": file["ETag"]})
    assert again.status_code == 304
    result = get(f"{SAMPLE}/results", round=1, table=1)["items"][0]
    assert result["record"] == first["sha256"]
    assert first["statement"]["status"] == "finished"


@pytest.mark.parametrize("name", ["initials", "number"])
def test_a_digest_is_that_of_the_record_with_names_hidden(sample: None, name: str) -> None:
    """That of the stored text would let anybody try out whose name was hidden."""
    event = Event.objects.get(slug="spring-open-2026")
    stored = {item["sha256"] for item in all_of(f"{SAMPLE}/records", 200)}
    update_entry(entry=entry(event, 7), by=BY, name_display=name)
    for item in all_of(f"{SAMPLE}/records", 200, player="p07"):
        assert hashlib.sha256(Client().get(item["url"]).content).hexdigest() == item["sha256"]
        assert item["sha256"] not in stored
        snapshot = Client().get(f"{SAMPLE}/snapshot").json()["snapshot"]
        told = snapshot["rounds"][str(item["round"])]["tables"][str(item["table"])]
        assert told["result"]["record"] == item["sha256"]
    assert len(stored & {item["sha256"] for item in all_of(f"{SAMPLE}/records", 200)}) == 15


@pytest.mark.parametrize("name", ["", *(f"/{name}" for name in (*LISTS, "rules"))])
def test_what_did_not_change_is_not_sent_again(name: str) -> None:
    event = make_event(players=4)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 4))), 40, 30, 20, 10)
    address = f"{EVENTS}/open{name}"
    first = Client().get(address)
    seat_round(event, 2, (4, 3, 2, 1), publish=False)
    update_event(event=event, by=BY, keep_apart=[["p01", "p02"]])
    again = Client().get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["Event-Version"] == first["Event-Version"]
    assert again["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("name", ["", *(f"/{name}" for name in (*LISTS, "rules", "snapshot"))])
def test_who_asks_for_the_head_is_told_it_alone(name: str) -> None:
    make_event(players=4)
    address = f"{EVENTS}/open{name}"
    whole, head = Client().get(address), Client().head(address)
    assert (head.status_code, head.content) == (200, b"")
    assert head["ETag"] == whole["ETag"]


def test_the_version_is_told_beside_the_content() -> None:
    event = make_event(players=2)
    first = Client().get(f"{EVENTS}/open/players")
    update_event(event=event, by=BY, venue="Elsewhere")
    second = Client().get(f"{EVENTS}/open/players", headers={"If-None-Match": first["ETag"]})
    assert second.status_code == 304
    assert (first["Event-Version"], second["Event-Version"]) == ("1", "2")


def test_a_clock_says_where_it_stood_at_its_last_step() -> None:
    event = make_event(players=4)
    found = seat_round(event, 1, (1, 2, 3, 4))
    assert get(f"{EVENTS}/open/clock")["items"][0]["state"] == "waiting"
    step_clock(round_=found, step="start", by=BY)
    grant_extra(table=table_of(found), seconds=120, reason="Ada was late", by=BY)
    response = Client().get(f"{EVENTS}/open/clock")
    clock = response.json()["items"][0]
    assert (clock["state"], clock["elapsed"], clock["length"]) == ("running", 0, 7200)
    assert clock["extra"] == {"1": 120}
    assert dt.datetime.fromisoformat(clock["since"]) <= timezone.now()
    assert "Ada was late" not in response.content.decode()


def test_the_queries_do_not_grow(sample: None, django_assert_max_num_queries: Any) -> None:
    Client().get(f"{SAMPLE}/results")
    for limit in (1, 18):
        with django_assert_max_num_queries(5):
            get(f"{SAMPLE}/records", limit=limit)
        with django_assert_max_num_queries(2):
            get(f"{SAMPLE}/results", limit=limit)
