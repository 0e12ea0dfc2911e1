"""Browsers by the two words of their own that people know them by."""

import pytest

from tournament.accounts.sign_in.devices import device_of


@pytest.mark.parametrize(
    ("agent", "device"),
    [
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36", "Chrome, Windows"),
        ("Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; like Mac OS X) CriOS/140.0 Safari/604.1", "Chrome, iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) Version/18 Safari/605", "Safari, macOS"),
        ("curl/8.0 <script>alert(1)</script>", ""),
        ("", ""),
    ],
)
def test_a_browser_is_known_by_its_name_and_system(agent: str, device: str) -> None:
    assert device_of(agent) == device
