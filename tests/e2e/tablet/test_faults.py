"""What goes wrong in a hall, each with what the tablet does about it."""

import os
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from referee.devices.models import Device
from referee.devices.services import invite, revoke
from referee.log import cache, header
from referee.log.models import GameLog, LoggedEvent, SetAside
from tests.conftest import chromium
from tests.e2e.conftest import FLAGS
from tests.e2e.tablet.conftest import TabletPage, log_of
from tests.e2e.tablet.proxy import DOWN, UP
from tournament.services.clock import step_clock

NO_PYTHON = "**/tablet/python/**"


def test_the_browser_is_killed_right_after_a_tap(browser, network, table, lines, tmp_path):
    profile = str(tmp_path / "profile")

    def start() -> TabletPage:
        context = browser.browser_type.launch_persistent_context(
            profile, executable_path=chromium(), args=FLAGS, headless=True
        )
        return TabletPage(context.new_page(), network.url)

    tablet = start()
    tablet.open(f"#pair={invite(table=table, by='test').token}")
    tablet.judged_here()
    tablet.page.evaluate("async () => (await navigator.serviceWorker.ready).active.state")
    assert tablet.call("start")["recorded"]
    tablet.confirmed()
    network.set(DOWN)
    tablet.record(*lines[1:6])
    kill(profile)
    tablet = start()
    tablet.open()
    assert len(tablet.judged_here()["view"]["ledger"]) == 6
    network.set(UP)
    tablet.confirmed()
    assert log_of(table)[1:] == lines[1:6]
    tablet.page.context.close()


def kill(profile: str) -> None:
    """SIGKILL to the browser of this profile, started by this test."""
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            command = (folder / "cmdline").read_bytes().decode()
        except OSError:
            continue
        if f"--user-data-dir={profile}" in command:
            os.kill(int(folder.name), signal.SIGKILL)


def test_a_full_storage_is_told_and_nothing_is_shown_as_recorded(tablet, table, lines):
    tablet.record(lines[1])
    tablet.confirmed()
    tablet.page.evaluate("""() => {
      window.add = IDBObjectStore.prototype.add;
      IDBObjectStore.prototype.add = () => { throw new DOMException("", "QuotaExceededError"); };
    }""")
    refused = tablet.call("record", lines[2])
    assert (refused["recorded"], refused["problem"]["code"]) == (False, "storage-full")
    assert tablet.state["storage"]["full"]
    assert len(tablet.state["view"]["ledger"]) == 2
    tablet.page.evaluate("() => { IDBObjectStore.prototype.add = window.add; }")
    tablet.record(lines[2])
    tablet.confirmed()
    assert log_of(table)[1:] == lines[1:3]


def test_a_server_restored_from_an_old_backup_gets_back_what_it_lost(tablet, table, lines):
    tablet.record(*lines[1:6])
    tablet.confirmed()
    backup = GameLog.objects.filter(table=table).values().get()
    tablet.record(*lines[6:12])
    tablet.confirmed()
    lost = LoggedEvent.objects.filter(game=backup["id"], seq__gt=backup["head_seq"])
    lost._raw_delete(lost.db)
    GameLog.objects.filter(pk=backup["id"]).update(**backup)
    cache.forget()
    tablet.until(lambda state: state["problem"] and state["problem"]["code"] == "restored")
    tablet.confirmed()
    assert log_of(table)[1:] == lines[1:12]


def test_a_revoked_tablet_hands_over_what_it_had_not_sent(tablet, table, network, lines):
    tablet.record(lines[1])
    tablet.confirmed()
    network.set(DOWN)
    tablet.record(*lines[2:4])
    revoke(device_id=Device.objects.get().pk, by="test")
    network.set(UP)
    state = tablet.until(lambda state: state["sync"]["lease"] == "revoked")
    assert state["sync"]["state"] == "needs_chief"
    tablet.until(lambda state: SetAside.objects.count() > 0)
    assert log_of(table)[1:] == [lines[1]]
    refused = tablet.call("record", lines[2])
    assert (refused["recorded"], refused["problem"]["code"]) == (False, "device-revoked")


@pytest.fixture
def plain(browser: Browser, network, table, lines) -> TabletPage:
    """A tablet that cannot run the engine, paired, the game started."""
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.route(NO_PYTHON, lambda route: route.abort())
    made = TabletPage(page, network.url)
    made.open(f"#pair={invite(table=table, by='test').token}")
    made.until(lambda state: state["judge"] == "server" and state["engineError"])
    assert made.call("start")["recorded"]
    yield made
    context.close()


def test_without_an_engine_the_server_judges_every_tap(plain, table, lines):
    refused = plain.call("record", {"type": "buy", "player": "p01"})
    assert not refused["recorded"]
    assert refused["judged"]
    plain.record(*lines[1:6])
    state = plain.confirmed()
    assert len(state["view"]["ledger"]) == 6
    assert log_of(table)[1:] == lines[1:6]


def test_without_engine_and_server_events_are_queued_and_it_says_so(plain, table, network, lines):
    plain.confirmed()
    network.set(DOWN)
    queued = plain.call("record", lines[1])
    assert (queued["recorded"], queued["judged"]) == (True, False)
    assert plain.state["judge"] == "nobody"
    assert plain.call("record", {"type": "buy", "player": "p02"})["recorded"]
    assert plain.call("record", lines[2])["recorded"]
    network.set(UP)
    state = plain.until(lambda state: state["sync"]["quarantined"] == 2)
    assert state["sync"]["state"] == "needs_chief"
    assert log_of(table)[1:] == [lines[1]]


def test_a_tablet_older_than_the_rules_judges_again_with_the_new_ones(
    tablet, table, network, lines, monkeypatch
):
    tablet.record(lines[1])
    tablet.confirmed()
    network.set(DOWN)
    tablet.record(*lines[2:4])
    monkeypatch.setattr(header, "engine_digest", lambda: "f" * 64)
    header.digest_of.cache_clear()
    network.set(UP)
    tablet.confirmed()
    header.digest_of.cache_clear()
    assert log_of(table)[1:] == lines[1:4]


def test_a_clock_a_day_off_changes_nothing(new_tablet, table, lines):
    step_clock(round_=table.round, step="start", by="test")
    tablet = new_tablet()
    tablet.page.add_init_script("""
      const right = Date.now;
      Date.now = () => right() + 86_400_000;
    """)
    tablet.open(f"#pair={invite(table=table, by='test').token}")
    tablet.judged_here()
    assert tablet.call("start")["recorded"]
    tablet.record(lines[1])
    state = tablet.confirmed()
    assert 7000 < state["clock"]["remaining"] <= 7200
    assert state["clock"]["prompt"] == "none"


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
