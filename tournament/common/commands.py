"""The text to type for a command, as this installation runs it (ADR 48).

Commands are run from a checkout, or as an installed program.
"""

from django.conf import settings


def manage_command(words: str) -> str:
    """Return the text to type for a command of `manage.py`, such as `migrate`."""
    if settings.IS_CHECKOUT:
        return f".venv/bin/python manage.py {words}"
    return f"treasurer manage {words}"


def treasurer_command(words: str) -> str:
    """Return the text to type for words of the installed program.

    An example of such words is `run --port 8001`.
    """
    module = ".venv/bin/python -m config.command_line"
    return f"{module} {words}" if settings.IS_CHECKOUT else f"treasurer {words}"
