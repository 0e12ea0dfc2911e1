"""Tables of an event as files: the same in each format, for those who see the page."""

import asyncio
import datetime as dt
import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.db.models import CharField
from django.db.models.functions import Cast
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.accounts import signed_in
from tests.shares import sampled
from tests.tournament.exports.reading import download, read_csv, read_xlsx, table
from tests.tournament.making import BY, enter, entry, finish, make_event, seat_round, table_of
from tournament.access import ROLE_ACTIONS, Action
from tournament.backups.files import atomic_file, name_of
from tournament.common.streaming import StreamedFile
from tournament.events.services.events import delete_event, update_event
from tournament.exports.registry import EXPORTS
from tournament.exports.writers import FORMATS
from tournament.models import (
    AuditEntry,
    Event,
    EventRole,
    HandPrize,
    Membership,
    Penalty,
    Result,
    Round,
    Seat,
    SeatResult,
    Table,
)
from tournament.penalties.services import PenaltyGiven, give_penalty, withdraw_penalty
from tournament.people.services.absences import set_absences
from tournament.people.services.check_in import check_in
from tournament.people.services.entries import add_entry, update_entry, withdraw_entry
from tournament.standings.services.hand_prizes import give_hand_prize
from tournament.standings.services.reveal import freeze_results

pytestmark = pytest.mark.django_db
NAMES = [export.name for export in EXPORTS]
WITH_ROWS = [name for name in NAMES if name not in ("games", "deeds")]
"""Those two have no row where no game has a record: tests/referee/test_analytics.py."""


@pytest.fixture
def event() -> Event:
    """A played round, a drawn one, a formula for a name, and one who has dropped out."""
    event = make_event(
        players=7,
        points_by_place=[6, 4, 3, 2],
        tie_breaks=["wins", "final-cash"],
        teams="clubs",
        members_counted=1,
    )
    for seed in (1, 2):
        update_entry(entry=entry(event, seed), club="Library", by=BY)
    add_entry(event=event, name="=1+1", club="@club", email="eve@example.org", by=BY)
    finish(table_of(seat_round(event, 1, (1, 2, 3, 8), (4, 5, 6, 7))), 400, 300, 300, 100)
    seat_round(event, 2, (1, 2, 3, 4), publish=False)
    check_in(entry=entry(event, 1), by=BY)
    set_absences(entry=entry(event, 2), rounds=[2], by=BY)
    withdraw_entry(entry=entry(event, 7), by=BY)
    give_penalty(entry=entry(event, 1), given=PenaltyGiven("caution", "-Loud"), by=BY)
    give_hand_prize(event=event, title="+Fair play", entry=entry(event, 8), by=BY)
    give_hand_prize(event=event, title="Best cake", name="Ida", note="Apples", by=BY)
    return event


def member(event: Event, role: str, name: str = "") -> Client:
    person = User.objects.create_user(name or role)
    Membership.objects.create(event=event, person=person, role=role)
    return signed_in(person)


@pytest.fixture
def organiser(event: Event) -> Client:
    return member(event, EventRole.ORGANISER)


def in_cell(value: Any) -> Any:
    """What a cell of a workbook has for a value of JSON."""
    if isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, str):
        return f"'{value}" if value.startswith(("=", "+", "-", "@")) else value or None
    return value


def in_text(value: Any) -> str:
    """What CSV has for a value of a workbook."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


@pytest.mark.parametrize("name", WITH_ROWS)
def test_each_table_is_the_same_in_each_format(organiser: Client, name: str) -> None:
    rows = table(organiser, name)
    assert rows
    in_xlsx = read_xlsx(download(organiser, name, "xlsx"))
    in_csv = read_csv(download(organiser, name, "csv"))
    assert in_xlsx[0] == in_csv[0] == list(rows[0])
    assert all(key.isidentifier() and key.islower() for key in rows[0])
    assert in_xlsx[1:] == [[in_cell(value) for value in row.values()] for row in rows]
    assert in_csv[1:] == [list(map(in_text, row)) for row in in_xlsx[1:]]


def test_players_have_their_addresses_and_absences(organiser: Client) -> None:
    rows = table(organiser, "players")
    assert [row["seed"] for row in rows] == list(range(1, 9))
    assert rows[7] == {
        "seed": 8,
        "code": "p08",
        "name": "=1+1",
        "club": "@club",
        "team": "",
        "email": "eve@example.org",
        "external_id": "",
        "status": "active",
        "name_display": "full",
        "pinned_table": None,
        "missed_rounds": "",
    }
    assert (rows[1]["missed_rounds"], rows[6]["status"]) == ("2", "dropped")


def test_check_in_has_who_is_there(organiser: Client, event: Event) -> None:
    rows = {row["code"]: row for row in table(organiser, "check-in")}
    assert sorted(rows) == ["p01", "p02", "p03", "p04", "p05", "p06", "p08"]
    assert [code for code, row in rows.items() if row["checked_in"]] == ["p01"]
    at = dt.datetime.fromisoformat(rows["p01"]["checked_in_at"])
    assert at.utcoffset() == dt.timedelta()
    assert abs(at - timezone.now()) < dt.timedelta(minutes=1)
    assert [code for code, row in rows.items() if row["misses_next_round"]] == ["p02"]
    assert {row["next_round"] for row in rows.values()} == {2}


def test_seats_are_those_of_all_rounds(organiser: Client) -> None:
    rows = table(organiser, "seats")
    found = [(row["round"], row["round_status"], row["table"], row["seed"]) for row in rows]
    first = [(1, "published", 1, seed) for seed in (1, 2, 3, 8)]
    first += [(1, "published", 2, seed) for seed in (4, 5, 6, 7)]
    assert found == [*first, *((2, "drawn", 1, seed) for seed in (1, 2, 3, 4))]
    assert [row["order"] for row in rows] == [1, 2, 3, 4] * 3
    assert (rows[3]["code"], rows[3]["role"]) == ("p08", "monopolist")


def test_results_have_a_row_for_each_seat(organiser: Client) -> None:
    rows = table(organiser, "results")
    found = [(row["code"], row["place"], row["shared_place"], row["points"]) for row in rows]
    shared = [("p02", 2, True, 3.5), ("p03", 2, True, 3.5)]
    assert found == [("p01", 1, False, 6), *shared, ("p08", 4, False, 2)]
    assert [row["final_cash"] for row in rows] == [400, 300, 300, 100]
    assert {(row["round"], row["table"], row["source"]) for row in rows} == {(1, 1, "paper")}


def test_standings_have_a_column_for_each_tie_break(organiser: Client) -> None:
    first, second, *_others = table(organiser, "standings")
    assert (first["rank"], first["code"], first["points"], first["played"]) == (1, "p01", 6, 1)
    assert (first["tie_break_wins"], first["tie_break_final_cash"]) == (1, 400)
    assert (second["rank"], second["shared_rank"], second["points"]) == (2, True, 3.5)


def test_team_standings_name_whose_points_count(organiser: Client) -> None:
    rows = [tuple(row.values()) for row in table(organiser, "teams")]
    assert rows == [
        (1, False, "Library", 6, 1, 1, "p01", "p02"),
        (2, False, "@club", 2, 4, 4, "p08", ""),
    ]


def test_teams_have_no_rank_before_the_first_result() -> None:
    event = make_event(players=4, teams="clubs")
    update_entry(entry=entry(event, 1), club="Library", by=BY)
    (row,) = table(member(event, EventRole.ORGANISER), "teams")
    assert (row["team"], row["rank"]) == ("Library", None)


def test_what_is_frozen_for_the_public_is_in_the_files_of_staff(
    organiser: Client, event: Event
) -> None:
    before = [table(organiser, name) for name in ("results", "standings")]
    freeze_results(event=event, at=timezone.now() - dt.timedelta(hours=1), by=BY)
    assert [table(organiser, name) for name in ("results", "standings")] == before


def test_penalties_say_what_was_decided_and_taken_back(organiser: Client, event: Event) -> None:
    given = PenaltyGiven("points", "=Late", round_number=1, points=Decimal("0.5"))
    points = give_penalty(entry=entry(event, 8), given=given, by=BY)
    taken = {row["code"]: row["points_taken_off"] for row in table(organiser, "standings")}
    assert (taken["p08"], taken["p01"]) == (0.5, 0)
    withdraw_penalty(penalty=points, by="olga")
    caution, taken_back = table(organiser, "penalties")
    assert (caution["code"], caution["kind"], caution["reason"]) == ("p01", "caution", "-Loud")
    assert (caution["round"], caution["points"], caution["withdrawn_at"]) == (None, None, None)
    assert (taken_back["name"], taken_back["round"], taken_back["points"]) == ("=1+1", 1, 0.5)
    assert (taken_back["decided_by"], taken_back["withdrawn_by"]) == (BY, "olga")


def test_prizes_given_by_hand_name_players_and_guests(organiser: Client) -> None:
    rows = [tuple(row.values()) for row in table(organiser, "hand-prizes")]
    assert rows == [
        ("+Fair play", 8, "p08", "=1+1", ""),
        ("Best cake", None, "", "Ida", "Apples"),
    ]


def test_the_audit_log_has_every_write_in_order(organiser: Client, event: Event) -> None:
    rows = table(organiser, "audit")
    assert len(rows) == AuditEntry.objects.filter(event_slug="open").count()
    assert (rows[0]["action"], rows[0]["kind"], rows[0]["object_id"]) == (
        "create",
        "event",
        event.pk,
    )
    assert rows[0]["by"] == BY
    assert [row["at"] for row in rows] == sorted(row["at"] for row in rows)


def test_the_audit_log_opens_no_sealed_draw(organiser: Client, event: Event) -> None:
    row = AuditEntry.objects.filter(event_slug="open", kind="round").first()
    assert row is not None
    AuditEntry._base_manager.filter(pk=row.pk).update(after={"number": 1, "certificate": "secret"})
    assert "secret" not in download(organiser, "audit", "json").decode()


def test_the_audit_log_of_a_moved_event_is_not_its_successors() -> None:
    before = make_event(players=0)
    add_entry(event=before, name="Ada", email="ada@example.org", by=BY)
    update_event(event=before, slug="moved", by=BY)
    other = make_event("other", players=0)
    update_event(event=other, slug="open", by=BY)
    rows = table(member(other, EventRole.ORGANISER), "audit")
    assert "ada@example.org" not in json.dumps(rows)
    assert {row["kind"] for row in rows} == {"event"}


def test_the_audit_log_of_a_deleted_event_is_not_its_successors(django_user_model: Any) -> None:
    before = make_event(players=0)
    add_entry(event=before, name="Ada", email="ada@example.org", by=BY)
    delete_event(event=before, by=BY)
    client = member(make_event(), EventRole.ORGANISER)
    rows = table(client, "audit")
    assert [row["kind"] for row in rows][:1] == ["event"]
    assert "ada@example.org" not in json.dumps(rows)


@pytest.mark.parametrize("role", EventRole.values)
def test_a_role_gets_the_tables_of_its_pages(event: Event, role: str) -> None:
    client = member(event, role)
    seen = {export.name for export in EXPORTS if export.right in ROLE_ACTIONS[role]}
    page = client.get("/organise/open/downloads/").content.decode()
    for name in NAMES:
        for ending in FORMATS:
            address = reverse(f"tournament:export-{name}", args=["open", ending])
            assert client.get(address).status_code == (200 if name in seen else 403)
            assert (f'href="{address}"' in page) == (name in seen)
    assert ("audit" in seen) == (role == EventRole.ORGANISER)
    assert ("players" in seen) == ("e-mail" in page)
    sees_records = Action.SEE_RECORDS in ROLE_ACTIONS[role]
    assert ('href="/organise/open/downloads/records.zip"' in page) == sees_records


def test_the_downloads_have_the_newest_backup(
    organiser: Client, event: Event, settings: Any, tmp_path: Path
) -> None:
    settings.DATA_DIR = tmp_path
    assert "Save a backup" in organiser.get("/organise/open/downloads/").content.decode()
    name = name_of(event, timezone.now())
    with atomic_file(event, name) as out:
        out.write(b"")
    page = organiser.get("/organise/open/downloads/").content.decode()
    assert page.count("Only of games that a tablet has logged.") == 2
    assert f'href="/organise/open/backups/{name}/"' in page
    reader = member(event, EventRole.READER)
    assert "/backups/" not in reader.get("/organise/open/downloads/").content.decode()


def test_who_is_not_signed_in_or_of_another_event_gets_nothing(event: Event) -> None:
    outsider = member(make_event("other"), EventRole.ORGANISER)
    for name in ["players.csv", "audit.json", "records.zip", ""]:
        address = f"/organise/open/downloads/{name}"
        assert Client().get(address)["Location"].startswith("/organise/sign-in/")
        assert outsider.get(address).status_code == 403
        assert outsider.post(address).status_code in (403, 405)
    update_event(event=event, published=False, by=BY)
    assert outsider.get("/organise/open/downloads/players.csv").status_code == 404


@pytest.mark.parametrize("name", ["players.exe", "players.", "nothing.csv", "players", "a/b.csv"])
def test_an_unknown_table_or_format_is_not_found(organiser: Client, name: str) -> None:
    assert organiser.get(f"/organise/open/downloads/{name}").status_code == 404


def queries(client: Client, name: str) -> int:
    with CaptureQueriesContext(connection) as found:
        download(client, name, "csv")
    return len(found)


@pytest.mark.parametrize("name", sampled(WITH_ROWS, every=4))
def test_many_rows_cost_as_many_queries_as_a_few(name: str) -> None:
    event = make_event(players=1_200, number_of_rounds=1, teams="names")
    client = member(event, EventRole.ORGANISER)
    seats = [tuple(range(4 * at + 1, 4 * at + 5)) for at in range(300)]
    round_ = seat_round(event, 1, *seats[:1])
    finish(table_of(round_), 4, 3, 2, 1)
    before = queries(client, name)
    grow(event, round_, seats)
    assert len(table(client, name)) > 1_100
    assert queries(client, name) == before


def grow(event: Event, round_: Round, seats: list[tuple[int, ...]]) -> None:
    """Seat everybody, each a team, copy the result to all tables, and write much into the log."""
    event.entries.update(team=Cast("seed", CharField()))
    keys = dict(event.entries.values_list("seed", "pk"))
    now, lines = timezone.now(), list[SeatResult]()
    for number, seeds in enumerate(seats[1:], 2):
        one = Table.objects.create(round=round_, number=number)
        result = Result.objects.create(table=one, source="paper", confirmed_at=now)
        for order, seed in enumerate(seeds, 1):
            seat = Seat.objects.create(round=round_, table=one, entry_id=keys[seed], order=order)
            lines.append(SeatResult(result=result, seat=seat, place=order, final=5 - order))
    SeatResult.objects.bulk_create(lines)
    HandPrize.objects.bulk_create(
        HandPrize(event=event, title="Cup", entry_id=key) for key in keys.values()
    )
    Penalty.objects.bulk_create(
        Penalty(entry_id=key, kind="caution", decided_at=now, decided_by=BY)
        for key in keys.values()
    )
    AuditEntry.objects.bulk_create(
        AuditEntry(by=BY, action="update", event_slug=event.slug, kind="entry", label=str(number))
        for number in range(1_200)
    )


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("players/", "players"),
        ("check-in/", "check-in"),
        ("r/1/draw/", "seats"),
        ("results/", "results"),
        ("reveal/", "standings"),
        ("penalties/", "penalties"),
        ("reveal/", "hand-prizes"),
        ("settings/", "audit"),
    ],
)
def test_a_page_offers_its_table_in_each_format(organiser: Client, path: str, name: str) -> None:
    page = organiser.get(f"/organise/open/{path}").content.decode()
    for ending in FORMATS:
        assert f'href="/organise/open/downloads/{name}.{ending}"' in page
    assert 'href="/organise/open/downloads/"' in page


def test_a_server_of_streams_makes_each_part_when_the_last_is_sent() -> None:
    made = list[int]()

    def parts() -> Any:
        for number in range(3):
            made.append(number)
            yield b"%d" % number

    async def sent() -> list[tuple[bytes, int]]:
        answer = StreamedFile(parts(), name="a.csv", kind="text/csv")
        return [(part, len(made)) async for part in answer]

    assert asyncio.run(sent()) == [(b"0", 1), (b"1", 2), (b"2", 3)]


def test_nobody_has_to_be_entered(django_user_model: Any) -> None:
    client = member(make_event("open"), EventRole.ORGANISER)
    for name in NAMES:
        assert (table(client, name) == []) == (name != "audit")
    enter(Event.objects.get(slug="open"), {1: "Ada"})
    (row,) = table(client, "standings")
    assert row["rank"] is None
