"""The bridge: what the screens ask of the engine."""

import hashlib
import json
from typing import Any

import pytest

from referee.engine import LANGUAGES
from referee.tablet.bridge import Bridge
from referee.tablet.bridge.phrases import catalogue
from tests.referee.tables import GOLDEN
from tests.shares import sampled

AT = "2026-05-16T10:00:00.000Z"
RECORDS = sorted(GOLDEN.glob("*.amr.jsonl"))


def read(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines() if line]


def opened(header, *, log=(), roles="drawn", steps=(), language="en") -> tuple[Bridge, Any]:
    bridge, kinds = Bridge(), {"revise": "chief"}
    question = {
        "header": header,
        "roles": roles,
        "seats": [],
        "steps": list(steps),
        "log": [
            # Of the rows here, the corrections are the chief's.
            {"n": n, "at": AT, "event": event, "kind": kinds.get(event["type"], "board")}
            for n, event in enumerate(log, 1)
        ],
        "language": language,
    }
    return bridge, bridge.ask("open", question)


def playing(header, *events):
    bridge, _ = opened(header, log=[{"type": "start", "header": header}])
    play(bridge, *events)
    return bridge


def play(bridge, *events):
    answer = bridge.ask("play", {"events": list(events), "at": AT}) if events else None
    assert not (answer and answer["refusals"]), answer
    return answer


@pytest.fixture
def header():
    players = [
        {"id": "p1", "name": "Ada", "role": "competitor"},
        {"id": "p2", "name": "Ben", "role": "monopolist"},
    ]
    return {"record": "amr/1", "edition": "us-2011", "mode": "two-hour", "players": players}


@pytest.mark.parametrize("path", sampled(RECORDS), ids=lambda path: path.name[:2])
def test_every_golden_statement_and_its_lines_add_up(path):
    header, *events = read(path)
    bridge, answer = opened(header, log=[{"type": "start", "header": header}, *events])
    assert answer["refused"] == []
    expected = json.loads(
        path.with_name(path.name.replace(".amr.jsonl", ".statement.json")).read_text()
    )
    assert bridge.ask("statement", {})["statement"] == expected
    if expected["status"] == "finished":
        lines = bridge.ask("statement_lines", {})
        assert {row["id"]: row["total"] for row in lines["players"]} == {
            row["id"]: row["final"] for row in expected["players"]
        }
        assert all(adds_up(row["lines"]) for row in lines["players"])
        rises(lines, expected)


def adds_up(lines):
    sums, total = [], 0
    for line in lines:
        total += line["amount"]
        sums.append(total)
    return sums == [line["sum"] for line in lines]


def rises(lines, expected):
    """Each owner's cash rises from what retention left to the final cash, stop by stop."""
    cash = dict(lines["kept"])
    for stop in lines["circuit"]:
        cash[stop["owner"]] += stop["amount"]
        assert stop["cash"] == cash[stop["owner"]]
    final = {row["id"]: row["final"] for row in expected["players"]}
    assert cash.items() <= final.items()


@pytest.mark.parametrize("path", sampled(RECORDS[::7], every=3), ids=lambda path: path.name[:2])
def test_what_is_offered_is_legal_and_what_is_played_was_offered(path):
    header, *events = read(path)
    bridge, answer = opened(header, log=[{"type": "start", "header": header}])
    for event in events:
        legal = answer["view"]["legal"]
        assert event["type"] in {button["type"] for button in legal}
        for button in legal:
            if not button["needs"]:
                assert bridge.ask("check", {"events": [button["event"]]})["refusals"] == []
        answer = play(bridge, event)


def test_the_signed_digest_is_of_the_canonical_statement(header):
    signed = playing(header).ask("statement", {})
    text = json.dumps(
        signed["statement"], ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )
    assert signed["digest"] == hashlib.sha256(text.encode()).hexdigest()


def test_several_events_are_played_together_or_not_at_all(header):
    bridge = playing(header, {"type": "roll", "player": "p1", "dice": [2, 3]})
    before = bridge.ask("statement", {})
    undo = {"type": "undo", "reason": "misread"}
    refused = bridge.ask("play", {"events": [undo, {"type": "buy", "player": "p2"}], "at": AT})
    assert [refusal["code"] for refusal in refused["refusals"]] == ["not_on_turn", "no_offer"]
    assert bridge.ask("statement", {}) == before
    answer = play(bridge, undo, {"type": "roll", "player": "p1", "dice": [1, 2]})
    assert answer["view"]["players"][0]["square"] == 3
    undone = {line["n"]: line["undone"] for line in answer["view"]["ledger"]}
    assert undone == {1: False, 2: True, 3: False, 4: False}


def test_checking_changes_nothing(header):
    bridge = playing(header)
    before = bridge.ask("statement", {})
    start = {"type": "roll", "player": "p1", "dice": [2, 3]}
    told = bridge.ask("check", {"events": [start, {"type": "buy", "player": "p1"}]})
    assert told["refusals"] == []
    assert any("buys" in line["text"] for line in told["consequences"])
    assert bridge.ask("statement", {}) == before


def test_a_revision_of_the_chief_is_what_the_board_shows(header):
    log = [
        {"type": "start", "header": header},
        {"type": "roll", "player": "p1", "dice": [2, 3]},
        {
            "type": "revise", "seq": 2, "through": 2, "reason": "misread",
            "replacement": [{"type": "roll", "player": "p1", "dice": [2, 4]}],
        },
    ]  # fmt: skip
    _, answer = opened(header, log=log)
    assert answer["view"]["players"][0]["square"] == 6
    assert on_board(answer) == {1: False, 2: True, 3: False}


def test_the_ledger_names_what_an_undo_can_take_back(header):
    bridge = playing(header, {"type": "roll", "player": "p1", "dice": [2, 3]})
    play(bridge, {"type": "note", "text": "water on the board"})
    play(bridge, {"type": "pause", "reason": "lunch"})
    answer = play(bridge, {"type": "undo", "reason": "misread"})
    assert on_board(answer) == {1: False, 2: True, 3: False, 4: False, 5: False}


def on_board(answer):
    return {line["n"]: line["onBoard"] for line in answer["view"]["ledger"]}


def test_an_undo_that_the_chief_corrected_takes_nothing_back(header):
    undo = {"type": "undo", "reason": "misread"}
    log = [
        {"type": "start", "header": header},
        {"type": "roll", "player": "p1", "dice": [2, 3]},
        undo,
        {
            "type": "revise", "seq": 3, "reason": "it was bought",
            "replacement": [{"type": "buy", "player": "p1"}],
        },
    ]  # fmt: skip
    # Once a table could undo what the chief had put there; such logs mean what they meant.
    answers = [opened(header, log=[*log, *[undo] * count])[1] for count in range(3)]
    taken_back = [
        [line["n"] for line in answer["view"]["ledger"] if line["undone"]] for answer in answers
    ]
    assert taken_back == [[], [3], [2, 3]]
    assert [bool(answer["view"]["undo"]) for answer in answers] == [True, True, False]


def test_what_nobody_judged_and_the_rules_refuse_is_reported_and_skipped(header):
    log = [
        {"type": "start", "header": header},
        {"type": "buy", "player": "p2"},
        {"type": "roll", "player": "p1", "dice": [2, 3]},
    ]
    _, answer = opened(header, log=log)
    assert [(row["n"], row["refusals"][0]["code"]) for row in answer["refused"]] == [
        (2, "not_on_turn")
    ]
    assert answer["view"]["players"][0]["square"] == 5


def test_pauses_are_taken_in_turn_and_shown(header):
    bridge = playing(header)
    answer = play(bridge, {"type": "pause", "reason": "lunch"})
    assert answer["view"]["pausedSince"] == 1778925600000
    assert answer["view"]["pauses"] == [{"began": 2, "ended": 0, "seconds": 0}]
    refused = bridge.ask("play", {"events": [{"type": "pause", "reason": "again"}], "at": AT})
    assert refused["refusals"][0]["code"] == "paused"
    resumed = play(bridge, {"type": "resume", "seconds": 312})["view"]
    assert resumed["pausedSince"] is None
    assert resumed["pauses"] == [{"began": 2, "ended": 3, "seconds": 312}]
    play(bridge, {"type": "pause", "reason": "lunch"})
    old = play(bridge, {"type": "resume"})["view"]["pauses"]
    assert old[1:] == [{"began": 4, "ended": 5, "seconds": 0}]


def test_who_referees_is_shown(header):
    _bridge, answer = opened(header, log=[{"type": "start", "header": header}])
    assert answer["view"]["referee"] is None
    named = play(playing(header), {"type": "referee", "name": "Olga"})
    assert named["view"]["referee"] == "Olga"


def test_the_seats_stay_once_the_game_runs(header):
    bridge = playing(header)
    play(bridge, {"type": "start", "header": header})
    play(bridge, {"type": "roll", "player": "p1", "dice": [2, 3]})
    again = bridge.ask("play", {"events": [{"type": "start", "header": header}], "at": AT})
    assert again["refusals"][0]["code"] == "already_started"


@pytest.mark.parametrize(
    ("edition", "pawns", "adjustment", "cards_by_dice"),
    [
        ("us-2011", "blue-green", True, True),
        ("us-wooden", "green-blue", True, False),
        ("eu-fr", "green-blue", False, False),
        ("ru-2014", "green-blue", True, False),
    ],
)
def test_what_editions_differ_in_is_told_to_the_screens(
    header, edition, pawns, adjustment, cards_by_dice
):
    header["edition"] = edition
    bridge, answer = opened(header)
    assert answer["setup"]["pawns"] == pawns
    view = play(bridge, {"type": "start", "header": header})["view"]
    assert view["pawns"] == pawns
    assert ("adjusting" in view["procedure"], view["cardsByDice"]) == (adjustment, cards_by_dice)
    assert "edition" not in view


def test_an_edition_that_nobody_printed_can_be_shown_and_not_started(header):
    header["edition"] = "us-1873"
    bridge, answer = opened(header)
    assert answer["setup"]["pawns"] is None
    refused = bridge.ask("play", {"events": [{"type": "start", "header": header}], "at": AT})
    assert refused["refusals"][0]["code"] == "not_a_choice"


def test_thrown_roles_become_the_start(header):
    players = [{**player, "role": None} for player in header["players"]]
    bridge, answer = opened({**header, "players": players}, roles="thrown")
    assert answer["setup"]["division"]["throwing"] == ["p1", "p2"]
    early = bridge.ask("start", {"players": None})
    assert (early["event"], early["refusals"][0]["code"]) == (None, "not_divided")
    for step in (
        {"step": "throw", "player": "p1", "dice": [1, 2]},
        {"step": "throw", "player": "p2", "dice": [3, 4]},
        {"step": "choose", "player": "p1", "role": "competitor"},
        {"step": "choose", "player": "p2", "role": "competitor"},
        {"step": "choose", "player": "p1", "role": "monopolist"},
    ):
        told = bridge.ask("divide", {"step": step})
    assert [step["step"] for step in told["steps"]] == ["throw", "throw", "choose", "choose"]
    event = bridge.ask("start", {"players": None})["event"]
    assert [(p["id"], p["role"]) for p in event["header"]["players"]] == [
        ("p2", "competitor"),
        ("p1", "monopolist"),
    ]
    assert event["throws"][0] == {"player": "p1", "dice": [1, 2]}
    play(bridge, event)


def test_a_step_of_the_role_division_is_taken_back(header):
    players = [{**player, "role": None} for player in header["players"]]
    bridge, _ = opened({**header, "players": players}, roles="thrown")
    first = {"step": "throw", "player": "p1", "dice": [1, 2]}
    for step in (first, {"step": "throw", "player": "p2", "dice": [6, 6]}, {"step": "undo"}):
        told = bridge.ask("divide", {"step": step})
    assert told["steps"] == [first]
    assert told["division"]["throwing"] == ["p2"]
    for _ in range(2):
        told = bridge.ask("divide", {"step": {"step": "undo"}})
    assert (told["steps"], told["division"]["throwing"]) == ([], ["p1", "p2"])


def test_a_final_position_leads_to_the_adjustment(header):
    third = {"id": "p3", "name": "Cleo", "role": "competitor"}
    header = {**header, "players": [*header["players"], third]}
    position = {"cash": {"p1": 700, "p2": 300, "p3": 0}, "deeds": {"1": {"owner": "p1"}}}
    bridge, _ = opened(header)
    made = bridge.ask("final_position", {"position": position, "left": ["p3"]})
    assert [event["type"] for event in made["events"]] == ["start", "withdraw", "time"]
    view = play(bridge, *made["events"])["view"]
    assert (view["status"], view["players"][2]["out"]) == ("adjusting", True)


def test_an_impossible_position_is_refused(header):
    position = {"deeds": {"1": {"owner": "p2", "improvements": 2}}}
    refused = opened(header)[0].ask("final_position", {"position": position, "left": []})
    assert refused["refusals"][0]["code"] == "buildings_without_monopoly"


@pytest.mark.parametrize(
    ("position", "where"),
    [
        ({"deeds": {"1": {"owner": "p2", "improvements": 2}}}, "Basin Street: "),
        ({"deeds": {"3": {"owner": "p1", "improvements": 6}}}, "French Quarter: "),
        ({"cash": {"p2": -1}}, "\u2068Ben\u2069: "),
    ],
)
def test_an_impossible_position_names_the_deed_or_the_player(header, position, where):
    refused = playing(header).ask("final_position", {"position": position, "left": []})
    assert refused["refusals"][0]["text"].startswith(where)


def test_only_doubles_ask_for_one_more_throw(header):
    position = {"deeds": {"1": {"owner": "p1"}}, "squares": {"p1": 30 - 4}}
    bridge = playing({**header, "position": position})
    built = play(bridge, {"type": "build", "player": "p1", "square": 1})
    assert built["view"]["open"]["kind"] == "throw"
    doubles = play(bridge, {"type": "roll", "player": "p1", "dice": [1, 1]})
    assert doubles["view"]["open"]["kind"] == "extra_throw"


def test_the_adjustment_tells_what_each_step_adds_or_costs(header):
    position = {
        "cash": {"p1": 100},
        "deeds": {"1": {"owner": "p1"}, "5": {"owner": "p1", "mortgaged": True}},
    }
    bridge = playing({**header, "position": position}, {"type": "time"})
    told = bridge.ask("adjustment", {"player": "p1"})
    assert told["final"] == 10 + 6
    steps = {(o["event"]["type"], o["event"]["square"]): o for o in told["options"]}
    assert steps["build", 1]["difference"] == -5 + 5
    assert steps["redeem", 5]["refusal"]["rule"] == "R26"
    assert steps["mortgage", 1]["difference"] == 3 - 6


def test_a_recount_is_explained(header):
    bridge = playing(header, {"type": "roll", "player": "p1", "dice": [2, 3]})
    play(bridge, {"type": "buy", "player": "p1"})
    told = bridge.ask("recount_difference", {"player": "p1", "cash": 1250})
    assert (told["logged"], told["difference"]) == (1300, -50)
    assert "50" in told["text"]
    assert [line["type"] for line in told["ledger"]] == ["buy"]


def test_the_languages_say_the_same_things():
    keys = [set(catalogue(language)) for language in LANGUAGES]
    assert keys[0] == keys[1] == keys[2]


@pytest.mark.parametrize(
    ("language", "name", "task"),
    [
        (
            "fr",
            "Compagnie d’électricité",
            "\u2068Ada\u2069 achète «\u00a0Compagnie d’électricité\u00a0» pour 150\u00a0€",
        ),
        (
            "ru",
            "Электрическая компания",
            "\u2068Ada\u2069 покупает владение «Электрическая компания» за 150\u00a0€",
        ),
    ],
)
def test_the_board_and_its_buttons_name_squares_in_the_tablets_language(
    header, language, name, task
):
    header["edition"] = "ru-2014"
    log = [{"type": "start", "header": header}, {"type": "roll", "player": "p1", "dice": [6, 6]}]
    _, answer = opened(header, log=log, language=language)
    assert answer["view"]["squares"][12]["name"] == name
    buying = next(each for each in answer["view"]["legal"] if each["type"] == "buy")
    assert buying["text"] == task.format(name=name)
