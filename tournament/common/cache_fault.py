"""The exception of a cache that is away."""

from django.conf import settings


def _cache_fault() -> type[Exception]:
    # Without Redis its package is not loaded: each start is a tenth of a second shorter.
    if not settings.REDIS_URL:
        return OSError
    from redis.exceptions import RedisError

    return RedisError


CACHE_FAULT = _cache_fault()
"""What a failing cache raises besides OSError; OSError itself if there is no Redis."""
