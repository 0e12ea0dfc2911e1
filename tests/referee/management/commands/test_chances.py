"""`manage.py chances`: what is printed is what the records say, byte for byte again."""

import json
import re
from collections import Counter
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from referee.engine import replay_lines
from referee.insight.playouts import METHODS
from tests.referee.insight.positions import PLAYED, opening
from tests.referee.insight.test_turning_points import planted
from tournament.common.intervals import share_interval

AT = ("--at", "200", "--turns", "6", "--playouts", "3")


def printed(*arguments: str) -> str:
    out = StringIO()
    call_command("chances", *arguments, stdout=out)
    return out.getvalue()


def test_the_records_hold_exactly_the_shares_that_are_printed(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "records"
    told = json.loads(printed(str(PLAYED), *AT, "--json", "--records", str(folder)))
    counted: Counter[tuple[str, str, int]] = Counter()
    for path in folder.iterdir():
        game = replay_lines(path.read_bytes()).game
        assert game is not None
        assert game.status == "finished"
        for row in game.statement()["players"]:
            counted[path.name.rsplit("-", 1)[0], row["id"], row["place"]] += 1
    assert len(list(folder.iterdir())) == 3 * len(METHODS)
    for player in told["players"]:
        shares = []
        for method in METHODS:
            counts = [counted[method, player["id"], place] for place in range(1, 6)]
            assert player["counts"][method] == counts
            shares.append([count / 3 for count in counts])
        for place, chance in enumerate(player["chances"]):
            column = [row[place] for row in shares]
            assert (chance["low"], chance["high"]) == (min(column), max(column))
            assert chance["least"] == min(
                share_interval(round(3 * share), 3)[0] for share in column
            )


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    def once(name: str, *more: str) -> tuple[str, list[bytes]]:
        text = printed(str(PLAYED), *AT, "--json", "--records", str(tmp_path / name), *more)
        return text, [path.read_bytes() for path in sorted((tmp_path / name).iterdir())]

    assert once("a") == once("b")
    assert once("c", "--seed", "2") != once("d")


def test_on_a_terminal_there_is_a_range_with_its_interval() -> None:
    table = printed(str(PLAYED), *AT)
    assert "Place 5" in table
    assert "6 ways to play, 3 play-outs each, 6 more turns" in table
    assert all(method in table for method in METHODS)
    assert "0 % (0–56)" in table


def test_no_share_stands_without_its_interval() -> None:
    table = printed(str(PLAYED), *AT)
    assert table.count(" %") - 1 == table.count(" % (")


def test_without_times_the_turns_are_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "game.amr.jsonl"
    path.write_bytes(opening("us-2011"))
    with pytest.raises(CommandError, match="Give --turns"):
        printed(str(path))
    assert "Place 4" in printed(str(path), "--turns", "2", "--playouts", "1")


def test_a_folder_with_something_in_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "old.amr.jsonl").write_text("")
    with pytest.raises(CommandError, match="has to be empty"):
        printed(str(PLAYED), *AT, "--records", str(tmp_path))
    with pytest.raises(CommandError, match=r"old\.amr\.jsonl cannot be written"):
        printed(str(PLAYED), *AT, "--records", str(tmp_path / "old.amr.jsonl"))


@pytest.mark.parametrize(
    "arguments", [("--turns", "-1"), ("--turns", "1001"), ("--playouts", "0"), ("--seed", "a\nb")]
)
def test_limits_are_told(arguments: tuple[str, str]) -> None:
    with pytest.raises(CommandError, match="needed"):
        printed(str(PLAYED), *arguments)


def test_a_finished_game_and_a_file_that_is_not_there_exit_with_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for name, reason in ((str(PLAYED), "finished"), ("nowhere.amr.jsonl", "cannot be read")):
        with pytest.raises(SystemExit):
            printed(name)
        assert reason in capsys.readouterr().err


def test_turning_points_are_sentences_with_ranges(tmp_path: Path) -> None:
    path = tmp_path / "game.amr.jsonl"
    path.write_bytes(planted(1)[0])
    how = (str(path), "--turning-points", "--turns", "2", "--playouts", "20")
    told = json.loads(printed(*how, "--json"))["turning_points"]
    assert "trade" in [point["event"]["type"] for point in told]
    assert all(point["before"]["least"] <= point["before"]["low"] for point in told)
    table = printed(*how)
    assert "B and A trade" in table
    assert len(re.findall(r": from [\d–]+ % \(\d+–\d+\)", table)) == len(told)


def test_turning_points_write_no_records(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="no records"):
        printed(str(PLAYED), "--turning-points", "--records", str(tmp_path / "new"))


def test_a_game_that_nothing_moved_says_so(tmp_path: Path) -> None:
    path = tmp_path / "game.amr.jsonl"
    path.write_bytes(opening("us-2011"))
    assert "No event moved" in printed(
        str(path), "--turning-points", "--turns", "0", "--playouts", "5"
    )
