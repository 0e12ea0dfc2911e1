"""What Django's commands refuse to begin with."""

import os
from pathlib import Path

import pytest
from django.core.checks import run_checks
from django.core.management import call_command
from django.core.management.base import SystemCheckError

from config.readiness import make_ready

PATH = Path("fr") / "LC_MESSAGES" / "django.po"


@pytest.fixture
def catalogue(tmp_path: Path, settings) -> Path:
    """A catalogue that nobody has compiled."""
    settings.LOCALE_PATHS = [tmp_path]
    path = tmp_path / PATH
    path.parent.mkdir(parents=True)
    path.write_text('msgid "Yes"\nmsgstr "Oui"\n')
    return path


def faults() -> list[str]:
    return [message.msg for message in run_checks(tags=["translation"])]


def test_a_catalogue_that_is_not_compiled_is_named(catalogue: Path):
    assert faults() == [f"{catalogue.with_suffix('.mo')} is missing."]


def test_a_compiled_catalogue_that_is_out_of_date_is_named(catalogue: Path):
    compiled = catalogue.with_suffix(".mo")
    compiled.touch()
    written = catalogue.stat().st_mtime_ns
    os.utime(compiled, ns=(written, written - 1))
    assert faults() == [f"{compiled} is older than django.po."]
    os.utime(compiled, ns=(written, written))
    assert faults() == []


def test_commands_stop_and_say_what_to_type(catalogue: Path):
    with pytest.raises(SystemCheckError, match=r"is missing[\s\S]*tools\.translations --compile"):
        call_command("check")


def test_a_server_goes_on_and_logs_it(catalogue: Path, caplog: pytest.LogCaptureFixture):
    make_ready()
    assert [record.message for record in caplog.records] == [
        f"{catalogue.with_suffix('.mo')} is missing. "
        "Compile the translations: .venv/bin/python -m tools.translations --compile"
    ]
