"""The doctor's findings about names, certificates and e-mail."""

import datetime as dt
import socket
import ssl
from threading import Thread

import pytest
from django.utils import timezone

from referee.doctor import reachable
from referee.doctor.findings import State
from referee.tablet import certificate
from tests.serving import free_port

NOW = timezone.now()


@pytest.fixture(autouse=True)
def data_folder(settings, tmp_path):
    settings.DATA_DIR = tmp_path


def keep_certificate(made: dt.datetime) -> None:
    certificate.write(certificate.make_server(authority(made), ["127.0.0.1"], made), "server")


def authority(made: dt.datetime) -> certificate.Pair:
    return certificate.make_authority("Spring Open", made)


@pytest.mark.parametrize(
    ("host", "state"),
    [
        ("play.example.org", State.FINE),
        ("[::1]", State.FINE),
        ("example.org", State.CRITICAL),
        ("*", State.CRITICAL),
    ],
)
def test_links_to_a_name_that_is_not_answered_are_told(host, state, settings):
    allowed = ["play.example.org", "[::1]", "*.example.net"]
    settings.SITE_ORIGIN, settings.ALLOWED_HOSTS = f"https://{host}", allowed
    [found] = reachable.check_hosts()
    assert (found.state, host in found.text) == (state, True)


def test_links_of_emails_to_the_readers_own_computer_are_told(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_FILE_PATH = None
    settings.SITE_ORIGIN, settings.ALLOWED_HOSTS = "http://localhost:8000", ["localhost"]
    [found] = reachable.check_hosts()
    assert (found.state, "SITE_ORIGIN" in found.advice) == (State.WARNING, True)


def test_errors_that_everybody_could_read_are_told(settings):
    settings.DEBUG = True
    first, _second = reachable.check_hosts()
    assert (first.state, "DEBUG=false" in first.advice) == (State.WARNING, True)


@pytest.mark.parametrize(
    ("days", "state"), [(0, State.FINE), (390, State.WARNING), (398, State.WARNING)]
)
def test_a_certificate_of_the_hall_near_its_end_is_told(days, state):
    assert list(reachable.check_certificates()) == []
    keep_certificate(NOW - dt.timedelta(days=days))
    [found] = reachable.check_certificates()
    assert found.state == state
    assert ("ended" in found.text) == (days == 398)


def test_the_certificate_of_the_public_address_is_fetched(settings):
    keep_certificate(NOW - dt.timedelta(days=390))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    folder = certificate.folder()
    context.load_cert_chain(folder / "server.crt", folder / "server.key")
    with socket.create_server(("127.0.0.1", 0)) as server:
        answer = Thread(target=lambda: context.wrap_socket(server.accept()[0], server_side=True))
        answer.start()
        settings.HTTPS = True
        settings.SITE_ORIGIN = f"https://127.0.0.1:{server.getsockname()[1]}"
        _hall, found = reachable.check_certificates()
        answer.join()
    assert (found.state, settings.SITE_ORIGIN in found.text) == (State.WARNING, True)
    _hall, found = reachable.check_certificates()
    assert (found.state, "could not be asked" in found.text) == (State.WARNING, True)


def test_a_mail_server_that_does_not_answer_is_told(settings):
    [found] = reachable.check_mail()
    assert found.state == State.FINE
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_FILE_PATH = None
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    [found] = reachable.check_mail()
    assert (found.state, "EMAIL_URL" in found.advice) == (State.CRITICAL, True)
