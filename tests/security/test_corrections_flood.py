"""A rogue tablet floods its table with corrections: each is judged by playing the whole game again.

Of a log of 5,000 rows a refused one cost 0.11 s of CPU, 20 times a second for ever; a hundred legal
ones before an event without room were played twice, and nothing of it was written or counted.
"""

from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from referee.devices.services import revoke
from referee.journal.journal import Journal
from referee.journal.limits import MAX_ROWS
from referee.journal.revision import MAX_REPLACEMENTS
from referee.log.wire import MAX_BATCH_CORRECTIONS
from referee.models import LoggedEvent
from referee.tablet.api import corrections_limit
from referee.tablet.api.access import ChiefThrottle
from referee.tablet.api.corrections_limit import MAX_IN_VAIN
from referee.tablet.bridge import METHODS, Bridge
from referee.tablet.judge import MAX_LOGGED_CORRECTIONS, MAX_NEW_CORRECTIONS
from tests.accounts import staff
from tests.referee.tables import AT, golden, log_events
from tests.referee.tablet.api.conftest import Http
from tournament.access import Action

pytestmark = pytest.mark.django_db
EVENTS = log_events(golden("01"))
REFUSED = {"type": "revise", "seq": 2, "replacement": [{"type": "retain"}], "reason": "x"}
LEGAL = {"type": "revise", "seq": 2, "replacement": [EVENTS[1]], "reason": "x"}


@pytest.fixture(autouse=True)
def _one_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """No window of a limit ends during a test, however slow the machine is."""
    monkeypatch.setattr(corrections_limit, "time", lambda: 600.0)
    monkeypatch.setattr(ChiefThrottle, "timer", staticmethod(lambda: 600.0))


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The corrections that are judged."""
    seen: list[Any] = []
    original = Journal._revise

    def revise(journal: Journal, event: dict[str, Any], *, chief: bool) -> Any:
        seen.append(event)
        return original(journal, event, chief=chief)

    monkeypatch.setattr(Journal, "_revise", revise)
    return seen


def refuse(http: Http) -> Any:
    """The answer to a correction that is refused."""
    return http.ask("post", "/events", http.batch(REFUSED, on_refusal="discard"))


def test_refused_corrections_are_few_a_minute(http: Http, judged: list[Any]) -> None:
    http.send(*EVENTS[:5])
    answers = [refuse(http) for _ in range(MAX_IN_VAIN + 20)]
    assert [answer.status_code for answer in answers] == [200] * MAX_IN_VAIN + [429] * 20
    assert answers[-1].json()["code"] == "throttled"
    assert 0 < int(answers[-1]["Retry-After"]) <= corrections_limit.WINDOW
    before = len(judged)
    refuse(http)
    assert len(judged) == before
    # The game goes on.
    assert http.send(EVENTS[5])["results"][0]["verdict"] == "accepted"


def test_corrections_that_are_written_are_not_counted(http: Http) -> None:
    http.send(*EVENTS[:5])
    for _ in range(2 * MAX_IN_VAIN // MAX_BATCH_CORRECTIONS):
        answer = http.send(*[LEGAL] * MAX_BATCH_CORRECTIONS)
        assert {each["verdict"] for each in answer["results"]} == {"accepted"}
    assert refuse(http).status_code == 200


def test_a_minute_later_there_is_room_again(http: Http, monkeypatch: pytest.MonkeyPatch) -> None:
    http.send(*EVENTS[:5])
    for _ in range(MAX_IN_VAIN):
        refuse(http)
    assert refuse(http).status_code == 429
    monkeypatch.setattr(corrections_limit, "time", lambda: 660.0)
    assert refuse(http).status_code == 200


def test_one_request_has_few_corrections(http: Http, judged: list[Any]) -> None:
    http.send(*EVENTS[:5])
    answer = http.ask("post", "/events", http.batch(*[LEGAL] * (MAX_BATCH_CORRECTIONS + 1)))
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")
    assert judged == []


def test_legal_corrections_before_an_event_without_room_are_counted(
    http: Http, judged: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    http.send(*EVENTS[:5])
    monkeypatch.setattr("referee.journal.limits.MAX_ROWS", {**MAX_ROWS, "notes": -1_000})
    body = http.batch(*[LEGAL] * MAX_BATCH_CORRECTIONS, {"type": "note", "text": "n"})
    answers = [http.ask("post", "/events", body).json()["code"] for _ in range(6)]
    assert answers == ["log-full"] * 3 + ["throttled"] * 3
    assert len(judged) <= 2 * MAX_IN_VAIN
    assert LoggedEvent.objects.count() == 5


def test_without_a_cache_corrections_go_on(http: Http, monkeypatch: pytest.MonkeyPatch) -> None:
    http.send(*EVENTS[:5])

    def down(*_given: Any, **_more: Any) -> None:
        raise OSError

    monkeypatch.setattr(cache, "add", down)
    monkeypatch.setattr(cache, "decr", down)
    assert http.send(LEGAL)["results"][0]["verdict"] == "accepted"


@pytest.mark.parametrize(
    "huge",
    [
        {"without": list(range(3, 3_000))},
        {"replacement": [EVENTS[1]] * (MAX_REPLACEMENTS + 1)},
        {"reason": "x" * 10_000},
    ],
    ids=lambda huge: next(iter(huge)),
)
def test_a_huge_correction_plays_nothing(
    http: Http, huge: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    http.send(*EVENTS[:5])
    played: list[Any] = []
    original = Journal._fold_board

    def fold(journal: Journal, seq: int, event: dict[str, Any], **more: Any) -> Any:
        played.append(event)
        return original(journal, seq, event, **more)

    monkeypatch.setattr(Journal, "_fold_board", fold)
    answer = http.ask("post", "/events", http.batch({**LEGAL, **huge}, on_refusal="discard"))
    verdicts = [each["verdict"] for each in answer.json().get("results", [])]
    assert (answer.status_code, verdicts) in [(400, []), (200, ["illegal"])]
    assert not any(event["type"] == "revise" for event in played)
    assert LoggedEvent.objects.count() == 5


def test_a_revoked_tablet_corrects_nothing(http: Http) -> None:
    http.send(*EVENTS[:5])
    revoke(device_id=http.tablet.device.pk, by="Olga")
    answer = http.ask("post", "/events", http.batch(LEGAL))
    assert (answer.status_code, answer.json()["code"]) == (403, "device-revoked")
    assert LoggedEvent.objects.count() == 5


def test_the_chiefs_page_asks_so_often_and_no_more(
    http: Http, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each question folds the whole log, too."""
    http.send(*EVENTS[:5])
    rights = Action.SEE_EVENT, Action.ACT_AS_CHIEF
    chief, other = staff("Chiara", *rights), staff("Oleg", *rights)
    folded: list[Any] = []
    original = METHODS["open"]

    def fold(bridge: Bridge, asked: dict[str, Any]) -> Any:
        folded.append(asked)
        return original(bridge, asked)

    monkeypatch.setitem(METHODS, "open", fold)
    requests, seconds = ChiefThrottle.allowed_rate
    client.force_login(chief)
    answers = [open_log(client, http) for _ in range(requests + 2)]
    assert [answer.status_code for answer in answers] == [200] * requests + [429] * 2
    assert len(folded) == requests
    assert "wait a few seconds" in answers[-1].json()["detail"]
    assert 0 < int(answers[-1]["Retry-After"]) <= seconds + 1
    client.force_login(other)
    assert open_log(client, http).status_code == 200


def open_log(client: Client, http: Http) -> Any:
    """The first question of the page of a correction."""
    body = {"method": "open", "question": {}}
    address = reverse("chief:ask", args=[http.tablet.game])
    return client.post(address, body, content_type="application/json")


def question(log: list[dict[str, Any]], method: str = "open", **asked: Any) -> dict[str, Any]:
    """A question to the judge about a log with these rows."""
    rows = [{"n": n, "at": AT, **row} for n, row in enumerate(log, 1)]
    opened = {"header": EVENTS[0]["header"], "roles": "drawn", "seats": [], "steps": []}
    return {
        "opened": {**opened, "language": "en", "log": rows}, "method": method, "question": asked
    }  # fmt: skip


@pytest.mark.parametrize(
    ("rows", "more"),
    [
        ([{"event": LEGAL, "judged": False}] * (MAX_NEW_CORRECTIONS + 1), []),
        ([{"event": LEGAL}] * (MAX_LOGGED_CORRECTIONS + 1), []),
        ([], [LEGAL] * (MAX_NEW_CORRECTIONS + 1)),
    ],
    ids=["rows that nobody judged", "rows", "events of the question"],
)
def test_a_question_to_the_judge_has_few_corrections(
    http: Http, judged: list[Any], rows: list[Any], more: list[Any]
) -> None:
    """A question of 50 KiB with a hundred cost half a second of CPU, one of 256 KiB a quarter of a
    minute."""
    log = [*({"event": event} for event in EVENTS[:5]), *rows]
    asked = question(log, "play" if more else "open", events=more, at=AT)
    answer = http.client.post(reverse("tablet:judge"), asked, format="json")
    assert answer.status_code == 400
    assert judged == []
    asked = question(log[:6], "play" if more else "open", events=more[:1], at=AT)
    answer = http.client.post(reverse("tablet:judge"), asked, format="json")
    assert (answer.status_code, answer.json().get("refusals", [])) == (200, [])
