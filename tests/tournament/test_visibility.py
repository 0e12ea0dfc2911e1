"""What of an event each reader may see: pages, tables, players and names, in every situation.

Those who show something are asked the same questions; the answers are in one table of situations.
"""

import datetime as dt
import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.present import present
from tests.tournament.making import BY, entry, finish, make_event, seat_round, table_of
from tournament import visibility
from tournament.draws.problem import problem_of_rounds
from tournament.events.selectors.events import event_cards, event_detail
from tournament.events.services.events import update_event
from tournament.models import Entry, Event, Result
from tournament.people.services.entries import add_entry, update_entry
from tournament.public.views.preview import preview_of
from tournament.standings.selectors.pages import event_page, player_page, published_page, table_page
from tournament.visibility import Reader

pytestmark = pytest.mark.django_db

LATER = timezone.now() + dt.timedelta(hours=1)
NOON = dt.datetime(2026, 5, 16, 12, tzinfo=dt.UTC)


@pytest.fixture
def event() -> Event:
    """Two finished rounds of four, the second confirmed an hour after the first, and a hidden
    one. By the first 1, 2, 3, 4 lead; by both 4, 3, 2, 1 do."""
    event = make_event(players=4, points_by_place=[4, 3, 2, 1], tie_breaks=[])
    first = table_of(seat_round(event, 1, (1, 2, 3, 4)))
    finish(first, 400, 300, 200, 100)
    second = table_of(seat_round(event, 2, (1, 2, 3, 4)))
    finish(second, 100, 200, 300, 400)
    confirmed(first, NOON)
    confirmed(second, NOON + dt.timedelta(hours=1))
    third = seat_round(event, 3, (4, 3, 2, 1), publish=False)
    assert third.status == "drawn"
    return event


def confirmed(table: Any, at: dt.datetime) -> None:
    Result.objects.filter(table=table).update(confirmed_at=at)


@dataclass(frozen=True)
class Seen:
    """What a reader sees: rounds, tables with a result, (rank, seed) of the standings."""

    rounds: tuple[int, ...]
    results: tuple[int, ...]
    places: tuple[tuple[int, int], ...]


ALL_LEVEL = ((1, 1), (1, 2), (1, 3), (1, 4))
AFTER_ONE = ((1, 1), (2, 2), (3, 3), (4, 4))
HALF = dt.timedelta(minutes=30)
SITUATIONS: dict[str, tuple[dict[str, Any], Seen | None]] = {
    "published": ({}, Seen((1, 2), (1, 2), ALL_LEVEL)),
    "hidden": ({"published": False}, None),
    "practice": ({"published": False, "practice": True}, None),
    "cancelled": ({"called_off": "cancelled"}, Seen((1, 2), (1, 2), ALL_LEVEL)),
    "frozen before all": ({"frozen_at": NOON - HALF}, Seen((1, 2), (), ALL_LEVEL)),
    "frozen between": ({"frozen_at": NOON + HALF}, Seen((1, 2), (1,), AFTER_ONE)),
    "frozen at that very moment": ({"frozen_at": NOON}, Seen((1, 2), (1,), AFTER_ONE)),
    "frozen from later on": ({"frozen_at": LATER}, Seen((1, 2), (1, 2), ALL_LEVEL)),
    "all revealed": (
        {"frozen_at": NOON, "revealed_to": 1},
        Seen((1, 2), (1, 2), ALL_LEVEL),
    ),
}


def page_of(reader: Reader) -> Seen | None:
    page = event_page("open", reader)
    if page is None:
        return None
    tables = [table for item in page.rounds for table in item.tables]
    return Seen(
        tuple(item.number for item in page.rounds),
        tuple(table.round for table in tables if table.finished),
        tuple((row.rank, row.player.seed) for row in page.standings.rows),
    )


def tables_of(reader: Reader) -> tuple[int, ...]:
    """The rounds whose table has a result on its own page."""
    pages = [table_page("open", number, 1, reader) for number in (1, 2, 3)]
    return tuple(page.table.round for page in pages if page and page.table.finished)


def asked_at_once(reader: Reader) -> tuple[int, ...]:
    """The rounds whose table has a result that the reader sees, by one query."""
    found = visibility.tables_with_result(reader).order_by("round__number")
    return tuple(found.values_list("round__number", flat=True))


API = "/api/v1/public/events"


def api_tells(path: str = "", **filters: Any) -> Any:
    """What the public interface says of the event, None where it knows of none."""
    response = Client().get(f"{API}/open{path}", filters)
    return response.json() if response.status_code == 200 else None


def told_by_api() -> Seen | None:
    """The same questions, put to the public interface."""
    if api_tells() is None:
        assert [api_tells(f"/{name}") for name in ("rounds", "results", "standings")] == [None] * 3
        return None
    standings = api_tells("/standings")["items"]
    codes = {item["player"]: item["seed"] for item in api_tells("/players")["items"]}
    return Seen(
        tuple(item["round"] for item in api_tells("/rounds")["items"]),
        tuple(item["round"] for item in api_tells("/results")["items"]),
        tuple((row["rank"], codes[row["player"]]) for row in standings),
    )


def rounds_in_feed() -> tuple[int, ...] | None:
    """The rounds of the results in the feed, None where there is no feed."""
    response = Client().get("/e/open/feed.atom")
    found = re.findall(r"<title>Round (\d+), table", response.content.decode())
    return tuple(sorted(map(int, found))) if response.status_code == 200 else None


def leaders_elsewhere() -> list[list[str]] | None:
    """The first three as other sites show them, and as an embedded page does; None where neither
    shows anything."""
    page = published_page("open")
    embedded = Client().get("/e/open/embed/")
    picture = Client().get("/e/open/preview.png")
    if page is None:
        assert (embedded.status_code, picture.status_code) == (404, 404)
        return None
    names = re.findall(r'<th scope="row"><bdi>([^<]*)', embedded.content.decode())
    shown = [name for leader in preview_of(page).leaders for name in leader.names]
    return [shown[:3], names[:3]]


def told_by_state(state: Any) -> Seen | None:
    """The same questions, put to the document that the snapshot and the stream bring."""
    if state is None:
        return None
    played = [(n, item["tables"].values()) for n, item in state["rounds"].items()]
    rows = sorted(
        (row["position"], row["rank"], state["players"][code]["seed"])
        for code, row in state["standings"]["rows"].items()
    )
    return Seen(
        tuple(int(number) for number, _tables in played),
        tuple(int(n) for n, tables in played for table in tables if "result" in table),
        tuple((rank, seed) for _position, rank, seed in rows),
    )


@pytest.mark.parametrize("situation", SITUATIONS)
def test_the_public_sees_what_the_situation_allows(event: Event, situation: str) -> None:
    fields, wanted = SITUATIONS[situation]
    update_event(event=event, by=BY, **fields)
    assert page_of(Reader.PUBLIC) == wanted
    assert told_by_api() == wanted
    assert told_by_state((api_tells("/snapshot") or {}).get("snapshot")) == wanted
    assert rounds_in_feed() == (wanted.results if wanted else None)
    first = [f"Player {seed}" for _rank, seed in wanted.places[:3]] if wanted else []
    led = [first if wanted.results else [], first] if wanted else None
    assert leaders_elsewhere() == led
    listed = Client().get(API).json()["items"]
    assert [item["slug"] for item in listed] == (["open"] if wanted else [])
    for number in (1, 2, 3):
        shown = wanted is not None and number in wanted.rounds
        for name in ("tables", "results", "clock"):
            asked = api_tells(f"/{name}", round=number)
            assert bool(asked and asked["items"]) <= shown, name
    assert tables_of(Reader.PUBLIC) == (wanted.results if wanted else ())
    assert asked_at_once(Reader.PUBLIC) == (wanted.results if wanted else ())
    for number in (1, 2, 3):
        page = table_page("open", number, 1)
        assert (page is not None) == (wanted is not None and number in wanted.rounds)
    assert bool(event_cards()) == (wanted is not None)
    assert (event_detail("open") is None) == (wanted is None)
    seats = Client().get("/e/open/seats/")
    assert (seats.status_code == 404) == (wanted is None)
    if wanted:
        assert f"Round {max(wanted.rounds)}" in seats.content.decode()
    player = player_page("open", 1)
    assert (player is None) == (wanted is None)
    if player and wanted:
        assert tuple(game.round for game in player.games) == wanted.rounds
        assert tuple(g.round for g in player.games if g.score) == wanted.results


@pytest.mark.parametrize("situation", SITUATIONS)
def test_nothing_is_hidden_from_the_staff(event: Event, situation: str) -> None:
    update_event(event=event, by=BY, **SITUATIONS[situation][0])
    assert page_of(Reader.STAFF) == Seen((1, 2, 3), (1, 2), ALL_LEVEL)
    assert tables_of(Reader.STAFF) == (1, 2)


def test_places_are_revealed_from_the_last_up(event: Event) -> None:
    finish(table_of(event.rounds.get(number=2)), 100, 200, 300, 401)  # level, but for player 4
    update_event(event=event, by=BY, reason="Forgotten", tie_breaks=["final-cash"])
    update_event(event=event, by=BY, frozen_at=NOON)
    final = [(row.rank, row.player.seed) for row in standings(Reader.STAFF).rows]
    assert final == [(1, 4), (2, 1), (2, 2), (2, 3)]
    update_event(event=event, by=BY, revealed_to=2)
    shown = standings(Reader.PUBLIC)
    assert [(row.rank, row.player.seed) for row in shown.rows] == final[1:]
    assert (shown.first_place, shown.players) == (2, 4)
    # Neither who is above, nor what the hidden table came to.
    assert [row.why for row in shown.rows] == [(), (), ()]
    assert all(score is None for row in shown.rows for score in row.scores[1:])
    told = api_tells("/standings")
    assert (told["first_place"], [row["rank"] for row in told["items"]]) == (2, [2, 2, 2])
    assert api_tells("/standings", player="p04")["items"] == []
    assert api_tells("/players/p04")["standing"] is None
    assert [item["round"] for item in api_tells("/results", player="p04")["items"]] == [1]
    assert present(player_page("open", 4)).row is None
    assert present(present(player_page("open", 1)).row).rank == 2
    update_event(event=event, by=BY, revealed_to=5)
    assert standings(Reader.PUBLIC).rows == ()


def test_who_was_revealed_is_compared_with_who_was_revealed_before(event: Event) -> None:
    update_event(event=event, by=BY, frozen_at=NOON, revealed_to=3)
    second = table_of(event.rounds.get(number=2))
    finish(second, 400, 300, 200, 100)
    rows = standings(Reader.PUBLIC).rows
    assert [(row.rank, row.player.seed, len(row.why)) for row in rows] == [(3, 3, 0), (4, 4, 1)]
    assert "Player 3" in rows[1].why[0]


def standings(reader: Reader) -> Any:
    return present(event_page("open", reader)).standings


def test_a_correction_while_frozen_is_hidden_with_its_result(event: Event) -> None:
    update_event(event=event, by=BY, frozen_at=NOON + HALF)
    finish(table_of(event.rounds.get(number=1)), 1, 2, 3, 4)
    assert tables_of(Reader.PUBLIC) == ()
    assert tables_of(Reader.STAFF) == (1, 2)


def test_a_choice_while_frozen_hides_the_result_though_it_is_older(event: Event) -> None:
    update_event(event=event, by=BY, frozen_at=NOON + HALF)
    Result.objects.filter(table__round__number=1).update(decided_at=NOON + 2 * HALF)
    assert tables_of(Reader.PUBLIC) == asked_at_once(Reader.PUBLIC) == ()
    Result.objects.filter(table__round__number=1).update(decided_at=NOON + HALF)
    assert tables_of(Reader.PUBLIC) == asked_at_once(Reader.PUBLIC) == (1,)


def test_only_what_is_frozen_is_revealed(event: Event) -> None:
    with pytest.raises(Exception, match="Only what is frozen"):
        update_event(event=event, by=BY, revealed_to=3)


def test_a_page_says_what_it_leaves_out(event: Event, client: Client) -> None:
    update_event(event=event, by=BY, frozen_at=NOON)
    assert b"are not shown yet" in client.get("/e/open/").content
    update_event(event=event, by=BY, revealed_to=3)
    page = client.get("/e/open/").content
    assert b"so far to place 3" in page
    hidden = client.get("/e/open/p/1/").content
    update_event(event=event, by=BY, revealed_to=1)
    page = client.get("/e/open/").content
    assert b"are not shown yet" not in page
    assert b"of 4" in client.get("/e/open/p/1/").content
    assert hidden


NAMES = {
    Entry.NameDisplay.FULL: ("Anna-Maria van Dijk", "Chess Club"),
    Entry.NameDisplay.INITIALS: ("A. v. D.", "Chess Club"),
    Entry.NameDisplay.NUMBER: ("№\N{NO-BREAK SPACE}1", ""),
}


def shown_names(event: Event, reader: Reader) -> list[tuple[str, str]]:
    """The name and club of player 1, wherever they are told."""
    page = present(event_page(event.slug, reader))
    table = present(table_page(event.slug, 1, 1, reader))
    player = present(player_page(event.slug, 1, reader))
    found = [page.players[0], player.player, table.table.seats[0].player]
    found += [row.player for row in page.standings.rows if row.player.seed == 1]
    found += [page.rounds[0].tables[0].seats[0].player]
    return [(one.name, one.club) for one in found]


@pytest.mark.parametrize("display", NAMES)
def test_a_name_is_shown_as_its_entry_says(
    event: Event, client: Client, display: Entry.NameDisplay
) -> None:
    first = entry(event, 1)
    update_entry(entry=first, by=BY, name="Anna-Maria van Dijk")
    update_entry(entry=first, by=BY, club="Chess Club", name_display=display)
    assert set(shown_names(event, Reader.PUBLIC)) == {NAMES[display]}
    assert set(shown_names(event, Reader.STAFF)) == {NAMES[Entry.NameDisplay.FULL]}
    for path in ("", "p/1/", "p/2/", "r/1/", "r/1/t/1/", "embed/", "screen/", "feed.atom"):
        page = client.get(f"/e/open/{path}").content.decode()
        assert ("Dijk" in page) == (display == "full"), path
        assert ("Chess Club" in page) <= (display != "number"), path
    for path in ("players", "players/p01", "tables", "results", "standings", "snapshot"):
        told = client.get(f"{API}/open/{path}").content.decode()
        assert ("Dijk" in told) == (display == "full"), path
        assert ("Chess Club" in told) <= (display != "number"), path
    # What a draw was made by is told once it is open.
    drawn_by = problem_of_rounds(event, range(3, 4)).clubs
    assert drawn_by == ({"p01": NAMES[display][1]} if NAMES[display][1] else {})
    found = api_tells("/players", club="chess  CLUB")["items"]
    assert [item["name"] for item in found] == ([NAMES[display][0]] if NAMES[display][1] else [])


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "A."),
        ("  (Bob)  de la Cruz", "B. d. l. C."),
        ("Иван Ильич", "И. И."),
        ("王 小明", "王. 小."),
        ("…", "№\N{NO-BREAK SPACE}7"),
    ],
)
def test_initials_of_any_script(name: str, shown: str) -> None:
    event = make_event()
    found = add_entry(event=event, name=name, seed=7, by=BY)
    found = update_entry(entry=found, by=BY, name_display="initials")
    assert visibility.name_of(Reader.PUBLIC, found) == shown


def test_an_entry_shows_no_name_in_another_way(event: Event) -> None:
    with pytest.raises(Exception, match="nickname"):
        update_entry(entry=entry(event, 1), by=BY, name_display="nickname")


@pytest.mark.parametrize(
    ("advice", "before", "after"),
    [("public", False, True), ("everywhere", True, True), ("after", False, False)],
)
def test_a_plan_is_seen_as_the_event_says(advice: str, before: bool, after: bool) -> None:
    event = make_event(players=2, advice=advice)
    assert visibility.sees_plan(Reader.PUBLIC, event, decided=False) is before
    assert visibility.sees_plan(Reader.PUBLIC, event, decided=True) is after
    assert visibility.sees_plan(Reader.STAFF, event, decided=False)


@pytest.mark.parametrize(
    "settings",
    [{}, {"board_delay": 60}, {"advice": "after"}, {"shows_chances": False}, {"mode": "A"}],
)
def test_chances_are_seen_where_an_event_shows_them_and_its_boards(settings: Any) -> None:
    event = make_event(players=2, **{"shows_chances": True, **settings})
    assert visibility.sees_chances(Reader.PUBLIC, event) is (settings == {})
    later = settings.keys() <= {"board_delay", "advice"}
    assert visibility.sees_turning_points(event) is later
