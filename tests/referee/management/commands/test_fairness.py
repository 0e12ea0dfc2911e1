"""`manage.py fairness`: settings as words, ranges with intervals, and a stop that keeps figures."""

import json
import re
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from referee.insight.playouts import METHODS
from referee.insight.study import Study

SMALL = ("sizes=2", "minutes=10", "players=4", "rounds=2", "--games", "2", "--events", "9")


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("fairness", *arguments, stdout=out)
    return out.getvalue()


def test_the_same_seed_gives_the_same_figures() -> None:
    assert printed(*SMALL, "--json") == printed(*SMALL, "--json")
    assert printed(*SMALL, "--json") != printed(*SMALL, "--json", "--seed", "2")


def test_no_share_stands_without_its_interval() -> None:
    table = printed(*SMALL)
    assert "A monopolist wins" in table
    assert "After round 2" in table
    assert all(f"play as {method}" in table for method in METHODS)
    assert len(re.findall(r"\d %", table)) - 1 == len(re.findall(r"\d % \(\d+–\d+\)", table))


def test_games_without_time_say_what_their_shares_are_of() -> None:
    table = " ".join(printed("mode=A", *SMALL).split())
    assert "over within 10 turns: an open game has no winner" in table
    assert "After round" not in table
    assert "open game" not in printed(*SMALL)


def test_two_settings_stand_side_by_side_on_the_same_dice() -> None:
    told = json.loads(
        printed(*SMALL, "--json", "--against", "edition=eu-fr", "ties=circuit_income")
    )
    first, second = told["settings"]
    assert first["setting"] == "minutes=10 sizes=2 players=4 rounds=2"
    assert second["setting"].startswith("edition=eu-fr minutes=10 sizes=2")
    assert set(told["more_won"]) == {"2"}
    same = json.loads(printed(*SMALL, "--json", "--against", "rounding=half_up"))
    assert same["more_won"]["2"]["low"] == same["more_won"]["2"]["high"] == 0
    assert "may be chance" in printed(*SMALL, "--against", "rounding=half_up")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("sizes",), "KEY=VALUE"),
        (("size=4",), "The keys are edition"),
        (("sizes=4", "sizes=5"), "each key once"),
        (("sizes=7",), "from 2 to 6"),
        (("sizes=4,4",), "each size once"),
        (("minutes=0",), "from 1 to 1440"),
        (("minutes=1e3",), "from 1 to 1440"),
        (("minutes=1440", "seconds=1"), "86400 turns, and at most 1000"),
        (("sizes=4", "players=21"), "players: needed is .* tables of 4, as 20, 24"),
        (("sizes=5,6", "players=3"), "as 5"),
        (("players=61",), "from 2 to 60"),
        (("rounds=3,4",), "from 1 to 10"),
        (("points=",), "points: needed"),
        (("ties=none",), "shared, circuit_income"),
        (("mode=C",), "two-hour, A, B"),
        (("corrects_roles=1",), "no, yes"),
        (("edition=uk",), "or a file"),
        (("edition=nowhere.toml",), "nowhere.toml"),
        (("--games", "0"), "needed"),
        (("--seed", "a\nb"), "needed"),
    ],
)
def test_what_is_not_understood_says_what_is_needed(words: tuple[str, ...], reason: str) -> None:
    with pytest.raises(CommandError, match=reason):
        printed(*words)


def test_an_interrupt_keeps_what_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Study.play

    def interrupted(study: Study) -> Any:
        steps = whole(study)
        yield from (next(steps) for _division in range(3))
        raise KeyboardInterrupt

    monkeypatch.setattr(Study, "play", interrupted)
    table = printed("sizes=2,3", *SMALL[1:])
    assert "Stopped" in table
    assert "Tables of 2" in table
    assert "Tables of 3" not in table


def test_an_interrupt_before_the_first_game_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_study: Study) -> Any:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(Study, "play", interrupted)
    with pytest.raises(CommandError, match="before a game"):
        printed(*SMALL)
