"""The example in the docs accepts what is sent, and nothing else."""

import re
import time
from pathlib import Path
from typing import Any

import pytest

from tournament.webhooks.facts import Kind
from tournament.webhooks.sending import new_secret, signature_of

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "public-api.md").read_text("utf-8")


@pytest.fixture
def is_genuine() -> Any:
    (code,) = [each for each in re.findall(r"```python\n(.*?)```", PAGE, re.S) if "hmac" in each]
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102 - as whoever copied it has it
    return names["is_genuine"]


def test_the_example_accepts_what_is_sent(is_genuine: Any) -> None:
    secret, body, now = new_secret(), '{"id": "é"}'.encode(), str(int(time.time()))
    signature = signature_of(secret, "msg_1", now, body)
    headers = {"webhook-id": "msg_1", "webhook-timestamp": now, "webhook-signature": signature}
    assert is_genuine(secret, headers, body)
    two = f"{signature_of(new_secret(), 'msg_1', now, body)} {signature}"
    assert is_genuine(secret, headers | {"webhook-signature": two}, body)
    assert not is_genuine(new_secret(), headers, body)
    assert not is_genuine(secret, headers, body + b" ")
    assert not is_genuine(secret, headers | {"webhook-id": "msg_2"}, body)
    old = str(int(time.time()) - 3600)
    late = {"webhook-timestamp": old, "webhook-signature": signature_of(secret, "msg_1", old, body)}
    assert not is_genuine(secret, headers | late, body)


@pytest.mark.parametrize("kind", Kind.values)
def test_each_kind_is_listed(kind: str) -> None:
    assert f"`{kind}`" in PAGE
