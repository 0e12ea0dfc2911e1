"""`manage.py replay` as a process: exit codes, streams, and what it says of records."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).resolve().parents[4]
RECORDS = ROOT / "tests" / "golden"
GOLDEN = sorted((RECORDS / "golden").glob("*.amr.jsonl"))
REFUSED = sorted((RECORDS / "refused").glob("*.amr.jsonl"))
SAMPLE_EVENT = ROOT / "referee" / "sample_event"
EVENT = sorted(SAMPLE_EVENT.glob("round-*/*.amr.jsonl"))
HEADER = (
    '{"record":"amr/1","edition":"us-2011","mode":"A","players":['
    '{"id":"p1","name":"Ada","role":"competitor"},{"id":"p2","name":"Ben","role":"monopolist"}]}\n'
)


def run(*arguments, stdin=subprocess.DEVNULL, command="replay", **more):
    """The finished process; it gets no terminal, and five minutes at most."""
    env = {**os.environ, "SECRET_KEY": "x" * 50, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [sys.executable, "manage.py", command, *map(str, arguments)],
        cwd=ROOT, env=env, stdin=stdin, capture_output=True, encoding="utf-8", timeout=300,
        check=False, **more,
    )  # fmt: skip


def statement_of(record):
    return json.loads(
        record.with_name(record.name.replace("amr.jsonl", "statement.json")).read_text()
    )


@pytest.fixture
def record(tmp_path):
    def write(content, name="game.amr.jsonl"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


# Statements.


def test_all_golden_records_lead_to_their_statements_one_a_line_in_order():
    assert len(GOLDEN) == 40
    done = run("--json", *GOLDEN)
    assert (done.returncode, done.stderr) == (0, "")
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        statement_of(record) for record in GOLDEN
    ]


def test_the_records_of_the_sample_event_lead_to_its_standings():
    assert len(EVENT) == 18
    done = run(*EVENT, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    finals = {}
    for number, line in enumerate(done.stdout.splitlines()):
        for player in json.loads(line)["players"]:
            finals[player["id"], number // 6 + 1] = (player["place"], player["final"])
    expected = json.loads((SAMPLE_EVENT / "expected-standings.json").read_text())
    assert finals == {
        (row["id"], number): (one["place"], one["final_cash"])
        for row in expected["players"]
        for number, one in enumerate(row["rounds"], 1)
    }


def test_a_dash_is_standard_input_and_one_record_is_one_line():
    with GOLDEN[3].open("rb") as source:
        done = run("-", "--json", stdin=source)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1
    assert json.loads(done.stdout) == statement_of(GOLDEN[3])


def test_standard_input_among_files():
    with GOLDEN[3].open("rb") as source:
        done = run("--json", GOLDEN[4], "-", stdin=source)
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        statement_of(GOLDEN[4]), statement_of(GOLDEN[3]),
    ]  # fmt: skip


# Refusals.


def test_every_refused_record_is_a_line_with_its_file_its_line_and_its_rule():
    assert len(REFUSED) == 60
    done = run("--json", *REFUSED)
    assert (done.returncode, done.stdout) == (1, "")
    lines = done.stderr.splitlines()
    assert len(lines) == len(REFUSED)
    for record, line in zip(REFUSED, lines, strict=True):
        expected = json.loads(
            record.with_name(record.name.replace("amr.jsonl", "expect.json")).read_text()
        )
        start = f"{record}: line {expected['line']}: "
        assert line.startswith(start + (f"{expected['rule']}: " if expected["rule"] else ""))
        assert len(line) > len(start) + 10


@pytest.mark.parametrize("option", [["--json"], []])
def test_the_refusal_of_one_record_begins_with_its_line(option):
    record = RECORDS / "refused" / "monopolist_builds_without_monopoly.amr.jsonl"
    done = run(record, *option)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("line 47: R11: a monopolist builds only in a monopolised city")
    assert done.stderr.count("\n") == 1


def test_one_refusal_among_many_means_nothing_on_standard_output():
    bad = RECORDS / "refused" / "time_twice.amr.jsonl"
    done = run(GOLDEN[0], bad, GOLDEN[1])
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"{bad}: line 177: ")
    assert done.stderr.count("\n") == 1


BAD = {
    "empty": b"",
    "blank": b"\n\n",
    "truncated": HEADER.encode()[:80],
    "binary": bytes(range(256)) * 40,
    "byte order mark": b"\xef\xbb\xbf" + HEADER.encode(),
    "utf-16": HEADER.encode("utf-16"),
    "nested": b"[" * 100_000,
    "long name": HEADER.replace('"Ada"', '"' + "A" * 10_000 + '"').encode(),
    "control character": HEADER.replace('"Ada"', '"A\\u0000"').encode(),
    "NaN": HEADER.replace("{", '{"x-a":NaN,', 1).encode(),
}


def test_each_bad_file_gets_one_line(record):
    files = [record(content, f"{name}.jsonl") for name, content in BAD.items()]
    dice = HEADER + '\r\n{"type":"roll","player":"p1","dice":[1,1e99]}\n'
    done = run("--json", *files, record(dice))
    assert (done.returncode, done.stdout) == (1, "")
    *lines, last = done.stderr.splitlines()
    assert [line[: line.index("line 1: ")] for line in lines] == [f"{file}: " for file in files]
    assert "game.amr.jsonl: line 3: dice: " in last


def test_files_without_an_end_are_refused_without_reading_them(tmp_path):
    """Reading the second and third whole would never end."""
    giant = tmp_path / "giant.amr.jsonl"
    with giant.open("wb") as file:
        file.write(HEADER.encode())
        file.truncate(100 * 1024 * 1024)
    with Path("/dev/zero").open("rb") as endless:
        done = run(giant, "-", "/dev/zero", "--json", stdin=endless)
    assert (done.returncode, done.stdout) == (1, "")
    assert [line[: line.index(": line 1: ")] for line in done.stderr.splitlines()] == [
        str(giant), "-", "/dev/zero",
    ]  # fmt: skip


def test_a_file_that_cannot_be_read_is_named(tmp_path, record):
    odd = os.fsdecode(b"caf\xe9 \x1b[31m.jsonl")
    done = run(tmp_path / "missing.jsonl", tmp_path, GOLDEN[0], record("", odd), "--json")
    assert (done.returncode, done.stdout) == (1, "")
    first, second, third = done.stderr.splitlines()
    assert first == f"{tmp_path}/missing.jsonl cannot be read: No such file or directory"
    assert second == f"{tmp_path} cannot be read: Is a directory"
    assert third.startswith(f"{tmp_path}/caf\ufffd \ufffd[31m.jsonl: line 1: ")


# The readable report.


def test_the_report_shows_board_ledger_and_statement(record):
    game = RECORDS / "golden" / "22_eu-fr_two-hour_3p_position_pass.amr.jsonl"
    done = run(game)
    assert (done.returncode, done.stderr) == (0, "")
    text = done.stdout
    assert "\x1b" not in text
    for words in (
        "22_eu-fr_two-hour_3p_position_pass.amr.jsonl", "Two-hour game",
        "rounding up, mortgaged_companies ignore", "Players", "Board", "Ledger", "Retention",
        "Circuit", "Statement", "Дмитрий", "Avenue des Champs-Élysées",
    ):  # fmt: skip
        assert words in text, words
    final = [line.split("│") for line in text[text.rindex("Statement") :].splitlines()]
    rows = [[cell.strip() for cell in line[1:-1]] for line in final if len(line) > 3]
    assert rows == [["1", "Дмитрий", "54", "309", "363"], ["2", "Léa", "300", "0", "300"],
                    ["3", "Hugo", "22", "0", "22"]]  # fmt: skip


@pytest.fixture
def shown(capsys):
    """The report of records, in this process."""

    def report(*files, **options):
        call_command("replay", *map(str, files), **options)
        return capsys.readouterr().out

    return report


def test_the_ledger_has_what_is_in_force_only(record, shown):
    text = shown(record(
        HEADER + '{"type":"roll","player":"p1","dice":[1,2]}\n'
        '{"type":"buy","player":"p1"}\n{"type":"undo","reason":"typing error"}\n'
    ))  # fmt: skip
    assert "Ada throws 1 + 2" in text
    assert "buys" not in text[text.index("Ledger") :]
    assert "typing error" not in text
    assert "The game is not finished." in text


def test_names_are_shown_as_they_are(record, shown):
    named = HEADER.replace('"Ada"', '"[red]Ada[/] :smile:"').replace('"Ben"', '"עדה"')
    text = shown(record(named))
    assert "[red]Ada[/] :smile:" in text
    assert "עדה" in text


def test_colour_where_it_is_wanted(record, shown):
    game = record(HEADER)
    assert "\x1b[" in shown(game, force_color=True)
    assert "\x1b[" not in shown(game)
    assert "\x1b[" not in shown(game, no_color=True)


def test_several_reports_in_order(record, shown):
    text = shown(record(HEADER, "one.jsonl"), record(HEADER, "two.jsonl"))
    assert text.index("one.jsonl") < text.index("two.jsonl")


def test_golden_records_of_all_editions_and_modes_have_a_report(shown):
    some = GOLDEN[::6]
    text = shown(*some)
    for record in some:
        assert record.name in text
    assert text.count("Ledger") >= len(some)


def test_progress_is_shown_on_a_terminal_and_leaves_the_statements_alone():
    reader, writer = os.openpty()
    with os.fdopen(writer, "wb") as terminal:
        done = subprocess.run(
            [sys.executable, "manage.py", "replay", "--json", *map(str, GOLDEN[:3])],
            cwd=ROOT, env={**os.environ, "SECRET_KEY": "x" * 50, "TERM": "xterm"}, timeout=300,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=terminal, check=False,
        )  # fmt: skip
    with os.fdopen(reader, "rb", buffering=0) as screen:
        shown = screen.read(65536)
    assert done.returncode == 0
    assert done.stdout.count(b"\n") == 3
    assert b"Replaying" in shown
