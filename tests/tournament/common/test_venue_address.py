"""Addresses that phones and tablets scan."""

from typing import Any

import pytest
from django.test import RequestFactory

from tournament.common.venue_address import leads_to_itself, venue_address


@pytest.mark.parametrize(
    ("address", "itself"),
    [
        ("http://localhost:8000/tablet/", True),
        ("http://127.0.0.1/", True),
        ("http://[::1]:8000/", True),
        ("https://192.168.1.20:8443/", False),
        ("https://play.example.org/localhost/", False),
    ],
)
def test_an_address_that_leads_each_device_to_itself_is_known(address: str, itself: bool) -> None:
    assert leads_to_itself(address) is itself


@pytest.mark.parametrize(
    ("secure", "host", "address"),
    [
        (False, "localhost:8000", "http://192.168.1.20:8000/e/open/"),
        (True, "localhost:8443", "https://192.168.1.20:8443/e/open/"),
        (True, "play.example.org", "https://play.example.org/e/open/"),
    ],
)
def test_in_a_hall_no_address_leads_each_device_to_itself(
    settings: Any, secure: bool, host: str, address: str
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    settings.TABLET_ORIGIN = "https://192.168.1.20:8443"
    request = RequestFactory().get("/", secure=secure, HTTP_HOST=host, SERVER_PORT="8000")
    assert venue_address(request, "/e/open/") == address
