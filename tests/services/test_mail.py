"""E-mails by a real mail server: one that refuses, one that is away, a process that is killed."""

import re
import time
from collections.abc import Callable
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener, urlopen
from urllib.response import addinfourl

import pytest
from django.utils import timezone

from referee.doctor.findings import State
from referee.doctor.reachable import check_mail
from tests.collected import collect
from tests.services.mail_server import mail_server
from tests.serving import Server, free_port
from tests.tournament.registering import confirmed, open_event, registered
from tournament.emails.mailer import Mailer
from tournament.models import Email, Entry
from tournament.people.views.registration_form import MIN_SECONDS

pytestmark = pytest.mark.services
WITHIN = 30.0
EVENT = "from tests.tournament.registering import open_event; open_event()"


def opened(address: str, form: bytes | None = None) -> addinfourl:
    """A page of the server that the test started, or what it answers to a form."""
    found: addinfourl = urlopen(Request(address, form))  # noqa: S310
    return found


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + WITHIN
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.05)


@pytest.fixture(scope="module")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages' static files, for each server here."""
    return collect(tmp_path_factory.mktemp("static"))


@pytest.mark.django_db
def test_a_mail_server_takes_one_and_refuses_another(settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    event = open_event(name="Турнир «Весна»")
    registered(event, "Bea Two")
    confirmed(event, "Ada One")
    with mail_server(refused=("ada@example.org",)) as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        Mailer().step(now=timezone.now())
    ((recipient, message),) = server.messages
    assert recipient == "bea@example.org"
    assert message["Subject"].strip() == "Confirm your registration: Турнир «Весна»"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Message-ID"].endswith("@localhost>")
    assert "Турнир «Весна»" in message.get_content()
    refused = Email.objects.get(status="refused")
    assert (refused.address, refused.answer) == ("ada@example.org", "550 no such mailbox")
    assert Entry.objects.get().email_is_refused


def test_the_doctor_reaches_the_mail_server(settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_FILE_PATH = None
    with mail_server() as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        [found] = check_mail()
    assert (found.state, found.text) == (State.FINE, "The mail server answers.")


def test_a_server_that_was_killed_sends_what_waited_once_the_mail_server_is_back(
    tmp_path: Path, static: Path
) -> None:
    port = free_port()
    treasurer = Server(tmp_path)
    treasurer.environment["EMAIL_URL"] = f"smtp://127.0.0.1:{port}"
    treasurer.environment["SITE_ORIGIN"] = treasurer.url
    treasurer.migrate()
    (tmp_path / "static").symlink_to(static)
    assert treasurer.manage("shell", "-c", EVENT).returncode == 0
    page = f"{treasurer.url}/e/open/register/"
    try:
        treasurer.start()
        form = opened(page).read().decode()
        stamp = re.search(r'name="stamp" value="([^"]+)"', form)
        assert stamp is not None
        time.sleep(MIN_SECONDS)  # nobody fills the form in sooner
        typed = {"name": "Ada", "email": "ada@example.org", "consent": "on", "stamp": stamp[1]}
        sent = opened(page, urlencode({**typed, "name_display": "full"}).encode())
        assert sent.url == f"{page}sent/"
        treasurer.kill()
        with mail_server(port) as server:
            treasurer.manage("shell", "-c", AT_ONCE)
            treasurer.start()
            until(lambda: len(server.messages) == 1)
            link = re.search(r"http://\S+", server.messages[0][1].get_content())
            assert link is not None
            assert "/me/" in opened(link[0], b"do=confirm").url
            until(lambda: len(server.messages) == 2)
            assert link[0] not in server.messages[1][1].get_content()
    finally:
        treasurer.kill()


def test_a_forgotten_password_from_the_form_to_the_link_and_back_in(
    tmp_path: Path, static: Path
) -> None:
    """Asked by who writes other hosts into the request, for addresses with lines of their own, and
    by who really forgot it."""
    treasurer = Server(tmp_path)
    with mail_server() as server:
        treasurer.environment["EMAIL_URL"] = f"smtp://127.0.0.1:{server.port}"
        treasurer.environment["SITE_ORIGIN"] = "https://play.example.org"
        treasurer.migrate()
        (tmp_path / "static").symlink_to(static)
        assert treasurer.manage("shell", "-c", ACCOUNT).returncode == 0
        try:
            treasurer.start()
            elsewhere = Browser(treasurer.url)
            assert elsewhere.signs_in("an honest long phrase")
            attacker = Browser(treasurer.url, **{"X-Forwarded-Host": "evil.example"})
            for address in ("nobody@example.org", "olga@example.org\r\nBcc: eve@example.org"):
                attacker.send("/organise/sign-in/forgotten/", email=address)
            attacker.send("/organise/sign-in/forgotten/", email="olga@example.org")
            until(lambda: len(server.messages) == 1)
            ((recipient, message),) = server.messages
            assert recipient == "olga@example.org"
            assert {"to": message["To"], "bcc": message["Bcc"]} == {"to": recipient, "bcc": None}
            link = re.search(r"https://play\.example\.org(/\S+)", message.get_content())
            assert link is not None
            assert "evil.example" not in message.as_string()
            new = {"new_password1": NEW, "new_password2": NEW}
            olga = Browser(treasurer.url)
            assert olga.send(link[1], **new) == 200
            assert olga.signs_in(NEW)
            assert not Browser(treasurer.url).signs_in("an honest long phrase")
            assert not elsewhere.is_in()
            assert attacker.get(link[1]) == 404
            assert len(server.messages) == 1
        finally:
            treasurer.kill()


class Browser:
    """Keeps cookies, and sends forms with what the page gave it."""

    def __init__(self, server: str, **headers: str) -> None:
        self._server = server
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self._opener.addheaders = list(headers.items())
        self.at, self.page = "", ""

    def get(self, path: str, form: dict[str, str] | None = None) -> int:
        """The status of a page, where it leads; what it is remains in `page`, and where in `at`."""
        body = urlencode(form).encode() if form is not None else None
        try:
            answer = self._opener.open(self._server + path, body)
        except HTTPError as error:
            return error.code
        self.at, self.page = answer.url.removeprefix(self._server), answer.read().decode()
        return int(answer.status)

    def send(self, path: str, **fields: str) -> int:
        """Open a page and send its form."""
        if (status := self.get(path)) != 200:
            return status
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.page)
        assert token is not None
        return self.get(self.at, {**fields, "csrfmiddlewaretoken": token[1]})

    def signs_in(self, password: str) -> bool:
        """Whether this password opens the pages of the staff."""
        self.send("/organise/sign-in/", username="olga", password=password)
        return self.is_in()

    def is_in(self) -> bool:
        """Whether they are open."""
        return self.get("/organise/") == 200 and self.at == "/organise/"


NEW = "quite another phrase"
ACCOUNT = (
    "from django.contrib.auth.models import User;"
    "User.objects.create_superuser('olga', 'olga@example.org', 'an honest long phrase')"
)
# The next attempt may be a minute away.
AT_ONCE = (
    "from tournament.models import Email; from django.utils import timezone;"
    "assert Email.objects.exclude(status='sent').update(due_at=timezone.now(), status='waiting')"
)
