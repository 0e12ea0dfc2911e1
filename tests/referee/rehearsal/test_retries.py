"""What answer means that the same request may pass later."""

from typing import Any

import pytest

from referee.rehearsal.http_client import Answer
from referee.rehearsal.retries import means_later


@pytest.mark.parametrize(
    ("status", "body", "expected"),
    [
        (503, None, True),
        (408, {"code": "too-slow"}, True),
        (429, {"code": "throttled"}, True),
        (429, None, True),
        (429, {"code": "log-full"}, False),
        (429, {"code": "set-aside-full"}, False),
        (403, {"code": "device-revoked"}, False),
        (200, {}, False),
    ],
)
def test_a_limit_of_what_is_kept_is_no_matter_of_time(
    status: int, body: Any, *, expected: bool
) -> None:
    assert means_later(Answer(status, body, 0.0)) is expected
