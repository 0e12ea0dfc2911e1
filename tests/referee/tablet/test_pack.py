"""The archive of the engine's source."""

import io
import subprocess
import sys
import zipfile

from referee.tablet import pack


def test_the_same_sources_make_the_same_bytes():
    assert pack.build() == pack.build()


def test_the_name_follows_every_byte_of_the_sources(tmp_path):
    before = pack.build()
    with zipfile.ZipFile(io.BytesIO(before.archive)) as archive:
        archive.extractall(tmp_path)
    assert pack.build(tmp_path) == before
    rents = tmp_path / "scoring" / "game" / "rents.py"
    rents.write_text(rents.read_text() + "\n")
    assert pack.build(tmp_path).digest != before.digest


def test_the_archive_stands_alone(tmp_path):
    """The bridge runs from the archive with the standard library only."""
    with zipfile.ZipFile(io.BytesIO(pack.build().archive)) as archive:
        archive.extractall(tmp_path)
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); import referee.tablet.bridge as bridge;"
        "assert not {'django', 'rest_framework'} & set(sys.modules);"
        "print(bridge.__file__)"
    )
    command = [sys.executable, "-I", "-c", code, str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert str(tmp_path) in done.stdout
