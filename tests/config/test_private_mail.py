"""E-mails in files are read by nobody else."""

import stat
from pathlib import Path

from django.core.mail import EmailMessage
from pytest_django import Settings

from config import environment as given


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_mail_files_and_their_folder_are_closed_to_others(
    tmp_path: Path, settings: Settings
) -> None:
    folder = tmp_path / "anywhere" / "mail"
    folder.mkdir(parents=True, mode=0o755)
    for name, value in given.mail_server(folder.as_uri()).items():
        setattr(settings, name, value)
    for number in range(2):
        EmailMessage(f"Seat {number}", "/me/…", to=["ada@example.org"]).send()
    files = list(folder.iterdir())
    assert files  # one or two: a file is named by the second and the place in memory
    assert mode(folder) == 0o700
    assert {mode(file) for file in files} == {0o600}
    texts = "".join(file.read_text() for file in files)
    assert "Seat 0" in texts
    assert "Seat 1" in texts
