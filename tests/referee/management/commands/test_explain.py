"""`manage.py explain FILE --line N`: the position before a line, what it did, and why."""

import polib
import pytest
from django.core.management import call_command
from django.utils import translation
from django.utils.translation import trans_real

from referee.engine import replay_lines
from tests.referee.management.commands.test_replay import HEADER, RECORDS, run

GAME = (
    "\n" + HEADER + '{"type":"roll","player":"p1","dice":[1,2]}\n{"type":"buy","player":"p1"}\n'
    '{"type":"undo","reason":"typing error"}\n\n{"type":"roll","player":"p2","dice":[2,2]}\n'
    '{"type":"income_tax","player":"p2","choice":"flat"}\n'
    '{"type":"build","player":"p1","square":3}\n{"type":"roll","player":"p2","dice":[1,2]}\n'
)


@pytest.fixture
def game(tmp_path):
    path = tmp_path / "game.amr.jsonl"
    path.write_text(GAME)
    return path


@pytest.fixture
def explain(game, capsys):
    """What the command prints for a line, and its errors; the exit code is the third."""

    def explained(line):
        code: str | int | None = 0
        try:
            call_command("explain", str(game), line=line, no_color=True)
        except SystemExit as end:
            code = end.code
        printed = capsys.readouterr()
        return printed.out, printed.err, code

    return explained


def test_the_position_before_the_line_and_what_it_did(explain):
    text, errors, code = explain(3)
    assert (errors, code) == ("", 0)
    assert "Before line 3" in text
    assert '{"type":"roll","player":"p1","dice":[1,2]}' in text
    assert "Ada throws 1 + 2" in text
    assert "Ada moves to French Quarter (R8)" in text
    assert "Ada may buy French Quarter for $60 (R9)" in text
    before = text[: text.index('{"type"')]
    assert "0 START" in before
    assert "French Quarter" not in before
    assert "1500" in before


def test_an_offer_open_before_the_line(explain):
    text, _, _ = explain(4)
    assert "French Quarter is on offer." in text
    assert "3 French Quarter" in text
    assert "Line 5 took this back." in text


def test_what_was_not_taken_back(explain):
    assert "took this back" not in explain(3)[0]
    assert "took this back" not in explain(7)[0]


def test_an_undo_is_explained(explain):
    text, _, code = explain(5)
    assert code == 0
    assert "typing error" in text


def test_a_square_open_before_the_line(explain):
    text, _, _ = explain(8)
    assert "The income tax waits for the choice." in text
    assert "A throw of the turn is open." in text
    assert "Ben pays the Treasury $200: income tax (R17)" in text


def test_a_refused_line_is_explained_with_all_its_reasons(explain):
    text, errors, code = explain(9)
    assert (errors, code) == ("", 0)
    assert "Refused: the turn of Ben is not complete" in text
    assert "Refused: French Quarter (square 3) is not a deed of Ada (R11)" in text


def test_dues_open_before_the_line(tmp_path, capsys):
    path = tmp_path / "dues.jsonl"
    path.write_text(
        HEADER[:-2] + ',"position":{"cash":{"p1":5},"squares":{"p1":35},"prison":["p2"]}}\n'
        '{"type":"roll","player":"p1","dice":[1,2]}\n{"type":"bankrupt","player":"p1"}\n'
    )
    call_command("explain", str(path), line=3)
    text = capsys.readouterr().out
    assert "Ada owes the Treasury $75." in text
    assert "in prison" in text
    assert "on turn" in text


def test_the_header_is_explained_by_the_position_after_it(explain):
    text, _, code = explain(2)
    assert code == 0
    assert "After line 2, the header" in text
    assert "Ada" in text


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (1, "Line 1 is blank.\n"),
        (6, "Line 6 is blank.\n"),
        (11, "Nothing after a refused line is applied: line 9: "),
        (10, "Nothing after a refused line is applied: line 9: "),
        (0, "There is no line 0; the last one is 10.\n"),
        (-3, "There is no line -3; the last one is 10.\n"),
    ],
)
def test_a_line_that_is_not_there(explain, line, message):
    text, errors, code = explain(line)
    assert (text, code) == ("", 1)
    assert errors.startswith(message)


def test_a_line_behind_the_last(tmp_path, capsys):
    path = tmp_path / "short.jsonl"
    path.write_text(HEADER + "\n\n")
    with pytest.raises(SystemExit, match="1"):
        call_command("explain", str(path), line=3)
    assert capsys.readouterr().err == "There is no line 3; the last one is 1.\n"


@pytest.mark.parametrize("content", ["", "\n\n", "{", "[" * 5000, '{"record":"amr/2"}'])
def test_a_record_without_a_legal_header(tmp_path, capsys, content):
    path = tmp_path / "bad.jsonl"
    path.write_text(content)
    with pytest.raises(SystemExit, match="1"):
        call_command("explain", str(path), line=1)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == replay_lines(content.encode()).describe() + "\n"


def test_as_a_process():
    record = RECORDS / "refused" / "bankrupt_while_able_to_pay.amr.jsonl"
    done = run(record, "--line", 111, command="explain")
    assert (done.returncode, done.stderr) == (0, "")
    assert "instead of going bankrupt (R24)" in done.stdout
    assert "\x1b" not in done.stdout
    done = run(record, "--line", 112, command="explain")
    assert (done.returncode, done.stdout) == (1, "")
    assert "line 111: R24: " in done.stderr


def test_a_file_that_cannot_be_read(capsys):
    with pytest.raises(SystemExit, match="1"):
        call_command("explain", "missing.jsonl", line=1)
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == "missing.jsonl cannot be read: No such file or directory\n"


def test_both_rule_numbers_where_the_book_has_another(capsys):
    record = RECORDS / "golden" / "22_eu-fr_two-hour_3p_position_pass.amr.jsonl"
    call_command("explain", str(record), line=2)
    assert "(R9; rule 8 in this book)" in capsys.readouterr().out


def test_in_the_readers_language(explain, settings, tmp_path):
    """The frame comes from Django's catalogues, the sentences of the rules from the engine's."""
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    catalogue = polib.POFile()
    catalogue.metadata = {"Content-Type": "text/plain; charset=utf-8"}
    for source, target in (("Before line %(line)d", "Avant la ligne %(line)d"),
                           ("Line %(line)d took this back.", "La ligne %(line)d l’annule."),
                           ("%(player)s throws %(first)d + %(second)d",
                            "%(player)s lance %(first)d + %(second)d")):  # fmt: skip
        catalogue.append(polib.POEntry(msgid=source, msgstr=target))
    catalogue.save_as_mofile(str(folder / "django.mo"))
    settings.LOCALE_PATHS = [str(tmp_path)]
    vars(trans_real)["_translations"].pop("fr", None)
    try:
        with translation.override("fr"):
            text, _, _ = explain(3)
            assert "Avant la ligne 3" in text
            assert "Ada lance 1 + 2" in text
            assert "Ada peut acheter «\u00a0French Quarter\u00a0»" in text
            assert "La ligne 5 l’annule." in explain(4)[0]
    finally:
        vars(trans_real)["_translations"].pop("fr", None)
