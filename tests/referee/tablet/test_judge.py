"""The judge of devices that cannot run the engine: questions about the log that a tablet holds."""

from typing import Any

import pytest
from django.urls import reverse
from rest_framework.test import APIClient

from tests.referee.tables import AT, Tablet, golden, log_events, make_table, paired

pytestmark = pytest.mark.django_db
EVENTS = log_events(golden("01"))


@pytest.fixture
def tablet() -> Tablet:
    """A tablet whose table plays a game of two."""
    return paired(make_table(golden("01")[0]))


def opened(tablet: Tablet, *events: dict[str, Any]) -> Any:
    """The answer to a tablet that says that its log has these events, all of them judged."""
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {tablet.token}")
    log = [{"n": n, "at": AT, "event": event} for n, event in enumerate(events, 1)]
    setup = {"header": EVENTS[0]["header"], "roles": "drawn", "seats": [], "steps": []}
    question = {"opened": {**setup, "language": "en", "log": log}, "method": "open"}
    return client.post(reverse("tablet:judge"), {**question, "question": {}}, format="json")


def test_a_row_that_takes_back_no_correction_is_left_out_and_named(tablet: Tablet) -> None:
    answer = opened(tablet, *EVENTS[:3], {"type": "revert", "seq": 2, "reason": "slip"})
    assert answer.status_code == 200
    (refused,) = answer.json()["refused"]
    assert (refused["n"], refused["refusals"][0]["code"]) == (4, "not_revertible")
    assert [line["n"] for line in answer.json()["view"]["ledger"] if line["undone"]] == [4]


@pytest.mark.parametrize(
    "row",
    [
        {"type": "revise", "seq": 2, "reason": "x"},
        {"type": "revise", "replacement": [], "reason": "x"},
        {"type": "revise", "seq": 1, "replacement": [], "reason": "x"},
        {"seq": 2},
    ],
)
def test_a_log_that_cannot_be_folded_is_no_error_of_the_server(
    tablet: Tablet, row: dict[str, Any]
) -> None:
    assert opened(tablet, *EVENTS[:3], row).status_code == 400
