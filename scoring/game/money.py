"""Sums of money as each language writes them, for tablet, pages and reports alike."""

from __future__ import annotations

from functools import lru_cache

_GROUPS = {"en": ",", "fr": "\u202f", "ru": "\u00a0"}
"""Thousands separators by language (Unicode CLDR, like a browser's `Intl`)."""


# The screens write the same few hundred sums at every tap.
@lru_cache(maxsize=2048)
def money(amount: int, currency: str, language: str) -> str:
    """Return whole units with the edition's sign, as the language writes it.

    English writes `$1,290`, French and Russian `1 290 $`. A minus sign comes first. Without a
    `currency` (unknown edition) the number stands alone. Other languages are written like
    English.
    """
    figure = f"{abs(amount):,}".replace(",", _GROUPS.get(language, ","))
    minus = "−" if amount < 0 else ""
    if not currency:
        return minus + figure
    if language in ("fr", "ru"):
        return f"{minus}{figure}\u00a0{currency}"
    return f"{minus}{currency}{figure}"
