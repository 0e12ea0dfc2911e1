"""Where an installed program has what lies at the top of a checkout (ADR 48)."""

from pathlib import Path

SHIPPED = Path(__file__).resolve().with_name("shipped")
IS_INSTALLED = SHIPPED.is_dir()
