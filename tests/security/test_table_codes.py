"""Codes that stay valid for days, and tokens that reach the next round: what they must not open."""

import datetime as dt
import secrets as random
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from referee.devices.codes import MAX_ATTEMPTS, PrintedCode, make_sheet, revoke_codes
from referee.devices.secrets import ALPHABET
from referee.devices.services import invite, pair, revoke
from referee.models import Device, GameLog, TableCode
from referee.tablet.api.access import CodeThrottle, PairThrottle
from tests.referee.tables import golden, make_table, next_round, paired
from tests.referee.tablet.api.conftest import Http
from tournament.events.services.events import delete_event
from tournament.models import AuditEntry, Event, Table

pytestmark = pytest.mark.django_db
LINES = golden("01")


@pytest.fixture(autouse=True)
def _no_limits_yet() -> None:
    cache.clear()


@pytest.fixture
def table(db: None) -> Table:
    return make_table(LINES[0], tables=2)


@pytest.fixture
def sheet(table: Table) -> list[PrintedCode]:
    return make_sheet(event=table.round.event, tables=2, by="Olga")


def scan(**given: str) -> tuple[int, str]:
    """The answer to a pairing: status and code of the problem."""
    body = {"request_id": str(uuid4()), **given}
    response = Client().post("/api/v1/pair", body, content_type="application/json")
    return response.status_code, response.json().get("code", "")


def test_a_code_opens_its_own_event_and_table_only(table: Table, sheet: list[PrintedCode]) -> None:
    elsewhere = make_table(LINES[0], slug="elsewhere")
    body = {"request_id": str(uuid4()), "token": sheet[1].token}
    paired_ = Client().post("/api/v1/pair", body, content_type="application/json").json()
    game = GameLog.objects.get(pk=paired_["game"])
    assert (game.table.round, game.table.number) == (table.round, 2)
    others = [paired(elsewhere).game, paired(table).game]
    client = Client(headers={"Authorization": f"Bearer {paired_['token']}"})
    for other in others:
        assert client.get(f"/api/v1/games/{other}").status_code == 404
        answer = client.post(f"/api/v1/games/{other}/next", {}, content_type="application/json")
        assert answer.status_code == 404


@pytest.mark.parametrize("days", [-1, 1], ids=["after", "before"])
def test_a_code_is_worth_nothing_on_other_days(sheet: list[PrintedCode], days: int) -> None:
    day = timezone.now().date() + dt.timedelta(days=days)
    Event.objects.update(starts_on=day, ends_on=day, time_zone="UTC")
    assert scan(token=sheet[0].token) == (410, "pairing-days")
    assert scan(code=sheet[0].typed) == (410, "pairing-days")
    assert not Device.objects.exists()


def test_a_revoked_code_is_worth_nothing_even_to_who_used_it(
    table: Table, sheet: list[PrintedCode]
) -> None:
    request = uuid4()
    pair(request_id=request, label="", token=sheet[0].token)
    revoke_codes(event=table.round.event, by="Olga")
    again = scan(token=sheet[0].token, request_id=str(request))
    assert again == (410, "pairing-revoked")
    assert Device.objects.count() == 1


def test_a_revoked_tablet_gets_no_token_by_its_old_request(sheet: list[PrintedCode]) -> None:
    request = uuid4()
    done = pair(request_id=request, label="", token=sheet[0].token)
    revoke(device_id=done.device.pk, by="Olga")
    again = pair(request_id=request, label="", token=sheet[0].token)
    assert (again.repeated, again.device == done.device) == (False, False)


def test_codes_are_not_guessed(sheet: list[PrintedCode], monkeypatch: pytest.MonkeyPatch) -> None:
    for throttle in (CodeThrottle, PairThrottle):
        monkeypatch.setattr(throttle, "allowed_rate", (10**6, 1))
    for _ in range(50):
        assert scan(token=random.token_urlsafe(32)) == (404, "pairing-unknown")
    TableCode.objects.update(attempts=MAX_ATTEMPTS - 20)
    guesses = ["".join(random.choice(ALPHABET) for _ in range(8)) for _ in range(21)]
    answers = [scan(code=f"{sheet[0].code.handle}-{guess}") for guess in guesses]
    assert answers == [(404, "pairing-unknown")] * 20 + [(423, "pairing-locked")]
    assert not Device.objects.exists()


def test_guessing_is_slowed_by_address(sheet: list[PrintedCode]) -> None:
    answers = {scan(token=random.token_urlsafe(32))[0] for _ in range(61)}
    assert answers == {404, 429}


def test_a_phone_that_tries_codes_shuts_out_nobody_at_the_same_address(
    table: Table, sheet: list[PrintedCode]
) -> None:
    """Behind the one address of a hall codes that are known pair, scanned and typed."""
    invited = invite(table=table, by="Olga")
    for _ in range(PairThrottle.allowed_rate[0]):
        assert scan(token=random.token_urlsafe(32)) == (404, "pairing-unknown")
    assert scan(code="AAAA-000000") == scan(token="x") == (429, "throttled")
    assert scan(code=invited.code)[0] == 201
    assert scan(code=sheet[0].typed)[0] == scan(token=sheet[1].token)[0] == 201


def test_one_code_mistyped_on_purpose_shuts_out_no_other(
    table: Table, sheet: list[PrintedCode]
) -> None:
    """Who types it has to wait a minute; who scans it does not."""
    wrong = f"{sheet[0].code.handle}-AAAA-AAAA"
    answers = [scan(code=wrong)[0] for _ in range(CodeThrottle.allowed_rate[0] + 1)]
    assert answers[-2:] == [404, 429]
    assert scan(code=sheet[0].typed) == (429, "throttled")
    assert scan(token=sheet[0].token)[0] == scan(code=sheet[1].typed)[0] == 201


def test_a_count_that_is_used_up_tells_no_first_half_of_a_code(
    sheet: list[PrintedCode],
) -> None:
    """And what is tried all the same is counted against the code."""
    for _ in range(PairThrottle.allowed_rate[0]):
        scan(code="AAAA-AAAA-AAAA")
    handle = sheet[0].code.handle
    assert scan(code=f"{handle}-AAAA-AAAA") == scan(code="AAAA-AAAA-AAAA") == (429, "throttled")
    assert TableCode.objects.get(handle=handle).attempts == 1
    TableCode.objects.update(attempts=MAX_ATTEMPTS)
    assert scan(code=f"{handle}-AAAA-AAAA") == (429, "throttled")


def test_a_stolen_sheet_takes_no_table_silently(sheet: list[PrintedCode]) -> None:
    """Whoever scans a code of a table that is played reads it, until they take over visibly."""
    first = pair(request_id=uuid4(), label="", token=sheet[0].token)
    pair(request_id=uuid4(), label="", token=sheet[0].token)
    assert GameLog.objects.get(pk=first.game.pk).lease_device == first.device


def test_a_token_of_one_table_never_reaches_another_tables_game(table: Table) -> None:
    """Whatever the next round looks like."""
    third = Table.objects.get(round=table.round, number=2)
    http = Http(paired(third))
    next_round(table)
    answer = http.ask("post", "/next", {})
    assert (answer.status_code, answer.json()["code"]) == (404, "pairing-no-table")
    other = paired(Table.objects.get(round__number=2)).game
    for method, path in (("get", ""), ("post", "/next"), ("post", "/heartbeat")):
        body: dict[str, object] | None = {} if method == "post" else None
        assert http.ask(method, path, body, game=other).status_code == 404


def test_nobody_locks_a_tables_code_in_passing(sheet: list[PrintedCode]) -> None:
    """All that one address can mistype in a minute leaves the code as good as it was."""
    requests, seconds = CodeThrottle.allowed_rate
    answers = [scan(code=f"{sheet[0].code.handle}-AAAA-AAAA") for _ in range(requests + 1)]
    assert answers[-1] == (429, "throttled")
    cache.clear()
    assert scan(code=sheet[0].typed)[0] == 201
    assert requests / seconds * 25 * 60 <= MAX_ATTEMPTS


def test_neither_the_log_nor_the_audit_tells_a_code(
    table: Table, sheet: list[PrintedCode], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    token, typed = sheet[0].token, sheet[0].typed
    assert scan(token=token)[0] == scan(code=typed)[0] == 201
    revoke_codes(event=table.round.event, by="Olga")
    assert scan(token=token)[0] == scan(code=typed)[0] == 410
    said = caplog.text + "".join(
        str(value) for row in AuditEntry.objects.values("before", "after") for value in row.values()
    )
    assert "pair" in said
    secret = typed.split("-", 1)[1]
    assert not any(part in said for part in (token, secret, secret.replace("-", "")))


def test_nothing_is_left_of_the_codes_and_tablets_of_a_deleted_event(
    table: Table, sheet: list[PrintedCode]
) -> None:
    body = {"request_id": str(uuid4()), "token": sheet[0].token}
    done = Client().post("/api/v1/pair", body, content_type="application/json").json()
    delete_event(event=table.round.event, by="Olga")
    assert not Device.objects.exists()
    assert not TableCode.objects.exists()
    client = Client(headers={"Authorization": f"Bearer {done['token']}"})
    assert client.get(f"/api/v1/games/{done['game']}").status_code == 401
    assert scan(token=sheet[0].token) == scan(code=sheet[1].typed) == (404, "pairing-unknown")
