"""`python -m tournament.seating`, in a process of its own, without Django."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
ISSUE: dict[str, Any] = {
    "players": [f"p{number}" for number in range(13)],
    "rounds": 3,
    "sizes": [4, 5, 3],
    "seed": 1,
    "time_limit": 20.0,
    "history": [
        [
            {
                "table": 1,
                "seats": [
                    {"player": "p0", "role": "competitor"},
                    {"player": "p1", "role": "monopolist"},
                ],
            }
        ]
    ],
    "absent": {"2": ["p12"]},
    "apart": [["p0", "p2"]],
    "clubs": {"p0": "X", "p3": "X"},
    "locks": [{"round": 3, "player": "p0", "table": 2, "role": "monopolist"}],
    "pins": {"p5": 1},
    "scores": {"p0": 12},
    "order": ["apart", "rematches", "roles", "clubs"],
}


def run(*arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-S", "-m", "tournament.seating", *arguments],
        input=text,
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )


def test_a_problem_from_standard_input(tmp_path):
    result = run("-", text=json.dumps(ISSUE))
    assert (result.returncode, result.stderr) == (0, "")
    answer = json.loads(result.stdout)
    assert len(answer["rounds"]) == 3
    first = answer["rounds"][0][0]
    assert first["table"] == 1
    assert set(first["seats"][0]) == {"player", "role"}
    assert "p5" in [seat["player"] for seat in first["seats"]]
    certificate = answer["certificate"]
    assert certificate["seed"] == 1
    assert list(certificate["violations"]) == ISSUE["order"]
    assert certificate["violations"]["rematches"] == certificate["bounds"]["rematches"] == 10
    assert isinstance(certificate["seconds"], float)
    assert {found["criterion"] for found in answer["report"]} <= set(ISSUE["order"])

    problem, drawn = tmp_path / "problem.json", tmp_path / "draw.json"
    problem.write_text(json.dumps(ISSUE))
    drawn.write_text(result.stdout)
    assert run(str(problem), "--verify", str(drawn)).returncode == 0
    answer["certificate"]["violations"]["apart"] = 7
    drawn.write_text(json.dumps(answer))
    failed = run(str(problem), "--verify", str(drawn))
    assert failed.returncode == 1
    assert failed.stderr.startswith("The certificate says 7 for “apart”")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "Not a JSON document: "),
        ("[]", "“problem” must be an object."),
        ('{"players": ["a"], "sizes": [2]}', "“rounds” is missing."),
        ('{"players": "ab", "rounds": 1, "sizes": [2]}', "“players” must be a list."),
        ('{"players": [1], "rounds": 1, "sizes": [2]}', "“players[0]” must be a string."),
        ('{"players": ["a"], "rounds": true, "sizes": [2]}', "“rounds” must be a whole number."),
        ('{"players": ["a", "b"], "rounds": 1, "sizes": [7]}', "A table of 7 is not possible"),
        (
            '{"players": ["a", "b"], "rounds": 1, "sizes": [2], "colour": 1}',
            "“colour” is not a field of a problem.",
        ),
        (
            '{"players": ["a", "b"], "rounds": 1, "sizes": [2], "apart": [["a"]]}',
            "“apart[0]” must name two players.",
        ),
        (
            '{"players": ["a", "b"], "rounds": 1, "sizes": [2], "absent": {"first": []}}',
            "“absent.first” must be the number of a round.",
        ),
        (
            '{"players": ["a", "b"], "rounds": 1, "sizes": [2], "pins": {"a": 0}}',
            "“pins.a” must be a whole number from 1.",
        ),
        (
            '{"players": ["a", "b"], "rounds": 1, "sizes": [2], "roles": "dealt"}',
            "“roles” must be “drawn” or “thrown”.",
        ),
        (
            '{"players": ["a", "b"], "rounds": 1, "sizes": [2], "scores": {"a": NaN}}',
            "“scores.a” must be a number from -1000000000 to 1000000000.",
        ),
        (
            '{"players": ["a", "b"], "rounds": 1, "sizes": [2], "scores": {"a": 1e300}}',
            "“scores.a” must be a number from -1000000000 to 1000000000.",
        ),
        ("[" * 100_000, "Not a problem: the JSON is nested too deeply."),
        (
            '{"players": ["a", "b"], "rounds": 1, "sizes": [2], "time_limit": -1}',
            "“time_limit” must be a number of seconds.",
        ),
        (
            '{"players": ["a", "b"], "rounds": 1, "sizes": [2], "locks": '
            '[{"round": 1, "player": "a", "table": 1, "role": "banker"}]}',
            "“locks[0].role” must be “competitor” or “monopolist”.",
        ),
    ],
)
def test_what_is_wrong_is_said_on_standard_error(text, sentence):
    result = run("-", text=text)
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr.startswith(sentence)
    assert "Traceback" not in result.stderr


def test_a_file_that_is_not_there():
    result = run("nowhere.json")
    assert result.returncode == 1
    assert "nowhere.json" in result.stderr


def test_nothing_but_the_standard_library_is_imported():
    code = (
        "import sys; import tournament.seating;"
        "print([m for m in sys.modules if m.split('.')[0] not in sys.stdlib_module_names"
        " and not m.startswith(('tournament', '__'))])"
    )
    result = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, cwd=ROOT, check=True
    )
    assert result.stdout.strip() == "[]"
