"""The addresses of the tablet's app."""

import gzip
import json

import brotli
import pytest
from django.core.management import call_command

from referee.tablet import pack, python, release

WASM = "'wasm-unsafe-eval'"


def policy(response):
    """The directives of a response's content policy."""
    parts = response.headers["Content-Security-Policy"].split("; ")
    return {name: words for name, *words in map(str.split, parts)}


@pytest.mark.parametrize("address", ["/tablet/", "/tablet/worker.js", "/tablet/setup/"])
def test_wasm_is_allowed_and_eval_is_not(client, address):
    response = client.get(address)
    assert response.status_code == 200
    assert policy(response)["script-src"] == ["'self'", WASM]


def test_other_addresses_of_the_app_allow_neither(client):
    assert policy(client.get("/tablet/service-worker.js"))["script-src"] == ["'self'"]


def test_the_service_worker_names_every_file_and_each_is_there(client):
    first = client.get("/tablet/service-worker.js").content.decode().split("\n")[0]
    named = json.loads(first.removeprefix("self.RELEASE = ").removesuffix(";"))
    assert "/static/tablet/runtime/tablet.js" in named["packed"]
    assert "/static/tablet/screens/main.js" in named["packed"]
    assert len([name for name in named["packed"] if name.endswith(".woff2")]) == 3
    for address in [named["archive"], *named["own"], *named["fixed"]]:
        assert client.get(address, headers={"accept-encoding": "gzip"}).status_code == 200, address


def test_the_archive_holds_every_static_file_as_it_is_served(client):
    now = release.current()
    address = f"/tablet/app/{now.version}.files"
    packed = client.get(address, headers={"accept-encoding": "br"})
    assert packed.headers["Content-Encoding"] == "br"
    assert "immutable" in packed.headers["Cache-Control"]
    content = client.get(address, headers={"accept-encoding": "gzip"}).content
    assert brotli.decompress(packed.content) == content
    line, _, bodies = content.partition(b"\n")
    found = []
    for name, kind, length in json.loads(line):
        found.append((name, bodies[:length]))
        bodies = bodies[length:]
        assert kind
    assert bodies == b""
    assert found == [(name, path.read_bytes()) for name, path in now.static]
    assert client.get(f"/tablet/app/{'0' * 16}.files").status_code == 404


def test_the_release_names_the_engine_that_judges_here(client):
    offered = client.get("/tablet/release.json").json()
    assert offered["digest"] == pack.current().digest
    response = client.get(offered["pack"])
    assert response.content == pack.current().archive
    assert "immutable" in response.headers["Cache-Control"]
    assert client.get("/tablet/engine/" + "0" * 64 + ".zip").status_code == 404


def test_cpython_is_compressed_and_only_its_own_files_are_served(client):
    folder = client.get("/tablet/release.json").json()["python"]
    response = client.get(folder + "pyodide.mjs", headers={"accept-encoding": "gzip, br"})
    assert response.headers["Content-Encoding"] == "br"
    packed = client.get(folder + "pyodide.mjs", headers={"accept-encoding": "gzip"})
    assert gzip.decompress(packed.content) == (python.folder() / "pyodide.mjs").read_bytes()
    assert client.get(folder + "package.json").status_code == 404
    assert client.get("/tablet/python/0.0.0/pyodide.mjs").status_code == 404


def test_cpython_is_kept_well_packed_once_for_a_version(tmp_path, monkeypatch):
    (tmp_path / "pyodide").mkdir()
    for name, content in [("package.json", '{"version": "1"}'), ("pyodide.mjs", "a" * 999)]:
        (tmp_path / "pyodide" / name).write_text(content)
    monkeypatch.setattr(python, "KEPT", ("pyodide.mjs",))
    monkeypatch.setattr(python, "folder", lambda: tmp_path / "pyodide")
    python.encoded_file.cache_clear()
    call_command("tablet_python")
    made = python.cached_file("pyodide.mjs").read_bytes()
    assert brotli.decompress(made) == b"a" * 999
    python.cached_file("pyodide.mjs").write_bytes(made + b" ")
    call_command("tablet_python")
    assert python.encoded_file("pyodide.mjs", "br") == made + b" "
    python.encoded_file.cache_clear()


def test_the_manifest_starts_the_app(client):
    manifest = client.get("/tablet/manifest.webmanifest").json()
    assert (manifest["start_url"], manifest["scope"]) == ("/tablet/", "/tablet/")
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}


def test_the_set_up_page_without_a_certificate(client, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    page = client.get("/tablet/setup/").content.decode()
    assert "not started for a hall" in page
    assert client.get("/tablet/setup/authority.crt").status_code == 404


def test_the_set_up_page_leads_to_the_secure_address(client, settings, tmp_path):
    settings.DATA_DIR = tmp_path
    settings.TABLET_ORIGIN = "https://192.168.1.10:9443"
    call_command("venue_certificate", "192.168.1.10")
    page = client.get("/tablet/setup/").content.decode()
    assert "https://192.168.1.10:9443/tablet/setup/" in page
    assert "http://192.168.1.10:80/tablet/setup/" in page
    given = client.get("/tablet/setup/authority.crt")
    assert given.headers["Content-Type"] == "application/x-x509-ca-cert"
