"""Addresses that phones and tablets scan."""

import pytest

from tournament.common.venue_address import leads_to_itself


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
