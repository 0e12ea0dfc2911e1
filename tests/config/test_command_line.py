"""The installed program's words: each is a command, and unknown ones are told what there is."""

import sys

import pytest
from django.core.management import get_commands
from django.utils import translation

from config import command_line


def run(monkeypatch: pytest.MonkeyPatch, *words: str) -> None:
    monkeypatch.setattr(sys, "argv", ["treasurer", *words])
    # It speaks as the shell does from then on.
    with translation.override("en"):
        command_line.main()


def is_listed(said: str) -> bool:
    words = [*command_line.COMMANDS, *command_line.PROCESSES, *command_line.OTHERS]
    return all(f"  treasurer {word} " in said for word in words)


def test_each_word_means_a_command() -> None:
    assert {command for command, _about in command_line.COMMANDS.values()} <= {*get_commands()}


@pytest.mark.parametrize("words", [(), ("--help",)])
def test_the_words_are_listed(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, *words)
    assert is_listed(capsys.readouterr().out)


@pytest.mark.parametrize("word", command_line.COMMANDS)
def test_each_word_tells_its_options(
    word: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match=r"^0$"):
        run(monkeypatch, word, "--help")
    assert f"usage: treasurer {word} " in capsys.readouterr().out


def test_manage_runs_any_other_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run(monkeypatch, "manage", "lint_editions")
    assert "in order" in capsys.readouterr().out


def test_an_unknown_word_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SystemExit, match="There is no “treasurer rnu”") as ended:
        run(monkeypatch, "rnu")
    assert is_listed(str(ended.value))
