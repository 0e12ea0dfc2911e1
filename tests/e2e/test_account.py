"""A member of the staff sets up an app and a passkey, and signs in by each."""

import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Axe
from tests.e2e.test_round_console import faults, press
from tournament.one_time_codes import STEP_SECONDS, code_at

PASSWORD = "correct horse battery staple"


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


def sign_in_by_password(page: Page, server: str) -> None:
    page.goto(server + "/organise/account/")
    page.get_by_label("Username").fill("ada")
    page.get_by_label("Password").fill(PASSWORD)
    press(page, "Sign in")


def sign_out(page: Page) -> None:
    press(page, "Sign out")
    expect(page.get_by_role("button", name="Sign out", exact=True)).to_have_count(0)


def is_signed_in(page: Page) -> None:
    expect(page.get_by_role("heading", name="Your account", level=1)).to_be_visible()


def test_an_app_and_a_passkey_sign_in(
    page: Page, live_server: Any, transactional_db: None, authenticator: None, axe: Axe
) -> None:
    User.objects.create_superuser("ada", password=PASSWORD)
    sign_in_by_password(page, live_server.url)
    is_signed_in(page)
    page.get_by_role("link", name="Set up an app").click()
    found = faults(page, axe)
    secret = page.locator(".account__secret").inner_text().replace(" ", "").strip()
    step = int(time.time()) // STEP_SECONDS
    page.get_by_role("textbox", name="Code").fill(code_at(secret, step))
    press(page, "Use this app")
    found += faults(page, axe)
    page.get_by_role("link", name="I have kept them").click()
    page.get_by_label("Name of the device").fill("Laptop")
    press(page, "Add a passkey")
    expect(page.get_by_text("Laptop", exact=True)).to_be_visible()
    found += faults(page, axe)
    sign_out(page)
    sign_in_by_password(page, live_server.url)
    found += faults(page, axe)
    page.get_by_role("textbox", name="Code").fill(code_at(secret, step + 1))
    press(page, "Sign in")
    is_signed_in(page)
    sign_out(page)
    page.goto(live_server.url + "/organise/account/")
    press(page, "Sign in with a passkey")
    is_signed_in(page)
    assert not found, "\n".join(found)
