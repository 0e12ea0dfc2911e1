"""Which Content-Security-Policy each part of the site is served under."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def directives(client: Client, path: str) -> dict[str, str]:
    header = client.get(path).headers["Content-Security-Policy"]
    parts = [part.strip().split(" ", 1) for part in header.split(";")]
    return {name: " ".join(values) for name, *values in parts}


def test_pages_allow_no_inline_script_or_style_and_no_other_site(client: Client) -> None:
    policy = directives(client, "/")
    assert policy["script-src"] == "'self'"
    assert policy["style-src"] == "'self'"
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"


def test_the_admin_has_a_policy_of_its_own(client: Client) -> None:
    policy = directives(client, "/admin/login/")
    assert policy["script-src"] == "'self' 'unsafe-inline' 'unsafe-eval'"
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"


def test_the_tablet_may_run_webassembly_and_nothing_more(client: Client) -> None:
    policy = directives(client, "/tablet/")
    assert policy["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert policy["style-src"] == "'self'"
