"""Why a sentence says what it says: every sentence of the screens can be asked about."""

import pytest

from tests.present import present
from tests.referee.tables import GOLDEN
from tests.referee.tablet.test_bridge import opened, play, read

RECORDS = sorted(GOLDEN.glob("*.amr.jsonl"))


def asked(bridge, line):
    return bridge.ask("explain", line["why"])


@pytest.mark.parametrize("path", RECORDS[::9], ids=lambda path: path.name[:2])
def test_every_sentence_of_a_game_names_the_rules_in_it(path):
    header, *events = read(path)
    bridge, answer = opened(header, log=[{"type": "start", "header": header}])
    for event in events:
        answer = play(bridge, event)
        lines = [*answer["consequences"], *answer["view"]["dues"]]
        for line in lines:
            told = asked(bridge, line)
            for rule in told["rules"]:
                assert len(rule["code"]) == 1 or rule["code"] in line["text"] or not line["amount"]
                assert rule["printed"]
                assert rule["text"]
            assert told["notes"] or "n" not in line["why"]
            if told["total"] is not None:
                assert told["total"] == line["amount"]
                assert told["total"] == sum(term["amount"] for term in told["terms"])
    ledger = opened(header, log=[{"type": "start", "header": header}, *events])[1]["view"]["ledger"]
    assert [line["why"]["n"] for entry in ledger for line in entry["lines"]] == [
        entry["n"] for entry in ledger for _ in entry["lines"]
    ]


def test_a_rule_is_named_by_the_number_in_the_book_of_the_edition():
    header, *_ = read(next(path for path in RECORDS if "eu-fr" in path.name))
    bridge, _ = opened(header, log=[{"type": "start", "header": header}])
    answer = asked(bridge, {"why": {"rules": ["R15", "R22"]}})
    assert [rule["printed"] for rule in answer["rules"]] == [
        "Rule 14 in the book of this edition: Prison, guerre des prix ou simple visite",
        "The book of this edition says nothing about it.",
    ]


def test_what_is_only_previewed_is_asked_about_by_its_rules():
    header, *_ = read(RECORDS[0])
    bridge, answer = opened(header, log=[{"type": "start", "header": header}])
    roll = {"type": "roll", "player": answer["view"]["next"], "dice": [1, 2]}
    previewed = bridge.ask("check", {"events": [roll]})["consequences"]
    assert previewed
    for line in previewed:
        assert [rule["code"] for rule in asked(bridge, line)["rules"]] == line["why"]["rules"]


@pytest.fixture
def laid_out():
    """A board on which p2, a monopolist, owns two streets of a city with houses, a mortgaged street
    and a railroad, p1 a street; the next throws lead there."""

    def opening(edition="us-2011", **position):
        players = [
            {"id": "p1", "name": "Ada", "role": "competitor"},
            {"id": "p2", "name": "Ben", "role": "monopolist"},
        ]
        deeds = {
            "6": {"owner": "p2", "improvements": 2},
            "8": {"owner": "p2"},
            "9": {"owner": "p2", "mortgaged": True},
            "5": {"owner": "p2"},
            "3": {"owner": "p1"},
        }
        laid = {
            "cash": {"p1": 900, "p2": 700},
            "squares": {"p1": 0, "p2": 0},
            "deeds": deeds,
            **position,
        }
        header = {"record": "amr/1", "edition": edition, "mode": "two-hour", "players": players}
        return {**header, "position": laid}

    return opening


def landed(header, dice, language="en"):
    """What a throw of the first player brings about, and what is asked about each sentence."""
    bridge, answer = opened(header, log=[{"type": "start", "header": header}], language=language)
    answer = play(bridge, {"type": "roll", "player": "p1", "dice": dice})
    return {line["kind"]: asked(bridge, line) for line in answer["consequences"]}


def test_a_rent_is_told_term_by_term(laid_out):
    told = landed(laid_out(), [2, 4])["rent"]
    assert [(term["text"], term["amount"]) for term in told["terms"]] == [
        ("A tenth of the price $100", 10),
        ("2 houses: 2 × a tenth of $50", 10),
        ("City monopolised: the same again", 20),
    ]
    assert told["total"] == 40
    assert [rule["code"] for rule in told["rules"]] == ["R10", "R11"]


@pytest.mark.parametrize(
    ("dice", "extra", "text"),
    [
        ([1, 2], {}, "the deed is the player’s own"),
        ([4, 5], {}, "the deed is mortgaged"),
        ([2, 3], {"squares": {"p1": 0}, "prison": ["p2"]}, "its monopolist is in prison"),
    ],
)
def test_why_nothing_is_due_is_told(dice, extra, text, laid_out):
    told = landed(laid_out(**extra), dice)
    assert text in " ".join(told["move"]["notes"])


def test_a_visit_asks_for_nothing(laid_out):
    assert "asks for nothing" in " ".join(landed(laid_out(), [4, 6])["move"]["notes"])


def test_an_open_due_and_a_refusal_are_explained(laid_out):
    header = laid_out(cash={"p1": 5, "p2": 700})
    bridge, _ = opened(header, log=[{"type": "start", "header": header}])
    answer = play(bridge, {"type": "roll", "player": "p1", "dice": [2, 4]})
    told = asked(bridge, answer["view"]["dues"][0])
    assert told["total"] == 40
    assert [rule["code"] for rule in told["rules"]] == ["R10", "R11", "R24"]
    refused = bridge.ask("check", {"events": [{"type": "roll", "player": "p2", "dice": [1, 2]}]})
    rules = [refusal["rule"] for refusal in refused["refusals"] if refusal["rule"]]
    told = bridge.ask("explain", {"rules": rules})
    assert [rule["code"] for rule in told["rules"]] == rules


@pytest.mark.parametrize("path", RECORDS[::9], ids=lambda path: path.name[:2])
def test_every_line_of_a_statement_adds_up_from_its_terms(path):
    header, *events = read(path)
    bridge, _ = opened(header, log=[{"type": "start", "header": header}, *events])
    if present(bridge.log.game).status != "finished":
        return
    for player in bridge.ask("statement_lines", {})["players"]:
        for line in player["lines"]:
            if not line.get("why"):
                continue
            told = asked(bridge, line)
            assert told["rules"]
            if "stop" in line["why"]:
                assert (told["total"] or 0) == line["amount"]
            elif line["amount"] < 0:
                assert told["total"] == -line["amount"]
