"""Where messages may go: the public internet only, to the very address that was checked."""

import contextlib
import datetime as dt
import socket
import ssl
import threading
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from django.core.exceptions import ValidationError

from tests.tournament.webhooks.receiving import receiving
from tournament.webhooks.addresses import parse_address
from tournament.webhooks.connecting import (
    CheckedConnection,
    RefusedAddressError,
    checked_addresses,
    is_of_this_machine,
    is_public,
)
from tournament.webhooks.sending import Outcome, Request, new_secret, send

PUBLIC = ["1.1.1.1", "8.8.8.8", "93.184.215.14", "2606:4700:4700::1111", "2a00:1450:4007::8a"]
INWARD = [
    "0.0.0.1", "10.0.0.1", "100.64.0.1", "127.0.0.1", "127.8.9.10", "169.254.169.254", "172.16.0.1",
    "172.31.255.255", "192.0.0.1", "192.0.0.170", "192.0.2.1", "192.88.99.1", "192.168.1.1",
    "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1",
    "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:8.8.8.8",
    "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1",
    "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fe80::1%eth0",
    "fec0::1", "ff02::1", "localhost", "127.1", "",
]  # fmt: skip
NOW = dt.datetime(2026, 5, 16, tzinfo=dt.UTC)


def resolving(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """A resolver that answers with these addresses, one answer after the other; what was asked."""
    asked, left = list[str](), list(answers)

    def getaddrinfo(host: str, port: int, **_more: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, 1, 6, "", (address, port)) for address in left.pop(0)]

    monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
    return asked


def connecting(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Nothing answers; where it was tried."""
    tried = list[Any]()

    def connect(self: socket.socket, address: Any) -> None:
        if self.type == socket.SOCK_STREAM:
            tried.append(address)
            raise ConnectionRefusedError

    monkeypatch.setattr(socket.socket, "connect", connect)
    return tried


def request_to(url: str, *, inward: bool = False) -> Request:
    return Request(url, "msg_1", b"{}", [new_secret()], is_discord=False, inward=inward)


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize("address", INWARD)
def test_addresses_that_lead_inward(address: str) -> None:
    assert not is_public(address)


def test_the_addresses_of_this_machine_are_known() -> None:
    assert is_of_this_machine("127.0.0.1")
    assert not is_of_this_machine("192.0.2.1")


def test_a_name_that_leads_inward_is_not_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, ["127.0.0.1", "::1", "10.1.2.3"])
    tried = connecting(monkeypatch)
    answer = send(request_to("https://evil.example/"), at=NOW)
    assert (answer.outcome, answer.code, tried) == (Outcome.LATER, None, [])
    assert "no public address" in answer.text


def test_of_several_addresses_only_public_ones_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    resolving(monkeypatch, ["10.1.2.3", "1.1.1.1", "127.0.0.1", "8.8.8.8", "9.9.9.9"])
    tried = connecting(monkeypatch)
    send(request_to("https://evil.example/"), at=NOW)
    assert tried == [("1.1.1.1", 443), ("8.8.8.8", 443)]


def test_a_name_that_changes_after_the_check_leads_nowhere_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """DNS rebinding: public when it is checked, inward when it would be asked again."""
    asked = resolving(monkeypatch, ["1.1.1.1"], ["127.0.0.1"], ["127.0.0.1"])
    tried = connecting(monkeypatch)
    send(request_to("https://rebinding.example/"), at=NOW)
    assert asked == ["rebinding.example"]
    assert tried == [("1.1.1.1", 443)]
    assert send(request_to("https://rebinding.example/"), at=NOW).code is None
    assert tried == [("1.1.1.1", 443)]


def test_no_proxy_of_the_environment_is_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with receiving(tmp_path, name="proxy") as proxy, receiving(tmp_path) as receiver:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
            monkeypatch.setenv(name, proxy.url)
        answer = send(request_to(receiver.url, inward=True), at=NOW)
    assert answer.code == 204
    assert (len(receiver.received), proxy.received) == (1, [])


@pytest.mark.parametrize(
    "host", ["2130706433", "0x7f000001", "0177.0.0.1", "127.1", "localhost", "127.0.0.1", "::1"]
)
def test_every_spelling_of_this_machine_is_refused(host: str) -> None:
    with pytest.raises((RefusedAddressError, OSError)):
        checked_addresses(host, 443)


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "//example.org/",
        "example.org",
        "https://",
        "https://user:password@example.org/",
        "https://user@example.org/",
        "https://example.org:22/",
        "https://example.org:80/",
        "https://example.org:99999/",
        "https://127.0.0.1/",
        "https://2130706433/",
        "https://0x7f.1/",
        "https://[::1]/",
        "https://[::ffff:127.0.0.1]/",
        "https://169.254.169.254/latest/meta-data/",
        "https://localhost/",
        "https://LOCALHOST./",
        "https://play.example.org/",
        "https://example.org/\r\nX: y",
        "https://example.org/a b",
        "https://exämple.org/",
        "https://example.org/" + "x" * 500,
    ],
)
def test_addresses_that_are_refused_when_they_are_typed(url: str, settings: Any) -> None:
    settings.ALLOWED_HOSTS = ["play.example.org", "localhost"]
    with pytest.raises(ValidationError):
        parse_address(url, inward=False)


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("https://example.org", "https://example.org"),
        ("https://example.org:8443/x?y=z#part", "https://example.org:8443/x?y=z"),
        ("https://1.1.1.1/x", "https://1.1.1.1/x"),
    ],
)
def test_addresses_that_are_taken(url: str, kept: str) -> None:
    assert parse_address(url, inward=False).geturl() == kept


def test_a_trusted_network_may_be_told() -> None:
    assert parse_address("http://192.168.1.7:9000/x", inward=True).port == 9000
    with pytest.raises(ValidationError):
        parse_address("http://user@192.168.1.7/", inward=True)


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate of `hooks.test`, signed by itself, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "hooks.test")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("hooks.test")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    files = tmp_path / "certificate.pem", tmp_path / "key.pem"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return files


def hear_one(server: socket.socket, context: ssl.SSLContext) -> threading.Thread:
    """Answer one connection, if it has shaken hands."""

    def answer() -> None:
        plain, _address = server.accept()
        with plain, contextlib.suppress(OSError), context.wrap_socket(plain, True) as secure:
            heard = b""
            while not heard.endswith(b"{}"):
                heard += secure.recv(65536)
            secure.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")

    thread = threading.Thread(target=answer, daemon=True)
    thread.start()
    return thread


@pytest.mark.parametrize(
    ("name", "known"), [("hooks.test", 1), ("hooks.test", 0), ("other.test", 1)]
)
def test_the_certificate_has_to_be_of_the_name(
    certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, name: str, known: int
) -> None:
    if known:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        resolving(monkeypatch, ["127.0.0.1"])
        heard = hear_one(server, context)
        answer = send(request_to(f"https://{name}:{port}/x", inward=True), at=NOW)
        heard.join(30)
    assert (answer.code == 204) == (name == "hooks.test" and bool(known)), answer
    assert CheckedConnection(urlsplit(f"https://{name}/"), inward=True).port == 443


def test_an_address_that_speaks_no_tls_is_hung_up_on(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            plain, _address = server.accept()
            with plain, contextlib.suppress(ConnectionError):
                plain.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                while plain.recv(65536):
                    pass

        heard = threading.Thread(target=answer, daemon=True)
        heard.start()
        port = server.getsockname()[1]
        resolving(monkeypatch, ["127.0.0.1", "127.0.0.2"])
        connection = CheckedConnection(urlsplit(f"https://hooks.test:{port}/"), inward=True)
        with pytest.raises(ConnectionRefusedError):
            connection.connect()
        assert connection.sock is None
        heard.join()
        connection.finish()
