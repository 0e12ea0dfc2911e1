"""An archive has exactly the files that its manifest names."""

import datetime as dt
import io
import json
import tarfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.backups.installation.archive import pack, unpack
from referee.backups.installation.errors import DamagedBackupError, InstallationBackupError
from referee.backups.installation.manifest import FORMAT, MANIFEST, Manifest, digest_of

AT = dt.datetime(2026, 11, 29, 18, tzinfo=dt.UTC)
NAMES = st.text("abc-./é", min_size=1, max_size=150).map(lambda name: f"files/{name}e")


def manifest_of(files: dict[str, Path]) -> Manifest:
    digests = {name: digest_of(file) for name, file in files.items()}
    return Manifest(AT, "sqlite", ("tournament.0001_initial",), digests)


def files_in(folder: Path, **contents: bytes) -> dict[str, Path]:
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return {name: folder / name for name in contents}


@settings(deadline=None)
@given(st.dictionaries(NAMES, st.binary(max_size=3_000), max_size=6))
def test_what_was_packed_is_unpacked(
    tmp_path_factory: pytest.TempPathFactory, contents: dict[str, bytes]
) -> None:
    folder = tmp_path_factory.mktemp("archive")
    out = folder / "out"
    out.mkdir()
    files = {name: folder / str(number) for number, name in enumerate(contents)}
    for name, content in contents.items():
        files[name].write_bytes(content)
    manifest = manifest_of(files)
    assert unpack(io.BytesIO(b"".join(pack(manifest, files))), out) == manifest
    found = {name: (out / digest).read_bytes() for name, digest in manifest.files.items()}
    assert found == contents


def test_tar_and_gzip_read_it(tmp_path: Path) -> None:
    files = files_in(tmp_path, database=b"x" * 1_000_000, key=b"")
    content = b"".join(pack(manifest_of(files), files))
    with tarfile.open(fileobj=io.BytesIO(content), mode="r:gz") as archive:
        assert archive.getnames() == [MANIFEST, "database", "key"]
        assert archive.getmember("database").mode == 0o600


def refusal(content: bytes, folder: Path) -> str:
    with pytest.raises(InstallationBackupError) as caught:
        unpack(io.BytesIO(content), folder)
    return str(caught.value)


def test_files_beside_the_list_are_refused(tmp_path: Path) -> None:
    files = files_in(tmp_path, one=b"1", two=b"2", other=b"3")
    one, both = ({name: files[name] for name in names} for names in (["one"], ["one", "two"]))
    more = b"".join(pack(manifest_of(one), both))
    assert "two is not in its list" in refusal(more, tmp_path)
    less = b"".join(pack(manifest_of(both), one))
    assert "two is missing" in refusal(less, tmp_path)
    twice = b"".join(pack(manifest_of(both), {**one, "./one": files["one"]}))
    assert "./one is not in its list" in refusal(twice, tmp_path)
    other = b"".join(pack(manifest_of(one), {"one": files["other"]}))
    assert "one is not what was saved" in refusal(other, tmp_path)


@pytest.mark.parametrize("left", [0, 5, 40, -9])
def test_what_is_no_archive_is_refused(tmp_path: Path, left: int) -> None:
    files = files_in(tmp_path, one=b"1" * 9_000)
    content = b"".join(pack(manifest_of(files), files))
    if left >= 0:
        assert "damaged" in refusal(content[:left], tmp_path)
    assert "damaged" in refusal(b"no archive at all" * 100, tmp_path)


def packed(manifest: object) -> bytes:
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        text = json.dumps(manifest).encode()
        info = tarfile.TarInfo(MANIFEST)
        info.size = len(text)
        archive.addfile(info, io.BytesIO(text))
    return out.getvalue()


@pytest.mark.parametrize(
    "wrong",
    [
        {"files": {"one": "../../one"}},
        {"files": ["one"]},
        {"made_at": "yesterday"},
        {"migrations": 3},
    ],
)
def test_a_list_that_is_none_is_refused(tmp_path: Path, wrong: dict[str, object]) -> None:
    told = {"format": FORMAT, "made_at": AT.isoformat(), "vendor": "sqlite"}
    whole = {**told, "migrations": [], "files": {}}
    assert unpack(io.BytesIO(packed(whole)), tmp_path).made_at == AT
    assert "its list of files cannot be read" in refusal(packed(whole | wrong), tmp_path)
    assert "its list of files cannot be read" in refusal(packed([]), tmp_path)


def test_another_format_is_a_newer_versions(tmp_path: Path) -> None:
    assert "of a newer version" in refusal(packed({"format": "treasurer-installation/2"}), tmp_path)


def test_migrations_that_are_not_known_are_a_newer_versions() -> None:
    manifest = Manifest(AT, "sqlite", ("referee.0001_initial", "referee.0999_more"), {})
    manifest.refuse_unknown({"referee.0001_initial", "referee.0999_more", "referee.1000_most"})
    with pytest.raises(InstallationBackupError, match=r"its database has referee\.0999_more"):
        manifest.refuse_unknown({"referee.0001_initial"})


def test_a_damaged_file_has_a_detail() -> None:
    assert DamagedBackupError("one is missing").detail == "one is missing"
