"""Where a copy is written, and that nothing is written elsewhere."""

import datetime as dt
import io
from pathlib import Path
from zipfile import ZipFile

import pytest

from referee.static_site.targets import FolderTarget, ZipTarget

AT = dt.datetime(2026, 5, 16, 18, 0, tzinfo=dt.UTC)


def test_a_folder_has_the_files(tmp_path: Path) -> None:
    FolderTarget(tmp_path).write("r/1/index.html", b"a")
    assert (tmp_path / "r/1/index.html").read_bytes() == b"a"


def test_a_zip_has_them_in_one_folder() -> None:
    file = io.BytesIO()
    with ZipFile(file, "w") as archive:
        ZipTarget(archive, "open", AT).write("r/1/index.html", b"a")
    with ZipFile(file) as archive:
        assert archive.read("open/r/1/index.html") == b"a"
        (info,) = archive.infolist()
    assert info.date_time == (2026, 5, 16, 18, 0, 0)
    assert info.external_attr >> 16 == 0o644


@pytest.mark.parametrize("file", ["../a", "/etc/a", "a/../../b", "a\\..\\b"])
def test_no_file_leaves_it(file: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"a|b"):
        FolderTarget(tmp_path / "copy").write(file, b"a")
    assert not list(tmp_path.iterdir())
    with ZipFile(io.BytesIO(), "w") as archive:
        with pytest.raises(ValueError, match=r"a|b"):
            ZipTarget(archive, "open", AT).write(file, b"a")
        assert not archive.namelist()
