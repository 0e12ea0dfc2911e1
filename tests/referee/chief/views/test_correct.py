"""The chief's sheets: the bridge's answers about the log as the server has it."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.models import LoggedEvent
from tests.referee.chief.pages import EVENTS, words
from tests.referee.log.test_append import send
from tests.referee.log.test_verify import tamper
from tests.referee.tables import Tablet
from tests.responses import ClientResponse

pytestmark = pytest.mark.django_db

LOGGED = 6
"""As many events of the record are in the log."""


@pytest.fixture
def played(tablet: Tablet) -> Tablet:
    """A table that has logged the first events."""
    send(tablet, *tablet.made_of(*EVENTS[:LOGGED]))
    return tablet


def ask(client: Client, tablet: Tablet, method: str, question: object) -> ClientResponse:
    body = {"method": method, "question": question}
    address = reverse("chief:ask", args=[tablet.game])
    return client.post(address, json.dumps(body), content_type="application/json")


def answer(client: Client, tablet: Tablet, method: str, question: object) -> Any:
    reply = ask(client, tablet, method, question)
    assert reply.status_code == 200
    return json.loads(reply.content)


def test_the_page_of_a_correction_is_that_of_one_event_of_the_board(
    chief_client: Client, played: Tablet
) -> None:
    page = chief_client.get(reverse("chief:correct", args=[played.game, 5])).content.decode()
    assert 'data-seq="5"' in page
    assert reverse("chief:ask", args=[played.game]) in page
    assert "needs JavaScript" in page
    assert chief_client.get(reverse("chief:correct", args=[played.game, 99])).status_code == 404


def test_the_sheets_are_told_the_log_and_each_moment_of_it(
    chief_client: Client, played: Tablet
) -> None:
    opened = answer(chief_client, played, "open", {})
    assert [line["n"] for line in opened["view"]["ledger"]] == list(range(1, LOGGED + 1))
    moment = answer(chief_client, played, "moment", {"n": 5})
    assert moment["events"] == [EVENTS[4]]
    assert {"type": "buy"}.items() <= moment["events"][0].items()
    asked = {"n": 5, "method": "check", "question": {"events": [EVENTS[4]]}}
    assert answer(chief_client, played, "at_moment", asked)["refusals"] == []


def test_a_correction_is_previewed_as_the_chiefs_and_nothing_is_logged(
    chief_client: Client, played: Tablet
) -> None:
    change = {"seq": 5, "through": 5, "replacement": []}
    told = answer(chief_client, played, "revision", change)
    assert told["refusals"] == []
    assert told["event"]["type"] == "revise"
    assert any(player["cash"]["before"] != player["cash"]["after"] for player in told["players"])
    assert LoggedEvent.objects.count() == LOGGED


@pytest.mark.parametrize(
    ("method", "question"),
    [
        ("play", {"events": [], "at": None}),
        ("moment", {}),
        ("moment", []),
        ("moment", {"n": "5"}),
        ("at_moment", {"n": 5, "method": "play", "question": {}}),
        ("revision", {"seq": 5, "reason": "x" * 20_000}),
    ],
)
def test_what_the_page_would_not_ask_is_refused(
    chief_client: Client, played: Tablet, method: str, question: object
) -> None:
    assert ask(chief_client, played, method, question).status_code == 400


def test_a_body_that_is_no_question_is_refused(chief_client: Client, played: Tablet) -> None:
    address = reverse("chief:ask", args=[played.game])
    for body in ("", "[]", "{", '{"method":"open"}', "\ufeff{}"):
        reply = chief_client.post(address, body, content_type="application/json")
        assert reply.status_code == 400
    assert chief_client.post(address, {"method": "open", "question": "{}"}).status_code == 400


def test_a_log_that_cannot_be_folded_is_no_error_of_the_server(
    chief_client: Client, played: Tablet
) -> None:
    tamper(played, 5, event='{"type":"revert","seq":2}')
    opened = answer(chief_client, played, "open", {})
    refused = {each["n"]: each["refusals"][0]["code"] for each in opened["refused"]}
    assert refused[5] == "not_revertible"
    tamper(played, 5, event='{"type":"revise","seq":2}')
    assert ask(chief_client, played, "open", {}).status_code == 400


def test_what_no_longer_fits_is_left_out_where_the_sheet_names_it(
    chief_client: Client, played: Tablet
) -> None:
    told = answer(chief_client, played, "revision", {"seq": 4, "through": 4, "replacement": []})
    assert told["without"]
    event = told["event"]
    fields = {
        "events": "",
        "through": str(event["through"]),
        "without": ",".join(map(str, event["without"])),
        "reason": "not thrown",
        "step": "preview",
    }
    address = reverse("chief:revise", args=[played.game, 4])
    shown = chief_client.post(address, fields)
    assert "What replaces this event: nothing" in words(shown)
    assert f"is left out with it: {event['without'][0]}: Chloé buys" in words(shown)
    apply = {**fields, "step": "apply", "shown": shown.context["shown"]}
    assert "is refused: " in words(chief_client.post(address, {**apply, "without": ""}))
    assert LoggedEvent.objects.count() == LOGGED
    assert "The correction is in the log" in words(chief_client.post(address, apply, follow=True))
    logged = LoggedEvent.objects.get(seq=LOGGED + 1)
    assert json.loads(logged.event)["without"] == event["without"]
