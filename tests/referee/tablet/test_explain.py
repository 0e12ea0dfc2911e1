"""Why a sentence says what it says: every sentence of the screens can be asked about."""

import pytest

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
            for rule in asked(bridge, line)["rules"]:
                assert rule["code"] in line["text"]
                assert rule["printed"]
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
