"""The tablet's runtime in a real browser: nothing acknowledged or shown as recorded is lost."""

from uuid import uuid4

from playwright.sync_api import expect

from referee.journal.times import read_moment
from referee.log import chief
from referee.log.calls import MAX_CALLS, open_call, withdraw_call
from referee.log.verify import faults_of
from referee.models import Device, GameLog, LoggedEvent, SetAside, SetAsideEvent
from referee.tablet.api import answers
from tests.e2e.conftest import KEPT, RUNTIME
from tests.e2e.proxy import DOWN, SILENT, UP
from tests.e2e.tablet.conftest import log_of
from tests.e2e.waiting import outlast_timers, until
from tests.present import present

CALLS_WAIT = f"""async () => {{
  const tablet = await (await import("{RUNTIME}")).openTablet();
  return tablet.table.calls.waiting.length;
}}"""
POLL_MS = f"""async () => {{
  const tablet = await (await import("{RUNTIME}")).openTablet();
  return tablet.table.sync.pollMs;
}}"""
LET_GO = f"""async () => {{
  const tablet = await (await import("{RUNTIME}")).openTablet();
  tablet.table.record.lease.held = false;
}}"""
ASK_AND_RESTART = f"""async () => {{
  const tablet = await (await import("{RUNTIME}")).openTablet();
  const {{ engine }} = tablet.table;
  const asked = tablet.ask("statement");
  while (engine.pending.size === 0) await null;
  engine.load();
  const late = new Promise((resolve) => setTimeout(() => resolve("none at all"), 10_000));
  return Promise.race([asked.then((answer) => answer ?? "no answer"), late]);
}}"""


def test_cold_start_without_an_answer_shows_the_game_and_goes_on(tablet, table, network, lines):
    tablet.record(*lines[1:20])
    tablet.confirmed()
    assert tablet.page.evaluate(KEPT)
    network.set(SILENT)
    tablet.page.goto("about:blank")
    tablet.open()
    state = tablet.judged_here()
    assert len(state["view"]["ledger"]) == 20
    tablet.record(*lines[20:25])
    network.set(UP)
    tablet.confirmed()
    assert log_of(table)[1:] == lines[1:25]


def test_an_illegal_event_is_refused_before_it_is_stored(tablet, table, lines):
    refused = tablet.call("record", {"type": "buy", "player": "p01"})
    assert not refused["recorded"]
    assert refused["refusals"][0]["code"] == "not_on_turn"
    tablet.record(lines[1])
    tablet.confirmed()
    assert log_of(table)[1:] == [lines[1]]


def correct(tablet, seq, *replacement):
    """Correct a row as the screens do: the preview, then what it answers."""
    told = tablet.call("ask", "revision", {"seq": seq, "replacement": list(replacement)})
    assert told["refusals"] == []
    tablet.record(told["event"])
    return told


def test_a_correction_is_sent_and_one_undo_takes_it_back(tablet, table, lines):
    tablet.record(*lines[1:4])
    before = tablet.state["view"]["players"]
    told = correct(tablet, 2, {**lines[1], "dice": [1, 1]})
    assert tablet.state["view"]["undo"]["kind"] == "revert"
    assert tablet.call("undo", "it was right")["recorded"]
    assert tablet.state["view"]["players"] == before
    assert tablet.state["view"]["undo"]["kind"] == "undo"
    tablet.confirmed()
    revert = {"type": "revert", "seq": 5, "reason": "it was right"}
    assert log_of(table)[1:] == [*lines[1:4], told["event"], revert]


def test_corrections_that_wait_name_the_same_events_when_others_rows_come_before_them(
    tablet, table, network, lines
):
    tablet.record(*lines[1:3])
    tablet.confirmed()
    game = GameLog.objects.get(table=table)
    network.set(DOWN)
    tablet.record(*lines[3:6])
    roll = next(n for n in (6, 5, 4) if lines[n - 1]["type"] == "roll")
    told = correct(tablet, roll, {**lines[roll - 1], "dice": [1, 2]})
    again = correct(tablet, 2, lines[1])
    assert tablet.call("undo", "it was right")["recorded"]
    shown = tablet.state["view"]["players"]
    ruling = {"type": "ruling", "text": "as printed"}
    assert chief.append_chief(game_id=game.pk, event=ruling, by="Olga") == ()
    network.set(UP)
    tablet.confirmed()
    without = [n + 1 for n in told["event"].get("without", [])]
    moved = {**told["event"], "seq": roll + 1, **({"without": without} if without else {})}
    assert log_of(table)[3:] == [
        ruling,
        *lines[3:6],
        moved,
        again["event"],
        {"type": "revert", "seq": 9, "reason": "it was right"},
    ]
    assert tablet.state["view"]["players"] == shown
    assert faults_of(GameLog.objects.get(table=table)) == []
    tablet.open()
    assert tablet.judged_here()["problem"] is None


def test_corrections_that_wait_are_renumbered_over_several_pages_of_others_rows(
    tablet, table, network, lines
):
    tablet.record(*lines[1:3])
    tablet.confirmed()
    game = GameLog.objects.get(table=table)
    network.set(DOWN)
    tablet.record(lines[3])
    told = correct(tablet, 4, lines[3])
    assert tablet.call("undo", "it was right")["recorded"]
    rulings = [{"type": "ruling", "text": f"as printed, {number}"} for number in range(5)]
    for ruling in rulings:
        assert chief.append_chief(game_id=game.pk, event=ruling, by="Olga") == ()
    pages = []

    def of_two(route):
        pages.append(route.request.url)
        route.continue_(url=route.request.url.replace("limit=500", "limit=2"))

    tablet.page.route("**/log?*", of_two)
    network.set(UP)
    tablet.confirmed()
    tablet.page.unroute("**/log?*")
    assert [url.split("after=")[1].split("&")[0] for url in pages] == ["3", "5", "7"]
    moved = {**told["event"], "seq": 9}
    revert = {"type": "revert", "seq": 10, "reason": "it was right"}
    assert log_of(table)[3:] == [*rulings, lines[3], moved, revert]
    assert faults_of(GameLog.objects.get(table=table)) == []


def test_what_is_set_aside_in_several_requests_keeps_its_numbers(tablet, table, network, lines):
    tablet.record(*lines[1:3])
    tablet.confirmed()
    game = GameLog.objects.get(table=table)
    network.set(DOWN)
    tablet.record(lines[3])
    for _ in range(6):
        correct(tablet, 4, lines[3])
        assert tablet.call("undo", "it was right")["recorded"]
    again = {"type": "revise", "seq": 2, "replacement": [lines[1]], "reason": "seen"}
    assert chief.append_chief(game_id=game.pk, event=again, by="Olga") == ()
    network.set(UP)
    tablet.until(lambda state: state["sync"]["state"] == "needs_chief")
    tablet.until(lambda _: SetAsideEvent.objects.count() == 13)
    entry = SetAside.objects.get()
    assert (entry.expected_seq, entry.event_count) == (4, 13)
    assert chief.apply(entry_id=entry.pk, decision="they are right", by="Olga") == ()
    tablet.confirmed()
    assert [event["seq"] for event in log_of(table)[5:]] == [5, 6, 5, 8, 5, 10, 5, 12, 5, 14, 5, 16]
    assert faults_of(GameLog.objects.get(table=table)) == []


def test_sentences_come_in_the_language_of_the_device(tablet):
    for language, words in {"fr": "la main", "ru": "ход", "en": "on turn"}.items():
        tablet.call("setSettings", {"language": language})
        refused = tablet.call("check", {"type": "buy", "player": "p01"})
        assert words in refused["refusals"][0]["text"].lower()


def test_it_says_that_it_is_there_as_often_as_the_server_asks(tablet, monkeypatch):
    tablet.confirmed()
    monkeypatch.setattr(answers, "POLL_MS", 50)
    until(lambda: tablet.page.evaluate(POLL_MS) == 50)
    for _ in range(5):
        with tablet.page.expect_response("**/heartbeat"):
            pass
    monkeypatch.setattr(answers, "POLL_MS", 60_000)
    until(lambda: tablet.page.evaluate(POLL_MS) == 60_000)
    asked = []
    tablet.page.on("request", lambda request: asked.append(request.url))
    # Ten times what it waited before.
    outlast_timers(tablet.page, 500)
    assert not any(url.endswith("/heartbeat") for url in asked)


def test_a_clock_of_another_century_stops_nobody_and_is_told(tablet, table, lines):
    tablet.confirmed()
    for year in (9999, 1970):
        tablet.page.evaluate(f"Date.now = () => Date.UTC({year}, 11, 31, 23, 59)")
        tablet.record({"type": "note", "text": str(year)})
        tablet.confirmed()
        assert tablet.state["problem"]["code"] == "clock"
    times = (
        LoggedEvent.objects.filter(game__table=table)
        .order_by("seq")
        .values_list("at", "received_at")
    )
    for at, received in times:
        assert abs((present(read_moment(at)) - present(received)).total_seconds()) < 60
    tablet.page.reload()
    # An app that has not opened its table yet could not leave it.
    tablet.judged_here()


def test_a_call_that_is_taken_back_is_gone_at_once_and_the_server_need_not_have_heard_of_it(
    tablet, table, network
):
    network.set(DOWN)
    tablet.call("callJudge", {"topic": "rules"})
    (unsent,) = tablet.state["calls"]
    tablet.call("withdrawCall", unsent["id"])
    assert tablet.state["calls"] == []
    network.set(UP)
    tablet.until(lambda _state: tablet.page.evaluate(CALLS_WAIT) == 0)
    assert tablet.state["problem"] is None
    tablet.call("callJudge", {"topic": "rules"})
    (sent,) = tablet.until(lambda state: state["calls"] and state["calls"][0]["sent"])["calls"]
    network.set(DOWN)
    tablet.call("withdrawCall", sent["id"])
    assert tablet.state["calls"] == []


def test_a_table_that_has_called_too_often_is_told_so_and_what_to_do(tablet, table, lines):
    device = Device.objects.get(game__table=table, revoked_at=None)
    for _ in range(MAX_CALLS):
        call = open_call(device=device, call_id=uuid4(), topic="other")
        withdraw_call(device=device, call_id=call.pk)
    tablet.until(lambda state: {each["state"] for each in state["calls"]} == {"withdrawn"})
    tablet.page.locator('[data-tap="judge"]').click()
    tablet.page.locator('[data-tap="call-other"]').wait_for()
    tablet.call("callJudge", {"topic": "rules"})
    tablet.until(lambda state: state["problem"], patience=60)
    told = tablet.page.locator(".sheet-body, .panel").get_by_role("alert").first
    expect(told).to_contain_text("send somebody to the chief referee")
    tablet.until(lambda state: {each["state"] for each in state["calls"]} == {"withdrawn"})
    tablet.record(lines[1])
    tablet.until(lambda _state: log_of(table)[1:] == lines[1:2])


def test_a_question_under_way_ends_where_a_new_engine_is_started(tablet):
    assert tablet.page.evaluate(ASK_AND_RESTART) == "no answer"
    tablet.judged_here()


def test_a_tablet_that_only_reads_logs_no_referee(tablet, table):
    tablet.confirmed()
    tablet.page.evaluate(LET_GO)
    tablet.call("setReferee", "Odile")
    assert tablet.state["problem"] is None
