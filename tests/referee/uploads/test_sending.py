"""Who answers at the platform's address is trusted with nothing."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from referee.uploads.sending import Target, UploadError, send_event
from tests.tournament.making import make_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def platform(settings: Any) -> Iterator[HTTPServer]:
    """A server that answers everything with `told`, a status and a text."""
    settings.WEBHOOKS_INWARD = True

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, text = self.server.told  # type: ignore[attr-defined]
            self.send_response(status)
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_given: Any) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Answering) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.parametrize(
    ("status", "told", "reason"),
    [
        (200, {"games": []}, "The platform answers 200."),
        (200, {"receipt": 1, "content": "", "games": [5]}, "The platform answers 200."),
        (200, "[" * 100_000, "The platform answers 200."),
        (409, {"detail": "No.", "conflicts": "all"}, "The platform answers 409."),
        (409, {"detail": "No.", "conflicts": [{"where": "here"}]}, "The platform answers 409."),
        (409, {"detail": "\x1b[2JNo."}, " [2JNo."),
        (502, "<h1>Bad gateway</h1>", "The platform answers 502."),
    ],
)
def test_an_answer_of_another_form_is_told_as_such(
    platform: Any, status: int, told: Any, reason: str
) -> None:
    platform.told = status, (told if isinstance(told, str) else json.dumps(told)).encode()
    target = Target(f"http://127.0.0.1:{platform.server_port}/", "k" * 43)
    with pytest.raises(UploadError) as refused:
        send_event(event=make_event(players=4), target=target)
    assert (refused.value.reason, refused.value.conflicts) == (reason, [])
