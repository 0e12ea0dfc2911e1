"""`manage.py static_site EVENT TARGET`."""

import io
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.tournament.making import make_event, seat_round

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _event() -> None:
    seat_round(make_event(players=4), 1, (1, 2, 3, 4))


def run(*arguments: object) -> str:
    out = io.StringIO()
    call_command("static_site", *map(str, arguments), stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_a_folder_or_a_zip_is_written(tmp_path: Path) -> None:
    folder, archive = tmp_path / "site", tmp_path / "site.zip"
    told = run("open", folder)
    run("open", archive)
    files = {str(f.relative_to(folder)) for f in folder.rglob("*") if f.is_file()}
    assert told == f"{folder}: {len(files)} files\n"
    with ZipFile(archive) as packed:
        assert {name.removeprefix("open/") for name in packed.namelist()} == files
    assert sorted(path.name for path in tmp_path.iterdir()) == ["site", "site.zip"]


def test_it_is_in_the_language_that_is_asked_for(tmp_path: Path) -> None:
    run("open", tmp_path / "site", "--language", "ru")
    assert '<html lang="ru">' in (tmp_path / "site/index.html").read_text("utf-8")


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "site.zip").write_text("mine")
    with pytest.raises(CommandError, match="there already"):
        run("open", tmp_path / "site.zip")
    assert (tmp_path / "site.zip").read_text() == "mine"


def test_what_fails_leaves_nothing(tmp_path: Path) -> None:
    make_event("secret", published=False)
    with pytest.raises(CommandError, match="does not see"):
        run("secret", tmp_path / "site")
    with pytest.raises(CommandError, match="There is no event"):
        run("none", tmp_path / "site")
    with pytest.raises(CommandError, match="no folder"):
        run("open", tmp_path / "none" / "site")
    assert not list(tmp_path.iterdir())
