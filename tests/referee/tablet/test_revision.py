"""Corrections on the tablet: their preview, the ledger with them, and what Undo takes back."""

import pytest

from tests.referee.tablet.test_bridge import AT, RECORDS, opened, play, playing, read

ADA = {"id": "p1", "name": "Ada", "role": "competitor"}
BEN = {"id": "p2", "name": "Ben", "role": "monopolist"}
HEADER = {"record": "amr/1", "edition": "us-2011", "mode": "two-hour", "players": [ADA, BEN]}
ROLL = {"type": "roll", "player": "p1", "dice": [2, 3]}
BUY = {"type": "buy", "player": "p1"}
NEXT = {"type": "roll", "player": "p2", "dice": [4, 6]}
UNDO = {"type": "undo", "reason": "misread"}
FREE = {**ROLL, "dice": [6, 4]}


def preview(bridge, seq, *replacement, **more):
    return bridge.ask("revision", {"seq": seq, "replacement": list(replacement), **more})


def revert(seq):
    return {"type": "revert", "seq": seq, "reason": "it was right"}


def marks(view):
    return {
        line["n"]: (line["undone"], line["corrected"], line["instead"]) for line in view["ledger"]
    }


def test_a_preview_tells_all_that_would_change_and_changes_nothing():
    bridge = playing(HEADER, ROLL, BUY, NEXT)
    before = bridge.ask("statement", {})
    told = preview(bridge, 2, FREE, reason="a six and a four")
    assert told["refusals"] == []
    assert [(row["n"], row["text"], row["refusals"][0]["code"]) for row in told["without"]] == [
        (3, "\u2068Ada\u2069 buys the deed", "no_offer")
    ]
    ada, ben = told["players"]
    assert ada["cash"] == {"before": 1300, "after": 1500}
    assert ben["cash"] == {"before": 1500, "after": 1500}
    assert told["moves"] == [
        "Treasury → \u2068Ada\u2069 $200",
        "U.S. Railroad: back to the Treasury",
        "Pawn of \u2068Ada\u2069 to Sightseeing Tour, Prison or Price War",
    ]
    assert [line["kind"] for line in told["consequences"]] == ["turn", "move"]
    assert (told["status"], told["onTurn"]) == ("playing", "p2")
    assert told["event"] == {
        "type": "revise", "seq": 2, "replacement": [FREE], "reason": "a six and a four",
        "without": [3],
    }  # fmt: skip
    assert bridge.ask("statement", {}) == before
    play(bridge, told["event"])


@pytest.mark.parametrize(
    ("language", "reason"),
    [
        ("en", "Corrected at the table"),
        ("fr", "Corrigé à la table"),
        ("ru", "Исправлено за столом"),
    ],
)
def test_a_correction_has_a_reason_also_where_none_was_given(language, reason):
    log = [{"type": "start", "header": HEADER}, ROLL]
    bridge, _ = opened(HEADER, log=log, language=language)
    assert preview(bridge, 2)["event"]["reason"] == reason


def test_a_correction_that_cannot_be_says_why():
    bridge = playing(HEADER, ROLL, BUY)
    for seq, put_in, code in ((2, BUY, "not_on_turn"), (9, ROLL, "no_such_event")):
        told = preview(bridge, seq, put_in)
        assert told["refusals"][0]["code"] == code
        assert (told["event"], told["players"]) == (None, [])
    long = [{**ROLL, "reason": "x" * 300}] * 100
    assert preview(bridge, 2, *long)["refusals"] != []
    with pytest.raises(ValueError, match="not started"):
        preview(opened(HEADER)[0], 2)


def test_a_correction_that_could_not_be_logged_is_not_offered():
    bridge = playing(HEADER, ROLL, BUY)
    fits = preview(bridge, 2, ROLL, reason="x" * 400)
    assert fits["refusals"] == []
    trades = [{"type": "recount", "player": "p1", "cash": 1300, "reason": "x" * 480}] * 40
    assert preview(bridge, 3, BUY, *trades)["refusals"][0]["code"] == "event_too_long"
    bridge.log.journal.used["revisions"] = 200
    assert preview(bridge, 2, ROLL)["refusals"][0]["code"] == "log_full"


def test_the_chief_corrects_what_the_table_may_not():
    log = [
        {"type": "start", "header": HEADER},
        ROLL,
        {"type": "revise", "seq": 2, "replacement": [FREE], "reason": "seen"},
    ]
    bridge, _ = opened(HEADER, log=log)
    assert preview(bridge, 2, ROLL)["refusals"][0]["code"] == "chief_corrected"
    assert preview(bridge, 2, ROLL, chief=True)["event"]["replacement"] == [ROLL]


def test_the_ledger_marks_what_was_corrected_and_says_what_stands_there():
    bridge = playing(HEADER, ROLL, BUY, NEXT)
    view = play(bridge, preview(bridge, 2, FREE)["event"])["view"]
    assert marks(view) == {
        1: (False, False, []),
        2: (False, True, ["\u2068Ada\u2069 throws 6 + 4"]),
        3: (True, True, []),
        4: (False, False, []),
        5: (False, False, []),
    }
    corrected = view["ledger"][4]
    assert corrected["text"] == "Event 2 is corrected (left out: 3): Corrected at the table"
    assert (corrected["type"], corrected["onBoard"]) == ("revise", False)
    assert "\u2068Ada\u2069 throws 6 + 4" not in view["ledger"][1]["text"]
    view = play(bridge, revert(5))["view"]
    assert {n: (undone, changed) for n, (undone, changed, _) in marks(view).items()} == {
        1: (False, False), 2: (False, False), 3: (False, False), 4: (False, False),
        5: (True, False), 6: (False, False),
    }  # fmt: skip
    assert view["ledger"][5]["text"] == "Correction 5 is taken back: it was right"


def test_a_corrected_start_still_counts_and_one_that_another_took_the_place_of_does_not():
    start = {"type": "start", "header": {**HEADER, "position": {"cash": {"p1": 9}}}}
    bridge = playing(HEADER, ROLL)
    view = play(bridge, preview(bridge, 1, start)["event"])["view"]
    assert view["players"][0]["cash"] == 9
    assert {n: undone for n, (undone, _, _) in marks(view).items()} == {
        1: False,
        2: False,
        3: False,
    }
    again = play(bridge, preview(bridge, 2)["event"], start)["view"]
    assert [n for n, (undone, _, _) in marks(again).items() if undone] == [1, 2, 3]
    assert again["undo"] is None


def test_undo_says_what_it_takes_back_and_how():
    bridge, answer = opened(HEADER, log=[{"type": "start", "header": HEADER}])
    assert answer["view"]["undo"] is None
    view = play(bridge, ROLL, BUY)["view"]
    assert view["undo"] == {
        "kind": "undo", "n": 3, "seq": 3, "text": "\u2068Ada\u2069 buys the deed",
        "event": BUY, "asks": False, "refusal": None,
    }  # fmt: skip
    view = play(bridge, preview(bridge, 3)["event"])["view"]
    reason = "Corrected at the table"
    assert view["undo"] == {
        "kind": "revert", "n": 4, "seq": 4, "text": "Event 3 is taken back: Corrected at the table",
        "event": {**revert(3), "type": "revise", "replacement": [], "reason": reason},
        "asks": False, "refusal": None,
    }  # fmt: skip
    assert "undo" not in {button["type"] for button in view["legal"]}
    view = play(bridge, NEXT)["view"]
    assert (view["undo"]["kind"], view["undo"]["n"]) == ("undo", 5)
    view = play(bridge, UNDO)["view"]
    assert (view["undo"]["kind"], view["undo"]["n"]) == ("revert", 4)
    view = play(bridge, revert(4))["view"]
    assert (view["undo"]["kind"], view["undo"]["n"]) == ("undo", 3)
    assert "undo" in {button["type"] for button in view["legal"]}


def test_undo_tells_what_counts_of_a_row_that_was_corrected():
    by_table = {"type": "revise", "seq": 3, "replacement": [{**NEXT, "dice": [1, 2]}]}
    by_chief = {"type": "revise", "seq": 2, "replacement": [ROLL], "reason": "seen"}
    rows = [{"type": "start", "header": HEADER}, ROLL, NEXT, {**by_table, "reason": "x"}, by_chief]
    log = [{"n": n, "at": AT, "event": event} for n, event in enumerate(rows, 1)]
    bridge, _ = opened(HEADER)
    log[4]["kind"] = "chief"
    view = bridge.ask("open", {**bridge.opened, "log": log})["view"]
    undo = view["undo"]
    assert (undo["kind"], undo["n"], undo["event"]["dice"]) == ("undo", 3, [1, 2])
    assert undo["text"] == view["lastEvent"] == "\u2068Ben\u2069 throws 1 + 2"


@pytest.mark.parametrize("path", [path for path in RECORDS if "two-hour" in path.name][::9])
def test_a_step_of_the_end_procedure_asks_before_it_is_taken_back(path):
    record, *events = read(path)
    bridge, _ = opened(record, log=[{"type": "start", "header": record}])
    for event in events:
        view = play(bridge, event)["view"]
        at_play = view["status"] in ("playing", "closing")
        called = view["undo"] and view["undo"]["event"]["type"] == "time"
        assert view["undo"] is None or view["undo"]["asks"] == (not at_play and not called)
    assert view["undo"]["asks"]


def test_what_was_corrected_after_the_end_asks_before_it_is_taken_back():
    bridge = playing({**HEADER, "mode": "A"}, ROLL, {"type": "withdraw", "player": "p2"})
    undo = play(bridge, preview(bridge, 2, FREE)["event"])["view"]["undo"]
    assert (undo["kind"], undo["asks"]) == ("revert", True)


def test_undo_says_why_what_the_chief_corrected_stays():
    revised = {"type": "revise", "seq": 2, "replacement": [FREE], "reason": "seen"}
    bridge, answer = opened(HEADER, log=[{"type": "start", "header": HEADER}, ROLL, revised])
    view = answer["view"]
    assert (view["undo"]["n"], view["undo"]["refusal"]) == (
        2, "The chief referee corrected event 2: only the chief referee can change it now.",
    )  # fmt: skip
    assert "undo" not in {button["type"] for button in view["legal"]}
    refused = bridge.ask("play", {"events": [UNDO], "at": AT})["refusals"]
    assert [each["code"] for each in refused] == ["chief_corrected"]
    assert play(bridge, NEXT)["view"]["undo"]["refusal"] is None


def test_what_nobody_judged_and_is_refused_is_reported_and_marked():
    note = {"type": "note", "text": "rain"}
    rows = [{"type": "start", "header": HEADER}, ROLL, UNDO, BUY, revert(2), note]
    log = [{"n": n, "at": AT, "event": event, "judged": n < 4} for n, event in enumerate(rows, 1)]
    bridge, _ = opened(HEADER)
    answer = bridge.ask("open", {**bridge.opened, "log": log})
    assert [(row["n"], row["refusals"][0]["code"]) for row in answer["refused"]] == [
        (4, "not_on_turn"), (5, "not_revertible"),
    ]  # fmt: skip
    assert [n for n, (undone, _, _) in marks(answer["view"]).items() if undone] == [2, 4, 5]


def test_the_view_says_who_confirmed_and_who_disputed_last():
    header = {**HEADER, "mode": "A"}
    bridge = playing(header, ROLL, {"type": "withdraw", "player": "p2"})
    view = play(bridge, {"type": "note", "text": "over"})["view"]
    assert (view["status"], view["confirmed"], view["disputed"]) == ("finished", [], [])
    signed = bridge.ask("statement", {})["digest"]
    yes = {"type": "confirm", "player": "p1", "statement": signed}
    no = {"type": "dispute", "player": "p1", "reason": "the tax"}
    for event, confirmed, disputed in (
        (yes, ["p1"], []),
        (no, [], ["p1"]),
        (yes, ["p1"], []),
        (UNDO, [], []),
    ):
        view = play(bridge, event)["view"]
        assert (view["confirmed"], view["disputed"]) == (confirmed, disputed)
