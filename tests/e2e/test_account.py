"""A member of the staff sets up an app and a passkey, and signs in by each."""

import re
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Error, Page, expect

from tests.e2e.conftest import Axe
from tests.e2e.test_round_console import faults, press
from tests.tournament.registering import mailed
from tournament.accounts.one_time_codes import STEP_SECONDS, code_at

PASSWORD = "correct horse battery staple"
SIGN = """async (asked) => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  return JSON.stringify((await navigator.credentials.get({ publicKey })).toJSON());
}"""


@pytest.fixture
def authenticator(page: Page) -> Iterator[None]:
    """A device with a fingerprint that Chromium asks for passkeys."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    kind = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": kind})
    yield
    session.detach()


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """A page of somebody else, at another port of this machine."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!doctype html><title>Free Wi-Fi</title>")

        def log_message(self, *_told: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def sign_in_by_password(page: Page, server: str) -> None:
    page.goto(server + "/organise/account/")
    page.get_by_label("Username").fill("ada")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign in")


def sign_out(page: Page) -> None:
    press(page, "Sign out")
    is_at(page, "Anti-Monopoly tournaments")


def is_signed_in(page: Page) -> None:
    is_at(page, "Your account")


def is_at(page: Page, heading: str) -> None:
    expect(page.get_by_role("heading", name=heading, exact=True, level=1)).to_be_visible()


def test_an_app_and_a_passkey_sign_in(
    page: Page, live_server: Any, transactional_db: None, authenticator: None, axe: Axe
) -> None:
    User.objects.create_superuser("ada", password=PASSWORD)
    sign_in_by_password(page, live_server.url)
    is_signed_in(page)
    page.get_by_role("link", name="Set up an app").click()
    is_at(page, "Authenticator app")
    found = faults(page, axe)
    secret = page.locator(".account-secret").inner_text().replace(" ", "").strip()
    step = int(time.time()) // STEP_SECONDS
    page.get_by_role("textbox", name="Code").fill(code_at(secret, step))
    press(page, "Use this app")
    is_at(page, "Recovery codes")
    found += faults(page, axe)
    page.get_by_role("link", name="I have kept them").click()
    page.get_by_label("Name of the device").fill("Laptop")
    press(page, "Add a passkey")
    expect(page.get_by_text("Laptop", exact=True)).to_be_visible()
    found += faults(page, axe)
    sign_out(page)
    sign_in_by_password(page, live_server.url)
    is_at(page, "Second step")
    found += faults(page, axe)
    # A code counts once: not the one of before, and not one that has lapsed meanwhile.
    later = max(step + 1, int(time.time()) // STEP_SECONDS)
    page.get_by_role("textbox", name="Code").fill(code_at(secret, later))
    press(page, "Sign in")
    is_signed_in(page)
    sign_out(page)
    page.goto(live_server.url + "/organise/account/")
    press(page, "Sign in with a passkey")
    is_signed_in(page)
    assert not found, "\n".join(found)


def test_another_page_of_the_same_name_signs_nobody_in(
    page: Page, live_server: Any, transactional_db: None, authenticator: None, elsewhere: str
) -> None:
    """Whoever serves a page at another port of this name (of a laptop, say) shows it what this site
    asks: the browser signs, for passkeys belong to names, and says which page it was."""
    ada = User.objects.create_superuser("ada", password=PASSWORD)
    sign_in_by_password(page, live_server.url)
    page.get_by_label("Name of the device").fill("Laptop")
    press(page, "Add a passkey")
    expect(page.get_by_text("I have kept them")).to_be_visible()
    name = live_server.url.removeprefix("http://")
    for at, opened in ((elsewhere, False), (f"{live_server.url}/organise/sign-in/", True)):
        attacker = Client(headers={"Host": name})
        asked = attacker.post("/organise/sign-in/passkey/ask/").json()
        page.context.clear_cookies()
        page.goto(at)
        answer = page.evaluate(SIGN, asked["publicKey"])
        attacker.post("/organise/sign-in/passkey/", {"answer": answer})
        assert (attacker.session.get("_auth_user_id") == str(ada.pk)) is opened, at
    # By another name it signs nothing for this one.
    page.goto(elsewhere.replace("localhost", "127.0.0.1"))
    with pytest.raises(Error, match="SecurityError"):
        page.evaluate(SIGN, asked["publicKey"])


def test_a_forgotten_password_by_email(
    page: Page, live_server: Any, transactional_db: None, settings: Any, axe: Axe
) -> None:
    settings.EMAIL_FILE_PATH, settings.SITE_ORIGIN = None, live_server.url
    User.objects.create_superuser("ada", password=PASSWORD)
    sign_in_by_password(page, live_server.url)
    page.get_by_role("link", name="Give an address").click()
    is_at(page, "E-mail address")
    found = faults(page, axe)
    page.get_by_label("E-mail address").fill("ada@example.org")
    press(page, "Send a link to confirm it")
    expect(page.get_by_text("An e-mail is on its way")).to_be_visible()
    page.goto(link_mailed())
    found += faults(page, axe)
    press(page, "Confirm the address")
    expect(page.get_by_text("a link is sent to ada@example.org")).to_be_visible()
    found += faults(page, axe)
    sign_out(page)
    page.goto(live_server.url + "/organise/sign-in/")
    page.get_by_role("link", name="Password forgotten?").click()
    is_at(page, "Password forgotten?")
    found += faults(page, axe)
    page.get_by_label("E-mail address of your account").fill("ada@example.org")
    press(page, "Send the link")
    is_at(page, "Look into your mailbox")
    found += faults(page, axe)
    page.goto(link_mailed())
    found += faults(page, axe)
    page.get_by_label("New password", exact=True).fill("quite another phrase")
    page.get_by_label("New password confirmation").fill("quite another phrase")
    press(page, "Set the new password")
    expect(page.get_by_text("The new password is set")).to_be_visible()
    assert not found, "\n".join(found)


def link_mailed() -> str:
    """The link of the e-mail that is sent when the mailer looks."""
    (message,) = mailed()
    found = re.search(r"http://\S+/organise/\S+", str(message.body))
    assert found
    return found[0]
