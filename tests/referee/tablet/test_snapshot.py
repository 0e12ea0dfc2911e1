"""The memory of a started engine, and to whom it is offered."""

import base64
import hashlib
import os

import brotli
import pytest
from django.core.management import CommandError, call_command

from referee.tablet import pack, python, release, snapshot
from tests.present import present

CONTENT = b"what was in memory " * 1000


@pytest.fixture
def data(settings, tmp_path):
    """A data folder of its own."""
    settings.DATA_DIR = tmp_path
    release._assemble.cache_clear()
    yield tmp_path
    release._assemble.cache_clear()


def keep(digest, content=CONTENT):
    """A snapshot as `make` leaves it, of this content."""
    sha256 = hashlib.sha256(content).hexdigest()
    path = snapshot.folder(present(python.version()), digest) / f"{sha256}.br"
    path.parent.mkdir(parents=True)
    path.write_bytes(brotli.compress(content))
    return sha256


def test_without_a_snapshot_none_is_offered(client, data):
    assert client.get("/tablet/release.json").json()["snapshot"] is None
    assert ".snapshot" not in client.get("/tablet/service-worker.js").content.decode()


def test_the_release_names_the_snapshot_of_its_engine_and_the_service_worker_keeps_it(client, data):
    sha256 = keep(pack.current().digest)
    offered = client.get("/tablet/release.json").json()["snapshot"]
    assert offered["address"] == f"/tablet/engine/{pack.current().digest}/{sha256}.snapshot"
    raw = base64.b64decode(offered["integrity"].removeprefix("sha256-"))
    assert raw == hashlib.sha256(CONTENT).digest()
    assert offered["address"] in client.get("/tablet/service-worker.js").content.decode()


def test_a_snapshot_of_another_engine_is_not_offered(client, data):
    keep("0" * 64)
    assert client.get("/tablet/release.json").json()["snapshot"] is None


def test_a_snapshot_made_meanwhile_is_another_release(data):
    before = release.current().version
    keep(pack.current().digest)
    release._assemble.cache_clear()
    assert release.current().version != before


def test_it_is_served_compressed_to_whom_it_concerns_and_never_changes(client, data):
    sha256 = keep(pack.current().digest)
    address = f"/tablet/engine/{pack.current().digest}/{sha256}.snapshot"
    packed = client.get(address, headers={"accept-encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "br"
    assert brotli.decompress(packed.content) == CONTENT
    assert "immutable" in packed.headers["Cache-Control"]
    plain = client.get(address, headers={"accept-encoding": "gzip"})
    assert (plain.headers["Content-Encoding"], plain.content) == ("identity", CONTENT)
    for other in (
        address.replace(sha256, "0" * 64),
        f"/tablet/engine/{'0' * 64}/{sha256}.snapshot",
    ):
        assert client.get(other).status_code == 404


@pytest.mark.exhaustive
def test_node_makes_it_once_and_drops_old_ones_but_the_last(data):
    for digit, made_at in [("0", 1), ("1", 3), ("2", 2)]:
        keep(digit * 64)
        os.utime(snapshot.folder(present(python.version()), digit * 64), (made_at, made_at))
    call_command("tablet_snapshot")
    made = present(snapshot.stored_snapshot(pack.current().digest))
    assert [bool(snapshot.stored_snapshot(digit * 64)) for digit in "012"] == [False, True, False]
    assert hashlib.sha256(made.encoded_content("identity")).hexdigest() == made.sha256
    call_command("tablet_snapshot")
    assert [path.name for path in made.path.parent.iterdir()] == [made.path.name]


def test_an_engine_that_does_not_start_leaves_nothing(data, monkeypatch):
    broken = pack.Pack("1" * 64, b"no archive")
    monkeypatch.setattr(pack, "build", lambda: broken)
    with pytest.raises(CommandError, match="Error"):
        call_command("tablet_snapshot")
    assert snapshot.stored_snapshot(broken.digest) is None
    assert not list((data / "tablet").iterdir())
