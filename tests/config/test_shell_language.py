"""The command line answers in the shell's language."""

import os
import subprocess
import sys

import pytest

from config.shell_language import shell_language
from tests.serving import ROOT


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "ru_RU.KOI8-R", "LC_MESSAGES": "", "LC_ALL": ""}, "ru"),
        ({"LANG": "fr_FR.UTF-8", "LC_MESSAGES": "ru"}, "ru"),
        ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C.UTF-8"}, None),
        ({"LANG": "fr@euro"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, None),
        ({"LANG": "../fr"}, None),
        ({}, None),
    ],
)
def test_the_first_that_is_set_decides(environment: dict[str, str], language: str | None) -> None:
    assert shell_language(environment) == language


def test_a_command_answers_in_french() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "verify"],
        cwd=ROOT,
        env={**os.environ, "LC_ALL": "fr_FR.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Nommez des parties" in done.stderr
