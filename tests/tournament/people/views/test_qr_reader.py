"""The QR code reader comes from its package, as soon as the server has that."""

from pathlib import Path

from django.conf import settings

PACKAGE = settings.BASE_DIR / "node_modules" / "qr"


def test_the_modules_and_their_licence_are_those_of_the_package(client):
    for name in ("decode.js", "index.js", "LICENSE-MIT"):
        response = client.get(f"/qr/{name}")
        assert response.content == (PACKAGE / name).read_bytes()
        kind = "text/javascript" if name.endswith(".js") else "text/plain"
        assert response["Content-Type"] == kind


def test_an_unchanged_module_is_not_sent_again(client):
    first = client.get("/qr/decode.js")
    assert first["Cache-Control"] == "no-cache"
    again = client.get("/qr/decode.js", headers={"if-none-match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_nothing_else_of_the_package_is_served(client):
    for name in ("package.json", "dom.js", "..", "%2e%2e%2fpyodide%2fpackage.json"):
        assert client.get(f"/qr/{name}").status_code == 404


def test_the_reader_is_there_once_the_package_is(client, settings, tmp_path: Path):
    settings.BASE_DIR = tmp_path
    assert client.get("/qr/decode.js").status_code == 404
    folder = tmp_path / "node_modules" / "qr"
    folder.mkdir(parents=True)
    (folder / "decode.js").write_text("export {};")
    assert client.get("/qr/decode.js").content == b"export {};"
