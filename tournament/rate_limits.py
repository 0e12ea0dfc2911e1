"""How often something may happen, counted in the cache: for doors that are not worth a table."""

from django.core.cache import cache


def within(what: str, most: int, seconds: int) -> bool:
    """Count once more, and say whether it was no more than `most` in the span of so many seconds
    that began with the first. A cache that was emptied begins anew."""
    key = f"limit:{what}"
    if cache.add(key, 1, timeout=seconds):
        return True
    try:
        return int(cache.incr(key)) <= most
    except ValueError:
        return True
