"""The language that the command line answers in.

It is the shell's, where it is one of ours.
"""

from collections.abc import Mapping

from django.utils import translation

from tournament.common.languages import known_language

NAMED_BY = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Variables in order of precedence: as everywhere in a shell, the first that is set decides."""


def shell_language(environment: Mapping[str, str]) -> str | None:
    """Return the code of the language that an environment names.

    None if it is not supported.

    >>> shell_language({"LC_ALL": "", "LANG": "fr_CH.UTF-8"})
    'fr'
    """
    named = next((environment[name] for name in NAMED_BY if environment.get(name)), "")
    code = named.replace(".", "_").replace("@", "_").partition("_")[0]
    return known_language(code) or None


def speak_as_shell(environment: Mapping[str, str]) -> None:
    """Answer in that language from now on, once Django is set up."""
    if language := shell_language(environment):
        translation.activate(language)
