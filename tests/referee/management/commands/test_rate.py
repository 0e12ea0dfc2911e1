"""`manage.py rate`: ratings of the sample event's players."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[4]
RECORDS = [str(path) for path in sorted((ROOT / "referee/sample_event").rglob("*.amr.jsonl"))]
GOLDEN = ROOT / "tests/golden/golden"


def rated(*arguments: str) -> str:
    out = StringIO()
    call_command("rate", *arguments, "--resamples", "10", stdout=out)
    return out.getvalue()


def test_the_same_records_give_the_same_ratings_byte_for_byte() -> None:
    ratings = rated("--json", *RECORDS)
    assert ratings == rated("--json", *reversed(RECORDS))
    players = json.loads(ratings)["players"]
    assert len(players) == 24
    assert {player["games"] for player in players} == {3}
    assert [player["value"] for player in players] == sorted(
        (player["value"] for player in players), reverse=True
    )


def test_on_a_terminal_there_is_a_table_with_a_mark_for_few_games() -> None:
    table = rated(*RECORDS)
    assert "Leilani Kahale" in table
    assert "* fewer than 10 games" in table


def test_a_game_without_an_end_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    unfinished = next(
        path
        for path in sorted(GOLDEN.glob("*.amr.jsonl"))
        if json.loads(path.with_name(path.name.replace("amr.jsonl", "statement.json")).read_text())[
            "status"
        ]
        != "finished"
    )
    with pytest.raises(SystemExit):
        rated(*RECORDS, str(unfinished))
    assert "the game is not finished" in capsys.readouterr().err


def test_players_without_a_name_and_namesakes_are_known_by_their_ids(tmp_path: Path) -> None:
    names = ("Ada", "ada", "№ 7")
    for event in ("Spring", "Autumn"):
        lines = Path(RECORDS[0]).read_text().splitlines()
        header = json.loads(lines[0])
        header["event"] = event
        for player, name in zip(header["players"], names, strict=False):
            player["name"] = name
        (tmp_path / f"{event}.amr.jsonl").write_text("\n".join([json.dumps(header), *lines[1:]]))
    files = [str(path) for path in sorted(tmp_path.glob("*.jsonl"))]
    players = json.loads(rated("--json", *files))["players"]
    games = sorted((player["name"], player["games"]) for player in players)
    assert games[:2] == [("Ada", 1), ("Ada", 1)]
    assert games.count(("ada", 1)) == games.count(("№ 7", 1)) == 2
