"""The places of an installed program's files (ADR 48).

In a checkout these lie at the top.
"""

from pathlib import Path

SHIPPED = Path(__file__).resolve().with_name("shipped")
IS_INSTALLED = SHIPPED.is_dir()
