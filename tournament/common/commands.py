"""How a command is run here: from a checkout, or as an installed program (ADR 48)."""

from django.conf import settings


def manage_command(words: str) -> str:
    """Return what to type for a command of `manage.py` (`migrate`)."""
    if settings.IS_CHECKOUT:
        return f".venv/bin/python manage.py {words}"
    return f"treasurer manage {words}"


def treasurer_command(words: str) -> str:
    """Return what to type for a word of the installed program (`run --port 8001`)."""
    module = ".venv/bin/python -m config.command_line"
    return f"{module} {words}" if settings.IS_CHECKOUT else f"treasurer {words}"
