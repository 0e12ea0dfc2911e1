"""What goes wrong in a hall, each with what the tablet does about it."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from playwright.sync_api import Route

from referee.devices.services import invite, revoke
from referee.log import batch, chief, journal_cache, set_aside, table_setup
from referee.models import Call, Device, GameLog, LoggedEvent, SetAside, SetAsideEvent
from referee.tablet.api.access import JudgeThrottle
from tests.e2e.conftest import RUNTIME
from tests.e2e.proxy import DOWN, UP, Proxy
from tests.e2e.tablet.conftest import TabletPage, log_of
from tests.e2e.waiting import until_drawn, until_heard
from tests.referee.tables import make_table, next_round

NO_PYTHON = "**/tablet/python/**"
STORE = "/static/tablet/runtime/store.js"
_STORED = f"""async (game) => {{
  const {{ Store }} = await import("{STORE}");
  const store = await Store.open();
  const record = await store.game(game);
  store.close();
  return record;
}}"""
_HALF = f"""async () => {{
  const {{ Store }} = await import("{STORE}");
  const store = await Store.open();
  const changes = ["one", () => "no data"].map((put, key) => ({{ store: "device", key, put }}));
  const refused = await store.write(changes).catch(({{ name }}) => name);
  const kept = await store.get("device", 0);
  store.close();
  return [refused, kept ?? null];
}}"""
FULL = """() => {
  IDBObjectStore.prototype.put = () => { throw new DOMException("", "QuotaExceededError"); };
}"""
_A_MINUTE_LATER = """() => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + 61_000;
}"""
_WITH_OLD_HEAD = f"""async ([game, head]) => {{
  const {{ Store }} = await import("{STORE}");
  const store = await Store.open();
  await store.write([{{ store: "games", put: {{ ...(await store.game(game)), head }} }}]);
  store.close();
}}"""


def test_a_server_restored_from_an_old_backup_gets_back_what_it_lost(tablet, table, lines):
    tablet.record(*lines[1:6])
    tablet.confirmed()
    backup = GameLog.objects.filter(table=table).values().get()
    tablet.record(*lines[6:12])
    tablet.confirmed()
    restore(backup)
    tablet.until(lambda state: state["problem"] and state["problem"]["code"] == "restored")
    tablet.confirmed()
    assert log_of(table)[1:] == lines[1:12]


@transaction.atomic
def restore(backup: Mapping[str, Any]) -> None:
    """The game as it was, when nothing was set aside yet; meanwhile the tablet hands over again."""
    for lost in (
        LoggedEvent.objects.filter(game=backup["id"], seq__gt=backup["head_seq"]),
        SetAsideEvent.objects.filter(entry__game=backup["id"]),
        SetAside.objects.filter(game=backup["id"]),
    ):
        lost.model.objects.filter(pk__in=list(lost.values_list("pk", flat=True)))._raw_delete(
            "default"
        )
    GameLog.objects.filter(pk=backup["id"]).update(**backup)
    journal_cache.forget()


@pytest.fixture
def plain(bare: TabletPage, table) -> TabletPage:
    """A tablet that cannot run the engine, paired, the game started; a server that is slow to judge
    is no fault here."""
    bare.be_patient()
    bare.page.route(NO_PYTHON, lambda route: route.abort())
    bare.open(f"#pair={invite(table=table, by='test').token}")
    bare.until(lambda state: state["judge"] == "server" and state["engineError"])
    assert bare.call("start")["recorded"]
    return bare


def test_without_an_engine_the_server_judges_every_tap(plain, table, lines):
    refused = plain.call("record", {"type": "buy", "player": "p01"})
    assert not refused["recorded"]
    assert refused["judged"]
    plain.record(*lines[1:6])
    state = plain.confirmed()
    assert len(state["view"]["ledger"]) == 6
    assert log_of(table)[1:] == lines[1:6]


def test_an_engine_that_a_bad_network_kept_away_comes_when_it_is_better(plain, table, lines):
    plain.record(*lines[1:4])
    plain.page.unroute(NO_PYTHON)
    assert plain.judged_here()["engineError"] is None
    plain.record(*lines[4:8])
    plain.confirmed()
    assert log_of(table)[1:] == lines[1:8]


def test_without_engine_and_server_events_are_queued_and_it_says_so(plain, table, network, lines):
    plain.confirmed()
    network.set(DOWN)
    queued = plain.call("record", lines[1])
    assert (queued["recorded"], queued["judged"]) == (True, False)
    assert plain.state["judge"] == "nobody"
    assert plain.call("record", {"type": "buy", "player": "p02"})["recorded"]
    assert plain.call("record", lines[2])["recorded"]
    network.set(UP)
    state = plain.until(lambda state: state["sync"]["setAsideCount"] == 2)
    assert state["sync"]["state"] == "needs_chief"
    assert log_of(table)[1:] == [lines[1]]


def test_what_was_set_aside_is_handed_over_again_to_a_restored_server(plain, table, network, lines):
    plain.confirmed()
    backup = GameLog.objects.filter(table=table).values().get()
    network.set(DOWN)
    assert plain.call("record", lines[1])["recorded"]
    assert plain.call("record", {"type": "buy", "player": "p02"})["recorded"]
    network.set(UP)
    plain.until(lambda _state: SetAsideEvent.objects.exists())
    aside = SetAsideEvent.objects.values_list("event_id", flat=True).get()
    plain.until(lambda state: not state["sync"]["waiting"])
    restore(backup)
    plain.until(lambda state: state["problem"] and state["problem"]["code"] == "restored")
    plain.until(lambda _state: SetAsideEvent.objects.exists())
    assert SetAsideEvent.objects.values_list("event_id", flat=True).get() == aside
    plain.until(lambda _state: log_of(table)[1:] == [lines[1]])


def test_a_restored_server_whose_log_lacks_nothing_gets_back_what_the_chief_had(
    plain, table, network
):
    plain.confirmed()
    backup = GameLog.objects.filter(table=table).values().get()
    network.set(DOWN)
    assert plain.call("record", {"type": "buy", "player": "p02"})["recorded"]
    network.set(UP)
    plain.until(lambda state: state["sync"]["state"] == "needs_chief" and state["setAside"])
    aside = SetAsideEvent.objects.values_list("event_id", flat=True).get()
    restore(backup)
    plain.until(lambda _state: SetAsideEvent.objects.exists())
    assert SetAsideEvent.objects.values_list("event_id", flat=True).get() == aside
    # The server has it a moment before the tablet hears so.
    plain.until(lambda state: state["sync"]["state"] == "needs_chief")


@pytest.fixture
def handed(plain: TabletPage, network: Proxy) -> TabletPage:
    """The same, something of it with the chief."""
    plain.confirmed()
    network.set(DOWN)
    assert plain.call("record", {"type": "buy", "player": "p02"})["recorded"]
    network.set(UP)
    plain.until(lambda state: state["sync"]["state"] == "needs_chief" and state["setAside"])
    return plain


def is_with_the_chief(tablet: TabletPage, aside: UUID) -> None:
    """Wait until that is so again."""
    tablet.until(lambda _state: SetAsideEvent.objects.filter(event_id=aside).exists())


def test_what_a_revoked_tablet_handed_over_comes_again_to_a_server_that_knows_of_neither(
    handed, table
):
    aside = SetAsideEvent.objects.values_list("event_id", flat=True).get()
    backup = GameLog.objects.filter(table=table).values().get()
    revoke(device_id=Device.objects.get().pk, by="Olga")
    handed.until(lambda state: state["sync"]["lease"] == "revoked")
    Device.objects.update(revoked_at=None)
    restore(backup)
    handed.page.evaluate(_A_MINUTE_LATER)
    is_with_the_chief(handed, aside)
    assert handed.state["sync"]["lease"] == "revoked"


def test_what_was_handed_over_at_a_table_that_was_left_comes_again_to_a_restored_server(
    handed, table, lines
):
    aside = SetAsideEvent.objects.values_list("event_id", flat=True).get()
    backup = GameLog.objects.filter(table=table).values().get()
    other = make_table(lines[0], slug="other")
    handed.page.clock.install()
    handed.open(f"#pair={invite(table=other, by='test').token}")
    handed.until(lambda state: state["linkWaits"])
    handed.call("followLink")
    game = str(GameLog.objects.get(table=other).pk)
    handed.until(lambda state: state["table"]["game"] == game)
    restore(backup)
    handed.page.clock.fast_forward(61_000)
    is_with_the_chief(handed, aside)


def test_what_was_handed_over_in_a_game_that_has_ended_comes_again_at_the_next_table(
    handed, table, lines, monkeypatch
):
    # No finger enters a whole game so quickly that the server stops judging for it.
    monkeypatch.setattr(JudgeThrottle, "allowed_rate", (10_000, 10))
    aside = SetAsideEvent.objects.values_list("event_id", flat=True).get()
    backup = GameLog.objects.filter(table=table).values().get()
    chief.discard(entry_id=SetAside.objects.get().pk, decision="no", by="Olga")
    handed.record(*lines[1:])
    assert handed.call("confirm", {"players": ["p01", "p02"]})["ok"]
    handed.until(lambda state: state["gameState"] == "confirmed")
    next_round(table)
    handed.until(lambda state: state["table"]["round"] == 2)
    restore(backup)
    handed.page.reload()
    is_with_the_chief(handed, aside)
    # And what that server had acknowledged, the two signatures among them.
    handed.until(lambda _state: SetAsideEvent.objects.count() == len(lines[1:]) + 3)


def test_a_link_scanned_at_an_open_table_leaves_no_event_behind(plain, table, lines):
    plain.confirmed()
    plain.page.route("**/events", lambda route: route.abort())
    assert plain.call("record", lines[1])["recorded"]
    other = make_table(lines[0], slug="other")
    plain.open(f"#pair={invite(table=other, by='test').token}")
    plain.until(lambda state: state["linkWaits"])
    plain.page.reload()
    plain.until(lambda state: state["linkWaits"])
    assert plain.state["table"]["game"] == str(GameLog.objects.get(table=table).pk)
    assert not Device.objects.filter(game__table=other).exists()
    plain.call("followLink")
    game = str(GameLog.objects.get(table=other).pk)
    plain.until(lambda state: state["table"]["game"] == game)
    plain.until(lambda _state: SetAsideEvent.objects.exists())
    assert SetAsideEvent.objects.get().entry.game.table == table


def test_a_record_older_than_the_rows_beside_it_counts_no_row_twice(plain, table, lines):
    plain.record(*lines[1:4])
    plain.confirmed()
    game = GameLog.objects.get(table=table)
    second = game.rows.get(seq=2)
    old = [str(game.pk), {"seq": 2, "hash": second.hash}]
    plain.page.route("**/heartbeat", lambda route: route.abort())
    plain.page.evaluate(_WITH_OLD_HEAD, old)
    plain.open()
    plain.page.unroute("**/heartbeat")
    plain.until(lambda state: state["phase"] == "open" and state["judge"] == "server")
    plain.record(lines[4])
    state = plain.confirmed()
    assert [entry["n"] for entry in state["view"]["ledger"]] == [1, 2, 3, 4, 5]
    assert log_of(table)[1:] == lines[1:5]


def test_a_table_paired_anew_keeps_its_new_token(plain, table, lines):
    """While an answer to the old one is still on its way."""
    plain.record(*lines[1:3])
    plain.confirmed()
    held: list[Route] = []
    plain.page.route("**/log?*", lambda route: held.append(route), times=1)
    game = GameLog.objects.get(table=table)
    ruling = {"type": "ruling", "text": "as printed"}
    assert chief.append_chief(game_id=game.pk, event=ruling, by="Olga") == ()
    until_heard(plain.page, lambda: held)
    assert plain.call("pair", {"token": invite(table=table, by="test").token})["ok"]
    plain.confirmed()
    plain.page.route("**/heartbeat", lambda route: route.abort())
    token = plain.page.evaluate(_STORED, str(game.pk))["token"]
    with plain.page.expect_event("requestfinished", lambda request: "/log?" in request.url):
        held[0].continue_()
    # The page takes it in.
    until_drawn(plain.page)
    until_drawn(plain.page)
    assert plain.page.evaluate(_STORED, str(game.pk))["token"] == token


def test_a_tablet_older_than_the_rules_judges_again_with_the_new_ones(
    tablet, table, network, lines, monkeypatch
):
    tablet.record(lines[1])
    tablet.confirmed()
    network.set(DOWN)
    tablet.record(*lines[2:4])
    monkeypatch.setattr(table_setup, "engine_digest", lambda: "f" * 64)
    table_setup.digest_of.cache_clear()
    network.set(UP)
    tablet.confirmed()
    table_setup.digest_of.cache_clear()
    assert log_of(table)[1:] == lines[1:4]


_LIMIT = f"""async (most) => {{
  const {{ openTablet }} = await import("{RUNTIME}");
  (await openTablet()).config.ownEvents = most;
}}"""
_LATER = """() => {
  const now = performance.now.bind(performance);
  performance.now = () => now() + 31_000;
}"""


def test_at_its_own_limit_the_tablet_says_so_and_records_nothing(tablet, table, lines):
    tablet.record(lines[1])
    tablet.page.evaluate(_LIMIT, "3")
    tablet.record(lines[2])
    barred = tablet.call("record", lines[3])
    assert (barred["recorded"], barred["problem"]["code"]) == (False, "tablet-full")
    tablet.page.evaluate(_LIMIT, "8000")
    tablet.record(lines[3])
    tablet.confirmed()
    assert log_of(table)[1:] == lines[1:4]


def test_at_the_servers_limits_nothing_that_was_recorded_is_dropped(
    tablet, table, lines, monkeypatch
):
    """The log has no room: the chief gets it. Nor has the chief: it stays here and comes later."""
    tablet.confirmed()
    with monkeypatch.context() as full:
        full.setattr(batch, "MARGIN", -10_000)
        full.setattr(set_aside, "MAX_GAME_EVENTS", 0)
        tablet.record(lines[1])
        state = tablet.until(lambda state: (state["problem"] or {}).get("code") == "set-aside-full")
        assert state["sync"]["state"] == "needs_chief"
        assert state["sync"]["setAsideCount"] == 1
        with tablet.page.expect_response("**/heartbeat"):
            pass
    assert not SetAsideEvent.objects.exists()
    tablet.page.evaluate(_LATER)
    tablet.until(lambda _state: SetAsideEvent.objects.exists())
    tablet.record(lines[1])
    tablet.until(lambda _state: log_of(table)[1:] == lines[1:2])
    tablet.page.reload()


def test_a_call_that_came_too_slowly_is_made_again(tablet, table):
    """The server gives up on a body (408): the tablet keeps the call and sends it later."""
    refusals = [{"status": 408, "json": {"code": "too-slow", "title": "Too slow"}}]

    def answer(route):
        route.fulfill(**refusals.pop()) if refusals else route.continue_()

    tablet.page.context.route("**/calls/*", answer)
    tablet.call("callJudge", {"topic": "rules"})
    tablet.until(lambda _state: Call.objects.filter(game__table=table).exists(), patience=30)
    assert refusals == []
    tablet.page.context.unroute("**/calls/*")


def test_a_second_tab_stands_aside(tablet, network):
    other = TabletPage(tablet.page.context.new_page(), network.url)
    other.open()
    other.until(lambda state: state["phase"] == "elsewhere")
    tablet.page.close()
    other.judged_here()


def test_a_lost_answer_to_the_pairing_does_not_use_up_the_code(new_tablet, table, network):
    tablet = new_tablet()
    tablet.page.route("**/api/v1/games/*", lambda route: route.abort())
    token = invite(table=table, by="test").token
    tablet.open()
    assert not tablet.call("pair", {"token": token})["ok"]
    tablet.page.unroute("**/api/v1/games/*")
    assert tablet.call("pair", {"token": token}) == {"ok": True}
    assert Device.objects.count() == 1


def test_a_tablet_that_can_store_no_pairing_says_so(new_tablet, table):
    tablet = new_tablet()
    tablet.open()
    tablet.page.evaluate(FULL)
    answer = tablet.call("pair", {"token": invite(table=table, by="test").token})
    assert answer["problem"]["code"] == "storage-full"
    assert tablet.state["phase"] == "unpaired"


def test_of_changes_of_which_one_cannot_be_stored_none_is(new_tablet):
    tablet = new_tablet()
    tablet.open()
    tablet.page.wait_for_selector("#tablet .screen")
    assert tablet.page.evaluate(_HALF) == ["DataCloneError", None]
