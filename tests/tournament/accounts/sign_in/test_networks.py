"""Whose requests and connections are counted together."""

import pytest

from tournament.accounts.sign_in.networks import shared_address


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.168.1.10", "192.168.1.10"),
        ("::ffff:192.168.1.10", "192.168.1.10"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
    ],
)
def test_a_network_of_ipv6_counts_as_one_address(host, counted):
    assert shared_address(host) == counted


@pytest.mark.parametrize("text", ["", "here", "1.2.3", "999.1.1.1"])
def test_what_is_no_address_is_refused(text):
    with pytest.raises(ValueError):
        shared_address(text)
