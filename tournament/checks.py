"""Checks of the installation, which Django's commands run before they begin."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register

_COMPILE = "Compile the translations: .venv/bin/python -m tools.translations --compile"


@register(Tags.translation)
def check_compiled_translations(app_configs: Any = None, **options: Any) -> list[CheckMessage]:
    """Return an error for each catalogue with a missing or outdated compiled file.

    Django itself would show English pages without a word.
    """
    catalogues = [path for folder in settings.LOCALE_PATHS for path in Path(folder).rglob("*.po")]
    found = [(path.with_suffix(".mo"), _fault(path)) for path in sorted(catalogues)]
    return [Error(f"{path} {fault}.", hint=_COMPILE) for path, fault in found if fault]


def _fault(catalogue: Path) -> str:
    compiled = catalogue.with_suffix(".mo")
    if not compiled.exists():
        return "is missing"
    if compiled.stat().st_mtime_ns < catalogue.stat().st_mtime_ns:
        return f"is older than {catalogue.name}"
    return ""
