"""Limits on how often something may happen, counted in the cache."""

from django.core.cache import cache

from tournament.common.cache_fault import CACHE_FAULT


def allow_attempt(what: str, most: int, seconds: int) -> bool:
    """Count an attempt; return whether there were no more than `most` in `seconds`.

    The span begins with what it counts first. Without its cache nothing is limited, and a cache
    that was emptied begins anew.
    """
    key = f"limit:{what}"
    try:
        return cache.add(key, 1, timeout=seconds) or int(cache.incr(key)) <= most
    except (ValueError, CACHE_FAULT, OSError):
        return True
