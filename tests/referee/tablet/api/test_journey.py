"""A tablet's whole journey over HTTP, from the code to the result in the standings."""

from typing import Any
from uuid import UUID, uuid4

import pytest
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from referee.devices.services import invite
from referee.log.calls import claim_call
from tests.referee.tables import Tablet, make_table, paired
from tests.referee.tablet.api.conftest import Http
from tournament.events.services.announcements import (
    send_announcement,
    withdraw_announcement,
    write_announcement,
)
from tournament.events.services.events import update_event
from tournament.models import Event, Table
from tournament.standings.selectors.pages import event_page
from tournament.visibility import Reader

Events = list[dict[str, Any]]
pytestmark = pytest.mark.django_db


def test_from_the_typed_code_to_the_standings(table: Table, events: Events) -> None:
    request = {"request_id": str(uuid4()), "code": invite(table=table, by="t").code}
    api = APIClient()
    given = api.post("/api/v1/pair", {**request, "label": "Tablet 1"}, format="json")
    again = api.post("/api/v1/pair", {**request, "label": "Tablet 1"}, format="json")
    assert (given.status_code, again.status_code) == (201, 200)
    told = again.json()
    assert told["device"] == given.json()["device"]
    assert told["lease"]["held"]
    http = _restored(told)
    boot = http.ask("get", "").json()
    assert (boot["state"], boot["log"], boot["view"]) == ("waiting", [], None)
    assert boot["header"]["players"] == events[0]["header"]["players"]
    http.tablet.digest = boot["edition"]["digest"]
    for at in range(0, len(events), 100):
        answer = http.send(*events[at : at + 100])
    statement, required = (answer["confirmation"][key] for key in ("statement", "required"))
    assert answer["confirmation"]["blocked_by"] == ["players"]
    answer = http.send(
        *({"type": "confirm", "player": player, "statement": statement} for player in required)
    )
    assert answer["state"] == "confirmed"
    page = event_page("open", Reader.STAFF)
    assert page is not None
    assert page.standings.tables_finished == 1


def _restored(told: dict[str, Any]) -> Http:
    """A tablet that knows only what the server told it."""
    tablet = Tablet.__new__(Tablet)
    tablet.token, tablet.game, tablet.epoch = told["token"], told["game"], told["lease"]["epoch"]
    tablet.head, tablet.digest = (0, "0" * 64), ""
    return Http(tablet)


def test_a_cold_start_in_mid_game_gets_log_and_position(http: Http, events: Events) -> None:
    http.send(*events[:30])
    boot = http.ask("get", "").json()
    assert [row["event"] for row in boot["log"]] == events[:30]
    assert [row["seq"] for row in boot["log"]] == list(range(1, 31))
    assert boot["log"][0]["previous_hash"] == "0" * 64
    assert (boot["head"]["hash"], boot["more"]) == (boot["log"][-1]["hash"], False)
    assert boot["view"]["status"] == "playing"
    assert {"type", "player"} <= boot["view"]["legal_actions"][0].keys()


def test_resuming_after_any_row(http: Http, events: Events) -> None:
    http.send(*events[:30])
    page = http.ask("get", "/log?after=10&limit=5").json()
    assert [row["seq"] for row in page["rows"]] == [11, 12, 13, 14, 15]
    assert (page["more"], page["head"]["seq"]) == (True, 30)
    rest = http.ask("get", "/log?after=15").json()
    assert rest["rows"][0]["previous_hash"] == page["rows"][-1]["hash"]
    assert (len(rest["rows"]), rest["more"]) == (15, False)


def test_a_tablet_without_an_engine_sees_what_may_be_done(http: Http, events: Events) -> None:
    http.send(events[0])
    batch = http.batch({"type": "buy", "player": "p01"}, on_refusal="discard", view=True)
    answer = http.ask("post", "/events", batch).json()
    (result,) = answer["results"]
    assert (result["verdict"], result["set_aside"]) == ("illegal", False)
    assert (result["refusals"][0]["code"], result["refusals"][0]["rule"]) == ("not_on_turn", None)
    assert result["refusals"][0]["message"]
    assert answer["view"]["statement"]["players"][0]["cash"] == 1500
    assert answer["set_aside"] == []


@pytest.mark.parametrize(
    ("language", "words"), [("en", "not a deed"), ("fr", "pas un titre"), ("ru", "не владение")]
)
def test_a_refusal_is_said_in_the_language_of_the_request(
    http: Http, events: Events, language: str, words: str
) -> None:
    http.send(*events[:2])
    reader = Http(http.tablet, language)
    answer = reader.send({"type": "build", "player": "p02", "square": 13})
    messages = [refusal["message"] for refusal in answer["results"][0]["refusals"]]
    assert any(words in message.lower() for message in messages), messages


def test_a_heartbeat_tells_of_everything_the_table_waits_for(http: Http, events: Events) -> None:
    http.send(events[0], {"type": "buy", "player": "p01"})
    call = str(uuid4())
    http.ask("put", f"/calls/{call}", {"state": "open", "topic": "rules", "note": "rent"})
    beat = {"lease_epoch": 1, "head_seq": 1, "pending": 3, "app": "1", "clock_skew_ms": -5}
    answer = http.ask("post", "/heartbeat", beat).json()
    assert answer["head"] == {"seq": 1, "hash": http.tablet.head[1]}
    assert (answer["calls"][0]["id"], answer["calls"][0]["state"]) == (call, "open")
    assert answer["calls"][0]["claimed_by"] is None
    claim_call(call_id=UUID(call), by="Chiara")
    told = http.ask("post", "/heartbeat", beat).json()["calls"][0]
    assert (told["state"], told["claimed_by"]) == ("claimed", "Chiara")
    assert (answer["set_aside"][0]["reason"], answer["set_aside"][0]["events"]) == ("illegal", 1)
    assert answer["clock"]["length"] == 7200
    http.tablet.device.refresh_from_db()
    assert (http.tablet.device.pending, http.tablet.device.app) == (3, "1")


def test_a_heartbeat_brings_announcements_until_they_are_withdrawn(
    http: Http, events: Events
) -> None:
    http.send(*events[:1])
    beat = {"lease_epoch": 1, "head_seq": 1, "pending": 0, "app": "1"}

    def told() -> list[str]:
        answer = http.ask("post", "/heartbeat", beat).json()
        return [each["text"] for each in answer["announcements"]]

    written = write_announcement(event=Event.objects.get(), text="Lunch at noon", by="test")
    assert told() == []
    send_announcement(announcement=written, by="test")
    assert told() == ["Lunch at noon"]
    withdraw_announcement(announcement=written, by="test")
    assert told() == []


def test_an_event_decides_whether_its_tablets_advise(http: Http, events: Events) -> None:
    """Bootstrap and heartbeat carry it, so that it is switched while the tables play."""
    http.send(*events[:5])
    beat = {"lease_epoch": 1, "head_seq": 5, "pending": 0, "app": "1"}

    def told() -> list[bool]:
        answers = http.ask("get", ""), http.ask("post", "/heartbeat", beat)
        return [answer.json()["estimate"] for answer in answers]

    assert told() == [False, False]
    event = Event.objects.get()
    for advice in Event.Advice:
        update_event(event=event, by="test", advice=advice)
        assert told() == [advice == Event.Advice.EVERYWHERE] * 2


def test_a_heartbeat_of_a_table_for_which_nothing_waits_takes_three_queries(
    http: Http, events: Events, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    http.send(*events[:5])
    beat = {"lease_epoch": 1, "head_seq": 5, "pending": 0, "app": "1"}
    first = http.ask("post", "/heartbeat", beat).json()
    with django_assert_num_queries(3):  # the device, the game, the clock
        answer = http.ask("post", "/heartbeat", beat).json()
    assert answer["head"] == first["head"] == {"seq": 5, "hash": http.tablet.head[1]}
    assert (answer["calls"], answer["set_aside"], answer["lease"]["held"]) == ([], [], True)
    assert answer["digest"] == http.tablet.digest


def test_a_call_is_made_once_and_can_be_taken_back(http: Http, other: Http) -> None:
    call = f"/calls/{uuid4()}"
    opened = [http.ask("put", call, {"state": "open", "topic": "dispute"}) for _ in range(2)]
    assert opened[0].json() == opened[1].json()
    assert other.ask("put", call, {"state": "withdrawn"}).status_code == 409
    assert http.ask("put", call, {"state": "withdrawn"}).json()["call"]["state"] == "withdrawn"
    assert http.ask("put", f"/calls/{uuid4()}", {"state": "withdrawn"}).status_code == 404


def test_taking_over(http: Http, table: Table) -> None:
    second = Http(paired(table, "Second"))
    assert (
        second.ask("post", "/heartbeat", {"lease_epoch": 1, "head_seq": 0, "pending": 0}).json()[
            "lease"
        ]["held"]
        is False
    )
    for _again in range(2):
        lease = second.ask("post", "/lease", {"epoch": 1}).json()["lease"]
        assert (lease["epoch"], lease["held"], lease["holder"]["label"]) == (2, True, "Second")
    moved = http.ask("post", "/lease", {"epoch": 1})
    assert (moved.status_code, moved.json()["code"]) == (409, "lease-moved")


def test_roles_thrown_for_at_the_table(db: None, events: Events) -> None:
    header = events[0]["header"]
    http = Http(paired(make_table(header, roles="thrown", slug="thrown")))
    boot = http.ask("get", "").json()
    assert [player["role"] for player in boot["header"]["players"]] == [None, None]
    first, second = boot["header"]["players"]
    players = [{**second, "role": "monopolist"}, {**first, "role": "competitor"}]
    start = {
        "type": "start",
        "header": {**boot["header"], "players": players},
        "throws": [{"player": "p01", "dice": [1, 2]}, {"player": "p02", "dice": [6, 2]}],
        "choices": [{"player": "p02", "role": "monopolist"}],
    }
    answer = http.send(start, *({"type": "roll", "player": "p02", "dice": [1, 4]},))
    assert [result["verdict"] for result in answer["results"]] == ["accepted"] * 2


def test_a_final_position_goes_through_the_same_checks(http: Http, events: Events) -> None:
    """A final position alone: the start has it, then the end procedure as always."""
    header = {
        **events[0]["header"],
        "x-quick": 1,
        "position": {"cash": {"p01": 900, "p02": 1200}, "deeds": {"1": {"owner": "p01"}}},
    }
    done = [{"type": "adjusted", "player": player} for player in ("p01", "p02")]
    answer = http.send(
        {"type": "start", "header": header},
        {"type": "time"},
        *done,
        {"type": "retain"},
        {"type": "circuit", "dice": {}},
    )
    assert {result["verdict"] for result in answer["results"]} == {"accepted"}
    assert answer["state"] == "finished"
