"""The tablet's runtime in a real browser: nothing acknowledged or shown as recorded is lost."""

import pytest

from referee.devices.services import invite
from tests.e2e.tablet.conftest import log_of
from tests.e2e.tablet.proxy import DEAF, DOWN, SILENT, UP

_KEPT = "async () => (await navigator.serviceWorker.ready).active.state"
_COMPILED = """async () => {
  const cache = await caches.open("pinned-engines");
  const compiled = (await cache.keys()).find((key) => key.url.includes("?compiled="));
  const archive = await (await cache.match(compiled)).arrayBuffer();
  return new TextDecoder("latin1").decode(archive).includes("bridge/__pycache__/desk.");
}"""


def test_a_golden_game_half_of_it_offline(tablet, table, network, lines):
    tablet.record(*lines[1:40])
    tablet.confirmed()
    network.set(DOWN)
    tablet.record(*lines[40:])
    offline = tablet.until(lambda state: state["sync"]["state"] == "waiting")
    assert offline["sync"]["waiting"] == len(lines) - 40
    network.set(UP)
    state = tablet.confirmed()
    assert state["view"]["status"] == "finished"
    assert log_of(table)[1:] == lines[1:]


def test_players_confirm_and_the_result_stands(tablet, table, lines):
    tablet.record(*lines[1:])
    players = [player["id"] for player in lines[0]["players"]]
    assert tablet.call("confirm", {"players": players}) == {"ok": True}
    state = tablet.until(lambda state: state["gameState"] == "confirmed")
    assert state["table"]["finalised"]
    refused = tablet.call("record", {"type": "undo", "reason": "too late"})
    assert (refused["recorded"], refused["problem"]["code"]) == (False, "closed")


@pytest.mark.parametrize("failure", [DOWN, SILENT])
def test_cold_start_without_a_server_shows_the_game_and_goes_on(
    tablet, table, network, lines, failure
):
    tablet.record(*lines[1:20])
    tablet.confirmed()
    assert tablet.page.evaluate(_KEPT) in ("activating", "activated")
    assert tablet.page.evaluate(_COMPILED)
    network.set(failure)
    tablet.page.goto("about:blank")
    tablet.open()
    state = tablet.judged_here()
    assert len(state["view"]["ledger"]) == 20
    tablet.record(*lines[20:25])
    network.set(UP)
    tablet.confirmed()
    assert log_of(table)[1:] == lines[1:25]


def test_a_lost_answer_doubles_nothing(tablet, table, network, lines):
    tablet.confirmed()
    tablet.page.evaluate(_KEPT)
    network.set(DEAF)
    tablet.record(*lines[1:4])
    tablet.until(lambda state: state["sync"]["silent"])
    tablet.page.reload()
    network.set(UP)
    tablet.judged_here()
    tablet.confirmed()
    assert log_of(table)[1:] == lines[1:4]


def test_a_dead_connection_is_reset_and_shown(tablet, table, network, lines):
    tablet.confirmed()
    network.set(SILENT)
    tablet.record(lines[1])
    state = tablet.until(lambda state: state["sync"]["resets"] > 0)
    assert state["sync"]["silent"]
    network.set(UP)
    tablet.confirmed()


def test_an_illegal_event_is_refused_before_it_is_stored(tablet, table, lines):
    refused = tablet.call("record", {"type": "buy", "player": "p01"})
    assert not refused["recorded"]
    assert refused["refusals"][0]["code"] == "not_on_turn"
    tablet.record(lines[1])
    tablet.confirmed()
    assert log_of(table)[1:] == [lines[1]]


def test_replace_on_undo_is_both_or_neither(tablet, table, lines):
    tablet.record(lines[1])
    refused = tablet.call("replace", {"type": "buy", "player": "p01"}, "wrong dice")
    assert not refused["recorded"]
    other = {**lines[1], "dice": [1, 1]}
    assert tablet.call("replace", other, "wrong dice")["recorded"]
    tablet.confirmed()
    undo = {"type": "undo", "reason": "wrong dice"}
    assert log_of(table)[1:] == [lines[1], undo, other]


def test_what_a_replaced_tablet_recorded_goes_to_the_chief(
    tablet, new_tablet, table, network, lines
):
    tablet.record(*lines[1:3])
    tablet.confirmed()
    network.set(DOWN)
    tablet.record(*lines[3:5])
    tablet.page.goto("about:blank")
    network.set(UP)
    other = new_tablet()
    other.open(f"#pair={invite(table=table, by='test').token}")
    state = other.judged_here()
    if state["sync"]["lease"] != "held":
        assert other.call("takeOver") == {"ok": True}
    other.record(*lines[3:4])
    other.confirmed()
    tablet.open()
    tablet.until(lambda state: state["sync"]["state"] == "needs_chief")
    assert tablet.state["sync"]["lease"] == "other"
    assert log_of(table)[1:] == lines[1:4]


@pytest.mark.parametrize("language", ["en", "fr", "ru"])
def test_sentences_come_in_the_language_of_the_device(tablet, lines, language):
    tablet.call("setSettings", {"language": language})
    refused = tablet.call("check", {"type": "buy", "player": "p01"})
    words = {"en": "on turn", "fr": "la main", "ru": "ход"}
    assert words[language] in refused["refusals"][0]["text"].lower()
