"""The addresses that open something by themselves, with a key that must be told nowhere."""

from django.urls import get_resolver, reverse

from tests.roles.matrix import patterns

KEY = "4f1Zq-KeyThatNobodyMayRead-0123456789_abcde"
GIVEN = {"token": KEY, "slug": "open", "account": "MQ"}


def key_addresses() -> list[str]:
    """Every address of the URLconf with a `token` in it."""
    return [
        reverse(name, kwargs={part: GIVEN[part] for part in item.pattern.converters})
        for name, item in patterns(get_resolver())
        if "token" in item.pattern.converters
    ]
